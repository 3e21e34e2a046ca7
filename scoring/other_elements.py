"""The points of what is declared beside the footprint: none in the edition in force (S-2)."""

from collections.abc import Iterator
from fractions import Fraction

from scoring.arithmetic import weighted
from scoring.factors import parameter_step
from scoring.inputs import OtherElements
from scoring.law import Method, Weight
from scoring.trace import ORDER, Input, Step, Term


def other_points_earned(elements: OtherElements | None, *, method: Method) -> Term:
    """Return the points of the data of article 12: each times its weight, within their points.

    The points and the weights are those of the edition (D. 251-1: at most 30 % of the score).
    """
    most = parameter_step(method, "other_points")
    told = tuple(_declared(elements, method))
    earned = min(most.number, weighted((weight.value, Fraction(value)) for weight, value in told))
    return Term(
        earned,
        lambda: Step(
            name="other_elements",
            label="Points des autres éléments",
            result=earned,
            unit="point",
            formula="somme des données déclarées × leur poids, dans la limite de leurs points",
            inputs=tuple(_inputs(told)),
            edition=method.edition("other_elements"),
            article=f"code de l’énergie, article D. 251-1 ; {ORDER}, article 12",
            notes=tuple(_notes(told, most.number)),
            children=(most,),
        ),
    )


def _declared(
    elements: OtherElements | None, method: Method
) -> Iterator[tuple[Weight, Fraction | bool]]:
    """Yield what is declared with its weight; what is not declared earns nothing."""
    if elements is None:
        return
    for name, weight in method.other_elements.items():
        value = getattr(elements, name)
        if value is not None:
            yield weight, value


def _inputs(told: tuple[tuple[Weight, Fraction | bool], ...]) -> Iterator[Input]:
    for weight, value in told:
        yield Input(label=weight.label, value=value, unit=weight.unit)
        if weight.value:
            yield Input(label=f"Poids : {weight.label}", value=weight.value, unit="point")


def _notes(told: tuple[tuple[Weight, Fraction | bool], ...], most: Fraction) -> Iterator[str]:
    if not told:
        yield "Aucune donnée de l’article 12 n’est déclarée."
    if not most:
        yield "L’édition en vigueur donne 0 point à ces données : elles sont gardées (lecture S-2)."
