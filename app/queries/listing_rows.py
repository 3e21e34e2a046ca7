"""Reading the rows of the list, with the orders that they name."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, or_

from app.domain.folding import fold
from app.domain.listing import Interval, PublishedOrder
from app.extensions import db
from app.models.listing import ListingRow
from app.queries.published import published_orders

COLUMNS: Final = (
    ListingRow.tvv,
    ListingRow.brand,
    ListingRow.commercial_name,
    ListingRow.place,
    ListingRow.listed_from,
    ListingRow.listed_until,
    ListingRow.order_id,
    ListingRow.removal_id,
    ListingRow.correction_id,
    ListingRow.known_from,
    ListingRow.known_until,
)
# What makes two rows the same days of the same version.
SAID: Final = (
    ListingRow.brand,
    ListingRow.commercial_name,
    ListingRow.tvv,
    ListingRow.listed_from,
    ListingRow.listed_until,
    ListingRow.order_id,
    ListingRow.removal_id,
    ListingRow.correction_id,
)
Said = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Days of a version on the list, and the orders that opened and closed them.

    Attributes:
        tvv: the code, as printed, or as an order corrected it.
        brand: the brand, likewise.
        commercial_name: the model, likewise.
        place: where it stands on the list: its folded brand and model, before its code.
        listed_from: first day on the list.
        listed_until: first day out of it; none while no order removes it.
        order: the order that put it there.
        removal: the order that took it out; none while there is none.
        correction: the last order that corrected its words or its day; none without one.
        known_from: the instant from which the portal knew these days, in UTC.
        known_until: the instant from which it knew better; none while it does not.
    """

    tvv: str
    brand: str
    commercial_name: str
    place: str
    listed_from: date
    listed_until: date | None
    order: PublishedOrder
    removal: PublishedOrder | None
    correction: PublishedOrder | None
    known_from: datetime
    known_until: datetime | None

    @property
    def brand_key(self) -> str:
        """The brand without accents or case."""
        return fold(self.brand)

    @property
    def changed(self) -> bool:
        """Whether an order said otherwise of these days, before or since."""
        return self.correction is not None or self.known_until is not None

    def was_known(self, at: datetime | None) -> bool:
        """Tell whether the portal knew these days at an instant; none for now."""
        if at is None:
            return self.known_until is None
        return self.known_from <= at and (self.known_until is None or self.known_until > at)

    def holds(self, day: date) -> bool:
        """Tell whether *day* is one of its days."""
        return self.listed_from <= day and not self.ended(day)

    def ended(self, day: date) -> bool:
        """Tell whether its days are over on *day*."""
        return self.listed_until is not None and self.listed_until <= day


def said_of(interval: Interval) -> Said:
    """Return what the row of an interval says, in the order of ``SAID``."""
    opened, last = interval.opened_by, interval.opened_by.last
    return (
        last.brand,
        last.commercial_name,
        last.tvv,
        interval.first,
        interval.until,
        opened.first.order.id,
        interval.closed_by.first.order.id if interval.closed_by else None,
        last.order.id if opened.corrected else None,
    )


def known(at: datetime | None, row: type[ListingRow] = ListingRow) -> ColumnElement[bool]:
    """Return the condition of what the portal knew at an instant; none for what it knows now."""
    if at is None:
        return row.known_until.is_(None)
    return (row.known_from <= at) & or_(row.known_until.is_(None), row.known_until > at)


def holding(on: date, row: type[ListingRow] = ListingRow) -> ColumnElement[bool]:
    """Return the condition of the days that include one."""
    return (row.listed_from <= on) & or_(row.listed_until.is_(None), row.listed_until > on)


def read(statement: Select[*tuple[Any, ...]]) -> list[Listing]:
    """Return what a statement over ``COLUMNS`` finds, with the orders it names."""
    found = db.session.execute(statement).all()
    named = {
        identifier
        for row in found
        for identifier in (row.order_id, row.removal_id, row.correction_id)
        if identifier is not None
    }
    orders = published_orders(named)
    return [
        Listing(
            tvv=row.tvv,
            brand=row.brand,
            commercial_name=row.commercial_name,
            place=row.place,
            listed_from=row.listed_from,
            listed_until=row.listed_until,
            order=orders[row.order_id],
            removal=orders.get(row.removal_id),
            correction=orders.get(row.correction_id),
            known_from=row.known_from,
            known_until=row.known_until,
        )
        for row in found
    ]
