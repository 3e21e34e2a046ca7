"""The silent refusal of a dossier, and what became of it (readings T-8 and T-9, transition 17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select

from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind
from app.domain.errors import UnknownThingError
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry
from app.models.period import Period
from app.queries.dossiers import get_dossier

# What the silence of the ministers does, on a request and on a change.
SILENCES: Final = frozenset({Action.REFUSE_BY_SILENCE, Action.PASS_OVER_IN_SILENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class SilentRefusal:
    """A refusal by silence, with all that lets anyone check it.

    Attributes:
        dossier: the dossier.
        event: the event that recorded it.
        period: the period whose end refused.
        place: where the journal of all dossiers holds the event.
        order: the event of the order that came after; none while none did.
    """

    dossier: Dossier
    event: DossierEvent
    period: Period
    place: JournalEntry
    order: DossierEvent | None

    @property
    def born_at(self) -> datetime:
        """The instant it was born, in UTC, whenever it was observed."""
        return self.period.effect_at

    @property
    def observed_at(self) -> datetime:
        """The instant the portal recorded it, in UTC."""
        return self.event.recorded_at

    @property
    def revoked(self) -> bool:
        """Whether an order published in time leaves it never born (transition 17)."""
        return self.order is not None and self.order.occurred_on <= self.period.last_day

    @property
    def replaced(self) -> bool:
        """Whether a later order took its place (transitions 13, 16, 22 and 23)."""
        return self.order is not None and not self.revoked


def silence_event(events: Sequence[DossierEvent]) -> DossierEvent | None:
    """Return the event that recorded the silence of the ministers, which happens once."""
    return next((event for event in events if event.action in SILENCES), None)


def silent_refusal(reference: str, *, seen_by: Actor) -> SilentRefusal:
    """Return the silent refusal of a dossier, revoked or replaced included.

    Raises:
        UnknownDossierError: the dossier does not exist, or the actor may not see it.
        UnknownThingError: no silent refusal of it was recorded.
    """
    dossier = get_dossier(reference, seen_by=seen_by)
    event = silence_event(dossier.events)
    if event is None:
        raise UnknownThingError("Ce rejet implicite")
    return SilentRefusal(
        dossier=dossier,
        event=event,
        period=_period_of(dossier, event),
        place=db.session.scalars(
            select(JournalEntry).where(JournalEntry.event_id == event.id)
        ).one(),
        order=_order_after(dossier, event),
    )


def silence_undone_by(dossier: Dossier, order_reference: str) -> Period | None:
    """Return the period of a silence that was observed although that order had come in time.

    None when no silence was observed, when another order came first, or when the order came after
    the silence, which was then born (transition 17).
    """
    event = silence_event(dossier.events)
    order = None if event is None else _order_after(dossier, event)
    if event is None or order is None or order.details["order"] != order_reference:
        return None
    period = _period_of(dossier, event)
    return period if order.occurred_on <= period.last_day else None


def _order_after(dossier: Dossier, silence: DossierEvent) -> DossierEvent | None:
    """Return the event of the first order that came after a silence was recorded."""
    later = dossier.events[silence.sequence :]
    return next((one for one in later if one.details.get("order")), None)


def _period_of(dossier: Dossier, event: DossierEvent) -> Period:
    """Return the period that ran out: the last one that an earlier event opened."""
    return db.session.scalars(
        select(Period)
        .join(DossierEvent, Period.origin_event_id == DossierEvent.id)
        .where(
            Period.dossier_id == dossier.id,
            Period.kind == PeriodKind.SILENCE,
            DossierEvent.sequence < event.sequence,
        )
        .order_by(DossierEvent.sequence.desc())
        .limit(1)
    ).one()
