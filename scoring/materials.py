"""Ferrous metals, aluminium and other materials: mass, factor of the site, loss."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from scoring.arithmetic import proportion
from scoring.factors import CACHED, country_factor, parameter_step
from scoring.inputs import Component, ReferenceVehicle, SpecificValue
from scoring.law import Method
from scoring.trace import Input, Step, Term

MATERIALS: Final = (Component.FERROUS, Component.ALUMINIUM, Component.OTHER_MATERIALS)

LABELS: Final[Mapping[Component, str]] = MappingProxyType(
    {
        Component.FERROUS: "Métaux ferreux",
        Component.ALUMINIUM: "Aluminium",
        Component.OTHER_MATERIALS: "Autres matériaux",
    }
)


def material_mass_kg(material: Component, vehicle: ReferenceVehicle) -> Fraction:
    """Return the mass of *material* in the vehicle without its battery, in kg."""
    masses = {
        Component.FERROUS: vehicle.ferrous_mass_kg,
        Component.ALUMINIUM: vehicle.aluminium_mass_kg,
        Component.OTHER_MATERIALS: vehicle.other_materials_mass_kg,
    }
    return masses[material]


def material_footprint(
    material: Component,
    vehicle: ReferenceVehicle,
    *,
    country: str,
    method: Method,
    specific: SpecificValue | None,
) -> Term:
    """Return the footprint of *material* for a car made in *country*, in kg CO2e (S-5, S-8).

    The mass is what is left in the car: dividing by (1 - loss) counts what was consumed.
    """
    mass_kg = material_mass_kg(material, vehicle)
    factor = country_factor(method, material, country, specific)
    loss, kept = _loss(method, material)
    emitted_kg = proportion(mass_kg, factor.number, kept)
    return Term(
        emitted_kg,
        lambda: Step(
            name=material,
            label=LABELS[material],
            result=emitted_kg,
            unit="kg CO2e",
            formula="masse × facteur ÷ (1 − taux de perte)",
            inputs=(
                Input(label="Masse hors batterie", value=mass_kg, unit="kg"),
                Input(label="Facteur", value=factor.number, unit=factor.unit),
                Input(label="Taux de perte", value=loss.number),
            ),
            children=(factor, loss),
        ),
    )


@lru_cache(maxsize=CACHED)
def _loss(method: Method, material: Component) -> tuple[Step, Fraction]:
    """Return the loss rate of *material*, and the share that is not lost."""
    loss = parameter_step(method, f"{material}_loss_rate")
    return loss, 1 - loss.number
