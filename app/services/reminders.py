"""Remind people of the last days that come: one message a person a day, apart from every act."""

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sqlalchemy import func, select

from app.clock import Clock
from app.domain.deadlines import legal_day
from app.domain.notices import person_key
from app.extensions import db
from app.models.account import User
from app.models.outbox import OutboxMessage
from app.queries.reminders import DueReminder, due_reminders
from app.services.letters.text import Letter
from app.services.outbox import write_message
from app.services.transaction import transaction

NAME: Final = "reminder"

# What each last day is, what comes of it, and the article.
TEXTS: Final = {
    "completeness": "reminders/completeness.txt",
    "review": "reminders/review.txt",
    "silence": "reminders/silence.txt",
    "reasons": "reminders/reasons.txt",
    "answer": "reminders/answer.txt",
}

logger = logging.getLogger(__name__)


class RemindersNotWrittenError(Exception):
    """Some people could not be reminded; the others are."""

    def __init__(self, people: Iterable[str]) -> None:
        super().__init__(f"Rappels non écrits : {', '.join(people)}.")


def write_reminders(*, clock: Clock) -> int:
    """Write to each person the last days that come, those not yet told only.

    One message lists them all: an agency has many dossiers, and their last days fall together.
    A person who fails does not hold the others back, and is tried again at the next pass.

    Returns:
        How many messages were written.

    Raises:
        RemindersNotWrittenError: some people could not be written to; the others are.
    """
    written, failed = 0, []
    for identifier, reference in _to_remind(clock):
        try:
            with transaction():
                written += _remind(_held(identifier), clock)
        except Exception:
            logger.exception("%s could not be reminded", reference)
            failed.append(reference)
    if failed:
        raise RemindersNotWrittenError(failed)
    return written


def _to_remind(clock: Clock) -> list[tuple[int, str]]:
    people = db.session.scalars(
        select(User).where(User.disabled_at.is_(None)).order_by(User.id)
    ).all()
    return [(person.id, person.reference) for person in people if _not_yet_told(person, clock)]


def _held(identifier: int) -> User:
    """Return a person, the row locked: of two processes the second sees what the first wrote."""
    return db.session.scalars(
        select(User).where(User.id == identifier).with_for_update(of=User)
    ).one()


def _remind(person: User, clock: Clock) -> bool:
    told = _not_yet_told(person, clock)
    if not told:
        return False
    count = f"{len(told)} échéances" if len(told) > 1 else "une échéance"
    letter = Letter(
        template="reminder.txt",
        subject=f"Rappel : {count} à venir",
        context={"reminders": told, "texts": TEXTS},
    )
    write_message(
        person_key(f"{NAME}/{clock.today().isoformat()}", person.reference),
        to=person.email,
        subject=letter.subject,
        body=letter.body(),
        clock=clock,
    )
    return True


def _not_yet_told(person: User, clock: Clock) -> list[DueReminder]:
    """Return what is due and in no earlier message of the person.

    A message lists all that is due on its day. So a reminder is in the last one when it was due
    by that day, on something that had begun by that hour; there is one message a day at most.
    """
    due = due_reminders(person, today=clock.today())
    if not due:
        return []
    last = _last_message_at(person)
    if last is None:
        return due
    told_on = legal_day(last)
    if told_on >= clock.today():
        return []
    return [one for one in due if one.on > told_on or one.opened_at >= last]


def _last_message_at(person: User) -> datetime | None:
    return db.session.scalar(
        select(func.max(OutboxMessage.created_at)).where(
            OutboxMessage.key.like(f"{NAME}/%/{person.reference}")
        )
    )
