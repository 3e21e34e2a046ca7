"""The score of a version and its verdict; exact fractions, decimals at the edges."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from scoring.category import category_step
from scoring.dated import Law
from scoring.factors import parameter_step
from scoring.footprint import footprint
from scoring.inputs import Component, Declaration
from scoring.law import method_on
from scoring.points import points_step
from scoring.rounding import nearest
from scoring.trace import Input, Step

ENGINE_VERSION: Final = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The environmental score of one version on one day.

    Attributes:
        on: the day whose method was applied (S-12).
        category: 1 or 2.
        components: the six terms of the footprint in kg CO2e, in the order of the sum.
        footprint_kg: their sum, in kg CO2e.
        score: in points, exact.
        minimum: the score to reach.
        reached: the exact score is at least the minimum (S-1).
        trace: how each figure was obtained.
    """

    on: date
    category: int
    components: Mapping[Component, Fraction]
    footprint_kg: Fraction
    score: Fraction
    minimum: Fraction
    reached: bool
    trace: Step

    def to_wire(self, *, explain: bool = False) -> dict[str, object]:
        """Return the answer of the wire format, without the id; its trace if asked."""
        wire: dict[str, object] = {
            "category": self.category,
            "components_kg": {name.value: nearest(kg) for name, kg in self.components.items()},
            "footprint_kg": nearest(self.footprint_kg),
            "score": nearest(self.score),
            "reached": self.reached,
        }
        return wire | {"trace": self.trace.to_wire()} if explain else wire


def score(declaration: Declaration, *, on: date, law: Law) -> Score:
    """Compute the score of a version with the method in force on day *on*.

    The declaration is one that `scoring.wire.read_declaration` accepted for that day.

    Raises:
        NotInForceError: the method does not exist on that day.
    """
    method = method_on(law, on)
    category = category_step(declaration.reference_vehicle, method=method)
    emitted = footprint(declaration, method=method)
    number = int(category.number)
    earned = points_step(emitted.total_kg, number, method=method)
    # No point is attached yet to recycled and bio-based materials or to repairability: their
    # part is in the sum with the weight of the edition in force, zero (S-2).
    other = parameter_step(method, "other_points")
    minimum = parameter_step(method, "minimum_score")
    total = earned.number
    reached = total >= minimum.number
    return Score(
        on=on,
        category=number,
        components=emitted.components,
        footprint_kg=emitted.total_kg,
        score=total,
        minimum=minimum.number,
        reached=reached,
        trace=Step(
            name="score",
            label="Score environnemental",
            result=total,
            unit="point",
            formula="points de l’empreinte carbone + points des autres éléments",
            inputs=(
                Input(label="Points de l’empreinte carbone", value=total, unit="point"),
                Input(label="Points des autres éléments", value=Fraction(0), unit="point"),
                Input(label="Score minimal", value=minimum.number, unit="point"),
            ),
            article=f"code de l’énergie, article D. 251-1 ; {earned.article}",
            notes=(_verdict(reached=reached),),
            children=(category, emitted.step, earned, other, minimum),
        ),
    )


def _verdict(*, reached: bool) -> str:
    return "Le score minimal est atteint." if reached else "Le score minimal n’est pas atteint."
