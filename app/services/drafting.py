"""Write a draft: nothing is received yet, and nothing is dated.

A draft holds a declaration in its wire form, however unfinished; each step replaces its own part.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from sqlalchemy import delete

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.completeness import sites_changed
from app.domain.drafts import BATTERY_SITES, LINES, OTHER_ELEMENTS
from app.domain.errors import InvalidValueError, NotAllowedError
from app.domain.identifiers import new_reference
from app.domain.procedure import Route, State
from app.domain.specific import (
    SPECIFIC_VALUES,
    Target,
    values_by_target,
    values_kept,
    values_moved,
    with_values_moved,
)
from app.extensions import db
from app.models.document import DocumentSupport
from app.models.dossier import Dossier
from app.queries.dossiers import declared_content, get_dossier
from app.services.drafts import (
    check_draft,
    check_revision,
    editing,
    forget_supports_of,
    move_supports,
    observe_code,
    set_content,
    set_declaration,
)
from app.services.transaction import transaction

MOST_LINES: Final = 50

PREFIX: Final = {LINES: "L", BATTERY_SITES: "B"}
SITE: Final = {LINES: "line", BATTERY_SITES: "battery"}


def create_draft(
    content: Mapping[str, Any],
    *,
    route: Route = Route.REFERENCE,
    follows: Dossier | None = None,
    by: Actor,
    clock: Clock,
) -> Dossier:
    """Open a dossier from a declaration, even one with a version only.

    Args:
        content: the declaration in its wire form; ``version`` names the code, brand and name.
        route: why it is going to be filed.
        follows: the dossier it comes after; none for the first on a version.
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
    observe_code(content, by=by, clock=clock)
    with transaction():
        dossier = Dossier(
            reference=new_reference("SE"),
            route=route,
            state=State.DRAFT,
            follows=follows,
            manufacturer_id=by.manufacturer_id,
            content={},
            content_revision=1,
            last_sequence=0,
            created_at=clock.now(),
            changed_at=clock.now(),
        )
        set_declaration(dossier, content, clock)
        db.session.add(dossier)
    return dossier


def copy_draft(reference: str, *, route: Route, by: Actor, clock: Clock) -> Dossier:
    """Open a new dossier from what an earlier one declared (transition 27).

    Evidence is not copied: it is given again, dossier by dossier (D. 251-1-A, I).

    Args:
        reference: the earlier dossier, filed and closed.
        route: why the new one is going to be filed.
        by: a person of the company.
        clock: the clock of the act.

    Raises:
        UnknownDossierError: it does not exist, or is of another company.
        OpenDossierExistsError: the company has an open dossier for this code.
    """
    earlier = get_dossier(reference, seen_by=by)
    content = deepcopy(declared_content(earlier))
    values = content.get(SPECIFIC_VALUES) or () if route == Route.DEROGATION else ()
    # What was decided on a value was decided for the earlier dossier.
    content[SPECIFIC_VALUES] = [{**value, "accepted": None} for value in values]
    return create_draft(content, route=route, follows=earlier, by=by, clock=clock)


def record_version(
    reference: str, version: Mapping[str, Any], *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Record which version the draft is about.

    Raises:
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has another open dossier for this code.
        StaleDossierError: the draft changed since *revision*.
    """
    observe_code({"version": version}, by=by, clock=clock)
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        set_content(dossier, {**dossier.content, "version": dict(version)})
    return dossier


def record_reference_vehicle(
    reference: str, vehicle: Mapping[str, Any], *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Record the reference vehicle of the draft.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        dossier.content = {**dossier.content, "reference_vehicle": dict(vehicle)}
    return dossier


def record_other_elements(
    reference: str, elements: Mapping[str, Any], *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Record what the draft says of repairability and materials; nothing said is no part (S-2).

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        others = {key: one for key, one in dossier.content.items() if key != OTHER_ELEMENTS}
        dossier.content = others | ({OTHER_ELEMENTS: dict(elements)} if elements else {})
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

    A specific value follows its leg, with its evidence; that of a leg taken away goes with it.

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
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
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
        _follow_targets(dossier, {**dossier.content, part: sites})
    return dossier


def remove_site(
    reference: str, part: str, identifier: str, *, revision: int, by: Actor, clock: Clock
) -> Dossier:
    """Remove a manufacturing line or a battery site, its specific values and its evidence.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        sites = [item for item in dossier.content.get(part, []) if item["id"] != identifier]
        _follow_targets(dossier, {**dossier.content, part: sites})
        forget_supports_of(dossier, f"{SITE[part]}:{identifier}")
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

    Evidence is given per site and per specific value (D. 251-1-A, I and II): what supported one
    that is no longer the same is taken off; that of a value follows its leg.

    Raises:
        DeclarationRefusedError: it is no unfinished declaration, but something else.
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has another open dossier for this code.
        StaleDossierError: the draft changed since *revision*.
    """
    observe_code(content, by=by, clock=clock)
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        before = dossier.content
        set_declaration(dossier, content, clock)
        for site in sites_changed(before, dossier.content):
            forget_supports_of(dossier, site)
        kept = values_kept(before, dossier.content)
        _follow_values(dossier, {one: kept.get(one) for one in values_by_target(before)})
    return dossier


def discard_draft(reference: str, *, by: Actor, revision: int | None = None) -> None:
    """Throw a draft away: nothing was received, so nothing is kept of it.

    Raises:
        NotAllowedError: the dossier was filed; it can only be withdrawn.
        StaleDossierError: the draft changed since *revision*.
    """
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        check_draft(dossier, by)
        check_revision(dossier, revision)
        db.session.execute(delete(DocumentSupport).where(DocumentSupport.dossier_id == dossier.id))
        db.session.delete(dossier)


def _new_id(prefix: str, known: list[str]) -> str:
    number = 1
    while f"{prefix}{number}" in known:
        number += 1
    return f"{prefix}{number}"


def _without_id(site: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in site.items() if key != "id"}


def _follow_targets(dossier: Dossier, content: Mapping[str, Any]) -> None:
    """Put new sites in the draft: each specific value goes with what it stands for."""
    moved = values_moved(dossier.content, content)
    dossier.content = with_values_moved(content, moved)
    _follow_values(dossier, moved)


def _follow_values(dossier: Dossier, moved: Mapping[Target, Target | None]) -> None:
    """Take the evidence of specific values along, or off with those that are gone."""
    keys = {one.key: now.key if now else None for one, now in moved.items()}
    move_supports(dossier, keys)
