"""How many versions are on the list: by brand on a day, and month after month."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute

from app.extensions import db
from app.models.listing import ListingRow
from app.queries.listing_rows import holding, known
from scoring.months import add_months


@dataclass(frozen=True, slots=True, kw_only=True)
class BrandCount:
    """How many versions of a brand are on the list.

    Attributes:
        brand: the brand, in one of the ways it is written.
        versions: how many.
    """

    brand: str
    versions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthCount:
    """What happened to the list in a month.

    Attributes:
        month: its first day.
        added: versions whose days began in it.
        removed: versions whose days ended in it.
        versions: how many were on the list at its end, or on the last day counted.
    """

    month: date
    added: int
    removed: int
    versions: int


def by_brand(*, on: date) -> list[BrandCount]:
    """Return the brands that have versions on the list on a day, by name."""
    found = db.session.execute(
        select(func.max(ListingRow.brand), func.count())
        .where(known(None), holding(on))
        .group_by(ListingRow.brand_key)
        .order_by(ListingRow.brand_key)
    )
    return [BrandCount(brand=brand, versions=count) for brand, count in found]


def by_month(*, until: date, brand_key: str | None = None) -> list[MonthCount]:
    """Return the months of the list from its first day to the month of a day, which is counted.

    Args:
        until: that day.
        brand_key: the folded brand to count; none for all.
    """
    began = _counted(ListingRow.listed_from, until, brand_key)
    ended = _counted(ListingRow.listed_until, until, brand_key)
    if not began:
        return []
    found, versions = list[MonthCount](), 0
    for month in _months(min(began), until):
        versions += began[month] - ended[month]
        found.append(
            MonthCount(month=month, added=began[month], removed=ended[month], versions=versions)
        )
    return found


def _counted(
    column: InstrumentedAttribute[Any], until: date, brand_key: str | None
) -> Counter[date]:
    chosen = select(column, func.count()).where(known(None), column <= until).group_by(column)
    if brand_key is not None:
        chosen = chosen.where(ListingRow.brand_key == brand_key)
    found = db.session.execute(chosen)
    counts = Counter[date]()
    for day, count in found:
        counts[day.replace(day=1)] += count
    return counts


def _months(first: date, until: date) -> Iterator[date]:
    month = first.replace(day=1)
    while month <= until:
        yield month
        month = add_months(month, 1)
