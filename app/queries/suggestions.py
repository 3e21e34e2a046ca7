"""Codes that look like an unknown one: to suggest, never to answer (reading L-1)."""

from typing import Final

from sqlalchemy import select

from app.domain.folding import look_alike
from app.models.listing import ListingRow
from app.queries.listing_rows import COLUMNS, Listing, known, read

SUGGESTIONS: Final = 5


def suggestions(typed: str, *, most: int = SUGGESTIONS) -> list[Listing]:
    """Return versions whose code looks like an unknown one: never an answer (reading L-1).

    Only case, blanks, O and 0, I, l and 1 are taken for one another. Versions of a published
    order are suggested even before its effect, and after they were removed.
    """
    shape = look_alike(typed)
    if not shape:
        return []
    chosen = (
        select(*COLUMNS)
        .where(known(None), ListingRow.shape == shape, ListingRow.tvv != typed.strip())
        .order_by(ListingRow.tvv, ListingRow.listed_from)
    )
    first = {(one.brand_key, one.tvv): one for one in reversed(read(chosen))}
    return sorted(first.values(), key=lambda one: one.tvv)[:most]
