"""Mail: written with the act that causes it, sent after the commit, once."""

from typing import Final

from sqlalchemy import select

from app.clock import Clock
from app.extensions import db
from app.gateways.mail import Mail, MailNotSentError, OutgoingMail
from app.models.outbox import OutboxMessage
from app.services.transaction import transaction

BATCH: Final = 50


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

    A message is sent while its row is locked: two processes do not send it twice. One that fails
    stays, with the reason, and is tried again at the next pass, after those that did not fail.
    """
    sent = 0
    for identifier in _waiting():
        with transaction():
            message = db.session.scalars(
                select(OutboxMessage)
                .where(OutboxMessage.id == identifier, OutboxMessage.sent_at.is_(None))
                .with_for_update(skip_locked=True)
            ).one_or_none()
            if message is None:
                continue
            message.attempts += 1
            try:
                mail.send(
                    OutgoingMail(
                        key=message.key,
                        to=message.to,
                        subject=message.subject,
                        body=message.body,
                        written_at=message.created_at,
                    )
                )
            except MailNotSentError as error:
                message.last_error = str(error)[:300]
            else:
                message.sent_at = clock.now()
                message.last_error = None
                sent += 1
    return sent


def _waiting() -> list[int]:
    identifiers = db.session.scalars(
        select(OutboxMessage.id)
        .where(OutboxMessage.sent_at.is_(None))
        .order_by(OutboxMessage.attempts, OutboxMessage.id)
        .limit(BATCH)
    ).all()
    return list(identifiers)
