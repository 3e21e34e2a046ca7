"""What the premiums of conversion and of electric retrofit share: the scales of income."""

from decimal import Decimal

from scoring.aids.amounts import Cost, Sum, capped, choice, euros, flat, percent, share, within_cost
from scoring.aids.conditions.applicant import KIND, heavy_driver, income_within, low_income
from scoring.aids.facts import Facts
from scoring.aids.truth import Test, Truth, both, either


def high_scale(
    *,
    ceiling: Decimal | int,
    low_ceiling: Decimal | int,
    commute: Decimal | int,
    professional: Decimal | int,
    own_vehicle: bool = False,
    income_on_distance_only: bool = False,
) -> Test:
    """Natural person with an income ≤ *low_ceiling* a part, or ≤ *ceiling* who drives far."""

    def rule(facts: Facts) -> Truth:
        low = income_within(facts, low_ceiling)
        if low is True:
            return True
        far = heavy_driver(
            facts,
            ceiling=ceiling,
            commute=commute,
            professional=professional,
            own_vehicle=own_vehicle,
            income_on_distance_only=income_on_distance_only,
        )
        return either(low, far)

    def test(facts: Facts) -> Truth:
        kind = facts.applicant_kind
        if kind == "natural":
            return rule(facts)
        return False if kind is not None else both(KIND, rule(facts))

    return test


def modest(*, ceiling: Decimal | int) -> Test:
    """Natural person with a tax income ≤ *ceiling* € a part."""
    return lambda facts: low_income(facts, ceiling)


class Scale:
    """The amount of one limb: a share within a limit in the high scale, a flat sum else."""

    def __init__(self, *, rate: Decimal, limit: Decimal, other: Decimal, limited: bool) -> None:
        """Take the *rate* and the *limit* of the high scale, and the *other* flat sum, in €.

        *limited*: the flat sum cannot exceed the cost.
        """
        self.rate, self.limit, self.limited = rate, limit, limited
        self.of_cost = f"{percent(rate)} du coût"
        self.at_most = f"Limite de {euros(limit)}"
        self.other = flat(f"Montant forfaitaire de {euros(other)}", other)

    def amount(self, base: Cost, high: Truth) -> Sum:
        """Return the amount of a *base*, whether the *high* scale applies."""
        other = within_cost(self.other, "Limite du coût", base) if self.limited else self.other
        if high is False:
            return other
        return choice(
            high, capped(share(self.of_cost, self.rate, base), self.at_most, self.limit), other
        )
