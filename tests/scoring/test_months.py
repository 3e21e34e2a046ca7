"""Month arithmetic: reading T-2, the only one of the project."""

from calendar import isleap, monthrange
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.months import add_months

DAYS = st.dates(min_value=date(1900, 1, 1), max_value=date(2900, 1, 1))
MONTHS = st.integers(0, 120)


@pytest.mark.parametrize(
    ("origin", "months", "expected"),
    [
        pytest.param(date(2026, 3, 31), 1, date(2026, 4, 30), id="R01 no 31 April"),
        pytest.param(date(2027, 1, 29), 1, date(2027, 2, 28), id="R02 from 29 January"),
        pytest.param(date(2027, 1, 30), 1, date(2027, 2, 28), id="R02 from 30 January"),
        pytest.param(date(2027, 1, 31), 1, date(2027, 2, 28), id="R02 from 31 January"),
        pytest.param(date(2028, 1, 31), 1, date(2028, 2, 29), id="R03 leap February"),
        pytest.param(date(2026, 6, 30), 2, date(2026, 8, 30), id="R04 not the last day"),
        pytest.param(date(2027, 2, 28), 1, date(2027, 3, 28), id="R05 not the last day"),
        pytest.param(date(2026, 12, 31), 2, date(2027, 2, 28), id="R06 over the new year"),
        pytest.param(date(2026, 11, 30), 3, date(2027, 2, 28), id="R07 a Sunday is not moved"),
        pytest.param(date(2026, 8, 31), 6, date(2027, 2, 28), id="R08 six months"),
        pytest.param(date(2026, 8, 31), 7, date(2027, 3, 31), id="R08 month ends do not drift"),
        pytest.param(date(2026, 3, 31), 7, date(2026, 10, 31), id="R09 seven months"),
        pytest.param(date(2024, 2, 29), 24, date(2026, 2, 28), id="two years from a leap day"),
        pytest.param(date(2026, 3, 31), -1, date(2026, 2, 28), id="backwards"),
        pytest.param(date(2026, 3, 31), 0, date(2026, 3, 31), id="nothing"),
    ],
)
def test_months_end_on_the_same_day_number_or_the_last_day(origin, months, expected):
    """Reading T-2."""
    assert add_months(origin, months) == expected


@given(DAYS, MONTHS, MONTHS)
def test_a_longer_period_never_ends_earlier(origin, one, other):
    """R25."""
    shorter, longer = sorted([one, other])
    assert origin <= add_months(origin, shorter) <= add_months(origin, longer)


@given(DAYS, MONTHS)
def test_a_later_start_never_ends_earlier(origin, months):
    """R25."""
    assert add_months(origin, months) <= add_months(origin + timedelta(days=1), months)


@given(DAYS, MONTHS)
def test_no_month_is_skipped(origin, months):
    """R25: the month reached is the one counted, on the same day number or its last day."""
    end = add_months(origin, months)
    counted = (end.year - origin.year) * 12 + end.month - origin.month
    assert counted == months
    assert end.day in {origin.day, monthrange(end.year, end.month)[1]}
    assert end.day <= origin.day


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024, 2100, 2400])
def test_february_ends_as_the_calendar_says(year):
    """R25: leap and century years."""
    assert add_months(date(year, 1, 31), 1).day == (29 if isleap(year) else 28)


@pytest.mark.parametrize("months", [1, -12 * 9999])
def test_a_result_outside_the_calendar_is_refused(months):
    with pytest.raises(OverflowError):
        add_months(date(9999, 12, 31), months)


@pytest.mark.parametrize(
    ("origin", "months", "day_last", "day_first"),
    [
        pytest.param((2027, 1, 30), 1, (2027, 3, 1), (2027, 2, 28), id="no 30 February"),
        pytest.param((2027, 2, 28), 1, (2027, 3, 29), (2027, 4, 1), id="the end of February"),
        pytest.param((2028, 2, 28), 1, (2028, 3, 29), (2028, 3, 29), id="a leap year agrees"),
        pytest.param((2024, 2, 28), 24, (2026, 3, 1), (2026, 2, 28), id="onto a leap day"),
        pytest.param((2026, 6, 30), 2, (2026, 8, 31), (2026, 9, 1), id="R22"),
        pytest.param((2027, 12, 30), 2, (2028, 3, 1), (2028, 2, 29), id="R24"),
        pytest.param((2026, 3, 31), 1, (2026, 5, 1), (2026, 5, 1), id="the end of March agrees"),
        pytest.param((2100, 1, 30), 1, (2100, 3, 1), (2100, 2, 28), id="a century year"),
        pytest.param((2400, 1, 30), 1, (2400, 3, 1), (2400, 2, 29), id="a leap century year"),
    ],
)
def test_a_day_counted_after_the_months_is_not_one_counted_before(
    origin, months, day_last, day_first
):
    """R22, R24: the order of the two additions is a choice, hence written where it is made."""
    one_day = timedelta(days=1)
    assert add_months(date(*origin), months) + one_day == date(*day_last)
    assert add_months(date(*origin) + one_day, months) == date(*day_first)


@pytest.mark.parametrize(
    ("origin", "steps", "chained", "at_once"),
    [
        pytest.param((2027, 1, 31), (1, 1), (2027, 3, 28), (2027, 3, 31), id="over February"),
        pytest.param((2028, 1, 31), (1, 1), (2028, 3, 29), (2028, 3, 31), id="a leap February"),
        pytest.param((2026, 3, 31), (1, 1), (2026, 5, 30), (2026, 5, 31), id="over April"),
        pytest.param((2024, 2, 29), (12, 36), (2028, 2, 28), (2028, 2, 29), id="four years"),
        pytest.param((2026, 3, 31), (1, -1), (2026, 3, 30), (2026, 3, 31), id="there and back"),
    ],
)
def test_months_are_counted_from_the_origin_and_never_chained(origin, steps, chained, at_once):
    """Two additions may lose days that one keeps: a period is recomputed from its origin."""
    first, second = steps
    assert add_months(add_months(date(*origin), first), second) == date(*chained)
    assert add_months(date(*origin), first + second) == date(*at_once)


@given(DAYS, MONTHS, MONTHS)
def test_chained_months_never_end_later(origin, one, other):
    assert add_months(add_months(origin, one), other) <= add_months(origin, one + other)


@pytest.mark.parametrize("century", range(1900, 2900, 100))
def test_a_century_year_has_a_leap_day_once_in_four(century):
    """R25: the Gregorian rule, from the last day of a year and from the leap day before."""
    leap = century % 400 == 0
    assert add_months(date(century - 1, 12, 31), 2) == date(century, 2, 29 if leap else 28)
    assert add_months(date(century - 4, 2, 29), 48) == date(century, 2, 29 if leap else 28)
