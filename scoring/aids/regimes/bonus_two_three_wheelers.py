"""Bonus for new two- and three-wheelers and quadricycles: code de l'énergie, D. 251-1-3."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import (
    Amount,
    Cost,
    Sum,
    Terms,
    capped,
    choice,
    euros,
    lowest,
    percent,
    share,
)
from scoring.aids.conditions.vehicle import ZERO, cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime


def amount(
    terms: Terms,
    *,
    per_kwh: Decimal,
    rate: Decimal,
    limit: Decimal,
    weak_rate: Decimal,
    weak_limit: Decimal,
) -> Amount:
    """Return the lowest of *per_kwh* € a kWh, *rate* of the cost and *limit*.

    Below the power of the term `powerful`: *weak_rate* of the cost within *weak_limit*, without
    the rented battery.
    """
    of_energy = f"{euros(per_kwh)} par kWh de la batterie"
    of_cost = f"{percent(rate)} du coût d’acquisition TTC, batterie louée comprise"
    at_most = f"Limite de {euros(limit)}"
    weak_cost = f"{percent(weak_rate)} du coût d’acquisition TTC"
    weak_at_most = f"Limite de {euros(weak_limit)}"

    def strong(facts: Facts) -> Sum:
        energy = facts.battery_kwh
        stored: Cost = (ZERO, None, ("battery_kwh",)) if energy is None else (energy, energy, ())
        by_energy = share(of_energy, per_kwh, stored)
        by_cost = share(of_cost, rate, cost(facts, battery="rented"))
        return capped(lowest((by_energy, by_cost)), at_most, limit)

    def weak(facts: Facts) -> Sum:
        return capped(
            share(weak_cost, weak_rate, cost(facts, battery="never")), weak_at_most, weak_limit
        )

    def result(facts: Facts) -> Sum:
        return choice(terms["powerful"](facts), strong(facts), weak(facts))

    return result


REGIME: Final = Regime(id="bonus-two-three-wheelers", amount=amount, counted=True)
