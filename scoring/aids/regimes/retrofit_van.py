"""Premium for the electric retrofit of a van: code de l'énergie, D. 251-5-1."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Sum, Terms, capped, choice, euros, percent, share
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.regimes.conversions import high_scale
from scoring.aids.regimes.retrofits import conversion_cost, converted
from scoring.aids.regimes.vans import by_class


def amount(
    terms: Terms, *, rate: Decimal, limits: Mapping[str, Decimal], heavy: str, increase: Decimal
) -> Amount:
    """Return *rate* of the cost within the limit of the class, raised in the high scale."""
    of_cost = f"{percent(rate)} du coût de la transformation"

    def result(facts: Facts) -> Sum:
        raw = share(of_cost, rate, conversion_cost(facts))
        high = terms["high"](facts)

        def limited(limit: Decimal) -> Sum:
            plain = capped(raw, f"Limite de {euros(limit)}", limit)
            if high is False:
                return plain
            raised = limit + increase
            return choice(high, capped(raw, f"Limite portée à {euros(raised)}", raised), plain)

        return by_class(facts, limits, heavy, limited)

    return result


REGIME: Final = Regime(
    id="retrofit-van",
    amount=amount,
    conditions={"converted": converted, "high_scale": high_scale},
    counted=True,
)
