"""Days as they are said in French, for the sentences of the domain."""

from datetime import date
from functools import lru_cache
from typing import Final

from babel.dates import format_date

NO_BREAK: Final = "\u00a0"
MONTHS_IN_A_YEAR: Final = 12
# As they stand before « ans »; a longer length is written in digits.
SPELLED: Final = ("", "un", "deux", "trois", "quatre", "cinq")


@lru_cache(maxsize=4096)
def day_in_words(day: date) -> str:
    """Return « 1er mars 2026 »."""
    return ordinal(day.day, day)


def ordinal(number: int, month: date) -> str:
    """Return a day number in the month of a day, whether or not the month has it.

    « 31 novembre 2023 » can then be said not to exist.
    """
    first = "er" if number == 1 else ""
    return f"{number}{first} {format_date(month, 'MMMM y', locale='fr')}"


def weekday_in_words(day: date) -> str:
    """Return « dimanche 1er mars 2026 »."""
    return f"{format_date(day, 'EEEE', locale='fr')} {day_in_words(day)}"


def length_in_words(months: int) -> str:
    """Return a length as the law says it: « 3 mois », and « deux ans » when its years are whole."""
    years, left = divmod(months, MONTHS_IN_A_YEAR)
    if left or not years:
        return f"{months}{NO_BREAK}mois"
    number = SPELLED[years] if years < len(SPELLED) else str(years)
    return f"{number}{NO_BREAK}{'an' if years == 1 else 'ans'}"
