"""Numbers at the edges: exact fractions inside, decimals outside (readings S-1 and S-14)."""

from fractions import Fraction
from functools import lru_cache
from typing import Final

WIRE_PLACES: Final = 9
NO_BREAK: Final = "\N{NARROW NO-BREAK SPACE}"


def nearest(value: Fraction, places: int = WIRE_PLACES) -> str:
    """Return *value* with *places* decimals, nearest, half away from zero: `"59.999991111"`."""
    return _decimal(value, places)


def below(value: Fraction, places: int = WIRE_PLACES) -> str:
    """Return the highest figure of *places* decimals that is not above *value*."""
    scale = 10**places
    return nearest(Fraction(value.numerator * scale // value.denominator, scale), places)


def exactly(value: Fraction) -> str:
    """Return *value* without any loss: `"14250.001"`, or `"16000/7"` when no decimal is exact."""
    places = _places(value.denominator)
    return str(value) if places is None else _decimal(value, places)


def french(value: Fraction, places: int) -> str:
    """Return *value* the French way, nearest, without useless zeros: `1 234,5`."""
    text = nearest(value, places)
    return _in_french(text.rstrip("0").rstrip(".") if "." in text else text)


def shown(score: Fraction, minimum: Fraction, places: int = 1) -> str:
    """Return *score* for a page: never a figure that contradicts the verdict (S-1).

    A score below the *minimum* is rounded down, any other one to the nearest.
    """
    return _in_french(_decimal(score, places, down=score < minimum))


def _decimal(value: Fraction, places: int, *, down: bool = False) -> str:
    """Round once, on whole numbers: towards zero if *down*, otherwise to the nearest."""
    numerator, denominator = value.as_integer_ratio()
    scaled, rest = divmod(abs(numerator) * 10**places, denominator)
    if not down:
        scaled += 2 * rest >= denominator
    digits = str(scaled).rjust(places + 1, "0")
    sign = "-" if numerator < 0 and scaled else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


@lru_cache(maxsize=1024)
def _places(denominator: int) -> int | None:
    """Return how many decimals hold every fraction over *denominator*, None if none does."""
    twos, rest = _strip(denominator, 2)
    fives, rest = _strip(rest, 5)
    return max(twos, fives) if rest == 1 else None


def _strip(number: int, prime: int) -> tuple[int, int]:
    """Return how many times *prime* divides *number*, and what is left."""
    times = 0
    while number % prime == 0:
        number, times = number // prime, times + 1
    return times, number


def _in_french(text: str) -> str:
    whole, _, decimals = text.partition(".")
    grouped = f"{int(whole):,}".replace(",", NO_BREAK)
    if whole.startswith("-") and not grouped.startswith("-"):
        grouped = f"-{grouped}"
    return f"{grouped},{decimals}" if decimals else grouped
