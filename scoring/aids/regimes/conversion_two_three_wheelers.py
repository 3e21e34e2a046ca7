"""Conversion premium for a cleaner two- or three-wheeler: code de l'énergie, D. 251-4-2."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Cost, Sum, Terms, choice, euros, flat, within_cost
from scoring.aids.conditions.vehicle import ZERO, cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.regimes.conversions import modest


def amount(terms: Terms, *, eur: Decimal, other_eur: Decimal) -> Amount:
    """Return *eur* within the cost left after the bonus for the term `modest`, *other_eur* else."""
    more = flat(f"Montant forfaitaire de {euros(eur)} (revenu fiscal par part)", eur)
    less = flat(f"Montant forfaitaire de {euros(other_eur)}", other_eur)

    def result(facts: Facts) -> Sum:
        truth = terms["modest"](facts)
        if truth is False:
            return less
        limited = within_cost(more, "Limite du coût, bonus déduit", _left(facts))
        return choice(truth, limited, less)

    return result


def _left(facts: Facts) -> Cost:
    """Return the cost once the bonus received is deducted."""
    low, high, missing = cost(facts, battery="never")
    bonus = facts.bonus_received
    if bonus is None:
        return ZERO, high, (*missing, "bonus_received")
    return max(low - bonus, ZERO), None if high is None else max(high - bonus, ZERO), missing


REGIME: Final = Regime(
    id="conversion-two-three-wheelers",
    amount=amount,
    conditions={"modest": modest},
    counted=True,
)
