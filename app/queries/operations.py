"""What the operator watches: the runs of the scheduler, what is due, the mail; never a dossier."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import func, or_, select

from app.domain.actor import Actor, Role
from app.domain.deadlines import EFFECTIVE, PeriodKind, PeriodOutcome
from app.extensions import db
from app.models.dossier import Dossier
from app.models.outbox import OutboxMessage, SchedulerRun
from app.models.period import Period
from app.queries.notices import Tally, tally_messages

AT_MOST: Final = 100
LOCAL_PART: Final = re.compile(r"[^\s<>@,;:\"']+@")


class Delivery(StrEnum):
    """Where a message stands."""

    FAILED = "failed"
    WAITING = "waiting"
    SENT = "sent"


@dataclass(frozen=True, slots=True, kw_only=True)
class DueEffect:
    """An effect that is born and not yet recorded.

    Attributes:
        reference: the dossier; nothing else of it.
        kind: the period that ended.
        last_day: its last day.
        effect_at: the instant the effect was born, in UTC.
        source: the article that gives the period.
    """

    reference: str
    kind: PeriodKind
    last_day: date
    effect_at: datetime
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """A message without its body, its recipient masked: the operator reads no dossier.

    Attributes:
        key: what makes it unique.
        recipient: the domain it goes to.
        subject: its subject.
        delivery: where it stands.
        created_at: the instant of the act that wrote it.
        sent_at: the instant it left; none while it waits.
        attempts: how many times it was tried.
        last_error: why it did not leave; none otherwise.
    """

    key: str
    recipient: str
    subject: str
    delivery: Delivery
    created_at: datetime
    sent_at: datetime | None
    attempts: int
    last_error: str | None


def last_passes(seen_by: Actor) -> Sequence[SchedulerRun]:
    """Return the last pass of each job, by name; none unless for the operator."""
    if seen_by.role != Role.OPERATOR:
        return []
    last = select(func.max(SchedulerRun.id)).group_by(SchedulerRun.job)
    return db.session.scalars(
        select(SchedulerRun).where(SchedulerRun.id.in_(last)).order_by(SchedulerRun.job)
    ).all()


def telling_passes(seen_by: Actor) -> Sequence[SchedulerRun]:
    """Return the last passes that recorded something or failed, the newest first."""
    if seen_by.role != Role.OPERATOR:
        return []
    return db.session.scalars(
        select(SchedulerRun)
        .where(or_(SchedulerRun.recorded > 0, SchedulerRun.error.is_not(None)))
        .order_by(SchedulerRun.id.desc())
        .limit(AT_MOST)
    ).all()


def due_effects(seen_by: Actor, *, at: datetime) -> list[DueEffect]:
    """Return the effects born and not yet recorded at an instant, the oldest first."""
    if seen_by.role != Role.OPERATOR:
        return []
    rows = db.session.execute(
        select(Dossier.reference, Period.kind, Period.last_day, Period.effect_at, Period.source)
        .join(Period, Period.dossier_id == Dossier.id)
        .where(
            Period.outcome == PeriodOutcome.RUNNING,
            Period.kind.in_(EFFECTIVE),
            Period.effect_at <= at,
        )
        .order_by(Period.effect_at, Period.id)
    )
    return [
        DueEffect(
            reference=row.reference,
            kind=row.kind,
            last_day=row.last_day,
            effect_at=row.effect_at,
            source=row.source,
        )
        for row in rows
    ]


def envelopes(seen_by: Actor) -> list[Envelope]:
    """Return all the messages that have not left, then the last that have.

    The bodies are not even read from the database.
    """
    if seen_by.role != Role.OPERATOR:
        return []
    columns = select(
        OutboxMessage.key,
        OutboxMessage.to,
        OutboxMessage.subject,
        OutboxMessage.created_at,
        OutboxMessage.sent_at,
        OutboxMessage.attempts,
        OutboxMessage.last_error,
    )
    waiting = columns.where(OutboxMessage.sent_at.is_(None)).order_by(OutboxMessage.id)
    sent = columns.where(OutboxMessage.sent_at.is_not(None)).order_by(
        OutboxMessage.sent_at.desc(), OutboxMessage.id.desc()
    )
    rows = [*db.session.execute(waiting), *db.session.execute(sent.limit(AT_MOST))]
    return [
        Envelope(
            key=row.key,
            recipient=masked(row.to),
            subject=row.subject,
            delivery=_delivery(row.sent_at, row.last_error),
            created_at=row.created_at,
            sent_at=row.sent_at,
            attempts=row.attempts,
            last_error=masked(row.last_error) if row.last_error else None,
        )
        for row in rows
    ]


def message_tally(seen_by: Actor) -> Tally | None:
    """Return the count of the messages expected and sent; none unless for the operator."""
    return tally_messages() if seen_by.role == Role.OPERATOR else None


def masked(text: str) -> str:
    """Return *text* with the local part of each electronic address hidden."""
    return LOCAL_PART.sub("***@", text)


def _delivery(sent_at: datetime | None, last_error: str | None) -> Delivery:
    if sent_at is not None:
        return Delivery.SENT
    return Delivery.FAILED if last_error else Delivery.WAITING
