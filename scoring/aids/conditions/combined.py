"""Conditions made of the terms that a wording defines, and those that no fact can show."""

from collections.abc import Mapping, Sequence
from typing import cast

from scoring.aids.facts import Facts
from scoring.aids.truth import Test, Truth, both, either, negated

Terms = Mapping[str, Test]


def taken(*, terms: Terms, of: str) -> Test:
    """Return whether the limb *of* is taken: met then, and else not tested.

    That one limb at least is open is a condition of its own.
    """
    limb = terms[of]
    return lambda facts: True if limb(facts) is True else None


def any_of(*, terms: Terms, of: Sequence[str]) -> Test:
    """Return whether one of the terms *of* holds."""
    tests = tuple(terms[name] for name in of)

    def test(facts: Facts) -> Truth:
        truth: Truth = False
        for one in tests:
            truth = either(truth, one(facts))
            if truth is True:
                break
        return truth

    return test


def all_of(*, terms: Terms, of: Sequence[str]) -> Test:
    """Return whether all the terms *of* hold."""
    tests = tuple(terms[name] for name in of)

    def test(facts: Facts) -> Truth:
        truth: Truth = True
        for one in tests:
            truth = both(truth, one(facts))
            if truth is False:
                break
        return truth

    return test


def none_of(*, terms: Terms, of: Sequence[str]) -> Test:
    """Return whether none of the terms *of* holds."""
    found = any_of(terms=terms, of=of)
    return lambda facts: negated(found(facts))


def base_due() -> Test:
    """Whether one of the aids that an increase adds to is due."""
    return lambda facts: cast("Truth", facts.base_due)


def untestable() -> Test:
    """Return the test of what no fact can show: an obligation of a lessor, a definition."""
    return lambda _facts: None
