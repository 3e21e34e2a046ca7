"""Delivery: the legs from the manufacturing site to the distribution site in France."""

from fractions import Fraction
from typing import Final

from scoring.arithmetic import proportion, weighted
from scoring.factors import leg_factor, parameter_step
from scoring.inputs import Component, Declaration, Leg, ManufacturingLine
from scoring.law import Method
from scoring.trace import Input, Step, Term

KG_PER_TONNE: Final = Fraction(1000)


def delivery_footprint(
    line: ManufacturingLine, declaration: Declaration, *, method: Method
) -> Term:
    """Return the footprint of delivering one car of *line*, driver excluded, in kg CO2e (S-9)."""
    driver = parameter_step(method, "driver_mass_kg")
    mass_kg = declaration.reference_vehicle.running_mass_kg - driver.number
    legs = [
        (leg, leg_factor(method, leg, declaration.specific_value(Component.DELIVERY, line.id, n)))
        for n, leg in enumerate(line.delivery)
    ]
    per_tonne = weighted((leg.distance_km, factor.number) for leg, factor in legs)
    emitted_kg = proportion(mass_kg, per_tonne, KG_PER_TONNE)
    return Term(
        emitted_kg,
        lambda: Step(
            name=Component.DELIVERY,
            label="Acheminement",
            result=emitted_kg,
            unit="kg CO2e",
            formula="(masse en ordre de marche − conducteur) ÷ 1 000 × somme des trajets",
            inputs=(
                Input(label="Masse sans conducteur", value=mass_kg / KG_PER_TONNE, unit="t"),
                Input(label="Somme des trajets", value=per_tonne, unit="kg CO2e/t"),
            ),
            children=(driver, *(_leg_step(leg, factor) for leg, factor in legs)),
        ),
    )


def _leg_step(leg: Leg, factor: Step) -> Step:
    """Return the footprint of one leg for a tonne carried."""
    return Step(
        name="leg",
        label="Trajet",
        result=leg.distance_km * factor.number,
        unit="kg CO2e/t",
        formula="distance × facteur",
        inputs=(
            Input(label="Distance", value=leg.distance_km, unit="km"),
            Input(label="Facteur", value=factor.number, unit=factor.unit),
        ),
        children=(factor,),
    )
