"""How far a score is from the minimum, in figures that agree with those shown."""

from fractions import Fraction
from math import ceil
from typing import Final

from scoring.rounding import french
from scoring.score import Score

PLACES: Final = 1
TENTHS: Final = 10**PLACES


def distance(score: Score) -> str:
    """Return the points between the score and the minimum, one decimal.

    A score below the minimum is shown rounded down (S-1), so what it lacks is rounded up: the two
    figures add up to the minimum, and what is lacking is never shown as nothing.
    """
    gap = score.minimum - score.score
    if score.reached:
        return french(-gap, PLACES)
    return french(Fraction(ceil(gap * TENTHS), TENTHS), PLACES)
