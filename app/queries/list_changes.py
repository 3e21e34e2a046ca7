"""The numbered changes of the list, and what differs between two of its days."""

from typing import Any, Final

from sqlalchemy import func, select

from app.domain.list_changes import Change
from app.extensions import db
from app.models.listing import ListChange, ListingRow
from app.queries.published import replaced_rows, rows_of_lines

MOST: Final = 1_000


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


def changed_brands() -> list[tuple[str, str]]:
    """Return the brands that the list ever had, folded, then as one of its rows writes them."""
    found = db.session.execute(
        select(ListingRow.brand_key, func.max(ListingRow.brand))
        .group_by(ListingRow.brand_key)
        .order_by(ListingRow.brand_key)
    )
    return [(key, brand) for key, brand in found]


def last_change() -> int:
    """Return the number of the last change of the list; 0 before the first."""
    found: Any = db.session.scalar(select(func.max(ListChange.sequence)))
    return int(found or 0)
