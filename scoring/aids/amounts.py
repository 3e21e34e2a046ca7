"""Sums of an aid: exact decimals, line by line, or between two bounds while facts are missing.

Nothing is rounded here (reading L-4). The lines of a known sum add up to it.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from scoring.aids.facts import Facts
from scoring.aids.truth import Names, Test, Truth

ZERO: Final = Decimal(0)
HUNDRED: Final = 100

Terms = Mapping[str, Test]


class Line(NamedTuple):
    """One line of an amount: what it is, in French, and its sum in €, negative for a limit."""

    label: str
    eur: Decimal


class Sum(NamedTuple):
    """An amount in €.

    Attributes:
        low: the lowest still possible.
        high: the highest still possible, None for no bound.
        missing: the facts that can still change it; none when it is known.
        lines: how it is made; of use when it is known.
    """

    low: Decimal
    high: Decimal | None
    missing: Names = ()
    lines: tuple[Line, ...] = ()


Amount = Callable[[Facts], Sum]
# The lowest and the highest cost, and the facts missing (`conditions.vehicle.cost`).
Cost = tuple[Decimal, Decimal | None, Names]


def flat(label: str, eur: Decimal) -> Sum:
    """Return a fixed sum."""
    return Sum(eur, eur, (), (Line(label, eur),))


def share(label: str, rate: Decimal, base: Cost) -> Sum:
    """Return *rate* of a *base*."""
    low, high, missing = base
    if missing:
        return Sum(low * rate, None if high is None else high * rate, missing)
    eur = low * rate
    return Sum(eur, eur, (), (Line(label, eur),))


def capped(one: Sum, label: str, limit: Decimal) -> Sum:
    """Return *one* within a *limit*; facts that cannot matter under it are no longer missing."""
    low, high, missing, lines = one
    if not missing:
        return one if low <= limit else Sum(limit, limit, (), (*lines, Line(label, limit - low)))
    if low >= limit:
        return Sum(limit, limit, (), (Line(label, limit),))
    return Sum(low, limit if high is None or high > limit else high, missing)


def within_cost(one: Sum, label: str, base: Cost) -> Sum:
    """Return *one* within a cost that may itself be partly known."""
    low, high, missing = base
    if not missing:
        return capped(one, label, low)
    if one.high is not None and one.high <= low:
        return one
    highest = one.high if high is None else high if one.high is None else min(one.high, high)
    return Sum(min(one.low, low), highest, _joined(one.missing, missing))


def plus(one: Sum, *others: Sum) -> Sum:
    """Return the sum of several."""
    low, high, missing, lines = one
    for other in others:
        low += other.low
        high = None if high is None or other.high is None else high + other.high
        missing = _joined(missing, other.missing)
        lines += other.lines
    return Sum(low, high, missing, lines)


def choice(truth: Truth, yes: Sum, no: Sum) -> Sum:
    """Return *yes* or *no*, or what lies between them while *truth* is not known."""
    if truth is True:
        return yes
    if truth is False or truth is None:
        return no
    if yes.low == no.low and yes.high == no.high:
        return Sum(yes.low, yes.high, _joined(yes.missing, no.missing), no.lines)
    highest = None if yes.high is None or no.high is None else max(yes.high, no.high)
    return Sum(min(yes.low, no.low), highest, _joined(truth, yes.missing, no.missing))


def lowest(sums: Sequence[Sum]) -> Sum:
    """Return the lowest of several sums, with its own lines."""
    first, *others = sums
    best = first
    for one in others:
        if not best.missing and not one.missing:
            best = one if one.low < best.low else best
            continue
        if best.high is not None and best.high <= one.low:
            continue
        if one.high is not None and one.high <= best.low:
            best = one
            continue
        highs = [each.high for each in (best, one) if each.high is not None]
        best = Sum(
            min(best.low, one.low),
            min(highs) if highs else None,
            _joined(best.missing, one.missing),
        )
    return best


def _joined(*names: Names) -> Names:
    """Return names once each, in their order."""
    return tuple(dict.fromkeys(name for some in names for name in some))


def plain(amount: Decimal) -> str:
    """Return an exact number as text, without useless zeros: `4999.9977`."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(rate: Decimal) -> str:
    """Return a rate as French readers write it: `27 %`."""
    return f"{french(rate * HUNDRED)} %"


def french(number: Decimal | int) -> str:
    """Return a number with its thousands apart and a decimal comma: `18 518,51`."""
    text = f"{number:,f}" if isinstance(number, Decimal) else f"{number:,}"
    whole, _, decimals = text.partition(".")
    decimals = decimals.rstrip("0")
    whole = whole.replace(",", "\u202f")
    return f"{whole},{decimals}" if decimals else whole


def euros(number: Decimal | int) -> str:
    """Return a sum of the law for a sentence: `47 000 €`."""
    return f"{french(number)} €"
