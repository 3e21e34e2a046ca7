"""The only month arithmetic of the project (reading T-2)."""

from calendar import monthrange
from datetime import date
from functools import lru_cache
from typing import Final

# The same few days come again and again: those of one buyer, of one text.
KEPT: Final = 4_096


@lru_cache(maxsize=KEPT)
def add_months(origin: date, months: int) -> date:
    """Return the day *months* after *origin*: same day number, or the last day of that month.

    *origin* itself is not counted and the day returned counts whole, so a period of N months
    that starts on *origin* ends with the day returned. A negative number goes back.

    Raises:
        OverflowError: the result is outside the calendar.
    """
    year, month = divmod(origin.year * 12 + origin.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError("La date calculée sort du calendrier.")
    return date(year, month + 1, min(origin.day, monthrange(year, month + 1)[1]))
