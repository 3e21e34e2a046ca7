"""The last days that come: periods that run, and requests that wait for an answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from sqlalchemy import or_, select

from app.domain.actor import Role
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.procedure import OPEN_STATES
from app.domain.reminders import (
    ANSWER,
    Reminder,
    due_reminder,
    period_reminders,
    reminders,
    schedules,
)
from app.extensions import db
from app.models.account import User
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class DueReminder:
    """A last day to remind somebody of today.

    Attributes:
        kind: the kind of period, or ``answer``.
        dossier: the dossier.
        last_day: the last day, as it is kept.
        source: the article of the period; none for an answer.
        on: the day the reminder is due, today or before.
        opened_at: the instant since which there is something to remind of, in UTC.
        items: how many items are still asked for; none for a period.
        binding: whether the dossier waits for them.
    """

    kind: str
    dossier: Dossier
    last_day: date
    source: str = ""
    on: date
    opened_at: datetime
    items: int = 0
    binding: bool = False


def due_reminders(person: User, *, today: date) -> list[DueReminder]:
    """Return what a person is to be reminded of today, the nearest last day first."""
    found = [*_of_periods(person, today), *_of_answers(person, today)]
    return sorted(found, key=lambda due: (due.last_day, due.dossier.reference, due.kind))


def _of_periods(person: User, today: date) -> Iterator[DueReminder]:
    table = schedules()
    kinds = [
        kind
        for kind in PeriodKind
        if kind.value in table and table[kind.value].reader == person.role
    ]
    periods = select(Period, Dossier).join(Dossier, Period.dossier_id == Dossier.id)
    if person.role == Role.MANUFACTURER:
        periods = periods.where(Dossier.manufacturer_id == person.manufacturer_id)
    rows = db.session.execute(
        periods.where(
            Period.outcome == PeriodOutcome.RUNNING,
            Period.kind.in_(kinds),
            Period.last_day >= today,
        )
    )
    for period, dossier in rows:
        days = period_reminders(
            period.origin_on,
            months=period.months,
            days_before=table[period.kind.value].days_before,
        )
        due = due_reminder(days, last_day=period.last_day, today=today)
        if due is not None:
            yield DueReminder(
                kind=period.kind.value,
                dossier=dossier,
                last_day=period.last_day,
                source=period.source,
                on=due.on,
                opened_at=period.opened_at,
            )


def _of_answers(person: User, today: date) -> Iterator[DueReminder]:
    """Yield one reminder a request, while an answer to it still serves."""
    schedule = schedules()[ANSWER]
    if person.role != schedule.reader:
        return
    rows = db.session.execute(
        select(RequestedItem, DossierEvent, Dossier)
        .join(DossierEvent, RequestedItem.event_id == DossierEvent.id)
        .join(Dossier, RequestedItem.dossier_id == Dossier.id)
        .where(
            Dossier.manufacturer_id == person.manufacturer_id,
            RequestedItem.supplied_on.is_(None),
            RequestedItem.answer_by >= today,
            or_(Dossier.state.in_(OPEN_STATES), Dossier.state == DossierEvent.to_state),
        )
        .order_by(RequestedItem.event_id, RequestedItem.id)
    )
    for _, group in groupby(rows, key=lambda row: row.DossierEvent.id):
        asked = list(group)
        item, event, dossier = asked[0]
        due = _due(item, schedule.days_before, today)
        if due is not None:
            yield DueReminder(
                kind=ANSWER,
                dossier=dossier,
                last_day=item.answer_by,
                on=due.on,
                opened_at=event.recorded_at,
                items=len(asked),
                binding=item.binding,
            )


def _due(item: RequestedItem, days_before: tuple[int, ...], today: date) -> Reminder | None:
    days = reminders(item.asked_on, item.answer_by, days_before=days_before)
    return due_reminder(days, last_day=item.answer_by, today=today)
