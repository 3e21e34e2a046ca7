"""Which curve a version falls under."""

from typing import Final

from scoring.factors import parameter_step
from scoring.inputs import ReferenceVehicle
from scoring.law import Method
from scoring.trace import Input, Step

MULTI_PURPOSE: Final = 2
ALL_OTHERS: Final = 1


def category_step(vehicle: ReferenceVehicle, *, method: Method) -> Step:
    """Return the category: 2 needs enough seats, boot and range together, else 1 (S-4)."""
    measured = (
        ("Places", vehicle.seats, parameter_step(method, "category_2_seats")),
        ("Coffre", vehicle.boot_litres, parameter_step(method, "category_2_boot_litres")),
        ("Autonomie", vehicle.electric_range_km, parameter_step(method, "category_2_range_km")),
    )
    met = all(value >= bound.number for _, value, bound in measured)
    category = MULTI_PURPOSE if met else ALL_OTHERS
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
