"""The limits of a van by its class (annex 1 of regulation 715/2007)."""

from collections.abc import Callable, Mapping
from decimal import Decimal

from scoring.aids.amounts import Sum, choice
from scoring.aids.facts import Facts

Limited = Callable[[Decimal], Sum]


def by_class(facts: Facts, limits: Mapping[str, Decimal], heavy: str, limited: Limited) -> Sum:
    """Return the sum *limited* by the class of the van; *heavy* is the category without class.

    *limits*: in €, by class I, II, III; the heavy category has the limit of class III.
    """
    if facts.veh_cat == heavy:
        return limited(limits["III"])
    if facts.van_class is not None:
        return limited(limits[facts.van_class])
    missing = ("van_class",) if facts.veh_cat is not None else ("veh_cat", "van_class")
    first, second, third = (limited(limits[one]) for one in ("I", "II", "III"))
    return choice(missing, choice(missing, first, second), third)
