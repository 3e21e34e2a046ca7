"""Conversion premium for a cleaner car: code de l'énergie, D. 251-4."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Sum, Terms, choice
from scoring.aids.conditions.vehicle import cost, first_registered
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.regimes.conversions import Scale, high_scale, modest
from scoring.aids.truth import Test, Truth, both, by_case, known


def listed_or_used(*, months: int) -> Test:
    """New and on the score list, or first registered at least *months* before."""

    def test(facts: Facts) -> Truth:
        registered = known(facts.previously_registered, "previously_registered")
        listed = known(facts.version_listed, "version_listed")
        return by_case(registered, first_registered(facts, months), listed)

    return test


def used(*, months: int) -> Test:
    """Already registered, at least *months* before."""

    def test(facts: Facts) -> Truth:
        registered = known(facts.previously_registered, "previously_registered")
        return both(registered, first_registered(facts, months))

    return test


@dataclass(kw_only=True)
class Conversion:
    """The amount of limb 1° (clean) or 2° (thermal), by the term `high` of the wording.

    Attributes:
        rate: of the cost, in the high scale.
        clean_limit, thermal_limit: of that share, in €.
        clean_other, thermal_other: the flat sum else, in €; the second within the cost.
        gross: on the price before discount (other reading of AMB-05).
    """

    terms: Terms
    rate: Decimal
    clean_limit: Decimal
    clean_other: Decimal
    thermal_limit: Decimal
    thermal_other: Decimal
    gross: bool = False

    def __post_init__(self) -> None:
        """Make the two scales once."""
        self.clean = Scale(
            rate=self.rate, limit=self.clean_limit, other=self.clean_other, limited=False
        )
        self.thermal = Scale(
            rate=self.rate, limit=self.thermal_limit, other=self.thermal_other, limited=True
        )

    def __call__(self, facts: Facts) -> Sum:
        """Return the amount for *facts*."""
        base = cost(facts, battery="never", gross=self.gross)
        high, limb = self.terms["high"](facts), self.terms["clean"](facts)
        if limb is True:
            return self.clean.amount(base, high)
        return choice(limb, self.clean.amount(base, high), self.thermal.amount(base, high))


REGIME: Final = Regime(
    id="conversion-car",
    amount=Conversion,
    conditions={
        "high_scale": high_scale,
        "modest": modest,
        "listed_or_used": listed_or_used,
        "used": used,
    },
    counted=True,
)
