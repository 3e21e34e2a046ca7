"""The listing of a version on a time line: its days drawn, and the same told in words.

The orders prevail (reading L-2): each thing told names its order. The day something counts from
and the instant the portal knew it are told apart.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from app.domain.deadlines import legal_day
from app.domain.french import day_in_words
from app.domain.listing import PublishedOrder
from app.queries.listing_rows import Listing
from app.queries.status import Status
from app.web.timeline import Picture, Stretch, picture

LISTED: Final = "D. 251-1-A, I"
# What changes a row of the list, a removal or a correction.
CHANGED: Final = "D. 251-1-A, III"
# A version that only comes on the list has no last day to draw.
SOME_DAYS: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something an order did to the listing of a version.

    Attributes:
        day: the day it counts from.
        what: what it is, in words.
        article: the article of the code de l’énergie it rests on.
        order: the order.
        known_at: the instant the portal knew the order, in UTC.
        late: whether that was after the day it counts from.
    """

    day: date
    what: str
    article: str
    order: PublishedOrder
    known_at: datetime
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingLine:
    """The time line of a version.

    Attributes:
        picture: the drawing.
        summary: the drawing in sentences, for those who do not see it.
        days: what is marked, day by day; the place of a day is its number in the drawing.
    """

    picture: Picture
    summary: str
    days: tuple[tuple[date, tuple[Told, ...]], ...]


def listing_line(found: Status, *, today: date) -> ListingLine:
    """Return the time line of a version that orders list; *today* is the legal day of the reader.

    Raises:
        IndexError: no order lists it.
    """
    told = sorted(_told(found), key=lambda one: (one.day, one.order.published_on, one.order.id))
    days = sorted({one.day for one in told})
    stretches = [_stretch(one, today) for one in found.listings]
    return ListingLine(
        picture=picture(stretches, days, today=today),
        summary=_summary(stretches, told, today),
        days=tuple((day, tuple(one for one in told if one.day == day)) for day in days),
    )


def earlier_answers(history: Sequence[Listing], known_at: datetime | None) -> list[Listing]:
    """Return what the portal held for true and no longer did at an instant; none for now."""
    return [
        one
        for one in history
        if one.known_until is not None and (known_at is None or one.known_until <= known_at)
    ]


def _told(found: Status) -> Iterator[Told]:
    for one in found.listings:
        yield _of(one.listed_from, "Inscription", LISTED, one.order)
        if one.removal is not None and one.listed_until is not None:
            yield _of(one.listed_until, "Retrait de la liste", CHANGED, one.removal)
    for correction in found.corrections:
        order = correction.after.order
        yield _of(order.published_on, "Rectification d’une ligne", CHANGED, order)


def _of(day: date, what: str, article: str, order: PublishedOrder) -> Told:
    return Told(
        day=day,
        what=what,
        article=article,
        order=order,
        known_at=order.recorded_at,
        late=legal_day(order.recorded_at) > day,
    )


def _stretch(listing: Listing, today: date) -> Stretch:
    first, until = listing.listed_from, listing.listed_until
    days = f"depuis le {first:%d/%m/%Y}" if first <= today else f"à compter du {first:%d/%m/%Y}"
    if until is not None:
        days = f"du {first:%d/%m/%Y} au {until:%d/%m/%Y} exclu"
    style = "forecast" if first > today else "running" if listing.holds(today) else "met"
    last = until or max(today, first + SOME_DAYS)
    return Stretch(label="Sur la liste", days=days, style=style, first=first, last=last)


def _summary(stretches: Sequence[Stretch], told: Sequence[Told], today: date) -> str:
    parts = [f"{one.label} : {one.days}." for one in stretches]
    parts += [f"Le {day_in_words(one.day)} : {one.what.lower()}." for one in told]
    return " ".join([*parts, f"Aujourd’hui : le {day_in_words(today)}."])
