"""Write a draft: nothing is received yet, and nothing is dated.

A draft holds a declaration in its wire form, however unfinished; each step replaces its own part.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

from sqlalchemy import delete

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.completeness import sites_declared
from app.domain.drafts import BATTERY_SITES, LINES, checked_name, malformed
from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    OpenDossierExistsError,
    StaleDossierError,
)
from app.domain.identifiers import new_reference, tvv
from app.domain.procedure import Route, State
from app.extensions import db
from app.models.document import DocumentSupport
from app.models.dossier import Dossier
from app.queries.dossiers import get_dossier, open_dossier
from app.services.assessment import problems
from app.services.transaction import transaction

MOST_LINES: Final = 50

PREFIX: Final = {LINES: "L", BATTERY_SITES: "B"}
SITE: Final = {LINES: "line", BATTERY_SITES: "battery"}


def create_draft(content: Mapping[str, Any], *, by: Actor, clock: Clock) -> Dossier:
    """Open a dossier on the reference route from a declaration, even one with a version only.

    Args:
        content: the declaration in its wire form; ``version`` names the code, brand and name.
        by: a person of the company.
        clock: the clock of the act.

    Raises:
        NotAllowedError: the actor belongs to no company.
        DeclarationRefusedError: it is no unfinished declaration, but something else.
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has an open dossier for this code.
    """
    if by.role != Role.MANUFACTURER or by.manufacturer_id is None:
        raise NotAllowedError
    with transaction():
        dossier = Dossier(
            reference=new_reference("SE"),
            route=Route.REFERENCE,
            state=State.DRAFT,
            manufacturer_id=by.manufacturer_id,
            content={},
            content_revision=1,
            last_sequence=0,
            created_at=clock.now(),
            changed_at=clock.now(),
        )
        _set_declaration(dossier, content, clock)
        db.session.add(dossier)
    return dossier


def record_version(
    reference: str, version: Mapping[str, Any], *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Record which version the draft is about.

    Raises:
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has another open dossier for this code.
        StaleDossierError: the draft changed since *revision*.
    """
    with _draft(reference, revision=revision, by=by, clock=clock) as dossier:
        _set_content(dossier, {**dossier.content, "version": dict(version)})
    return dossier


