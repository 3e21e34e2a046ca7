"""What the list says of a code on a day, as the portal knows it or as it knew it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby
from typing import Final

from app.domain.deadlines import legal_day
from app.domain.listing import Row
from app.queries.chunks import chunks
from app.queries.listing_rows import Listing
from app.queries.published import rows_of_code
from app.queries.register import ever_listed, histories_of
from app.queries.under_review import UnderReview, under_review
from app.queries.versions import reports_are_open, versions_of

# That a page or a program may ask about at once.
MOST_CODES: Final = 10_000


class Verdict(StrEnum):
    """What the list says of a code on a day."""

    LISTED = "listed"
    NOT_LISTED = "not_listed"
    REMOVED = "removed"
    UNDER_REVIEW = "under_review"
    UNKNOWN = "unknown"


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
        known_at: the instant at which the portal knew it, in UTC; none for now.
        verdict: the answer.
        listings: all its days on the list, past and to come.
        corrections: the corrections of a row that bore, or bears, this code.
        under_review: what is shown of its dossier under review; none without the consent of its
            company, on another day than the present one, or for a version of the list.
        change_reported: whether a change of the version was reported by that day, that no order
            has settled: it stays on the list meanwhile (reading T-9).
    """

    tvv: str
    on: date
    known_at: datetime | None
    verdict: Verdict
    listings: tuple[Listing, ...]
    corrections: tuple[Correction, ...]
    under_review: UnderReview | None
    change_reported: bool

    @property
    def shown(self) -> Listing:
        """The days that the verdict is about: those that hold, else the last over, or the next.

        Raises:
            LookupError: no order lists the code.
        """
        return shown_on(self.on, self.listings)

    @property
    def coming(self) -> Listing | None:
        """The days on the list that begin after the day asked about; none without an order."""
        return next((one for one in self.listings if one.listed_from > self.on), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the list says of one code among many.

    Attributes:
        tvv: the code, as it was given.
        verdict: the answer.
        listing: the days that the answer is about; none for a code that no order lists.
        under_review: what is shown of its dossier under review; none without any.
    """

    tvv: str
    verdict: Verdict
    listing: Listing | None
    under_review: UnderReview | None


def status(
    tvv: str, *, on: date, known_at: datetime | None = None, now: datetime | None = None
) -> Status:
    """Return what the list says of a code on a day.

    The code is opaque and exact: outer blanks removed, nothing else (reading L-1). A code that no
    order lists is under review rather than unknown when its company lets it be shown.

    Args:
        tvv: the code.
        on: the day.
        known_at: what the portal knew at that instant, in UTC; none for what it knows now.
        now: the present instant, in UTC: dossiers under review are shown on its day alone; none
            to leave them out.
    """
    code = tvv.strip()
    ever = ever_listed(code)
    listings = tuple(one for one in ever if one.was_known(known_at))
    verdict = _verdict(listings, on)
    waiting = None if verdict == Verdict.LISTED else _waiting([code], on, known_at, now).get(code)
    # Another code may be the same version only if an order corrected a row of this one.
    rows = rows_of_code(code) if not ever or any(one.changed for one in ever) else []
    codes = {code} | {row.tvv for row in rows}
    return Status(
        tvv=code,
        on=on,
        known_at=known_at,
        verdict=_told(verdict, waiting),
        listings=listings,
        corrections=_corrections(code, rows, known_at),
        under_review=waiting,
        change_reported=verdict == Verdict.LISTED and _change_reported(code, codes, on, known_at),
    )


def answers(
    codes: Sequence[str], *, on: date, known_at: datetime | None = None, now: datetime | None = None
) -> list[Answer]:
    """Return what the list says of many codes on a day, in their order; as ``status`` does."""
    found: dict[str, list[Listing]] = {}
    for some in chunks(dict.fromkeys(code.strip() for code in codes)):
        histories = histories_of(some, known_at=known_at)
        found |= {code: list(days) for code, days in groupby(histories, key=lambda one: one.tvv)}
    told = [(code, code.strip(), found.get(code.strip(), [])) for code in codes]
    absent = dict.fromkeys(exact for _, exact, days in told if _verdict(days, on) != Verdict.LISTED)
    waiting = _waiting(absent, on, known_at, now)
    return [_answer(code, days, on, waiting.get(exact)) for code, exact, days in told]


def shown_on(day: date, listings: Sequence[Listing]) -> Listing:
    """Return the days that a verdict is about: those that hold, else the last over, or the next.

    Raises:
        LookupError: there are none.
    """
    held = [one for one in listings if one.holds(day)]
    ended = [one for one in listings if one.ended(day)]
    return (held or ended[-1:] or listings)[0]


def _answer(
    code: str, listings: Sequence[Listing], on: date, waiting: UnderReview | None
) -> Answer:
    return Answer(
        tvv=code,
        verdict=_told(_verdict(listings, on), waiting),
        listing=shown_on(on, listings) if listings else None,
        under_review=waiting,
    )


def _waiting(
    codes: Collection[str], on: date, known_at: datetime | None, now: datetime | None
) -> dict[str, UnderReview]:
    """Return those shown as under review: of the present day alone, and of no instant before."""
    if now is None or known_at is not None or on != legal_day(now):
        return {}
    return under_review(codes, at=now)


def _told(verdict: Verdict, waiting: UnderReview | None) -> Verdict:
    unlisted = verdict == Verdict.UNKNOWN and waiting is not None
    return Verdict.UNDER_REVIEW if unlisted else verdict


def _verdict(listings: Iterable[Listing], on: date) -> Verdict:
    found = list(listings)
    if any(one.holds(on) for one in found):
        return Verdict.LISTED
    if any(one.ended(on) for one in found):
        return Verdict.REMOVED
    return Verdict.NOT_LISTED if found else Verdict.UNKNOWN


def _change_reported(
    code: str, codes: Collection[str], on: date, known_at: datetime | None
) -> bool:
    return reports_are_open(codes) and any(
        report.received_on is not None
        and report.received_on <= on
        and (known_at is None or report.created_at <= known_at)
        for version in versions_of(code, on=on)
        if version.on_the_list
        for report in version.reports
    )


def _corrections(
    tvv: str, rows: Collection[Row], known_at: datetime | None
) -> tuple[Correction, ...]:
    by_id = {row.id: row for row in rows}
    return tuple(
        Correction(before=by_id[row.replaces], after=row)
        for row in sorted(_known(rows, known_at), key=lambda row: row.id)
        if row.replaces is not None and tvv in {by_id[row.replaces].tvv, row.tvv}
    )


def _known(rows: Iterable[Row], at: datetime | None) -> Iterator[Row]:
    return (row for row in rows if at is None or row.order.recorded_at <= at)
