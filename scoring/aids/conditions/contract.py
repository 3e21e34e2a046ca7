"""The contract and its days: purchase or lease, application, resale, lease kept."""

from decimal import Decimal
from operator import attrgetter

from scoring.aids.facts import NEVER, Facts
from scoring.aids.truth import Test, Truth, both
from scoring.months import add_months


def purchase_or_lease(*, months: int) -> Test:
    """Purchase, or lease of at least *months*."""

    def test(facts: Facts) -> Truth:
        operation = facts.operation
        if operation == "purchase":
            return True
        if operation is None:
            return ("operation",)
        return operation == "lease" and _long_enough(facts, months)

    return test


def lease(*, months: int) -> Test:
    """Lease of at least *months*, no purchase."""

    def test(facts: Facts) -> Truth:
        if facts.operation is None:
            return both(("operation",), _long_enough(facts, months))
        return facts.operation == "lease" and _long_enough(facts, months)

    return test


def _long_enough(facts: Facts, months: int) -> Truth:
    return ("lease_months",) if facts.lease_months is None else facts.lease_months >= months


def kept(*, months: int, event: bool = False) -> Test:
    """The lease runs still, or was kept *months* at least.

    An *event* that nobody reports did not happen: it is not tested.
    """

    def test(facts: Facts) -> Truth:
        held = facts.lease_kept_months
        if held is None:
            return None if event else ("lease_kept_months",)
        return held >= months

    return test


def not_resold(
    *,
    since: str,
    months: int,
    km: Decimal | int | None = None,
    anniversary_free: bool = False,
) -> Test:
    """Not resold within *months* of a day, nor before *km* (both bars, reading AMB-06).

    *since*: `registration`, `reference` (invoice, first rent or conversion) or a fact. The
    anniversary is still inside, unless *anniversary_free*.
    """
    start = {
        "registration": attrgetter("first_registration_date"),
        "reference": attrgetter("reference_date"),
    }[since]

    def test(facts: Facts) -> Truth:
        sold = facts.resold_on
        if sold is None:
            return ("resold_on",)
        if sold is NEVER:
            return True
        first = start(facts)
        if first is None:
            late: Truth = ("first_registration_date",)
        else:
            end = add_months(first, months)
            late = sold >= end if anniversary_free else sold > end
        if km is None:
            return late
        driven = facts.km_at_resale
        return both(late, ("km_at_resale",) if driven is None else driven >= km)

    return test


def no_other_aid(*, regimes: tuple[str, ...]) -> Test:
    """None of the *regimes* was granted for the operation."""
    excluded = frozenset(regimes)

    def test(facts: Facts) -> Truth:
        granted = facts.other_aids
        return ("other_aids",) if granted is None else granted.isdisjoint(excluded)

    return test


def applied_within(*, months: int) -> Test:
    """Application at the latest *months* after the first rent."""

    def test(facts: Facts) -> Truth:
        applied = facts.application_date
        if applied is None:
            return ("application_date",)
        return applied <= add_months(facts.reference_date, months)

    return test
