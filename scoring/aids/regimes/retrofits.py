"""What the premiums of electric retrofit share: the conversion and its cost."""

from collections.abc import Sequence
from decimal import Decimal

from scoring.aids.amounts import Cost
from scoring.aids.facts import Facts
from scoring.aids.truth import Test, Truth, both, known


def converted(*, to: Sequence[str]) -> Test:
    """Converted from a thermal drive *to* another, as the order requires."""
    drives = frozenset(to)

    def test(facts: Facts) -> Truth:
        if facts.operation is not None and facts.operation != "retrofit":
            return False
        drive: Truth = ("to",) if facts.to is None else facts.to in drives
        as_ordered = known(facts.arrete_compliant, "arrete_compliant")
        return both(known(facts.from_thermal, "from_thermal"), both(drive, as_ordered))

    return test


def conversion_cost(facts: Facts) -> Cost:
    """Return the cost of the conversion, including VAT."""
    found = facts.transformation_cost
    if found is None:
        return Decimal(0), None, ("transformation_cost",)
    return found, found, ()
