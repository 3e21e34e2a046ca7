"""Premium for the electric retrofit of a tourist road train: code de l'énergie, D. 251-5-2."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Terms, capped, euros, percent, share
from scoring.aids.regime import Regime
from scoring.aids.regimes.retrofits import conversion_cost, converted


def amount(_terms: Terms, *, rate: Decimal, limit: Decimal) -> Amount:
    """Return *rate* of the cost of the conversion within *limit*."""
    of_cost = f"{percent(rate)} du coût de la transformation"
    at_most = f"Limite de {euros(limit)}"
    return lambda facts: capped(share(of_cost, rate, conversion_cost(facts)), at_most, limit)


REGIME: Final = Regime(
    id="retrofit-tourist-train",
    amount=amount,
    conditions={"converted": converted},
    counted=True,
)
