"""The list, derived from the orders (readings L-1, L-2; INV-01, INV-09).

A version is listed on a day when a published order that is in force that day lists it and no later
one in force that day removes it. What the list says of one code is in ``status``, what changed in
``list_changes``, the orders in ``public_orders``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from app.extensions import db
from app.models.listing import ListingRow
from app.queries.listing_rows import COLUMNS, Listing, holding, known, read
from app.queries.search import about, of_brand

PAGE: Final = 50
ONE_DAY: Final = timedelta(days=1)
ORDER: Final = (ListingRow.place, ListingRow.tvv, ListingRow.brand_key)


class Sort(StrEnum):
    """How a page of the list is sorted."""

    NAME = "name"
    NEWEST = "newest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a version stands on the list, however it is sorted.

    Attributes:
        name: its folded brand and model.
        tvv: its code.
        brand_key: its folded brand.
        listed_from: its first day.
    """

    name: str
    tvv: str
    brand_key: str
    listed_from: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What part of the list is asked for.

    Attributes:
        on: the day.
        containing: words of the brand or the model, accents, case and blanks ignored, aliases
            added; or a code, exactly; empty for all.
        brand: a whole brand or an alias of it, accents and case ignored; empty for all.
        absent_on: another day, to leave out the versions that are on the list that day too; none
            to leave out nothing.
        known_at: what the portal knew at that instant, in UTC; none for what it knows now.
    """

    on: date
    containing: str = ""
    brand: str = ""
    absent_on: date | None = None
    known_at: datetime | None = None


def listed(
    wanted: Wanted,
    *,
    sort: Sort = Sort.NAME,
    after: Place | None = None,
    skip: int = 0,
    most: int | None = None,
) -> list[Listing]:
    """Return the versions on the list.

    Args:
        wanted: the day, and which of them.
        sort: by brand and model, then by code; or the last listed first.
        after: the place of the last one of the page before; none for the first page.
        skip: how many to leave out first.
        most: how many at most; none for all.
    """
    chosen = select(*COLUMNS).where(*_conditions(wanted))
    if after is not None:
        chosen = chosen.where(_follows(after, sort))
    first = [ListingRow.listed_from.desc()] if sort == Sort.NEWEST else []
    return read(chosen.order_by(*first, *ORDER).offset(skip).limit(most))


def place_of(listing: Listing) -> Place:
    """Return where a version stands on the list."""
    return Place(
        name=listing.place,
        tvv=listing.tvv,
        brand_key=listing.brand_key,
        listed_from=listing.listed_from,
    )


def count_listed(wanted: Wanted) -> int:
    """Return how many versions are on the list."""
    chosen = select(func.count()).select_from(ListingRow).where(*_conditions(wanted))
    return db.session.scalar(chosen) or 0


def announced(*, after: date, known_at: datetime | None = None) -> list[Listing]:
    """Return the versions that a published order lists from a day still to come.

    A version that is on the list already is not announced again.
    """
    earlier = aliased(ListingRow)
    goes_on = exists().where(
        known(known_at, earlier),
        earlier.tvv == ListingRow.tvv,
        earlier.brand_key == ListingRow.brand_key,
        earlier.listed_until == ListingRow.listed_from,
    )
    chosen = select(*COLUMNS).where(known(known_at), ListingRow.listed_from > after, ~goes_on)
    return read(chosen.order_by(*ORDER, ListingRow.listed_from))


def removed(*, on: date, known_at: datetime | None = None) -> list[Listing]:
    """Return the versions that were on the list and no longer are on a day, with their last days.

    A version that a later order lists again is among the listed, not here.
    """
    later = aliased(ListingRow)
    again = exists().where(
        known(known_at, later),
        later.tvv == ListingRow.tvv,
        later.brand_key == ListingRow.brand_key,
        later.listed_from >= ListingRow.listed_until,
        later.listed_from <= on,
    )
    chosen = select(*COLUMNS).where(known(known_at), ListingRow.listed_until <= on, ~again)
    return read(chosen.order_by(*ORDER))


def last_known() -> datetime | None:
    """Return the last instant at which the portal learnt something of the list, in UTC."""
    found = db.session.execute(
        select(func.max(ListingRow.known_from), func.max(ListingRow.known_until))
    ).one()
    return max((one for one in found if one is not None), default=None)


def turns_between(first: date, last: date) -> bool:
    """Tell whether a version comes on the list or leaves it after *first* and by *last*."""
    turned = or_(
        ListingRow.listed_from.between(first + ONE_DAY, last),
        ListingRow.listed_until.between(first + ONE_DAY, last),
    )
    return first < last and bool(db.session.scalar(select(exists().where(known(None), turned))))


def histories_of(codes: list[str], *, known_at: datetime | None = None) -> list[Listing]:
    """Return all the days of some codes, fewer than a statement can hold, the first on top.

    A code is matched exactly (L-1).
    """
    chosen = select(*COLUMNS).where(known(known_at), ListingRow.tvv.in_(codes))
    return read(chosen.order_by(ListingRow.tvv, ListingRow.listed_from, ListingRow.order_id))


def ever_listed(tvv: str) -> list[Listing]:
    """Return all the days of a code on the list, with those that no longer hold for true."""
    chosen = select(*COLUMNS).where(ListingRow.tvv == tvv)
    return read(chosen.order_by(ListingRow.listed_from, ListingRow.order_id, ListingRow.known_from))


def _conditions(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    yield known(wanted.known_at)
    yield holding(wanted.on)
    if wanted.brand.strip():
        yield of_brand(wanted.brand)
    if wanted.containing.strip():
        yield about(wanted.containing)
    if wanted.absent_on is not None:
        other = aliased(ListingRow)
        yield ~exists().where(
            known(wanted.known_at, other),
            holding(wanted.absent_on, other),
            other.tvv == ListingRow.tvv,
            other.brand_key == ListingRow.brand_key,
        )


def _follows(last: Place, sort: Sort) -> ColumnElement[bool]:
    rest = tuple_(*ORDER) > tuple_(last.name, last.tvv, last.brand_key)
    if sort == Sort.NAME:
        return rest
    return or_(
        ListingRow.listed_from < last.listed_from,
        and_(ListingRow.listed_from == last.listed_from, rest),
    )
