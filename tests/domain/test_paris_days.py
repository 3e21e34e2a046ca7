"""Every day in Paris from 2024 to 2040: a legal day does not depend on the offset of its hour."""

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from app.clock import FixedClock
from app.domain.deadlines import PARIS, PeriodKind, effect_at, legal_day, span
from app.domain.procedure import Route
from tests.almanac import (
    ONE_DAY,
    changes,
    instants_of,
    last_sunday,
    midnight_after,
    months_later,
)

FIRST, LAST = date(2024, 1, 1), date(2040, 12, 31)
EVERY_DAY = [FIRST + timedelta(days=count) for count in range((LAST - FIRST).days + 1)]

# Hours of the clock on the wall; half past two comes twice in October, and never in March.
HOURS = {
    "midnight": (time(0, 0), 0),
    "before the change": (time(1, 59), 0),
    "at the change": (time(2, 0), 0),
    "half past two, the first time": (time(2, 30), 0),
    "half past two, the second time": (time(2, 30), 1),
    "the last minute": (time(23, 59), 0),
}
# Papeete, New York, Greenwich, Nouméa, Kiritimati.
ELSEWHERE = [timezone(timedelta(hours=hours)) for hours in (-10, -5, 0, 11, 14)]


def test_the_almanac_of_the_tests_says_what_is_known():
    """Otherwise these tests could expect anything."""
    assert changes(2024) == (
        datetime(2024, 3, 31, 1, tzinfo=UTC),
        datetime(2024, 10, 27, 1, tzinfo=UTC),
    )
    assert [last_sunday(year, 3) for year in (2025, 2026, 2027, 2038)] == [30, 29, 28, 28]
    assert [last_sunday(year, 10) for year in (2025, 2026, 2027, 2040)] == [26, 25, 31, 28]
    assert instants_of(date(2026, 3, 29), time(2, 30)) == []
    assert instants_of(date(2026, 10, 25), time(2, 30)) == [
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    ]


def test_every_day_of_seventeen_years_is_tried():
    """Five leap years, and a day of 23 hours and one of 25 in each."""
    assert len(EVERY_DAY) == 17 * 365 + 5
    lengths = [(midnight_after(day) - midnight_after(day - ONE_DAY)) for day in EVERY_DAY]
    assert lengths.count(timedelta(hours=23)) == 17
    assert lengths.count(timedelta(hours=25)) == 17


@pytest.mark.parametrize(("wall", "fold"), HOURS.values(), ids=HOURS)
def test_an_hour_shown_in_paris_belongs_to_its_day(wall, fold):
    """T-1, whatever the offset, and even for an hour that the clocks never show."""
    for day in EVERY_DAY:
        shown = datetime.combine(day, wall, tzinfo=PARIS).replace(fold=fold)
        known = instants_of(day, wall)
        instant = shown.astimezone(UTC)
        if known:
            assert instant == known[min(fold, len(known) - 1)], day
        assert legal_day(instant) == day, shown
        assert FixedClock(shown).today() == day, shown


def test_an_instant_has_one_legal_day_wherever_its_writer_is():
    """T-1: the offset written beside an instant says where it was written, not which day it is."""
    for day in EVERY_DAY:
        for wall, fold in HOURS.values():
            for instant in instants_of(day, wall)[fold:]:
                days = {legal_day(instant.astimezone(zone)) for zone in ELSEWHERE}
                assert days == {day}, instant


def test_a_last_day_ends_at_midnight_in_paris_and_counts_whole():
    """T-2: the last minute is in time, the first of the next day is not."""
    for day in EVERY_DAY:
        end = midnight_after(day)
        assert effect_at(day) == end, day
        (last_minute,) = instants_of(day, time(23, 59))
        assert last_minute < end
        assert legal_day(end - timedelta(microseconds=1)) == day
        assert legal_day(end) == day + ONE_DAY


@pytest.mark.parametrize(
    ("kind", "route", "months"),
    [
        ("completeness", "reference", 1),
        ("review", "reference", 2),
        ("silence", "reference", 3),
        ("review", "derogation", 6),
        ("silence", "derogation", 7),
        ("inspection", "reference", 24),
    ],
)
def test_a_period_from_any_day_ends_as_the_calendar_says(kind, route, months):
    """T-2 and D. 251-1-A: the day, and the instant that follows it."""
    for day in EVERY_DAY:
        found = span(PeriodKind(kind), Route(route), day)
        assert found.last_day == months_later(day, months), day
        assert found.effect_at == midnight_after(found.last_day), day
