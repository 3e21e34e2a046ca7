"""Premium for the electric retrofit of a two- or three-wheeler: code de l'énergie, D. 251-5-3."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Terms, euros, flat, within_cost
from scoring.aids.regime import Regime
from scoring.aids.regimes.retrofits import conversion_cost, converted


def amount(_terms: Terms, *, eur: Decimal, limited: bool = False) -> Amount:
    """Return *eur*; within the cost of the conversion where *limited* (reading AMB-25)."""
    fixed = flat(f"Montant forfaitaire de {euros(eur)}", eur)
    if not limited:
        return lambda _facts: fixed
    return lambda facts: within_cost(fixed, "Limite du coût", conversion_cost(facts))


REGIME: Final = Regime(
    id="retrofit-two-three-wheelers",
    amount=amount,
    conditions={"converted": converted},
    counted=True,
)
