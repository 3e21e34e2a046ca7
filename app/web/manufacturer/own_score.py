"""The score that a derogation would get with its own values, beside the one it gets (S-13)."""

from dataclasses import dataclass
from typing import Any

from app.domain.procedure import Route
from app.domain.specific import SPECIFIC_VALUES, with_all_accepted
from app.services.assessment import preview
from app.web.comparison import ScoreSide, computed_side
from app.web.manufacturer.distance import distance
from scoring.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnScore:
    """The score of a declaration with every specific value of it accepted.

    Attributes:
        sides: the score by the reference values, then this one.
        reached: whether this one reaches the minimum.
        distance: how far it is from the minimum, in words.
    """

    sides: tuple[ScoreSide, ScoreSide]
    reached: bool
    distance: str


def own_score(dossier: Any, content: Any, score: Score | None) -> OwnScore | None:  # noqa: ANN401 - a row, a declaration
    """Return the score of the own values of a derogation; none on another route.

    Args:
        dossier: a dossier of the company, filed or not.
        content: what it declares.
        score: the score by the reference values; none when the declaration cannot be scored.
    """
    if score is None or dossier.route != Route.DEROGATION or not content.get(SPECIFIC_VALUES):
        return None
    own = preview(with_all_accepted(content), on=score.on)
    return OwnScore(
        sides=(
            computed_side("Avec les valeurs de référence", score),
            computed_side("Avec vos valeurs spécifiques", own),
        ),
        reached=own.reached,
        distance=distance(own),
    )
