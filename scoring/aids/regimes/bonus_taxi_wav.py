"""Bonus for taxis that carry wheelchair users: code de l'énergie, D. 251-1-2."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Sum, Terms, capped, choice, euros, percent, share
from scoring.aids.conditions.vehicle import cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, known


def accessible(*, seats: int) -> Test:
    """Equipped for reduced mobility, with *seats* at most besides the driver's."""

    def test(facts: Facts) -> Truth:
        found = facts.seats_besides_driver
        few: Truth = ("seats_besides_driver",) if found is None else found <= seats
        return both(known(facts.wav_equipped, "wav_equipped"), few)

    return test


def no_tax_debt(*, tolerance: Decimal | int) -> Test:
    """No tax debt unpaid on the day of the text, but settled, small (*tolerance* €) or disputed."""

    def test(facts: Facts) -> Truth:
        debt = facts.tax_debt_unpaid_2019
        if debt is not None and debt <= tolerance:
            return True
        excuses = (
            (facts.tax_debt_settled_or_plan, "tax_debt_settled_or_plan"),
            (facts.tax_debt_contested_2022_05_01, "tax_debt_contested_2022_05_01"),
        )
        return _excused(debt, "tax_debt_unpaid_2019", excuses)

    return test


def no_social_debt() -> Test:
    """No social debt unpaid on the day of the text, unless settled or under a plan."""

    def test(facts: Facts) -> Truth:
        debt = facts.social_debt_unpaid_2019
        if debt is not None and not debt:
            return True
        excuses = ((facts.social_debt_settled_or_plan, "social_debt_settled_or_plan"),)
        return _excused(debt, "social_debt_unpaid_2019", excuses)

    return test


def _excused(debt: Decimal | None, name: str, excuses: Sequence[tuple[bool | None, str]]) -> Truth:
    if any(held for held, _ in excuses):
        return True
    open_ = tuple(one for held, one in excuses if held is None)
    return (name, *open_) if debt is None else open_ or False


def operated() -> Test:
    """The licence is operated four years without a break, or runs still."""
    return lambda facts: known(facts.ads_operated_4y, "ads_operated_4y")


def amount(terms: Terms, *, rate: Decimal, clean_limit: Decimal, other_limit: Decimal) -> Amount:
    """Return *rate* of the cost within the limit of the energy."""
    of_cost = f"{percent(rate)} du coût d’acquisition"
    clean = f"Limite de {euros(clean_limit)} : électricité ou hydrogène seuls"
    other = f"Limite de {euros(other_limit)} : autres énergies admises"

    def result(facts: Facts) -> Sum:
        raw = share(of_cost, rate, cost(facts, battery="never"))
        return choice(
            terms["clean"](facts),
            capped(raw, clean, clean_limit),
            capped(raw, other, other_limit),
        )

    return result


REGIME: Final = Regime(
    id="bonus-taxi-wav",
    amount=amount,
    conditions={
        "accessible": accessible,
        "no_tax_debt": no_tax_debt,
        "no_social_debt": no_social_debt,
        "operated": operated,
    },
    counted=True,
)
