"""Which curve a version falls under."""

from fractions import Fraction
from typing import Final

from scoring.factors import parameter_step
from scoring.inputs import ReferenceVehicle
from scoring.law import Method
from scoring.trace import Input, Step

MULTI_PURPOSE: Final = 2
ALL_OTHERS: Final = 1


def category_of(vehicle: ReferenceVehicle, *, method: Method) -> int:
    """Return the category: 2 needs enough seats, boot and range together, else 1 (S-4)."""
    met = all(value >= bound.number for _, value, bound in _measured(vehicle, method))
    return MULTI_PURPOSE if met else ALL_OTHERS


def category_step(vehicle: ReferenceVehicle, *, method: Method) -> Step:
    """Return the category beside what it was decided on."""
    category = category_of(vehicle, method=method)
    measured = _measured(vehicle, method)
    return Step(
        name="category",
        label="Catégorie",
        result=category,
        formula="catégorie 2 si places, coffre et autonomie atteignent leurs seuils ; sinon 1",
        inputs=tuple(
            Input(label=label, value=value, unit=bound.unit) for label, value, bound in measured
        ),
        notes=(method.curves[category].label,),
        children=tuple(bound for _, _, bound in measured),
    )


def _measured(
    vehicle: ReferenceVehicle, method: Method
) -> tuple[tuple[str, Fraction | int, Step], ...]:
    """Return the three criteria: name, value declared and bound of the day."""
    return (
        ("Places", vehicle.seats, parameter_step(method, "category_2_seats")),
        ("Coffre", vehicle.boot_litres, parameter_step(method, "category_2_boot_litres")),
        ("Autonomie", vehicle.electric_range_km, parameter_step(method, "category_2_range_km")),
    )
