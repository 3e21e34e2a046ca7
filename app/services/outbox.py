"""Mail: written with the act that causes it, sent after the commit, once."""

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, or_, select

from app.clock import Clock
from app.extensions import db
from app.gateways.mail import Mail, MailNotSentError, OutgoingMail
from app.models.outbox import OutboxMessage
from app.services.transaction import transaction

BATCH: Final = 50
ERROR_LENGTH: Final = 300

# How long a claim holds a message back: longer than a mail server may take.
CLAIM_LASTS: Final = timedelta(minutes=5)


def write_message(
    key: str, *, to: str, subject: str, body: str, clock: Clock, dossier_id: int | None = None
) -> None:
    """Write a message inside the act of the caller; its key makes it unique."""
    db.session.add(
        OutboxMessage(
            key=key,
            dossier_id=dossier_id,
            to=to,
            subject=subject,
            body=body,
            created_at=clock.now(),
            attempts=0,
        )
    )


def send_waiting(mail: Mail, *, clock: Clock) -> int:
    """Send what waits, the least tried first, then the oldest, and return how many went.

    A message is claimed, sent, then settled, each in its turn: nothing is locked while a mail
    server takes its time, and two processes do not send the same message. One that fails stays,
    with the reason, and is tried again at the next pass, after those that did not fail. A process
    that dies between sending and settling leaves a claim that runs out; the message then goes
    again under the same identifier, which mail readers show once.
    """
    sent = 0
    for identifier in _waiting(clock):
        message = _claim(identifier, clock)
        if message is None:
            continue
        error = None
        try:
            mail.send(message)
        except MailNotSentError as failure:
            error = str(failure)[:ERROR_LENGTH]
        _settle(identifier, error, clock)
        sent += error is None
    return sent


def _waiting(clock: Clock) -> list[int]:
    identifiers = db.session.scalars(
        select(OutboxMessage.id)
        .where(_sendable(clock))
        .order_by(OutboxMessage.attempts, OutboxMessage.id)
        .limit(BATCH)
    ).all()
    return list(identifiers)


def _sendable(clock: Clock) -> ColumnElement[bool]:
    free = or_(
        OutboxMessage.claimed_at.is_(None), OutboxMessage.claimed_at <= clock.now() - CLAIM_LASTS
    )
    return and_(OutboxMessage.sent_at.is_(None), free)


def _claim(identifier: int, clock: Clock) -> OutgoingMail | None:
    with transaction():
        message = db.session.scalars(
            select(OutboxMessage)
            .where(OutboxMessage.id == identifier, _sendable(clock))
            .with_for_update(skip_locked=True)
        ).one_or_none()
        if message is None:
            return None
        message.claimed_at = clock.now()
        message.attempts += 1
        return OutgoingMail(
            key=message.key,
            to=message.to,
            subject=message.subject,
            body=message.body,
            written_at=message.created_at,
        )


def _settle(identifier: int, error: str | None, clock: Clock) -> None:
    with transaction():
        message = db.session.get_one(OutboxMessage, identifier)
        message.claimed_at = None
        message.last_error = error
        message.sent_at = clock.now() if error is None else None
