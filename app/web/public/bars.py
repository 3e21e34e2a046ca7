"""Bars of one length a line: geometry alone, in units of the ``viewBox``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 320
ROW: Final = 30
TEXT: Final = 12
BAR: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One line: its words, its figure, its bar under them."""

    label: str
    figure: int
    top: int
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A drawing: its lines and its size."""

    bars: tuple[Bar, ...]
    width: int
    height: int


def drawn(figures: Sequence[tuple[str, int]]) -> Bars:
    """Return the bars of some figures, the largest across the whole width."""
    most = max((figure for _, figure in figures), default=0) or 1
    return Bars(
        bars=tuple(
            Bar(
                label=label,
                figure=figure,
                top=number * ROW + TEXT,
                width=round(WIDTH * figure / most, 1),
            )
            for number, (label, figure) in enumerate(figures)
        ),
        width=WIDTH,
        height=len(figures) * ROW,
    )
