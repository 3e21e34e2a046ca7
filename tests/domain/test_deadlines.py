"""Periods: lengths, last days and instants of effect (readings T-1 to T-5)."""

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.deadlines import (
    PARIS,
    PeriodKind,
    effect_at,
    effective_day,
    legal_day,
    rule_of,
    span,
)
from app.domain.procedure import Route
from scoring.dated import NotInForceError
from scoring.months import add_months

FIRST_DAY = date(2023, 10, 10)
days = st.dates(min_value=FIRST_DAY, max_value=date(2400, 12, 31))
lengths = st.integers(min_value=1, max_value=24)
routes = st.sampled_from(Route)


def last(kind, origin_on, route="reference"):
    return span(PeriodKind(kind), Route(route), origin_on).last_day


@pytest.mark.parametrize(
    ("kind", "route", "months"),
    [
        ("completeness", "reference", 1),
        ("completeness", "derogation", 1),
        ("recheck", "reference", 1),
        ("review", "reference", 2),
        ("review", "derogation", 6),
        ("review", "modification", 2),
        ("silence", "reference", 3),
        ("silence", "derogation", 7),
        ("silence", "modification", 3),
        ("inspection", "reference", 24),
    ],
)
def test_each_period_has_the_length_of_its_article(kind, route, months):
    """D. 251-1-A, I to III, and R. 251-1-B; each length names its source."""
    found = span(PeriodKind(kind), Route(route), date(2026, 5, 1))
    assert found.months == months
    assert found.source


@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        # Of the reference route, the derogation and the modification, in this order.
        ("completeness", ("P-14", "P-22")),
        ("recheck", ("P-14", "P-22")),
        ("review", ("P-16", "P-23", "P-26")),
        ("silence", ("P-18", "P-24", "P-28")),
        ("inspection", ("P-29", "P-29")),
        ("reasons", ("T-13", "T-13", "T-13")),
    ],
)
def test_each_period_names_the_rule_of_its_route(kind, rules):
    """Sections 4 and 6 of the procedure: D. 251-1-A, I for the first, II and III for the others."""
    for route, rule in zip(Route, rules, strict=False):
        assert rule_of(PeriodKind(kind), route) == rule
        assert span(PeriodKind(kind), route, date(2026, 5, 1)).rule == rule


@pytest.mark.parametrize(
    ("kind", "route", "origin_on", "expected"),
    [
        pytest.param("completeness", "reference", (2026, 3, 31), (2026, 4, 30), id="R01"),
        pytest.param("completeness", "reference", (2027, 1, 29), (2027, 2, 28), id="R02, the 29th"),
        pytest.param("completeness", "reference", (2027, 1, 30), (2027, 2, 28), id="R02, the 30th"),
        pytest.param("completeness", "reference", (2027, 1, 31), (2027, 2, 28), id="R02, the 31st"),
        pytest.param("completeness", "reference", (2028, 1, 31), (2028, 2, 29), id="R03"),
        pytest.param("review", "reference", (2026, 6, 30), (2026, 8, 30), id="R04"),
        pytest.param("completeness", "reference", (2027, 2, 28), (2027, 3, 28), id="R05"),
        pytest.param("review", "reference", (2026, 12, 31), (2027, 2, 28), id="R06"),
        pytest.param("silence", "reference", (2026, 11, 30), (2027, 2, 28), id="R07, a Sunday"),
        pytest.param("review", "derogation", (2026, 8, 31), (2027, 2, 28), id="R08, agency"),
        pytest.param("silence", "derogation", (2026, 8, 31), (2027, 3, 31), id="R08, ministers"),
        pytest.param("silence", "derogation", (2026, 3, 31), (2026, 10, 31), id="R09"),
        pytest.param("review", "reference", (2026, 5, 1), (2026, 7, 1), id="R10, agency"),
        pytest.param("silence", "reference", (2026, 5, 1), (2026, 8, 1), id="R10, a Saturday"),
        pytest.param("review", "derogation", (2026, 5, 1), (2026, 11, 1), id="R11, All Saints"),
        pytest.param("silence", "derogation", (2026, 5, 1), (2026, 12, 1), id="R11, ministers"),
        pytest.param("inspection", "reference", (2024, 2, 29), (2026, 2, 28), id="R21"),
        pytest.param("review", "derogation", (2024, 8, 31), (2025, 2, 28), id="case 25, agency"),
        pytest.param(
            "silence", "derogation", (2024, 8, 31), (2025, 3, 31), id="case 25, ministers"
        ),
        pytest.param("review", "reference", (2023, 12, 30), (2024, 2, 29), id="case 26, agency"),
        pytest.param(
            "silence", "reference", (2023, 12, 30), (2024, 3, 30), id="case 26, ministers"
        ),
        pytest.param(
            "review", "modification", (2024, 12, 31), (2025, 2, 28), id="case 28, opinion"
        ),
        pytest.param(
            "silence", "modification", (2024, 12, 31), (2025, 3, 31), id="case 28, silence"
        ),
        pytest.param("inspection", "reference", (2023, 12, 15), (2025, 12, 15), id="case 30"),
    ],
)
def test_a_period_ends_on_its_last_day(kind, route, origin_on, expected):
    """D. 251-1-A and R. 251-1-B; readings T-2 and T-3: nothing moves for a holiday."""
    assert last(kind, date(*origin_on), route) == date(*expected)


