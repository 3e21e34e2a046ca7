"""Bonus for cycles, pedal-assisted cycles and electric trailers: code de l'énergie, D. 251-1-4."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Cost, Sum, Terms, capped, choice, euros, percent, share
from scoring.aids.conditions.applicant import KIND
from scoring.aids.conditions.vehicle import ZERO, cost
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, either, known, negated, refused


def special(*, trailers: Sequence[str]) -> Test:
    """Arranged to carry persons or goods or for a disability, or an electric trailer (limb 1°)."""
    free = frozenset(trailers)

    def test(facts: Facts) -> Truth:
        carries = known(facts.cargo_or_disability, "cargo_or_disability")
        if facts.veh_cat is None:
            return True if carries is True else ("veh_cat", *(carries or ()))
        return True if facts.veh_cat in free else carries

    return test


def assisted(*, assisted: Sequence[str], trailers: Sequence[str]) -> Test:
    """Another pedal-assisted cycle of a natural person (limb 2°)."""
    first, cycles = special(trailers=trailers), frozenset(assisted)

    def test(facts: Facts) -> Truth:
        kind: Truth = KIND if facts.applicant_kind is None else facts.applicant_kind == "natural"
        cycle: Truth = ("veh_cat",) if facts.veh_cat is None else facts.veh_cat in cycles
        return both(negated(first(facts)), both(cycle, kind))

    return test


def new(*, trailers: Sequence[str]) -> Test:
    """The cycle is new; nothing is said of a trailer (reading AMB-10)."""
    free = frozenset(trailers)
    return _but(free, lambda facts: known(facts.is_new, "is_new"))


def no_lead(*, trailers: Sequence[str]) -> Test:
    """The cycle has no lead battery; nothing is said of a trailer (reading AMB-10)."""
    free = frozenset(trailers)
    return _but(free, lambda facts: refused(facts.lead_battery, "lead_battery"))


def _but(free: Collection[str], rule: Test) -> Test:
    """Return the test of a *rule* that some categories are *free* of."""

    def test(facts: Facts) -> Truth:
        category: Truth = ("veh_cat",) if facts.veh_cat is None else facts.veh_cat in free
        return either(category, rule(facts))

    return test


def helped() -> Test:
    """A local authority granted an aid with the same object."""
    return lambda facts: ("local_aid",) if facts.local_aid is None else facts.local_aid > ZERO


def amount(terms: Terms, *, rate: Decimal, limit: Decimal, local_limit: Decimal) -> Amount:
    """Return *rate* of the cost within *limit* in limb 1°, the local aid again in limb 2°."""
    of_cost = f"{percent(rate)} du coût d’acquisition"
    at_most = f"Limite de {euros(limit)}"
    of_local = "Montant de l’aide locale ayant le même objet"
    local_at_most = f"Limite de {euros(local_limit)}"

    def result(facts: Facts) -> Sum:
        aid = facts.local_aid
        local: Cost = (ZERO, None, ("local_aid",)) if aid is None else (aid, aid, ())
        return choice(
            terms["special"](facts),
            capped(share(of_cost, rate, cost(facts, battery="never")), at_most, limit),
            capped(share(of_local, Decimal(1), local), local_at_most, local_limit),
        )

    return result


REGIME: Final = Regime(
    id="bonus-cycle",
    amount=amount,
    conditions={
        "special": special,
        "assisted": assisted,
        "new": new,
        "no_lead": no_lead,
        "helped": helped,
    },
    counted=True,
)
