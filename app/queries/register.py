"""The list, derived from the orders (readings L-1, L-2; INV-01, INV-09).

A version is listed on a day when a published order that is in force that day lists it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, false, func, select

from app.domain.errors import InvalidValueError, UnknownThingError
from app.domain.folding import fold, look_alike
from app.domain.identifiers import tvv as checked_tvv
from app.domain.orders import LineEffect, OrderState
from app.extensions import db
from app.models.order import Order, OrderLine

PAGE: Final = 50
SUGGESTIONS: Final = 5


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
        position: its row in the order.
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
    position: int

    @property
    def rank(self) -> tuple[str, str]:
        """Where it stands on the list: by brand and model, then by code."""
        return fold(f"{self.brand} {self.commercial_name}"), self.tvv


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingOrder:
    """A published order that lists versions; what it may refuse is told to the company alone.

    Attributes:
        reference: its public reference.
        title: its title.
        nor: its number; none for one imported without.
        published_on: the day the Journal officiel published it.
        effective_on: the first day its versions are on the list.
        count: how many versions it lists.
    """

    reference: str
    title: str
    nor: str | None
    published_on: date
    effective_on: date
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The answer to: was this code on the list that day?"""

    tvv: str
    on: date
    verdict: Verdict
    listings: tuple[Listing, ...]


def _lines() -> Select[OrderLine, Order]:
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
        position=line.position,
    )


def _first_of_each(rows: Sequence[tuple[OrderLine, Order]]) -> list[Listing]:
    """Keep the earliest listing of a code and brand: a later order that repeats it adds nothing.

    They are sorted here: the databases do not order letters alike.
    """
    kept: dict[tuple[str, str], Listing] = {}
    for line, order in rows:
        listing = _listing(line, order)
        key = (fold(listing.brand), listing.tvv)
        if key not in kept or listing.listed_from < kept[key].listed_from:
            kept[key] = listing
    return sorted(kept.values(), key=lambda listing: (*listing.rank, fold(listing.brand)))


def listed(*, on: date, containing: str = "") -> list[Listing]:
    """Return the versions on the list on a day, by brand and model.

    Args:
        on: the day.
        containing: words of the brand or the model, accents, case and blanks ignored; or a code,
            exactly.
    """
    query = _lines().where(Order.effective_on <= on)
    if containing.strip():
        letters = func.replace(OrderLine.search_text, " ", "")
        words = [letters.contains(word, autoescape=True) for word in fold(containing).split()]
        query = query.where(_is_code(containing) | (and_(*words) if words else false()))
    return _first_of_each([(row[0], row[1]) for row in db.session.execute(query)])


def _is_code(typed: str) -> ColumnElement[bool]:
    try:
        return OrderLine.tvv == checked_tvv(typed)
    except InvalidValueError:
        return false()


def announced(*, after: date) -> list[Listing]:
    """Return the versions that a published order lists from a day still to come.

    A version that is on the list already is not announced again.
    """
    rows = [(row[0], row[1]) for row in db.session.execute(_lines())]
    return [listing for listing in _first_of_each(rows) if listing.listed_from > after]


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
    """Return what changed the list, in the order the portal knew it, the last first.

    An order that repeats a version changes nothing, unless it puts it on the list earlier.
    """
    query = (
        select(OrderLine, Order)
        .join(Order, OrderLine.order_id == Order.id)
        .where(Order.state == OrderState.PUBLISHED, OrderLine.effect == LineEffect.LIST)
        .order_by(Order.recorded_at, Order.id, OrderLine.position)
    )
    found: list[Listing] = []
    known: dict[tuple[str, str], date] = {}
    for row in db.session.execute(query):
        listing = _listing(row[0], row[1])
        key = (fold(listing.brand), listing.tvv)
        if key not in known or listing.listed_from < known[key]:
            known[key] = listing.listed_from
            found.append(listing)
    return found[::-1]


def suggestions(typed: str, *, most: int = SUGGESTIONS) -> list[Listing]:
    """Return versions whose code looks like an unknown one: never an answer (reading L-1).

    Only case, blanks, O and 0, I, l and 1 are taken for one another. Versions of a published
    order are suggested even before its effect.
    """
    shape = look_alike(typed)
    if not shape:
        return []
    codes = [
        code
        for code in db.session.scalars(
            select(OrderLine.tvv)
            .join(Order)
            .where(Order.state == OrderState.PUBLISHED, OrderLine.effect == LineEffect.LIST)
            .distinct()
        )
        if look_alike(code) == shape and code != typed.strip()
    ]
    query = _lines().where(OrderLine.tvv.in_(sorted(codes)[:most]))
    return _first_of_each([(row[0], row[1]) for row in db.session.execute(query)])


def listing_orders() -> list[ListingOrder]:
    """Return the published orders that list versions, the last published first."""
    query = (
        select(Order, func.count(OrderLine.id))
        .join(OrderLine, OrderLine.order_id == Order.id)
        .where(Order.state == OrderState.PUBLISHED, OrderLine.effect == LineEffect.LIST)
        .group_by(Order.id)
        .order_by(Order.published_on.desc(), Order.id.desc())
    )
    return [_listing_order(row[0], row[1]) for row in db.session.execute(query)]


def listing_order(reference: str) -> tuple[ListingOrder, list[Listing]]:
    """Return a published order and the versions it lists, in its own order.

    Raises:
        UnknownThingError: no published order with that reference lists a version.
    """
    query = _lines().where(Order.reference == reference).order_by(None).order_by(OrderLine.position)
    rows = db.session.execute(query).all()
    if not rows:
        raise UnknownThingError("Cet arrêté")
    return _listing_order(rows[0][1], len(rows)), [_listing(row[0], row[1]) for row in rows]


def _listing_order(order: Order, count: int) -> ListingOrder:
    assert order.published_on is not None  # noqa: S101 - published: constraint of the table
    assert order.effective_on is not None  # noqa: S101
    return ListingOrder(
        reference=order.reference,
        title=order.title,
        nor=order.nor,
        published_on=order.published_on,
        effective_on=order.effective_on,
        count=count,
    )
