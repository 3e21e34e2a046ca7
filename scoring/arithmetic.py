"""Exact sums and products, each reduced once.

An operation on two fractions reduces its result. A score would spend most of its time reducing
partial sums that nobody reads.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm


def total(numbers: Iterable[Fraction]) -> Fraction:
    """Return the exact sum of *numbers*; zero when there is none."""
    return _sum([one.as_integer_ratio() for one in numbers])


def weighted(pairs: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """Return the exact sum of the products of each pair; zero when there is none."""
    parts = []
    for one, other in pairs:
        numerator, denominator = one.as_integer_ratio()
        times, over = other.as_integer_ratio()
        parts.append((numerator * times, denominator * over))
    return _sum(parts)


def proportion(value: Fraction, times: Fraction, over: Fraction) -> Fraction:
    """Return *value* × *times* ÷ *over*, exact.

    Raises:
        ZeroDivisionError: *over* is zero.
    """
    a, b = value.as_integer_ratio()
    c, d = times.as_integer_ratio()
    e, f = over.as_integer_ratio()
    return Fraction(a * c * f, b * d * e)


def _sum(parts: list[tuple[int, int]]) -> Fraction:
    """Return the sum of numerators over their denominators."""
    whole, common = 0, 1
    for numerator, denominator in parts:
        if denominator == common:
            whole += numerator
        else:
            wider = lcm(common, denominator)
            whole = whole * (wider // common) + numerator * (wider // denominator)
            common = wider
    return Fraction(whole, common)
