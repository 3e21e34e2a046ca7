"""What the letters read of an event, whatever came after it."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from sqlalchemy import select

from app.domain.deadlines import PeriodKind
from app.domain.french import day_in_words
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period

# Mentions of the law, as the templates write them.
COURT: Final = "tribunal administratif"
REASONS: Final = "L. 232-4"


def in_words(*days: date) -> tuple[str, ...]:
    """Return days as a letter writes them."""
    return tuple(day_in_words(day) for day in days)


def items_of(event: DossierEvent) -> Sequence[RequestedItem]:
    """Return what the request of an event asks for."""
    return db.session.scalars(
        select(RequestedItem).where(RequestedItem.event_id == event.id).order_by(RequestedItem.id)
    ).all()


def period_of(dossier: Dossier, event: DossierEvent, kind: PeriodKind) -> Period:
    """Return the period of a kind that ran at the time of an event, whatever came after.

    Raises:
        ValueError: none had begun.
    """
    begun = (
        period
        for period in dossier.periods
        if period.kind == kind and period.origin_event.sequence <= event.sequence
    )
    return max(begun, key=lambda period: period.origin_event.sequence)
