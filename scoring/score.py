"""The score of a version and its verdict; exact fractions, decimals at the edges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Final

from scoring.category import category_of, category_step
from scoring.dated import Law
from scoring.factors import parameter_step
from scoring.footprint import footprint
from scoring.inputs import Component, Declaration
from scoring.law import method_on
from scoring.other_elements import other_points_earned
from scoring.points import points_earned
from scoring.rounding import nearest
from scoring.trace import ORDER, Input, Step

ENGINE_VERSION: Final = "1"


@dataclass(frozen=True, kw_only=True)
class Score:
    """The environmental score of one version on one day.

    Attributes:
        on: the day whose method was applied (S-12).
        category: 1 or 2.
        components: the six terms of the footprint in kg CO2e, in the order of the sum.
        footprint_kg: their sum, in kg CO2e.
        other_points: points of repairability and materials, none in the edition in force (S-2).
        score: in points, exact.
        minimum: the score to reach.
        reached: the exact score is at least the minimum (S-1).
        told: writes the step that tells how each figure was obtained.
    """

    on: date
    category: int
    components: Mapping[Component, Fraction]
    footprint_kg: Fraction
    other_points: Fraction
    score: Fraction
    minimum: Fraction
    reached: bool
    told: Callable[[], Step] = field(repr=False, compare=False)

    @cached_property
    def trace(self) -> Step:
        """How each figure was obtained; written the first time it is asked for."""
        return self.told()

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
    vehicle = declaration.reference_vehicle
    category = category_of(vehicle, method=method)
    emitted = footprint(declaration, method=method)
    earned = points_earned(emitted.total_kg, category, method=method)
    other = other_points_earned(declaration.other_elements, method=method)
    minimum = parameter_step(method, "minimum_score")
    total = earned.number + other.number
    reached = total >= minimum.number
    return Score(
        on=on,
        category=category,
        components=emitted.components,
        footprint_kg=emitted.total_kg,
        other_points=other.number,
        score=total,
        minimum=minimum.number,
        reached=reached,
        told=lambda: Step(
            name="score",
            label="Score environnemental",
            result=total,
            unit="point",
            formula="points de l’empreinte carbone + points des autres éléments",
            inputs=(
                Input(label="Points de l’empreinte carbone", value=earned.number, unit="point"),
                Input(label="Points des autres éléments", value=other.number, unit="point"),
                Input(label="Score minimal", value=minimum.number, unit="point"),
            ),
            article=f"code de l’énergie, article D. 251-1 ; {ORDER}",
            notes=(_verdict(reached=reached),),
            children=(
                category_step(vehicle, method=method),
                emitted.told(),
                earned.told(),
                other.told(),
                minimum,
            ),
        ),
    )


def _verdict(*, reached: bool) -> str:
    return "Le score minimal est atteint." if reached else "Le score minimal n’est pas atteint."
