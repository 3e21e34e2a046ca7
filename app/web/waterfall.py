"""Where things stand on the waterfall of a score: geometry alone, no words of the law.

Lengths are units of the ``viewBox``: the picture is as wide as its frame. Masses stay fractions
until the tenth of a unit that is written.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product
from typing import Final

from scoring.rounding import nearest

WIDTH: Final = 400
MARGIN: Final = 2
FIGURES: Final = 64  # the column of the figures, at the right of the bars
AXIS: Final = WIDTH - MARGIN - FIGURES
LINE: Final = 17  # the words of a bound, above the bars
WORDS: Final = 120  # room for them
BASE: Final = 13  # their base line
HEAD: Final = 6  # under those lines
ROW: Final = 36  # a name, its figure and its bar
BAR: Final = 12
BAR_TOP: Final = 19
FOOT: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A bar to draw: its words, how it is filled, the masses it goes between, in kg."""

    label: str
    figure: str
    style: str
    first: Fraction
    last: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A line to draw across the bars: its words, how it is drawn, its mass, in kg."""

    label: str
    style: str
    kg: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar drawn, under its name and its figure."""

    label: str
    figure: str
    style: str
    x: Decimal
    width: Decimal
    top: int

    @property
    def y(self) -> int:
        """Top of the bar itself."""
        return self.top + BAR_TOP


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The line of a bound; its words stand on one side of it, ``y`` is their base line."""

    label: str
    style: str
    x: Decimal
    y: int
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All that the template draws.

    Attributes:
        height: of the whole; its width is ``WIDTH``.
        top: where the bars begin.
        bars: one for each span, in their order.
        marks: one for each bound, in their order.
    """

    height: int
    top: int
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    width: int = WIDTH
    bar_height: int = BAR


@dataclass(frozen=True, slots=True)
class Scale:
    """Masses as places, from none to ``end_kg``."""

    end_kg: Fraction

    def x(self, kg: Fraction) -> Decimal:
        """Return where a mass stands."""
        return Decimal(nearest(MARGIN + AXIS * kg / self.end_kg, 1))


def picture(spans: Sequence[Span], bounds: Sequence[Bound]) -> Picture:
    """Draw spans one under the other, and the bounds across them.

    Args:
        spans: at least one.
        bounds: at least one that is above nothing, the lightest first.
    """
    scale = Scale(max([*(one.last for one in spans), *(one.kg for one in bounds)]))
    top = LINE * len(bounds) + HEAD
    return Picture(
        height=top + ROW * len(spans) + FOOT,
        top=top,
        bars=tuple(_bars(spans, scale, top)),
        marks=tuple(_marks(bounds, scale)),
    )


def _bars(spans: Iterable[Span], scale: Scale, top: int) -> Iterator[Bar]:
    for rank, one in enumerate(spans):
        x = scale.x(one.first)
        yield Bar(
            label=one.label,
            figure=one.figure,
            style=one.style,
            x=x,
            width=scale.x(one.last) - x,
            top=top + ROW * rank,
        )


def _marks(bounds: Sequence[Bound], scale: Scale) -> Iterator[Mark]:
    places = [scale.x(one.kg) for one in bounds]
    for one, x, (line, anchor) in zip(bounds, places, arrangement(places), strict=True):
        yield Mark(label=one.label, style=one.style, x=x, y=LINE * line + BASE, anchor=anchor)


def arrangement(places: Sequence[Decimal]) -> tuple[tuple[int, str], ...]:
    """Return the line of words of each bound and its side: no line crosses the words of another.

    The line of a bound goes down from its words, across the lines of words below them. The first
    arrangement is that of the bounds, each with its words at its right.
    """
    count = len(places)
    found = (
        tuple(zip(lines, sides, strict=True))
        for lines in permutations(range(count))
        for sides in product(("start", "end"), repeat=count)
    )
    first = tuple((line, "start") for line in range(count))
    return next((one for one in found if _is_clear(places, one)), first)


def _is_clear(places: Sequence[Decimal], arranged: Sequence[tuple[int, str]]) -> bool:
    for x, (line, side) in zip(places, arranged, strict=True):
        first, last = (x, x + WORDS) if side == "start" else (x - WORDS, x)
        above = [
            other
            for other, (higher, _) in zip(places, arranged, strict=True)
            if higher < line and first <= other <= last
        ]
        if first < 0 or last > WIDTH or above:
            return False
    return True
