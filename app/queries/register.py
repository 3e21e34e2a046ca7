"""The list, derived from the orders (readings L-1, L-2; INV-01, INV-09).

A version is listed on a day when a published order that is in force that day lists it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Select, and_, select

from app.domain.folding import fold
from app.extensions import db
from app.models.order import LineEffect, Order, OrderLine, OrderState

PAGE: Final = 50


class Verdict(StrEnum):
    """What the list says of a code on a day."""

    LISTED = "listed"
    NOT_LISTED = "not_listed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A version on the list, and the order that put it there.

    Attributes:
        tvv: the code, as printed.
        brand: the brand, as printed.
        commercial_name: the model, as printed.
        listed_from: first day on the list.
        order_nor: the number of the order; none for one imported without.
        order_reference: the public reference of the order.
        order_title: the title of the order.
        published_on: the day the Journal officiel published it.
        recorded_at: the instant the portal knew it.
    """

    tvv: str
    brand: str
    commercial_name: str
    listed_from: date
    order_nor: str | None
    order_reference: str
    order_title: str
    published_on: date
    recorded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The answer to: was this code on the list that day?"""

    tvv: str
    on: date
    verdict: Verdict
    listings: tuple[Listing, ...]


def _lines() -> Select[tuple[OrderLine, Order]]:
    return (
        select(OrderLine, Order)
        .join(Order, OrderLine.order_id == Order.id)
        .where(Order.state == OrderState.PUBLISHED, OrderLine.effect == LineEffect.LIST)
        .order_by(OrderLine.search_text, OrderLine.tvv, Order.effective_on, OrderLine.id)
    )


def _listing(line: OrderLine, order: Order) -> Listing:
    # A published order has its three dates: constraints of the table.
    assert order.effective_on is not None  # noqa: S101
    assert order.published_on is not None  # noqa: S101
    assert order.recorded_at is not None  # noqa: S101
    return Listing(
        tvv=line.tvv,
        brand=line.brand,
        commercial_name=line.commercial_name,
        listed_from=order.effective_on,
        order_nor=order.nor,
        order_reference=order.reference,
        order_title=order.title,
        published_on=order.published_on,
        recorded_at=order.recorded_at,
    )


def _first_of_each(rows: Sequence[tuple[OrderLine, Order]]) -> list[Listing]:
    """Keep the earliest listing of a code and brand: a later order that repeats it adds nothing."""
    kept: dict[tuple[str, str], Listing] = {}
    for line, order in rows:
        listing = _listing(line, order)
        key = (fold(listing.brand), listing.tvv)
        if key not in kept or listing.listed_from < kept[key].listed_from:
            kept[key] = listing
    return list(kept.values())


def listed(*, on: date, containing: str = "") -> list[Listing]:
    """Return the versions on the list on a day, by brand and model.

    Args:
        on: the day.
        containing: words of the brand or the model, accents and case ignored; or a code, exactly.
    """
    query = _lines().where(Order.effective_on <= on)
    code, words = containing.strip(), fold(containing).split()
    if code:
        found = OrderLine.tvv == code
        if words:
            by_words = [OrderLine.search_text.contains(word, autoescape=True) for word in words]
            query = query.where(found | _all(by_words))
        else:
            query = query.where(found)
    return _first_of_each([(row[0], row[1]) for row in db.session.execute(query)])


def _all(conditions: list[Any]) -> Any:
    return and_(*conditions)


def announced(*, after: date) -> list[Listing]:
    """Return the versions that a published order lists from a day still to come."""
    query = _lines().where(Order.effective_on > after)
    return _first_of_each([(row[0], row[1]) for row in db.session.execute(query)])


def history_of(tvv: str) -> list[Listing]:
    """Return every listing of a code, whatever its day; the code is matched exactly (L-1)."""
    query = _lines().where(OrderLine.tvv == tvv)
    return [_listing(row[0], row[1]) for row in db.session.execute(query)]


def status(tvv: str, *, on: date) -> Status:
    """Return what the list says of a code on a day.

    The code is opaque and exact: outer blanks removed, nothing else (reading L-1).
    """
    code = tvv.strip()
    listings = tuple(history_of(code))
    if any(listing.listed_from <= on for listing in listings):
        verdict = Verdict.LISTED
    elif listings:
        verdict = Verdict.NOT_LISTED
    else:
        verdict = Verdict.UNKNOWN
    return Status(tvv=code, on=on, verdict=verdict, listings=listings)


def changes() -> list[Listing]:
    """Return every listing in the order the portal knew it, the last first."""
    query = (
        select(OrderLine, Order)
        .join(Order, OrderLine.order_id == Order.id)
        .where(Order.state == OrderState.PUBLISHED, OrderLine.effect == LineEffect.LIST)
        .order_by(Order.recorded_at.desc(), Order.id.desc(), OrderLine.position)
    )
    return [_listing(row[0], row[1]) for row in db.session.execute(query)]
