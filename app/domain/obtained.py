"""What became of the listing that a dossier obtained: its days on the list, seen from one day.

The state of the dossier stays ``listed_by_order`` whatever an order does to the version later
(row 23): what is shown of it is read from the orders, as the list is.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from app.domain.listing import Entry, Interval, Row, entries, intervals, on_day
from app.domain.orders import LineEffect


class ListingStage(StrEnum):
    """Where a listing stands on a day."""

    ANNOUNCED = "announced"
    HELD = "held"
    ENDING = "ending"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObtainedListing:
    """The listing that a dossier obtained, as it stands on a day.

    Attributes:
        on: the day.
        first: first day on the list; none when a removal came before it took effect.
        until: first day out of it; none while no order removes the version.
        again: first day of the later listing that holds that day; none without one.
    """

    on: date
    first: date | None
    until: date | None
    again: date | None = None

    @property
    def stage(self) -> ListingStage:
        """Where it stands."""
        if self.first is None or (self.until is not None and self.until <= self.on):
            return ListingStage.OVER
        if self.first > self.on:
            return ListingStage.ANNOUNCED
        return ListingStage.HELD if self.until is None else ListingStage.ENDING

    @property
    def over(self) -> bool:
        """Whether the version is no longer on the list that day by this listing."""
        return self.stage == ListingStage.OVER


def obtained(
    rows: Iterable[Row], dossiers: Collection[int], *, on: date
) -> dict[int, ObtainedListing]:
    """Return, by dossier, the listing that it obtained.

    Args:
        rows: the rows of the versions of these dossiers, as ``intervals`` wants them.
        dossiers: the rows of the dossiers; one that no order lists is left out.
        on: the day.
    """
    known = list(rows)
    days = intervals(known)
    found = (entry for entry in entries(known) if entry.first.effect == LineEffect.LIST)
    return {
        entry.first.dossier_id: _obtained(entry, days.get(entry.key, []), on)
        for entry in found
        if entry.first.dossier_id is not None and entry.first.dossier_id in dossiers
    }


def _obtained(entry: Entry, days: list[Interval], on: date) -> ObtainedListing:
    own = next((one for one in days if entry in one.entries), None)
    held = on_day(days, on)
    return ObtainedListing(
        on=on,
        first=own.first if own else None,
        until=own.until if own else None,
        again=held.first if held and held != own and (not own or own.first < held.first) else None,
    )
