"""Several aids for one operation: increases, exclusions, and the cumulative cap last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from scoring.aids.amounts import ZERO, Line, Sum
from scoring.aids.book import Book
from scoring.aids.evaluation import AS_GRANTED, Outcome, evaluate, is_refused
from scoring.aids.facts import Facts
from scoring.aids.registry import REGIMES
from scoring.aids.truth import Names, Truth

CENT: Final = Decimal("0.01")
# The bonus that the premium of the same vehicle deducts from its cost (D. 251-4-2).
BONUS: Final = "bonus-two-three-wheelers"


@dataclass(slots=True, kw_only=True)
class Total:
    """The answer of several aids named together.

    Attributes:
        outcomes: of each, in the order asked.
        eligible: True once an aid of its own is due; None while one may be.
        low, high: the sum in €, or its bounds; high None for no bound.
        known: the sum, exact; None while a part that may be due is not known.
        cut: what the cumulative cap takes away, zero or negative; None where it is not asked.
        conflicts: pairs of aids that exclude each other, both due: the applicant chooses.
        missing: the facts that can still decide.
    """

    outcomes: tuple[Outcome, ...]
    eligible: bool | None
    low: Decimal
    high: Decimal | None
    known: Decimal | None
    cut: Sum | None
    conflicts: tuple[tuple[str, str], ...]
    missing: Names


def alone(book: Book, facts: Facts, regimes: Sequence[str]) -> tuple[Outcome, ...]:
    """Return the answer of each of *regimes* by itself; an increase asks all its bases."""
    found: dict[str, Outcome] = {}
    granted = facts.but(**AS_GRANTED)
    for regime in regimes:
        bases = REGIMES[regime].bases
        for base in bases:
            if base not in found and not is_refused(book, base, granted):
                found[base] = evaluate(book, base, facts)
        if regime not in found:
            due = [found[base] for base in bases if base in found]
            found[regime] = _one(book, regime, facts, due)
    return tuple(found[regime] for regime in regimes)


def opened(book: Book, facts: Facts) -> tuple[Outcome, ...]:
    """Return the aids of the day that are due, or may be: one buyer asked of many vehicles.

    An aid with a condition not met is left at once, without its explanation.
    """
    due = [
        regime
        for regime in book.of_day(facts)
        if REGIMES[regime].amount is not None
        and not REGIMES[regime].bases
        and not REGIMES[regime].caps
        and not is_refused(book, regime, facts)
    ]
    increases = [
        regime
        for regime in book.of_day(facts)
        if any(base in due for base in REGIMES[regime].bases)
    ]
    found = alone(book, facts, (*due, *increases))
    return tuple(one for one in found if one.eligible is not False)


def together(book: Book, facts: Facts, regimes: Sequence[str]) -> Total:
    """Return the answer of *regimes* named together, and no other."""
    found: dict[str, Outcome] = {}
    own = [one for one in regimes if not REGIMES[one].bases and not REGIMES[one].caps]
    # The bonus first: a computed one wins over the one declared.
    for regime in sorted(own, key=lambda one: one != BONUS):
        asked = facts
        if BONUS in found and found[BONUS].known is not None:
            asked = facts.but(bonus_received=found[BONUS].known)
        found[regime] = evaluate(book, regime, asked)
    for regime in regimes:
        if REGIMES[regime].bases:
            bases = [found[base] for base in REGIMES[regime].bases if base in found]
            found[regime] = _one(book, regime, facts, bases)
    for regime in regimes:
        if REGIMES[regime].caps:
            found[regime] = evaluate(book, regime, facts)
    return _summed(facts, tuple(found[regime] for regime in regimes), own)


def _one(book: Book, regime: str, facts: Facts, bases: Sequence[Outcome]) -> Outcome:
    """Evaluate an increase, told whether one of the aids it adds to is due."""
    if not bases and not REGIMES[regime].bases:
        return evaluate(book, regime, facts)
    due: Truth = False
    missing: Names = ()
    for base in bases:
        if base.eligible is True:
            due = True
            break
        if base.eligible is None:
            missing += base.missing
    asked = facts.but(base_due=due or tuple(dict.fromkeys(missing)) or False)
    found = evaluate(book, regime, asked)
    undue = next((base.undue for base in bases if base.undue is not None), None)
    if due is False and undue is not None:
        before = evaluate(book, regime, facts.but(base_due=True))
        if before.eligible is True and before.amount is not None:
            found.undue = replace(undue, amount=before.amount)
    return found


def _summed(facts: Facts, outcomes: tuple[Outcome, ...], own: Sequence[str]) -> Total:
    parts = [one for one in outcomes if not REGIMES[one.regime].caps]
    cap = next((one.amount for one in outcomes if REGIMES[one.regime].caps), None)
    found = [_kept(facts, some, cap) for some in _choices(parts)]
    highs = [one.high for one in found]
    bases = [one for one in outcomes if one.regime in own] or list(parts)
    eligible: bool | None = False
    if any(one.eligible is True for one in bases):
        eligible = True
    elif any(one.eligible is None for one in bases):
        eligible = None
    conflicts = _conflicts(parts)
    # The applicant chooses: until then no cut is that of the sum that will be paid.
    cut = None if conflicts or cap is None else found[0].cut
    # A bonus named with the premium that deducts it is computed: what it received is not asked.
    computed = {"bonus_received"} if any(one.regime == BONUS for one in parts) else set()
    waiting = [*(one.missing for one in parts), () if cut is None else cut.missing]
    missing = tuple(
        dict.fromkeys(name for names in waiting for name in names if name not in computed)
    )
    unknown = any(one.unknown for one in found)
    return Total(
        outcomes=outcomes,
        eligible=eligible,
        low=max(one.low for one in found),
        high=None if None in highs else max(one for one in highs if one is not None),
        known=None if unknown or conflicts else found[0].low,
        cut=cut,
        conflicts=conflicts,
        missing=missing,
    )


@dataclass(slots=True, kw_only=True)
class Kept:
    """What aids that exclude nothing of each other come to, once the cap is applied."""

    low: Decimal
    high: Decimal | None
    unknown: bool
    cut: Sum | None


def _kept(facts: Facts, parts: Sequence[Outcome], cap: Sum | None) -> Kept:
    low, high, unknown = _bounds(parts)
    if cap is None:
        return Kept(low=low, high=high, unknown=unknown, cut=None)
    cut = _cut(facts, parts, cap)
    low, high = _limited(low, high, parts, facts, cap)
    return Kept(low=low, high=high, unknown=unknown or bool(cut.missing), cut=cut)


def _choices(parts: Sequence[Outcome]) -> list[list[Outcome]]:
    """Return the ways to keep aids that exclude each other, one side or the other.

    An increase goes with the last aid it adds to.
    """
    possible = [one for one in parts if one.eligible is not False]
    for one in possible:
        excluded = one.wording.excluded if one.wording is not None else frozenset[str]()
        others = [each for each in possible if each.regime in excluded]
        if others:
            return [
                *_choices(_with_their_bases([each for each in parts if each is not one])),
                *_choices(_with_their_bases([each for each in parts if each not in others])),
            ]
    return [list(parts)]


def _with_their_bases(parts: Sequence[Outcome]) -> list[Outcome]:
    held = {one.regime for one in parts if one.eligible is not False}
    return [
        one
        for one in parts
        if not REGIMES[one.regime].bases or held & set(REGIMES[one.regime].bases)
    ]


def _bounds(parts: Sequence[Outcome]) -> tuple[Decimal, Decimal | None, bool]:
    """Return the sum of the parts, and whether one that may be due is not known."""
    low: Decimal = ZERO
    high: Decimal | None = ZERO
    unknown = False
    for one in parts:
        if one.amount is None or one.eligible is False:
            continue
        if one.eligible is True:
            low += one.amount.low
        unknown = unknown or one.known is None
        high = None if high is None or one.amount.high is None else high + one.amount.high
    return low, high, unknown


def _counted(facts: Facts, parts: Sequence[Outcome]) -> list[Outcome]:
    """Return the parts that the cap counts: a retrofit only with an acquisition (AMB-30)."""
    if facts.operation == "retrofit":
        return []
    return [one for one in parts if REGIMES[one.regime].counted]


def _cut(facts: Facts, parts: Sequence[Outcome], base: Sum) -> Sum:
    """Return what the cap takes away from the sum of the aids it counts."""
    counted = _counted(facts, parts)
    low, high, unknown = _bounds(counted)
    if not unknown and not base.missing:
        over = max(low - base.low, ZERO)
        line = (Line("Plafond de cumul : coût du véhicule", -over),) if over else ()
        return Sum(-over, -over, (), line)
    if high is not None and high <= base.low:
        return Sum(ZERO, ZERO)
    missing = tuple(dict.fromkeys((*(n for one in counted for n in one.missing), *base.missing)))
    return Sum(-high if high is not None else ZERO, ZERO, missing)


def _limited(
    low: Decimal, high: Decimal | None, parts: Sequence[Outcome], facts: Facts, base: Sum
) -> tuple[Decimal, Decimal | None]:
    """Return the bounds of the whole sum once the cap is applied."""
    counted = _counted(facts, parts)
    counted_low, counted_high, _ = _bounds(counted)
    rest_low, rest_high, _ = _bounds([one for one in parts if one not in counted])
    least = min(counted_low, base.low) + rest_low
    if facts.operation == "retrofit":
        return low, high
    highs = [one for one in (counted_high, base.high) if one is not None]
    if not highs or rest_high is None:
        return least, None
    return least, min(highs) + rest_high


def _conflicts(parts: Sequence[Outcome]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of aids, both due, that a text does not let be combined."""
    due = [one for one in parts if one.eligible is True and one.wording is not None]
    return tuple(
        (one.regime, other.regime)
        for one in due
        for other in due
        if one.wording is not None and other.regime in one.wording.excluded
    )


def rounded(amount: Decimal) -> Decimal:
    """Return a sum in € rounded half-up to the cent: the only rounding (reading L-4)."""
    return amount.quantize(CENT, ROUND_HALF_UP)
