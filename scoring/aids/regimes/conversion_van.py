"""Conversion premium for a cleaner van: code de l'énergie, D. 251-4-1."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import (
    Sum,
    Terms,
    capped,
    choice,
    euros,
    flat,
    percent,
    plus,
    share,
)
from scoring.aids.conditions.vehicle import cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.regimes.conversions import Scale, high_scale, modest
from scoring.aids.regimes.vans import by_class
from scoring.aids.truth import Truth


@dataclass(kw_only=True)
class VanConversion:
    """The amount of limb 1° by class, increased in the high scale, or of limb 2°.

    Attributes:
        rate: of the cost, in limb 1°.
        limits: in €, by class of the van; *heavy* is the category that has none.
        increase: in €, added after the limit, or raising it where *raises_limit* (AMB-04).
        thermal_rate, thermal_limit, thermal_other: the scale of limb 2°.
    """

    terms: Terms
    rate: Decimal
    limits: Mapping[str, Decimal]
    heavy: str
    increase: Decimal
    thermal_rate: Decimal
    thermal_limit: Decimal
    thermal_other: Decimal
    raises_limit: bool = False

    def __post_init__(self) -> None:
        """Write the labels of the lines, and make the scale of limb 2°, once."""
        self.of_cost = f"{percent(self.rate)} du coût d’acquisition"
        self.more = flat("Majoration : revenu et trajets", self.increase)
        self.thermal = Scale(
            rate=self.thermal_rate,
            limit=self.thermal_limit,
            other=self.thermal_other,
            limited=True,
        )

    def __call__(self, facts: Facts) -> Sum:
        """Return the amount for *facts*."""
        limb, high = self.terms["clean"](facts), self.terms["high"](facts)
        if limb is True:
            return self._clean(facts, high)
        other = self.thermal.amount(cost(facts, battery="never"), high)
        return choice(limb, self._clean(facts, high), other)

    def _clean(self, facts: Facts, high: Truth) -> Sum:
        """Return the amount of limb 1°."""
        raw = share(self.of_cost, self.rate, cost(facts, battery="never"))

        def limited(limit: Decimal) -> Sum:
            plain = capped(raw, f"Limite de {euros(limit)}", limit)
            if high is False:
                return plain
            raised = limit + self.increase
            if self.raises_limit:
                return choice(high, capped(raw, f"Limite de {euros(raised)}", raised), plain)
            return choice(high, plus(plain, self.more), plain)

        return by_class(facts, self.limits, self.heavy, limited)


REGIME: Final = Regime(
    id="conversion-van",
    amount=VanConversion,
    conditions={"high_scale": high_scale, "modest": modest},
    counted=True,
)
