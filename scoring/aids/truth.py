"""Three values: what is met, what is not, and what the missing facts still decide.

A condition answers True, False, the names of the facts that can still decide it, or None when it
is not tested: its limb is not taken, or no fact can show it.
"""

from collections.abc import Callable
from typing import Final

from scoring.aids.facts import Facts

Names = tuple[str, ...]
Truth = bool | Names | None
# A boolean fact, None when it is missing.
Fact = bool | None
Test = Callable[[Facts], Truth]

NOTHING: Final[Names] = ()


def known(value: Fact, name: str) -> Truth:
    """Return the boolean fact *value*, or its *name* when it is missing."""
    return (name,) if value is None else value


def refused(value: Fact, name: str) -> Truth:
    """Return the contrary of the boolean fact *value*, or its *name* when it is missing."""
    return (name,) if value is None else not value


def negated(truth: Truth) -> Truth:
    """Return the contrary of *truth*; what is missing stays missing."""
    return not truth if isinstance(truth, bool) else truth


def both(one: Truth, other: Truth) -> Truth:
    """Return whether two things are met; a refusal decides without the facts of the other."""
    if one is False or other is False:
        return False
    if one is True:
        return other
    if other is True:
        return one
    return (one or NOTHING) + (other or NOTHING)


def either(one: Truth, other: Truth) -> Truth:
    """Return whether one of two things is met; one that is decides without the other's facts."""
    if one is True or other is True:
        return True
    if one is False:
        return other
    if other is False:
        return one
    return (one or NOTHING) + (other or NOTHING)


def by_case(case: Truth, yes: Truth, no: Truth) -> Truth:
    """Return *yes* or *no* by a *case*; a case that is not known matters only where they differ."""
    if case is True:
        return yes
    if case is False:
        return no
    if isinstance(yes, bool) and yes is no:
        return yes
    return (case or NOTHING) + sum((one for one in (yes, no) if isinstance(one, tuple)), NOTHING)


def within(limb: Test, test: Test) -> Test:
    """Return *test*, asked only inside the limb of the text that *limb* tells: else not tested."""

    def guarded(facts: Facts) -> Truth:
        reached = limb(facts)
        if reached is True:
            return test(facts)
        if reached is False or reached is None:
            return None
        truth = test(facts)
        if truth is True or truth is None:
            return truth
        return reached if truth is False else reached + truth

    return guarded