@pytest.mark.parametrize(
    ("instant", "kind", "day", "expected"),
    [
        pytest.param((2026, 6, 30, 22, 30), "review", (2026, 7, 1), (2026, 9, 1), id="R12"),
        pytest.param((2026, 12, 31, 23, 30), "completeness", (2027, 1, 1), (2027, 2, 1), id="R13"),
        pytest.param(
            (2024, 3, 30, 23, 30), "completeness", (2024, 3, 31), (2024, 4, 30), id="case 13"
        ),
        pytest.param(
            (2024, 10, 26, 22, 30), "completeness", (2024, 10, 27), (2024, 11, 27), id="case 15"
        ),
        pytest.param(
            (2024, 1, 31, 22, 59, 59), "completeness", (2024, 1, 31), (2024, 2, 29), id="case 16"
        ),
        pytest.param((2024, 1, 31, 23), "completeness", (2024, 2, 1), (2024, 3, 1), id="case 17"),
    ],
)
def test_a_legal_day_is_the_day_in_paris(instant, kind, day, expected):
    """Reading T-1."""
    received_on = legal_day(datetime(*instant, tzinfo=UTC))
    assert received_on == date(*day)
    assert last(kind, received_on) == date(*expected)


@pytest.mark.parametrize(
    ("last_day", "expected"),
    [
        pytest.param((2026, 10, 31), (2026, 10, 31, 23), id="R09, winter time"),
        pytest.param((2026, 8, 1), (2026, 8, 1, 22), id="R10, summer time"),
        pytest.param((2026, 3, 29), (2026, 3, 29, 22), id="R14, the day of 23 hours"),
        pytest.param((2026, 10, 25), (2026, 10, 25, 23), id="R14, the day of 25 hours"),
        pytest.param((2026, 3, 28), (2026, 3, 28, 23), id="the eve of the day of 23 hours"),
        pytest.param((2026, 10, 24), (2026, 10, 24, 22), id="the eve of the day of 25 hours"),
        pytest.param((2024, 4, 30), (2024, 4, 30, 22), id="case 13"),
        pytest.param((2024, 3, 31), (2024, 3, 31, 22), id="case 14"),
        pytest.param((2024, 11, 27), (2024, 11, 27, 23), id="case 15"),
    ],
)
def test_a_period_takes_effect_at_midnight_in_paris(last_day, expected):
    """Reading T-2: 00:00 in Paris of the next day, kept in UTC."""
    assert effect_at(date(*last_day)) == datetime(*expected, tzinfo=UTC)


@given(days)
def test_the_last_second_of_the_last_day_is_in_time(day):
    """Reading T-2: the last day counts whole."""
    effect = effect_at(day)
    assert legal_day(effect - timedelta(microseconds=1)) == day
    assert legal_day(effect) == day + timedelta(days=1)
    assert effect.astimezone(PARIS).hour == 0


@given(days, days, lengths)
def test_a_later_origin_never_ends_earlier(one, other, months):
    earlier, later = sorted([one, other])
    assert add_months(earlier, months) <= add_months(later, months)


@given(days, lengths, lengths)
def test_a_longer_period_never_ends_earlier(origin_on, one, other):
    shorter, longer = sorted([one, other])
    assert add_months(origin_on, shorter) <= add_months(origin_on, longer)


@given(days, lengths)
def test_a_period_never_skips_a_month(origin_on, months):
    """Reading T-2: the month of the end is always the month of the origin plus the length."""
    end = add_months(origin_on, months)
    assert (end.year - origin_on.year) * 12 + end.month - origin_on.month == months
    assert end.day == min(origin_on.day, monthrange(end.year, end.month)[1])


@given(routes, days)
def test_the_agency_always_ends_before_the_ministers(route, complete_on):
    """INV-11."""
    assert last("review", complete_on, route) < last("silence", complete_on, route)


def test_a_century_year_is_not_a_leap_year():
    assert last("completeness", date(2100, 1, 31)) == date(2100, 2, 28)
    assert last("completeness", date(2400, 1, 31)) == date(2400, 2, 29)


def test_no_period_exists_before_the_decree():
    """Décret 2023-929 of 7 October 2023: in force on 10 October 2023."""
    assert last("completeness", FIRST_DAY) == date(2023, 11, 10)
    with pytest.raises(NotInForceError):
        last("completeness", FIRST_DAY - timedelta(days=1))


def test_an_order_takes_effect_the_day_after_its_publication():
    """Reading T-11; case 1."""
    assert effective_day(date(2023, 12, 15)) == date(2023, 12, 16)
