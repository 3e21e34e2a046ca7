"""Conditions on one fact: a yes, a no, a bound, a word."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from operator import attrgetter
from typing import Any

from scoring.aids.facts import FACTS, Facts, Kind
from scoring.aids.truth import Test, Truth


def _reader(fact: str, *kinds: Kind) -> Callable[[Facts], Any]:
    if FACTS[fact].kind not in kinds:
        raise ValueError(f"{fact} : {FACTS[fact].kind}.")
    return attrgetter(FACTS[fact].attribute)


def true(*, fact: str) -> Test:
    """Return whether the boolean *fact* holds."""
    read, unknown = _reader(fact, Kind.BOOLEAN), (fact,)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        return unknown if value is None else value is True

    return test


def false(*, fact: str) -> Test:
    """Return whether the boolean *fact* does not hold."""
    read, unknown = _reader(fact, Kind.BOOLEAN), (fact,)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        return unknown if value is None else value is False

    return test


def one_of(*, fact: str, words: Sequence[str]) -> Test:
    """Return whether the word of *fact* is among *words*."""
    read, unknown, among = _reader(fact, Kind.WORD, Kind.TEXT), (fact,), frozenset(words)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        return unknown if value is None else value in among

    return test


def at_most(*, fact: str, limit: Decimal | int) -> Test:
    """Return whether *fact* ≤ *limit*, in the unit of the fact."""
    read, unknown = _reader(fact, Kind.QUANTITY, Kind.INTEGER), (fact,)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        return unknown if value is None else value <= limit

    return test


def at_least(*, fact: str, limit: Decimal | int) -> Test:
    """Return whether *fact* ≥ *limit*, in the unit of the fact."""
    read, unknown = _reader(fact, Kind.QUANTITY, Kind.INTEGER), (fact,)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        return unknown if value is None else value >= limit

    return test


def before(*, fact: str, day: date, inclusive: bool = False) -> Test:
    """Return whether the day *fact* is before *day*, or on it where *inclusive*."""
    read, unknown = _reader(fact, Kind.DAY), (fact,)

    def test(facts: Facts) -> Truth:
        value = read(facts)
        if value is None:
            return unknown
        return bool(value <= day if inclusive else value < day)

    return test
