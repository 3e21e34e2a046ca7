"""Days as they are said in French, for the sentences of the domain."""

from datetime import date
from typing import Final

from babel.dates import format_date

NO_BREAK: Final = "\u00a0"


def day_in_words(day: date) -> str:
    """Return « 1er mars 2026 »."""
    return ordinal(day.day, day)


def ordinal(number: int, month: date) -> str:
    """Return a day number in the month of a day, whether or not the month has it.

    « 31 novembre 2023 » can then be said not to exist.
    """
    first = "er" if number == 1 else ""
    return f"{number}{first} {format_date(month, 'MMMM y', locale='fr')}"
