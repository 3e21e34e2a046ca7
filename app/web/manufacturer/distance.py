"""How far a score is from the minimum, in figures that agree with those shown."""

from fractions import Fraction
from math import ceil
from typing import Final

from scoring.rounding import french
from scoring.score import Score

PLACES: Final = 1
TENTHS: Final = 10**PLACES
SEVERAL: Final = 2


def distance(score: Score) -> str:
    """Return the points between the score and the minimum, with their noun: « 58,9 points ».

    A score below the minimum is shown rounded down (S-1), so what it lacks is rounded up: the two
    figures add up to the minimum, and what is lacking is never shown as nothing.
    """
    gap = abs(score.score - score.minimum)
    if not score.reached:
        gap = Fraction(ceil(gap * TENTHS), TENTHS)
    noun = "points" if gap >= SEVERAL else "point"
    return f"{french(gap, PLACES)}\u00a0{noun}"
