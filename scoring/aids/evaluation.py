"""One regime on one day: every condition as it was found, and the amount or its bounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import Final

from scoring.aids.amounts import ZERO, Sum
from scoring.aids.book import Book, Transition
from scoring.aids.facts import FACTS, NEVER, RUNNING, Facts, Kind
from scoring.aids.truth import Names
from scoring.aids.wordings import UNKNOWN, Ground, Wording
from scoring.months import add_months

NOTHING: Final = Sum(ZERO, ZERO)
# What was done after the award, undone: the aid as it was granted.
AS_GRANTED: Final[Mapping[str, object]] = MappingProxyType(
    {"resold_on": NEVER, "lease_kept_months": RUNNING, "ads_operated_4y": True}
)


@dataclass(slots=True, kw_only=True)
class Undue:
    """An aid that was granted and is no longer due.

    Attributes:
        amount: what was granted.
        repay_by: last day to give it back; None where the text sets none.
        repaid_by: who gives it back.
        article: where that stands, empty where the text sets no delay.
    """

    amount: Sum
    repay_by: date | None
    repaid_by: str
    article: str


@dataclass(slots=True, kw_only=True)
class Outcome:
    """The answer of one regime.

    Attributes:
        wording: the text applied; None outside every one.
        eligible: True, False, or None while facts are missing or where no text covers the day.
        amount: in €; None where the text has no amount or the regime is outside.
        grounds: every condition, in the order of the text.
        failing: ids of the conditions not met.
        missing: facts that can still decide, most decisive first.
        transition: the clause that kept the wording applied.
        undue: what is to be given back, when it was granted and is no longer due.
        more: other keys of the answer.
    """

    regime: str
    wording: Wording | None
    eligible: bool | None
    amount: Sum | None = None
    grounds: tuple[Ground, ...] = ()
    failing: Names = ()
    missing: Names = ()
    transition: Transition | None = None
    undue: Undue | None = None
    more: Mapping[str, object] | None = None

    @property
    def outside(self) -> bool:
        """Whether no text covers the day."""
        return self.wording is None

    @property
    def known(self) -> Decimal | None:
        """The amount in €, exact; None while it is not determined."""
        if self.amount is None or self.eligible is None or self.amount.missing:
            return None
        return self.amount.low


def evaluate(book: Book, regime: str, facts: Facts) -> Outcome:
    """Return the answer of *regime* for *facts*: the wording in force, or the more favourable.

    A transitional clause keeps an older wording for what was ordered before (reading L-7).
    """
    wording = book.on(regime, facts.reference_date)
    kept = book.kept(regime, facts)
    current = None if wording is None else judge(wording, facts)
    if kept is None:
        return current or Outcome(regime=regime, wording=None, eligible=None)
    older_wording, clause, truth = kept
    older = judge(older_wording, facts)
    older.transition = clause
    names: Names = truth if isinstance(truth, tuple) else ()
    if current is None:
        if names and older.eligible is not False:
            older.eligible, older.missing = None, (*names, *older.missing)
        return older
    if not names and _is_certain(older) and _is_certain(current):
        return older if _paid(older).low > _paid(current).low else current
    return _between(current, older, names)


def _is_certain(found: Outcome) -> bool:
    return found.eligible is not None and not found.missing


def _paid(found: Outcome) -> Sum:
    """Return what is paid: the amount, nothing while it may not be due."""
    amount = found.amount or NOTHING
    return amount if found.eligible is True else Sum(ZERO, amount.high)


def _between(current: Outcome, older: Outcome, names: Names) -> Outcome:
    """Return what lies between two wordings, the more favourable one applying.

    *names*: the facts that tell whether the older one stays at all, none when it does.
    """
    one, other = _paid(current), _paid(older)
    if not names and one.high is not None and one.high <= other.low:
        return older  # the other one would never give more
    low = one.low if names else max(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    if names and other.high is not None and other.high <= one.low:
        return current  # it would never give more
    missing = _ranked((), (*names, *current.missing, *older.missing))
    possible = {current.eligible, older.eligible} if names else {current.eligible}
    if not names and True in {current.eligible, older.eligible}:
        possible = {True}
    current.eligible = possible.pop() if len(possible) == 1 else None
    current.amount = Sum(low, high, missing)
    current.missing = missing
    current.failing = ()
    return current


def is_refused(book: Book, regime: str, facts: Facts) -> bool:
    """Tell, as soon as one condition is not met, that no wording can make *regime* due."""
    wording, kept = book.on(regime, facts.reference_date), book.kept(regime, facts)
    if kept is not None and not _fails(kept[0], facts):
        return False
    return wording is None or _fails(wording, facts)


def _fails(wording: Wording, facts: Facts) -> bool:
    return any(condition.test(facts) is False for condition in wording.conditions)


def judge(wording: Wording, facts: Facts) -> Outcome:
    """Return the answer of one *wording* for *facts*, whatever the day."""
    grounds: list[Ground] = []
    failing: Names = ()
    open_: list[Names] = []
    for condition in wording.conditions:
        truth = condition.test(facts)
        if truth is True:
            grounds.append(condition.met)
        elif truth is False:
            grounds.append(condition.not_met)
            failing += (condition.id,)
        elif truth is None:
            grounds.append(condition.not_tested)
        else:
            names = tuple(dict.fromkeys(truth))
            grounds.append(
                Ground(condition.id, UNKNOWN, condition.article, condition.sentence, names)
            )
            open_.append(names)
    more = None if wording.more is None else wording.more(facts)
    if failing:
        found = Outcome(
            regime=wording.regime.id,
            wording=wording,
            eligible=False,
            amount=None if wording.amount is None else NOTHING,
            grounds=tuple(grounds),
            failing=failing,
            more=more,
        )
        found.undue = _undue(wording, facts)
        return found
    if excluded := _refused_whatever(wording, facts, open_):
        return Outcome(
            regime=wording.regime.id,
            wording=wording,
            eligible=False,
            amount=None if wording.amount is None else NOTHING,
            grounds=tuple(grounds),
            failing=excluded,
            more=more,
        )
    amount = None if wording.amount is None else wording.amount(facts)
    missing = amount.missing if amount is not None else ()
    return Outcome(
        regime=wording.regime.id,
        wording=wording,
        eligible=None if open_ else True,
        amount=amount,
        grounds=tuple(grounds),
        missing=_ranked(open_, missing) if open_ or missing else (),
        more=more,
    )


def _refused_whatever(wording: Wording, facts: Facts, open_: list[Names]) -> Names:
    """Return the conditions that fail one way or another, whatever an open fact turns out to be.

    Conditions that look at one same fact may each be possible and never together: each of its
    values is tried. None when one of them leaves the aid possible.
    """
    for name in _shared(open_):
        failing: Names = ()
        for value in _values(name):
            found = tuple(
                one.id
                for one in wording.conditions
                if one.test(facts.but(**{FACTS[name].attribute: value})) is False
            )
            if not found:
                break
            failing += found
        else:
            return tuple(dict.fromkeys(failing))
    return ()


def _shared(open_: list[Names]) -> Names:
    """Return the facts of few values that several conditions wait for."""
    told = [name for names in open_ for name in names]
    return tuple(name for name in dict.fromkeys(told) if told.count(name) > 1 and _values(name))


@cache
def _values(name: str) -> tuple[object, ...]:
    fact = FACTS[name]
    if fact.kind == Kind.BOOLEAN:
        return (True, False)
    if fact.kind == Kind.WORDS:
        return tuple(
            frozenset(some) for some in (*combinations(fact.words, 1), *combinations(fact.words, 2))
        )
    return fact.words if fact.kind == Kind.WORD else ()


def _ranked(open_: list[Names] | tuple[()], others: Names) -> Names:
    """Return the facts once each: those that decide more conditions first, then the amount's."""
    count: dict[str, int] = {}
    for names in open_:
        for name in names:
            count[name] = count.get(name, 0) + 1
    first = sorted(count, key=lambda name: -count[name])
    return tuple(dict.fromkeys((*first, *others)))


def _undue(wording: Wording, facts: Facts) -> Undue | None:
    """Return what is to be given back, if only what was done after the award failed."""
    sold, held = facts.resold_on, facts.lease_kept_months
    resold = sold is not None and sold is not NEVER
    broken = held is not None and held < RUNNING
    if not (resold or broken or facts.ads_operated_4y is False):
        return None
    granted = judge(wording, facts.but(**AS_GRANTED))
    if granted.eligible is not True:
        return None
    clause = wording.repayment
    cause, months = None, None
    if clause is not None and resold:
        cause, months = sold, clause.resale_months
    if clause is not None and months is None and broken and held is not None:
        start = facts.first_rent_date or facts.reference_date
        cause, months = add_months(start, held), clause.lease_months
    return Undue(
        amount=granted.amount or NOTHING,
        repay_by=None if cause is None or months is None else add_months(cause, months),
        repaid_by="beneficiary" if clause is None else clause.by,
        article="" if clause is None or months is None else clause.article,
    )
