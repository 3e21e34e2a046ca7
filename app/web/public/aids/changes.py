"""What would change the amount: the same case with one fact changed, evaluated again.

Only true increases are told. No threshold stands here: each is found where the sum changes, or is
a number of a condition that is not met.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from app.web.public.aids.asked import Asked
from app.web.public.aids.catalogue import Question, catalogue
from app.web.public.aids.walk import regimes_of
from app.web.public.aids.words import answer_words
from scoring.aids.book import load
from scoring.aids.facts import Facts, Kind
from scoring.aids.together import Total, together
from scoring.aids.wordings import Condition

CENT: Final = Decimal("0.01")
ONE: Final = Decimal(1)
# Steps of a scale told for one fact.
MOST_STEPS: Final = 4
# Beyond, an answer would be a slip of the keyboard.
MOST: Final = Decimal(10**6)
# The ways of the questions: a scale that rises with less or more, a ceiling to come under.
LESS: Final = "less"
MORE: Final = "more"
DOWN: Final = "down"
AT_LEAST: Final = "au moins"
AT_MOST: Final = "jusqu’à"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of one fact that gives more.

    Attributes:
        what: the change, in words.
        more: what it adds, in €.
        bound: what to write before it: nothing where it is exact.
        query: the address of the case so changed.
    """

    what: str
    more: Decimal
    bound: str
    query: str


def changes(asked: Asked, facts: Facts, total: Total) -> list[Change]:
    """Return the changes that give more, the largest first; none without an upper bound."""
    if total.high is None or total.conflicts:
        return []
    found: list[Change] = []
    for question in catalogue().questions.values():
        if question.way and _matters(question, facts):
            found += _of(question, asked, facts, total)
    found += _gates(asked, facts, total)
    found.sort(key=lambda one: -one.more)
    return found


def _matters(question: Question, facts: Facts) -> bool:
    return getattr(facts, question.fact.attribute) is not None


def _of(question: Question, asked: Asked, facts: Facts, total: Total) -> Iterator[Change]:
    """Give the changes of one fact, each with a larger sum than the one before."""
    regimes, book = regimes_of(asked), load()
    reached = total.high

    def sums(value: object) -> Total:
        return together(book, facts.but(**{question.fact.attribute: value}), regimes)

    for value in _candidates(question, facts, total, sums):
        other = sums(value)
        if reached is None or other.low <= reached or total.high is None:
            continue
        reached = other.low
        text = _typed(value)
        yield Change(
            what=question.change.format(value=answer_words(question, [text])),
            more=other.low - total.high,
            bound="" if other.known is not None and total.known is not None else AT_LEAST,
            query=asked.but(question.name, [text]).query(),
        )


def _typed(value: object) -> str:
    """Return a value as an address says it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    return format(value, "f").replace(".", ",") if isinstance(value, Decimal) else str(value)


def _candidates(
    question: Question, facts: Facts, total: Total, sums: Callable[[object], Total]
) -> Iterator[object]:
    held = getattr(facts, question.fact.attribute)
    if question.fact.kind is Kind.BOOLEAN:
        wanted = question.way == "yes"
        if held is not wanted:
            yield wanted
    elif question.way == "each":
        yield from (word for word in question.choices if word != held)
    elif question.fact.kind in {Kind.QUANTITY, Kind.INTEGER}:
        yield from _numbers(question, facts, total, sums)


def _numbers(
    question: Question, facts: Facts, total: Total, sums: Callable[[object], Total]
) -> Iterator[object]:
    """Give the numbers where the sum rises: thresholds met on the way down, or up.

    A price is not lowered for its own sake: only to a ceiling that it is above.
    """
    unit = ONE if question.fact.kind is Kind.INTEGER or question.fact.unit != "€" else CENT
    whole = question.fact.kind is Kind.INTEGER
    for number in _ceilings(question, facts, total, unit):
        yield int(number) if whole else number
    if question.way in {LESS, MORE}:
        value = Decimal(getattr(facts, question.fact.attribute))
        for _ in range(MOST_STEPS):
            found = _threshold(value, unit, sums, down=question.way == LESS)
            if found is None:
                return
            value = found
            yield int(value) if whole else value


def _ceilings(question: Question, facts: Facts, total: Total, unit: Decimal) -> Iterator[Decimal]:
    """Give the numbers of the conditions that are not met, and the next one on the good side."""
    down = question.way in {LESS, DOWN}
    asked = facts.but(**{question.fact.attribute: None})
    numbers = {
        number
        for outcome in total.outcomes
        if outcome.wording is not None
        for condition in outcome.wording.conditions
        if condition.id in outcome.failing and _asks(condition, asked, question.name)
        for number in _numbers_of(condition)
    }
    sign = -unit if down else unit
    near = sorted({*numbers, *(one + sign for one in numbers)}, reverse=down)
    held = getattr(facts, question.fact.attribute)
    yield from (one for one in near if (0 <= one < held if down else one > held))


def _asks(condition: Condition, facts: Facts, name: str) -> bool:
    """Tell whether a condition needs the fact *name*, which is taken away from *facts*."""
    truth = condition.test(facts)
    return isinstance(truth, tuple) and name in truth


def _numbers_of(condition: Condition) -> Iterator[Decimal]:
    for one in condition.params.values():
        if isinstance(one, Decimal | int) and not isinstance(one, bool):
            yield Decimal(one)


def _threshold(
    value: Decimal, unit: Decimal, sums: Callable[[object], Total], *, down: bool
) -> Decimal | None:
    """Return the number nearest to *value* that gives more, None where no number does."""
    start = sums(value).low
    far = Decimal(0) if down else MOST
    if sums(far).low <= start:
        return None
    near_units, far_units = int(value / unit), int(far / unit)
    while abs(far_units - near_units) > 1:
        middle = (near_units + far_units) // 2
        if sums(middle * unit).low > start:
            far_units = middle
        else:
            near_units = middle
    return far_units * unit


def _gates(asked: Asked, facts: Facts, total: Total) -> Iterator[Change]:
    """Give the ancillary questions answered no, of which a yes may give more."""
    for name, answered in asked.gates.items():
        if answered or total.high is None:
            continue
        other = asked.but(name, ["oui"])
        may = together(load(), facts, regimes_of(other))
        if may.high is None or may.high <= total.high:
            continue
        yield Change(
            what=catalogue().gates[name].change,
            more=may.high - total.high,
            bound=AT_MOST,
            query=other.query(),
        )