def record_reference_vehicle(
    reference: str, vehicle: Mapping[str, Any], *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Record the reference vehicle of the draft.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with _draft(reference, revision=revision, by=by, clock=clock) as dossier:
        dossier.content = {**dossier.content, "reference_vehicle": dict(vehicle)}
    return dossier


def record_site(
    reference: str,
    part: str,
    site: Mapping[str, Any],
    *,
    revision: int,
    by: Actor,
    clock: Clock,
) -> Dossier:
    """Record a manufacturing line or a battery site; one without an ``id`` is added.

    Args:
        reference: the draft.
        part: ``manufacturing_lines`` or ``battery_sites``.
        site: the line or the battery site in its wire form.
        revision: the revision of the draft that the actor had seen.
        by: a person of the company.
        clock: the clock of the act.

    Raises:
        InvalidValueError: too many lines, or an identifier that does not exist.
        StaleDossierError: the draft changed since *revision*.
    """
    with _draft(reference, revision=revision, by=by, clock=clock) as dossier:
        sites = list(dossier.content.get(part, []))
        known = [item["id"] for item in sites]
        if not site.get("id"):
            if len(sites) >= MOST_LINES:
                raise InvalidValueError(part, f"Un dossier compte au plus {MOST_LINES} sites.")
            sites.append({"id": _new_id(PREFIX[part], known), **_without_id(site)})
        elif site["id"] in known:
            sites[known.index(site["id"])] = dict(site)
        else:
            raise InvalidValueError(part, "Ce site n’existe plus dans le dossier.")
        dossier.content = {**dossier.content, part: sites}
    return dossier


def remove_site(
    reference: str, part: str, identifier: str, *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Remove a manufacturing line or a battery site, and what its documents supported there.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with _draft(reference, revision=revision, by=by, clock=clock) as dossier:
        sites = [item for item in dossier.content.get(part, []) if item["id"] != identifier]
        dossier.content = {**dossier.content, part: sites}
        _forget_supports_of(dossier, f"{SITE[part]}:{identifier}")
    return dossier


def replace_declaration(
    reference: str,
    content: Mapping[str, Any],
    *,
    revision: int | None,
    by: Actor,
    clock: Clock,
) -> Dossier:
    """Replace the whole declaration of a draft, as an import does.

    Evidence is given per site (D. 251-1-A, I): what supported a site that is no longer the same
    is taken off.

    Raises:
        DeclarationRefusedError: it is no unfinished declaration, but something else.
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has another open dossier for this code.
        StaleDossierError: the draft changed since *revision*.
    """
    with _draft(reference, revision=revision, by=by, clock=clock) as dossier:
        before = sites_declared(dossier.content)
        _set_declaration(dossier, content, clock)
        after = sites_declared(dossier.content)
        for site, declared in before.items():
            if after.get(site) != declared:
                _forget_supports_of(dossier, site)
    return dossier


def discard_draft(reference: str, *, by: Actor, revision: int | None = None) -> None:
    """Throw a draft away: nothing was received, so nothing is kept of it.

    Raises:
        NotAllowedError: the dossier was filed; it can only be withdrawn.
        StaleDossierError: the draft changed since *revision*.
    """
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        _check_draft(dossier, by)
        _check_revision(dossier, revision)
        db.session.execute(delete(DocumentSupport).where(DocumentSupport.dossier_id == dossier.id))
        db.session.delete(dossier)


@contextmanager
def _draft(reference: str, *, revision: int | None, by: Actor, clock: Clock) -> Iterator[Dossier]:
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        _check_draft(dossier, by)
        _check_revision(dossier, revision)
        yield dossier
        dossier.content_revision += 1
        dossier.changed_at = clock.now()


def _check_draft(dossier: Dossier, by: Actor) -> None:
    if by.role != Role.MANUFACTURER:
        raise NotAllowedError
    if dossier.state != State.DRAFT:
        raise NotAllowedError("Ce dossier est déposé : sa déclaration ne se modifie plus ici.")


def _check_revision(dossier: Dossier, revision: int | None) -> None:
    if revision is not None and revision != dossier.content_revision:
        raise StaleDossierError(at=dossier.changed_at)


def _set_declaration(dossier: Dossier, content: Mapping[str, Any], clock: Clock) -> None:
    """Put a whole declaration in the draft, unless it is something else than a declaration."""
    whole = deepcopy(dict(content))
    found = malformed(whole, problems(whole, on=clock.today()))
    if found:
        raise DeclarationRefusedError(found)
    _set_content(dossier, whole)


def _set_content(dossier: Dossier, content: dict[str, Any]) -> None:
    """Put *content* in the draft, its code checked and free (one open dossier for a code)."""
    version = content.get("version") or {}
    code = tvv(str(version.get("tvv") or ""))
    other = open_dossier(dossier.manufacturer_id, code)
    if other is not None and other is not dossier:
        raise OpenDossierExistsError(other.reference)
    dossier.tvv = code
    dossier.brand = checked_name(version, "brand")
    dossier.commercial_name = checked_name(version, "commercial_name")
    dossier.content = {**content, "version": {**version, "tvv": code}}


def _new_id(prefix: str, known: list[str]) -> str:
    number = 1
    while f"{prefix}{number}" in known:
        number += 1
    return f"{prefix}{number}"


def _without_id(site: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in site.items() if key != "id"}


def _forget_supports_of(dossier: Dossier, site: str) -> None:
    db.session.execute(
        delete(DocumentSupport).where(
            DocumentSupport.dossier_id == dossier.id, DocumentSupport.site == site
        )
    )
