"""Premium for the electric retrofit of a car: code de l'énergie, D. 251-5."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Terms
from scoring.aids.regime import Regime
from scoring.aids.regimes.conversions import Scale, high_scale
from scoring.aids.regimes.retrofits import conversion_cost, converted


def amount(terms: Terms, *, rate: Decimal, limit: Decimal, other_eur: Decimal) -> Amount:
    """Return *rate* of the cost within *limit* in the high scale, the flat sum *other_eur* else."""
    scale = Scale(rate=rate, limit=limit, other=other_eur, limited=False)
    return lambda facts: scale.amount(conversion_cost(facts), terms["high"](facts))


REGIME: Final = Regime(
    id="retrofit-car",
    amount=amount,
    conditions={"converted": converted, "high_scale": high_scale},
    counted=True,
)
