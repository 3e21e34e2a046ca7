"""Drawings of the statistics: geometry alone, in units of the ``viewBox``.

As wide as a time line, so that its words have the same size on a phone and on a desk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil
from typing import Final

WIDTH: Final = 400
# Bars: one a line, beside its name, before its figure.
ROW: Final = 20
BAR: Final = 12
NAME: Final = 118
FIGURE: Final = 40
# Columns: one a month, between an axis of figures and one of years.
LEFT: Final = 40
HIGH: Final = 140
TOP: Final = 16
FOOT: Final = 20
YEAR: Final = 12
NARROWEST: Final = 36
STEPS: Final = (1, 2, 5)
LINES: Final = 4
TEN: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One line: its name, its bar, its figure."""

    label: str
    figure: int
    y: int
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Bars one under the other."""

    bars: tuple[Bar, ...]
    height: int
    width: int = WIDTH
    x: int = NAME
    bar_height: int = BAR


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One month, as high as its figure."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the axis: a figure and its height, or a year and its place."""

    label: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Columns side by side, above the years, beside the figures."""

    columns: tuple[Column, ...]
    figures: tuple[Line, ...]
    years: tuple[Line, ...]
    left: int = LEFT
    foot: int = TOP + HIGH
    width: int = WIDTH
    height: int = TOP + HIGH + FOOT


def bars(figures: Sequence[tuple[str, int]]) -> Bars:
    """Return bars for some figures; the largest takes all the width."""
    most = max((figure for _, figure in figures), default=0) or 1
    return Bars(
        bars=tuple(
            Bar(
                label=label,
                figure=figure,
                y=number * ROW,
                width=round((WIDTH - NAME - FIGURE) * figure / most, 1),
            )
            for number, (label, figure) in enumerate(figures)
        ),
        height=len(figures) * ROW,
    )


def columns(months: Sequence[tuple[date, int]]) -> Columns:
    """Return a column for each month, in their order; there is at least one."""
    step = _step(max(figure for _, figure in months))
    top = step * max(1, ceil(max(figure for _, figure in months) / step))
    width = (WIDTH - LEFT) / len(months)
    drawn = (
        Column(
            x=round(LEFT + number * width, 1),
            y=round(TOP + HIGH - HIGH * figure / top, 1),
            width=round(width, 1),
            height=round(HIGH * figure / top, 1),
        )
        for number, (_, figure) in enumerate(months)
    )
    return Columns(
        columns=tuple(drawn),
        figures=tuple(
            Line(label=str(figure), at=round(TOP + HIGH - HIGH * figure / top, 1))
            for figure in range(0, top + 1, step)
        ),
        years=_years([month for month, _ in months], width),
    )


def _step(most: int) -> int:
    """Return the space between two figures of the axis: 1, 2 or 5, and zeros."""
    power = 1
    while True:
        for one in STEPS:
            if one * power * LINES >= most:
                return one * power
        power *= TEN


def _years(months: Sequence[date], width: float) -> tuple[Line, ...]:
    """Return each year where its first month stands, if it has room before the next one."""
    firsts = [
        (number, month.year)
        for number, month in enumerate(months)
        if number == 0 or month.month == 1
    ]
    ends = [number for number, _ in firsts[1:]] + [max(len(months), firsts[-1][0] + YEAR)]
    return tuple(
        Line(label=str(year), at=round(LEFT + number * width, 1))
        for (number, year), end in zip(firsts, ends, strict=True)
        if (end - number) * width >= NARROWEST and LEFT + number * width + NARROWEST <= WIDTH
    )
