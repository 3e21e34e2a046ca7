"""The numbered changes of the list, and what differs between two of its days."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import func, select

from app.domain.list_changes import Change
from app.extensions import db
from app.models.listing import ListChange, ListingRow
from app.queries.listing_rows import Listing
from app.queries.published import replaced_rows, rows_of_lines
from app.queries.register import Wanted, count_listed, listed


def changes(*, since: int = 0, brand: str | None = None, most: int | None = None) -> list[Change]:
    """Return what changed the list after a number, by number.

    Args:
        since: the last change that the caller knows; 0 for all of them.
        brand: a folded brand, for the changes that name it; none for all.
        most: how many at most; none for all.
    """
    found = db.session.execute(
        select(ListChange.sequence, ListChange.line_id)
        .where(ListChange.sequence > since)
        .order_by(ListChange.sequence)
        .limit(most if brand is None else None)
    ).all()
    rows = {row.id: row for row in rows_of_lines([line for _, line in found])}
    before = replaced_rows(rows.values())
    told = [
        Change(
            sequence=sequence,
            row=rows[line],
            before=before.get(rows[line].replaces or 0),
        )
        for sequence, line in found
    ]
    if brand is not None:
        told = [
            one for one in told if brand in {row.key[0] for row in (one.row, one.before) if row}
        ]
    return told[:most]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs between two days of the list.

    Attributes:
        first: the day that is compared.
        last: the day it is compared with.
        added: versions on the list on the last day and not on the first, as many as asked for.
        added_count: how many they are.
        removed: the other way round, likewise.
        removed_count: how many they are.
    """

    first: date
    last: date
    added: list[Listing]
    added_count: int
    removed: list[Listing]
    removed_count: int


def difference(first: date, last: date, *, most: int) -> Difference:
    """Return the versions that came and went between two days, *most* of each at most."""
    came, went = Wanted(on=last, absent_on=first), Wanted(on=first, absent_on=last)
    return Difference(
        first=first,
        last=last,
        added=listed(came, most=most),
        added_count=count_listed(came),
        removed=listed(went, most=most),
        removed_count=count_listed(went),
    )


def changed_brands() -> list[tuple[str, str]]:
    """Return the brands that the list ever had, folded, then as one of its rows writes them.

    Each is found from the one before by the index: no database groups rows so, and a page that
    names thirty brands would read all the versions.
    """
    first = select(func.min(ListingRow.brand_key).label("key")).cte("brand", recursive=True)
    following = (
        select(func.min(ListingRow.brand_key))
        .where(ListingRow.brand_key > first.c.key)
        .correlate(first)
        .scalar_subquery()
    )
    brands = first.union_all(select(following).where(first.c.key.is_not(None)))
    written = (
        select(func.max(ListingRow.brand))
        .where(ListingRow.brand_key == brands.c.key)
        .scalar_subquery()
    )
    found = db.session.execute(
        select(brands.c.key, written).where(brands.c.key.is_not(None)).order_by(brands.c.key)
    )
    return [(key, brand) for key, brand in found]


def last_change() -> int:
    """Return the number of the last change of the list; 0 before the first."""
    found: Any = db.session.scalar(select(func.max(ListChange.sequence)))
    return int(found or 0)
