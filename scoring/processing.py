"""Intermediate processing and assembly: mass without battery and factor of the site."""

from scoring.factors import country_factor
from scoring.inputs import Component, ReferenceVehicle, SpecificValue
from scoring.law import Method
from scoring.trace import Input, Step, Term


def processing_footprint(
    vehicle: ReferenceVehicle, *, country: str, method: Method, specific: SpecificValue | None
) -> Term:
    """Return the footprint of processing in *country*, in kg CO2e (S-5, S-15)."""
    mass_kg = vehicle.mass_without_battery_kg
    factor = country_factor(method, Component.PROCESSING, country, specific)
    emitted_kg = mass_kg * factor.number
    return Term(
        emitted_kg,
        lambda: Step(
            name=Component.PROCESSING,
            label="Transformations intermédiaires et assemblage",
            result=emitted_kg,
            unit="kg CO2e",
            formula="(ferreux + aluminium + autres matériaux) × facteur",
            inputs=(
                Input(label="Masse sans batterie", value=mass_kg, unit="kg"),
                Input(label="Facteur", value=factor.number, unit=factor.unit),
            ),
            children=(factor,),
        ),
    )
