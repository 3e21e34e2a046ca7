"""The most a figure may be for the minimum score to be reached, and how it is found."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from scoring.rounding import below, nearest

# The reader of declarations refuses a quantity that large.
LARGEST: Final = Fraction(10**9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A figure as it is, and the most it may be, alone, for the minimum to be reached.

    Attributes:
        now: the figure as it is, exact; None for the mean of nothing.
        most: the most it may be, exact. None when no value reaches the minimum or, where it is
            reached already, when no value that can be declared loses it.
        unit: its unit.
    """

    now: Fraction | None
    most: Fraction | None
    unit: str

    @property
    def change_percent(self) -> Fraction | None:
        """From the one to the other, in percent of the figure as it is, unless it is zero."""
        if self.most is None or not self.now:
            return None
        return 100 * (self.most - self.now) / self.now

    def to_wire(self) -> dict[str, object]:
        """Return the limit as JSON values, rounded down: what is shown reaches the minimum."""
        return {
            "now": None if self.now is None else nearest(self.now),
            "most": below_or_none(self.most),
            "change_percent": below_or_none(self.change_percent),
            "unit": self.unit,
        }


def largest(footprint_kg: Callable[[Fraction], Fraction], most_kg: Fraction) -> Fraction | None:
    """Return the largest amount whose footprint is at most *most_kg*, exact.

    As a function of one amount a footprint is made of straight lines, of which the highest counts
    (S-6, S-7) or a mean: it never falls and never bends down. The line through two points above
    the limit therefore meets it at the answer, or between the answer and them; step by step both
    points come onto the last straight line, whose meeting point is the answer itself. None when
    even zero is too much, or when nothing that can be declared is.
    """
    far, near = LARGEST, LARGEST / 2
    if footprint_kg(Fraction(0)) > most_kg or footprint_kg(far) <= most_kg:
        return None
    while footprint_kg(near) <= most_kg:
        near = (near + far) / 2
    far_kg, near_kg = footprint_kg(far), footprint_kg(near)
    while True:
        meeting = near - (near_kg - most_kg) * (far - near) / (far_kg - near_kg)
        if footprint_kg(meeting) <= most_kg:
            return meeting
        far, far_kg = near, near_kg
        near = _shortened(meeting, near)
        near_kg = footprint_kg(near)


def _shortened(low: Fraction, high: Fraction) -> Fraction:
    """Return a number from *low* to halfway to *high*, of few digits.

    Without it the digits of each step would be those of the two before it together.
    """
    half = (high - low) / 2
    grid = Fraction(2) ** (half.numerator.bit_length() - half.denominator.bit_length() - 1)
    return ceil(low / grid) * grid


def below_or_none(value: Fraction | None) -> str | None:
    """Return *value* rounded down, if there is one."""
    return None if value is None else below(value)
