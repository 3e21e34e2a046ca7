"""Where things stand on the time line of a dossier: geometry alone, no words of the law.

Lengths are units of the ``viewBox``: the picture is as wide as its frame, whatever that is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from babel.dates import format_date

from scoring.months import add_months

WIDTH: Final = 400
MARGIN: Final = 16
AXIS: Final = WIDTH - 2 * MARGIN
LINE: Final = 18  # a line of text, and of marks
ROW: Final = 52  # the name of a period, its days, its bar
BAR: Final = 12
BAR_TOP: Final = 33
FOOT: Final = 34  # months and years under the axis
APART: Final = 18  # between two marks of a line
NARROWEST: Final = 36  # between two names of months
STEPS: Final = (1, 2, 3, 6, 12)
YEAR: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A bar to draw: its words, its days, how it is filled."""

    label: str
    days: str
    style: str
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar drawn, under its words."""

    label: str
    days: str
    style: str
    x: float
    width: float
    top: int

    @property
    def y(self) -> int:
        """Top of the bar itself, under its two lines of words."""
        return self.top + BAR_TOP


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A numbered event; ``y`` is the middle of its disc."""

    number: int
    day: date
    x: float
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """The first day of a month; its name and year where there is room."""

    x: float
    month: str
    year: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The line of today, and on which side of it its word is written."""

    x: float
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All that the template draws.

    Attributes:
        height: of the whole; its width is ``WIDTH``.
        top: where the bars begin.
        foot: the line of the axis.
        bars: one for each stretch, in their order.
        marks: one for each day on which something happened.
        ticks: one for each month.
        today: none when it is outside the picture.
    """

    height: int
    top: int
    foot: int
    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    today: Today | None
    width: int = WIDTH
    bar_height: int = BAR


@dataclass(frozen=True, slots=True)
class Scale:
    """Days as places: whole months, from the first of one to the first of another."""

    first: date
    end: date

    @classmethod
    def over(cls, days: Iterable[date]) -> "Scale":
        """Return the scale of the months that hold *days*."""
        told = sorted(days)
        return cls(told[0].replace(day=1), add_months(told[-1].replace(day=1), 1))

    def x(self, day: date) -> float:
        """Return where a day begins."""
        return round(MARGIN + AXIS * (day - self.first).days / (self.end - self.first).days, 1)

    def holds(self, day: date) -> bool:
        """Tell whether a day is on the axis."""
        return self.first <= day <= self.end

    def months(self) -> list[date]:
        """Return the first day of each month, the end included."""
        count = (self.end.year - self.first.year) * YEAR + self.end.month - self.first.month
        return [add_months(self.first, number) for number in range(count + 1)]


def picture(stretches: Sequence[Stretch], events: Iterable[date], *, today: date) -> Picture:
    """Draw stretches of days one under the other, on one axis.

    Args:
        stretches: at least one.
        events: days of what happened; those of one day share a mark.
        today: the legal day of the reader.
    """
    days = sorted(set(events))
    ends = [day for one in stretches for day in (one.first, one.last)]
    scale = Scale.over([*ends, *days])
    marks, lines = _marks(days, scale)
    top = LINE * (lines + 1) + 4
    foot = top + ROW * len(stretches)
    return Picture(
        height=foot + FOOT,
        top=top,
        foot=foot,
        bars=tuple(_bar(one, top + ROW * rank, scale) for rank, one in enumerate(stretches)),
        marks=marks,
        ticks=_ticks(scale),
        today=_today(today, scale),
    )


def _bar(stretch: Stretch, top: int, scale: Scale) -> Bar:
    x = scale.x(stretch.first)
    return Bar(
        label=stretch.label,
        days=stretch.days,
        style=stretch.style,
        x=x,
        width=round(scale.x(stretch.last) - x, 1),
        top=top,
    )


def _marks(days: Sequence[date], scale: Scale) -> tuple[tuple[Mark, ...], int]:
    """Return the marks and how many lines they take: two that would touch are on two lines."""
    ends: list[float] = []
    marks: list[Mark] = []
    for number, day in enumerate(days, 1):
        x = scale.x(day)
        line = next((rank for rank, end in enumerate(ends) if x - end >= APART), len(ends))
        ends[line : line + 1] = [x]
        marks.append(Mark(number=number, day=day, x=x, y=LINE * (line + 1) + LINE // 2))
    return tuple(marks), len(ends)


def _ticks(scale: Scale) -> tuple[Tick, ...]:
    months = scale.months()
    room = AXIS / (len(months) - 1)
    step = next((one for one in STEPS if one * room >= NARROWEST), STEPS[-1])
    named = [day for day in months if (day.month - 1) % step == 0]
    years = {day.year: day for day in reversed(named)}
    return tuple(
        Tick(
            x=scale.x(day),
            month=format_date(day, "MMM", locale="fr") if day in named else "",
            year=str(day.year) if years.get(day.year) == day else "",
        )
        for day in months
    )


def _today(today: date, scale: Scale) -> Today | None:
    if not scale.holds(today):
        return None
    x = scale.x(today)
    side = WIDTH // 6
    anchor = "start" if x < side else "end" if x > WIDTH - side else "middle"
    return Today(x=x, anchor=anchor)
