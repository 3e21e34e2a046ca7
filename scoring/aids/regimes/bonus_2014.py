"""Bonus of 2015: décret 2014-1672, article 1; the article carries no amount."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.aids.conditions.vehicle import grams
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, either, known
from scoring.months import add_months


def car_emits_at_most(
    *,
    hybrid: Decimal | int,
    other_type: Decimal | int,
    transitional: Decimal | int,
    ordered_before: date,
    months: int,
) -> Test:
    """CO2 of a passenger car: *hybrid*, *other_type*, or *transitional* for an order before a day.

    The last one for a vehicle ordered before *ordered_before* and invoiced within the *months*
    that follow that day.
    """
    until = add_months(ordered_before, months)

    def test(facts: Facts) -> Truth:
        found = grams(facts)
        if found is None:
            return ("co2_g_km",)
        if found <= other_type:
            return True
        early: Truth = False
        if found <= transitional and facts.reference_date <= until:
            ordered = facts.order_date
            early = ("order_date",) if ordered is None else ordered < ordered_before
        mixed = known(facts.hybrid_electric_thermal, "hybrid_electric_thermal")
        return either(early, both(found <= hybrid, mixed))

    return test


def passenger_car(*, among: Sequence[str]) -> Test:
    """A passenger car."""
    cars = frozenset(among)
    return lambda facts: ("veh_cat",) if facts.veh_cat is None else facts.veh_cat in cars


REGIME: Final = Regime(
    id="bonus-2014",
    conditions={"car_emits_at_most": car_emits_at_most, "passenger_car": passenger_car},
)
