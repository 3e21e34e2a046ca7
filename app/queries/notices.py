"""The messages that acts had to cause, against those that were written and sent."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.domain.actor import Role
from app.domain.notices import NOTICES, Notice, beginnings, notice_key, notices_of
from app.domain.procedure import Action
from app.extensions import db
from app.models.account import User
from app.models.dossier import Dossier, DossierEvent
from app.models.outbox import OutboxMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A message that an act had to cause.

    Attributes:
        event_id: the row of the event.
        reference: the dossier.
        action: the act.
        notice: the message.
        recorded_at: the instant the act was recorded, in UTC.
        key: what the keys of its messages begin with.
    """

    event_id: int
    reference: str
    action: Action
    notice: Notice
    recorded_at: datetime
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The count: ``expected`` is the sum of ``sent``, ``waiting``, ``failed`` and ``missing``.

    A message to several people counts once, where the worst of its copies stands.

    Attributes:
        expected: the acts that somebody must be told of.
        sent: those whose message left, to everybody.
        waiting: those with a message that waits.
        failed: those with a message that failed, and is tried again.
        missing: those with no message at all, the oldest first.
        unaddressed: the acts, beside those, that had nobody to be told to: no account was open.
    """

    expected: int
    sent: int
    waiting: int
    failed: int
    missing: tuple[Expected, ...]
    unaddressed: int

    @property
    def written(self) -> int:
        """How many of those expected have a message, sent or not."""
        return self.sent + self.waiting + self.failed


def tally_messages() -> Tally:
    """Count, for every event, the message it had to cause and what became of it."""
    copies, somebody = _copies(), _somebody()
    missing, unaddressed, sent, waiting, failed = [], 0, 0, 0, 0
    for expected, company in _told_events():
        told = copies.get(expected.key)
        if told is None:
            if somebody(expected.notice.to, company, expected.recorded_at):
                missing.append(expected)
            else:
                unaddressed += 1
        elif any(error for gone, error in told if not gone):
            failed += 1
        elif all(gone for gone, _error in told):
            sent += 1
        else:
            waiting += 1
    return Tally(
        expected=sent + waiting + failed + len(missing),
        sent=sent,
        waiting=waiting,
        failed=failed,
        missing=tuple(missing),
        unaddressed=unaddressed,
    )


def is_written(key: str) -> bool:
    """Tell whether a message has a key that begins so."""
    found = select(OutboxMessage.id).where(OutboxMessage.key.startswith(f"{key}/", autoescape=True))
    return db.session.scalar(found.limit(1)) is not None


def _told_events() -> Iterator[tuple[Expected, int]]:
    """Yield what is expected, and the company of the dossier."""
    rows = db.session.execute(
        select(
            DossierEvent.id,
            DossierEvent.action,
            DossierEvent.sequence,
            DossierEvent.recorded_at,
            DossierEvent.details,
            Dossier.reference,
            Dossier.manufacturer_id,
        )
        .join(Dossier, DossierEvent.dossier_id == Dossier.id)
        .where(DossierEvent.action.in_(NOTICES))
        .order_by(DossierEvent.id)
    )
    for row in rows:
        for notice in notices_of(row.action):
            key = notice_key(notice, row.reference, sequence=row.sequence, details=row.details)
            expected = Expected(
                event_id=row.id,
                reference=row.reference,
                action=row.action,
                notice=notice,
                recorded_at=row.recorded_at,
                key=key,
            )
            yield expected, row.manufacturer_id


def _copies() -> Mapping[str, list[tuple[bool, bool]]]:
    """Return, by each beginning of their keys, whether the messages left, and failed."""
    found: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    rows = db.session.execute(
        select(OutboxMessage.key, OutboxMessage.sent_at, OutboxMessage.last_error)
    )
    for key, sent_at, error in rows:
        for beginning in beginnings(key):
            found[beginning].append((sent_at is not None, error is not None))
    return found


def _somebody() -> Callable[[Role, int, datetime], bool]:
    """Return what tells whether somebody of a role, and company, had an account at an instant."""
    spans: dict[tuple[Role, int | None], list[tuple[datetime, datetime | None]]] = defaultdict(list)
    rows = db.session.execute(
        select(User.role, User.manufacturer_id, User.created_at, User.disabled_at)
    )
    for role, company, opened, closed in rows:
        spans[role, company].append((opened, closed))

    def open_to(role: Role, company: int, at: datetime) -> bool:
        held = spans[role, company if role == Role.MANUFACTURER else None]
        return any(opened <= at and (closed is None or at < closed) for opened, closed in held)

    return open_to
