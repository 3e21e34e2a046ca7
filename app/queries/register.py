"""The list, derived from the orders (readings L-1, L-2; INV-01, INV-09).

A version is listed on a day when a published order that is in force that day lists it and no later
one in force that day removes it. What changed and the orders are in ``list_changes`` and
``public_orders``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from app.domain.errors import InvalidValueError
from app.domain.folding import fold
from app.domain.identifiers import tvv as checked_tvv
from app.domain.listing import Interval, Key, PublishedOrder, Row, intervals, on_day
from app.queries.published import all_rows, rows_of_code
from app.queries.versions import versions_of

PAGE: Final = 50


class Verdict(StrEnum):
    """What the list says of a code on a day."""

    LISTED = "listed"
    NOT_LISTED = "not_listed"
    REMOVED = "removed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Days of a version on the list, and the orders that opened and closed them.

    Attributes:
        tvv: the code, as printed, or as an order corrected it.
        brand: the brand, likewise.
        commercial_name: the model, likewise.
        listed_from: first day on the list.
        listed_until: first day out of it; none while no order removes it.
        order: the order that put it there.
        removal: the order that took it out; none while there is none.
        correction: the last order that corrected its words or its day; none without one.
    """

    tvv: str
    brand: str
    commercial_name: str
    listed_from: date
    listed_until: date | None
    order: PublishedOrder
    removal: PublishedOrder | None
    correction: PublishedOrder | None

    @property
    def rank(self) -> tuple[str, str]:
        """Where it stands on the list: by brand and model, then by code."""
        return fold(f"{self.brand} {self.commercial_name}"), self.tvv

    def holds(self, day: date) -> bool:
        """Tell whether *day* is one of its days."""
        return self.listed_from <= day and not self.ended(day)

    def ended(self, day: date) -> bool:
        """Tell whether its days are over on *day*."""
        return self.listed_until is not None and self.listed_until <= day


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A row of an order that a later order says anew; both are kept.

    Attributes:
        before: the row as it was written.
        after: the row that replaces it.
    """

    before: Row
    after: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The answer to: was this code on the list that day?

    Attributes:
        tvv: the code, outer blanks removed.
        on: the day.
        verdict: the answer.
        listings: all its days on the list, past and to come.
        corrections: the corrections of a row that bore, or bears, this code.
        change_reported: whether a change of the version was reported by that day, that no order
            has settled: it stays on the list meanwhile (reading T-9).
    """

    tvv: str
    on: date
    verdict: Verdict
    listings: tuple[Listing, ...]
    corrections: tuple[Correction, ...]
    change_reported: bool

    @property
    def shown(self) -> Listing:
        """The days that the verdict is about: those that hold, else the last over, or the next.

        Raises:
            LookupError: the code is unknown.
        """
        held = [one for one in self.listings if one.holds(self.on)]
        ended = [one for one in self.listings if one.ended(self.on)]
        return (held or ended[-1:] or self.listings)[0]

    @property
    def coming(self) -> Listing | None:
        """The days on the list that begin after the day asked about; none without an order."""
        return next((one for one in self.listings if one.listed_from > self.on), None)


def listed(*, on: date, containing: str = "") -> list[Listing]:
    """Return the versions on the list on a day, by brand and model.

    Args:
        on: the day.
        containing: words of the brand or the model, accents, case and blanks ignored; or a code,
            exactly.
    """
    found = (on_day(days, on) for days in intervals(all_rows()).values())
    shown = [listing_of(one) for one in found if one is not None]
    return _ranked(one for one in shown if not containing.strip() or _is_about(one, containing))


def announced(*, after: date) -> list[Listing]:
    """Return the versions that a published order lists from a day still to come.

    A version that is on the list already is not announced again.
    """
    return _ranked(
        listing_of(one)
        for days in intervals(all_rows()).values()
        for one in days
        if one.first > after and not _goes_on(days, one)
    )


def removed(*, on: date) -> list[Listing]:
    """Return the versions that were on the list and no longer are on a day, with their last days.

    A version that a later order lists again is among the listed, not here.
    """
    found = intervals(all_rows()).values()
    gone = ([one for one in days if _over(one, on)] for days in found if on_day(days, on) is None)
    return _ranked(listing_of(days[-1]) for days in gone if days)


def history_of(tvv: str) -> list[Listing]:
    """Return all the days of a code on the list; the code is matched exactly (L-1)."""
    return _history(tvv, rows_of_code(tvv))


def status(tvv: str, *, on: date) -> Status:
    """Return what the list says of a code on a day.

    The code is opaque and exact: outer blanks removed, nothing else (reading L-1).
    """
    code = tvv.strip()
    rows = rows_of_code(code)
    listings = tuple(_history(code, rows))
    verdict = _verdict(listings, on)
    reported = verdict == Verdict.LISTED and any(
        report.received_on is not None and report.received_on <= on
        for version in versions_of(code, on=on)
        if version.on_the_list
        for report in version.reports
    )
    return Status(
        tvv=code,
        on=on,
        verdict=verdict,
        listings=listings,
        corrections=_corrections(code, rows),
        change_reported=reported,
    )


def _verdict(listings: Iterable[Listing], on: date) -> Verdict:
    known = list(listings)
    if any(one.holds(on) for one in known):
        return Verdict.LISTED
    if any(one.ended(on) for one in known):
        return Verdict.REMOVED
    return Verdict.NOT_LISTED if known else Verdict.UNKNOWN


def _history(tvv: str, rows: list[Row]) -> list[Listing]:
    found: dict[Key, list[Interval]] = intervals(rows)
    days = [one for (_, code), days in found.items() if code == tvv for one in days]
    days.sort(key=lambda one: (one.first, one.opened_by.rank))
    return [listing_of(one) for one in days]


def _corrections(tvv: str, rows: list[Row]) -> tuple[Correction, ...]:
    by_id = {row.id: row for row in rows}
    pairs = [(by_id[row.replaces], row) for row in rows if row.replaces is not None]
    return tuple(
        Correction(before=before, after=after)
        for before, after in sorted(pairs, key=lambda pair: pair[1].id)
        if tvv in {before.tvv, after.tvv}
    )


def listing_of(interval: Interval) -> Listing:
    """Return the days of an interval as they are shown."""
    said = interval.opened_by
    return Listing(
        tvv=said.last.tvv,
        brand=said.last.brand,
        commercial_name=said.last.commercial_name,
        listed_from=interval.first,
        listed_until=interval.until,
        order=said.first.order,
        removal=interval.closed_by.first.order if interval.closed_by else None,
        correction=said.last.order if said.corrected else None,
    )


def _ranked(found: Iterable[Listing]) -> list[Listing]:
    """Sort here: the databases do not order letters alike."""
    return sorted(found, key=lambda listing: (*listing.rank, fold(listing.brand)))


def _is_about(listing: Listing, containing: str) -> bool:
    letters = fold(f"{listing.brand} {listing.commercial_name}").replace(" ", "")
    words = fold(containing).split()
    return _is_code(listing.tvv, containing) or (
        bool(words) and all(word in letters for word in words)
    )


def _is_code(tvv: str, typed: str) -> bool:
    try:
        return tvv == checked_tvv(typed)
    except InvalidValueError:
        return False


def _over(interval: Interval, on: date) -> bool:
    return interval.until is not None and interval.until <= on


def _goes_on(days: list[Interval], interval: Interval) -> bool:
    return any(one.until == interval.first for one in days)
