"""What an order would change on the list, before it is entered."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from app.domain.folding import fold
from app.domain.orders import LineEffect, PublishedRow
from app.queries.chunks import chunks
from app.queries.listing_rows import Listing
from app.queries.register import histories_of


class Outcome(StrEnum):
    """What becomes of a version on the day an order takes effect."""

    ADDED = "added"
    EARLIER = "earlier"
    ALREADY_LISTED = "already_listed"
    REMOVED = "removed"
    NOT_LISTED = "not_listed"


def outcomes(rows: Sequence[PublishedRow], *, effective_on: date) -> list[Outcome]:
    """Return what an order would do to each of its rows, in their order.

    Args:
        rows: what the order says, row by row.
        effective_on: the day it takes effect.
    """
    known: dict[tuple[str, str], list[Listing]] = {}
    for some in chunks(row.tvv for row in rows):
        for listing in histories_of(some):
            known.setdefault((listing.brand_key, listing.tvv), []).append(listing)
    return [
        _outcome(row.effect, known.get((fold(row.brand), row.tvv), []), effective_on)
        for row in rows
    ]


def _outcome(effect: LineEffect, listings: Sequence[Listing], on: date) -> Outcome:
    held = any(one.holds(on) for one in listings)
    if effect == LineEffect.REMOVE:
        return Outcome.REMOVED if held else Outcome.NOT_LISTED
    if held:
        return Outcome.ALREADY_LISTED
    return Outcome.EARLIER if any(one.listed_from > on for one in listings) else Outcome.ADDED
