"""What an order would change on the list, before it is entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.domain.folding import fold
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A version that an order names.

    Attributes:
        brand: its brand.
        tvv: its code.
        removed: whether the order removes it; otherwise it lists it.
    """

    brand: str
    tvv: str
    removed: bool


def outcomes(versions: Sequence[Named], *, effective_on: date) -> list[Outcome]:
    """Return what an order would do to each of its versions, in their order.

    Args:
        versions: what the order names.
        effective_on: the day it takes effect.
    """
    known: dict[tuple[str, str], list[Listing]] = {}
    for some in chunks(one.tvv for one in versions):
        for listing in histories_of(some):
            known.setdefault((listing.brand_key, listing.tvv), []).append(listing)
    return [
        _outcome(one, known.get((fold(one.brand), one.tvv), []), effective_on) for one in versions
    ]


def _outcome(version: Named, listings: Sequence[Listing], on: date) -> Outcome:
    held = any(one.holds(on) for one in listings)
    if version.removed:
        return Outcome.REMOVED if held else Outcome.NOT_LISTED
    if held:
        return Outcome.ALREADY_LISTED
    return Outcome.EARLIER if any(one.listed_from > on for one in listings) else Outcome.ADDED
