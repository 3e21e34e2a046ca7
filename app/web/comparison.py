"""Two scores side by side: what was known, and what is said now."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from app.web.figures import kept_points, points
from app.web.filters import nombre
from scoring.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSide:
    """A score in words, on one side of a comparison.

    Attributes:
        title: what it is the score of.
        points: the score, never on the wrong side of the minimum (S-1).
        footprint: the footprint, in kg CO2e: it tells apart two scores at the bound of the curve.
        reached: whether it reaches the minimum.
        on: the day whose method it uses (S-12).
    """

    title: str
    points: str
    footprint: str
    reached: bool
    on: date


def computed_side(title: str, score: Score) -> ScoreSide:
    """Return a score that was just computed."""
    return ScoreSide(
        title=title,
        points=points(score.score, score.minimum),
        footprint=nombre(score.footprint_kg, 0),
        reached=score.reached,
        on=score.on,
    )


def kept_side(title: str, assessment: Any) -> ScoreSide:  # noqa: ANN401 - a row, read only
    """Return a score that was kept with an act."""
    return ScoreSide(
        title=title,
        points=kept_points(assessment),
        footprint=nombre(assessment.footprint_kg, 0),
        reached=assessment.reached,
        on=assessment.law_on,
    )
