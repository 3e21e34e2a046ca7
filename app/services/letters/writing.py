"""Write the letter of an act in the act itself, without ever holding the act back."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from app.clock import Clock
from app.domain.actor import Role
from app.domain.deadlines import legal_day
from app.domain.notices import Notice, notice_key, notices_of, person_key
from app.extensions import db
from app.models.account import User
from app.models.dossier import Dossier, DossierEvent
from app.services.letters.composed import LETTERS
from app.services.letters.text import Letter
from app.services.outbox import write_message

logger = logging.getLogger(__name__)


class LetterNotWrittenError(Exception):
    """A letter cannot be composed or rendered, or lacks a mention of the law; its cause says."""


def tell(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Write the notices of an event, inside the act of the caller, which stands whatever comes.

    A letter that cannot be written is logged; the count of the messages shows that it is missing,
    and ``write_missing_notices`` writes it once mended.
    """
    for notice in notices_of(event.action):
        tell_or_log(
            dossier,
            notice,
            key=event_key(notice, dossier, event),
            compose=partial(_compose, notice, dossier, event),
            acted_at=event.recorded_at,
            clock=clock,
        )


def tell_again(dossier: Dossier, event: DossierEvent, notice: Notice, *, clock: Clock) -> int:
    """Write a notice of an earlier event, as it should have been.

    Returns:
        The number of people written to.

    Raises:
        LetterNotWrittenError: it still cannot be written.
    """
    return write_letter(
        dossier,
        notice,
        key=event_key(notice, dossier, event),
        compose=partial(_compose, notice, dossier, event),
        acted_at=event.recorded_at,
        clock=clock,
    )


def _compose(notice: Notice, dossier: Dossier, event: DossierEvent) -> Letter:
    return LETTERS[notice.name](dossier, event)


def event_key(notice: Notice, dossier: Dossier, event: DossierEvent) -> str:
    """Return the key of the notice of an event."""
    return notice_key(notice, dossier.reference, sequence=event.sequence, details=event.details)


def tell_or_log(
    dossier: Dossier,
    notice: Notice,
    *,
    key: str,
    compose: Callable[[], Letter],
    acted_at: datetime,
    clock: Clock,
) -> None:
    """Write a letter inside the act of the caller, or log why it cannot be."""
    try:
        write_letter(dossier, notice, key=key, compose=compose, acted_at=acted_at, clock=clock)
    except LetterNotWrittenError:
        logger.exception("the letter %s could not be written", key)


def write_letter(
    dossier: Dossier,
    notice: Notice,
    *,
    key: str,
    compose: Callable[[], Letter],
    acted_at: datetime,
    clock: Clock,
) -> int:
    """Write a letter to each person it is for.

    What the act changed goes to the database first: a failure of the database is the act's own,
    and is raised as it is.

    Returns:
        The number of people written to.

    Raises:
        LetterNotWrittenError: nothing was written, and the act can go on.
    """
    db.session.flush()
    try:
        letter = compose()
        body = letter.body(
            dossier=dossier,
            acted_on=legal_day(acted_at),
            written_on=clock.today(),
            base_url=current_app.config["BASE_URL"],
            service_address=current_app.config["SERVICE_ADDRESS"],
            service_phone=current_app.config["SERVICE_PHONE"],
        )
    except DBAPIError:
        raise
    except Exception as error:
        raise LetterNotWrittenError(key) from error
    people = readers(notice.to, dossier)
    for person in people:
        write_message(
            person_key(key, person.reference),
            to=person.email,
            subject=f"[{dossier.reference}] {letter.subject}",
            body=body,
            clock=clock,
            dossier_id=dossier.id,
        )
    return len(people)


def readers(role: Role, dossier: Dossier) -> Sequence[User]:
    """Return the people a notice of a dossier is for, who can sign in."""
    found = select(User).where(User.role == role, User.disabled_at.is_(None)).order_by(User.id)
    if role == Role.MANUFACTURER:
        found = found.where(User.manufacturer_id == dossier.manufacturer_id)
    return db.session.scalars(found).all()
