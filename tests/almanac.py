"""The days and the hours of Paris by the calendar and by hand, for tests of the legal days.

Summer time is the European rule (Directive 2000/84/CE): from one in the morning UTC of the last
Sunday of March to that of October. No table of time zones, and nothing of the application.
"""

from calendar import SUNDAY, monthrange, weekday
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

ONE_DAY = timedelta(days=1)
WINTER, SUMMER = timedelta(hours=1), timedelta(hours=2)


@cache
def last_sunday(year, month):
    days = monthrange(year, month)[1]
    return next(day for day in range(days, 0, -1) if weekday(year, month, day) == SUNDAY)


@cache
def changes(year):
    """The two instants of the year when the offset changes: one in the morning, UTC."""
    return tuple(
        datetime(year, month, last_sunday(year, month), 1, tzinfo=UTC) for month in (3, 10)
    )


def offset_at(instant):
    to_summer, to_winter = changes(instant.year)
    return SUMMER if to_summer <= instant < to_winter else WINTER


def instants_of(day, wall):
    """The instants, in UTC, when the clocks of Paris show that hour of that day: none, one, two."""
    shown = datetime.combine(day, wall, tzinfo=UTC)
    return [shown - offset for offset in (SUMMER, WINTER) if offset_at(shown - offset) == offset]


def midnight_after(day):
    """The instant the day ends: midnight comes once, the changes are at other hours."""
    (instant,) = instants_of(day + ONE_DAY, time())
    return instant


def months_later(day, months):
    """T-2 by the calendar: the same day of the month that is counted, or its last one."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
