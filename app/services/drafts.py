"""The frame of every change to a draft, and the checks of what it may hold.

A filed dossier has a draft too, as long as it can be corrected (transition 19): what was filed is
kept apart, and stays.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

from sqlalchemy import delete, select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.drafts import NAMES, checked_name, malformed
from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    OpenDossierExistsError,
    StaleDossierError,
)
from app.domain.identifiers import tvv
from app.domain.procedure import Action, Route, State
from app.extensions import db
from app.models.document import DocumentSupport
from app.models.dossier import Dossier
from app.queries.dossiers import derogation_draft, get_dossier, open_dossier
from app.services.acts import observe
from app.services.assessment import problems
from app.services.transaction import transaction

ANOTHER_CODE: Final = (
    "Le code de la version ne change pas ici : une autre version demande un dossier à elle."
)


@contextmanager
def editing(reference: str, *, revision: int | None, by: Actor, clock: Clock) -> Iterator[Dossier]:
    """Give a draft to change, locked, in one transaction.

    Raises:
        NotAllowedError: the dossier was filed, and can no longer be corrected.
        StaleDossierError: the draft changed since *revision*.
    """
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        check_editable(dossier, by)
        check_revision(dossier, revision)
        yield dossier
        dossier.content_revision += 1
        dossier.changed_at = clock.now()


def check_draft(dossier: Dossier, by: Actor) -> None:
    """Refuse to change a dossier that was filed.

    Raises:
        NotAllowedError: it was, or the actor is of no company.
    """
    if by.role != Role.MANUFACTURER:
        raise NotAllowedError
    if dossier.state != State.DRAFT:
        raise NotAllowedError("Ce dossier est déposé : sa déclaration ne se modifie plus ici.")


def check_editable(dossier: Dossier, by: Actor) -> None:
    """Refuse to change a dossier that is no draft and cannot be corrected (transition 19).

    Raises:
        NotAllowedError: that is so, or the actor is of no company.
    """
    if Action.CORRECT not in dossier.acts_open_to(by.role):
        check_draft(dossier, by)


def check_revision(dossier: Dossier, revision: int | None) -> None:
    """Refuse to change what the actor had not seen; a program gives no revision.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    if revision is not None and revision != dossier.content_revision:
        raise StaleDossierError


def observe_code(content: Mapping[str, Any], *, by: Actor, clock: Clock) -> None:
    """Record what silence did to the open dossier of the code that *content* names (reading T-8).

    Called before the transaction that asks whether the code is free.
    """
    version = content.get("version")
    code = str(version.get("tvv") or "").strip() if isinstance(version, Mapping) else ""
    if by.manufacturer_id is not None and code:
        observe(by.manufacturer_id, code, by=by, clock=clock)


def set_declaration(dossier: Dossier, content: Mapping[str, Any], clock: Clock) -> None:
    """Put a whole declaration in the draft.

    Raises:
        DeclarationRefusedError: it is something else than a declaration, however unfinished.
        InvalidValueError: no code, brand or name.
        OpenDossierExistsError: the company has another open dossier for this code.
    """
    whole = deepcopy(dict(content))
    found = malformed(whole, problems(whole, on=clock.today()))
    if found:
        raise DeclarationRefusedError(found)
    set_content(dossier, whole)


def set_content(dossier: Dossier, content: dict[str, Any]) -> None:
    """Put *content* in the draft, its code checked and free (one open dossier for a code).

    Raises:
        InvalidValueError: no code, brand or name, or another code than that of a filed dossier or
            of a version that changed.
        OpenDossierExistsError: the company has another open dossier for this code.
    """
    version = content.get("version") or {}
    code = tvv(str(version.get("tvv") or ""))
    names = {field: checked_name(version, field) for field in NAMES}
    if dossier.tvv and (dossier.state != State.DRAFT or dossier.route == Route.MODIFICATION):
        # Filing a correction changes the other names; a change report keeps those of the list.
        if code != dossier.tvv:
            raise InvalidValueError("tvv", ANOTHER_CODE)
    else:
        _check_free(dossier, code)
        dossier.tvv, dossier.brand, dossier.commercial_name = code, *names.values()
    dossier.content = {**content, "version": {**version, "tvv": code}}


def _check_free(dossier: Dossier, code: str) -> None:
    if dossier.route == Route.MODIFICATION:
        return
    find = derogation_draft if dossier.route == Route.DEROGATION else open_dossier
    other = find(dossier.manufacturer_id, code)
    if other is not None and other is not dossier:
        raise OpenDossierExistsError(other.reference)


def forget_supports_of(dossier: Dossier, site: str) -> None:
    """Detach the documents of a draft from a site that is no longer there, or not the same.

    What was filed stays in the dossier, whatever a correction takes away.
    """
    if dossier.state != State.DRAFT:
        return
    db.session.execute(
        delete(DocumentSupport).where(
            DocumentSupport.dossier_id == dossier.id, DocumentSupport.site == site
        )
    )


def move_supports(dossier: Dossier, moved: Mapping[str, str | None]) -> None:
    """Give the documents of a draft to the sites that theirs are now; detach those of none.

    What was filed stays where it was given, whatever a correction changes.

    Args:
        dossier: the draft.
        moved: by the key of a site, what it is now; none when it is gone.
    """
    moves = {before: now for before, now in moved.items() if before != now}
    if dossier.state != State.DRAFT or not moves:
        return
    there = (DocumentSupport.dossier_id == dossier.id) & DocumentSupport.site.in_(moves)
    found = db.session.scalars(select(DocumentSupport).where(there)).all()
    again = [
        DocumentSupport(
            dossier_id=dossier.id,
            document_id=one.document_id,
            requirement=one.requirement,
            site=site,
            added_on=one.added_on,
            added_at=one.added_at,
        )
        for one in found
        if (site := moves[one.site]) is not None
    ]
    # Two sites may change places: none is written before all are taken off.
    db.session.execute(delete(DocumentSupport).where(there))
    db.session.add_all(again)
    db.session.expire(dossier, ["supports"])
