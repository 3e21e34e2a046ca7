"""Battery: total capacity and the factor of the place where the cells are made."""

from scoring.factors import country_factor
from scoring.inputs import Battery, Component, SpecificValue
from scoring.law import Method
from scoring.trace import Input, Step, Term


def battery_footprint(
    battery: Battery, *, country: str, method: Method, specific: SpecificValue | None
) -> Term:
    """Return the footprint of *battery* with cells made in *country*, in kg CO2e (S-5)."""
    factor = country_factor(method, Component.BATTERY, country, specific)
    emitted_kg = battery.capacity_kwh * factor.number
    return Term(
        emitted_kg,
        lambda: Step(
            name=Component.BATTERY,
            label="Batterie",
            result=emitted_kg,
            unit="kg CO2e",
            formula="capacité × facteur",
            inputs=(
                Input(label="Capacité totale", value=battery.capacity_kwh, unit="kWh"),
                Input(label="Facteur", value=factor.number, unit=factor.unit),
            ),
            children=(factor,),
        ),
    )
