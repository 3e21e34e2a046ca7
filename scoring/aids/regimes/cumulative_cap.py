"""Limit on the sum of the aids for one vehicle: code de l'énergie, D. 251-6-1."""

from typing import Final

from scoring.aids.amounts import Amount, Sum, Terms, choice
from scoring.aids.conditions.vehicle import cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime


def amount(terms: Terms) -> Amount:
    """Return the cost that the sum may reach, discount deducted.

    With the rented battery for the vehicles of the term `bonus_vehicle`.
    """

    def result(facts: Facts) -> Sum:
        rented = Sum(*cost(facts, battery="rented"))
        if facts.battery_rented is False:
            return rented
        return choice(terms["bonus_vehicle"](facts), rented, Sum(*cost(facts, battery="never")))

    return result


REGIME: Final = Regime(id="cumulative-cap", amount=amount, caps=True)
