"""Increase of three bonuses overseas: code de l'énergie, D. 251-1-5."""

from collections.abc import Sequence
from typing import Final

from scoring.aids.conditions.applicant import KIND
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.regimes.shares import flat_sum
from scoring.aids.truth import Test, Truth, both
from scoring.months import add_months


def settled(*, territories: Sequence[str]) -> Test:
    """Natural person with a domicile, or legal person with an establishment, in *territories*.

    The State is not named (reading AMB-11).
    """
    named = frozenset(territories)

    def test(facts: Facts) -> Truth:
        place = facts.overseas_territory
        there: Truth = ("overseas.territory",) if place is None else place in named
        kind = facts.applicant_kind
        return both(KIND if kind is None else kind != "state", there)

    return test


def circulates(*, months: int) -> Test:
    """The vehicle circulates there at the latest *months* after it was acquired."""

    def test(facts: Facts) -> Truth:
        since = facts.overseas_circulates_from
        if since is None:
            return ("overseas.circulates_from",)
        return since <= add_months(facts.reference_date, months)

    return test


REGIME: Final = Regime(
    id="overseas-increase",
    amount=flat_sum,
    conditions={"settled": settled, "circulates": circulates},
    bases=("bonus-car-new", "bonus-van-new", "bonus-two-three-wheelers"),
    counted=True,
)
