"""Reminders are counted from the origin, once each, and never after the last day."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.actor import Role
from app.domain.deadlines import PeriodKind
from app.domain.reminders import ANSWER, due_reminder, period_reminders, reminders, schedules
from app.services.reminders import TEXTS

ORIGINS = st.dates(min_value=date(2023, 10, 10), max_value=date(2090, 12, 31))
OFFSETS = st.lists(st.integers(min_value=1, max_value=60), min_size=1, max_size=4, unique=True)


def day(text):
    return date.fromisoformat(text)


def days(origin, months, *offsets):
    found = period_reminders(day(origin), months=months, days_before=offsets)
    return [(one.days_before, one.on.isoformat()) for one in found]


@pytest.mark.parametrize(
    ("origin", "months", "expected"),
    [
        # The last days are 31 March and 29 February: two months, not one and one more.
        pytest.param("2026-01-31", 2, [(3, "2026-03-28")], id="31 January, two months"),
        pytest.param("2027-12-31", 2, [(3, "2028-02-26")], id="31 December, a leap year"),
        pytest.param("2026-03-31", 1, [(3, "2026-04-27")], id="31 March, one month"),
        pytest.param("2026-11-30", 3, [(3, "2027-02-25")], id="30 November, three months"),
    ],
)
def test_a_reminder_is_counted_from_the_origin(origin, months, expected):
    assert days(origin, months, 3) == expected


def test_each_reminder_is_counted_alone_whatever_the_order_of_the_table():
    both = days("2026-03-02", 2, 3, 15)
    assert both == [(15, "2026-04-17"), (3, "2026-04-29")]
    assert both == [*days("2026-03-02", 2, 15), *days("2026-03-02", 2, 3)]


def test_nobody_is_reminded_on_the_day_it_begins_or_before():
    assert days("2026-03-02", 1, 31, 30) == [(30, "2026-03-03")]
    asked = reminders(day("2026-03-02"), day("2026-03-09"), days_before=[7, 2])
    assert [one.on for one in asked] == [day("2026-03-07")]


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        ("2026-04-16", None),
        ("2026-04-17", 15),
        ("2026-04-28", 15),
        ("2026-04-29", 3),
        ("2026-05-02", 3),
        ("2026-05-03", None),
    ],
)
def test_the_latest_reminder_due_holds_until_the_last_day_is_over(today, expected):
    """The program was down: one reminder, the latest, and none of a day that has gone."""
    found = period_reminders(day("2026-03-02"), months=2, days_before=[15, 3])
    due = due_reminder(found, last_day=day("2026-05-02"), today=day(today))
    assert (due and due.days_before) == expected


@given(ORIGINS, st.integers(min_value=1, max_value=24), OFFSETS)
def test_every_reminder_falls_between_the_origin_and_the_last_day(origin, months, offsets):
    found = period_reminders(origin, months=months, days_before=offsets)
    for one in found:
        last_day = one.on + timedelta(days=one.days_before)
        assert origin < one.on < last_day
        assert (last_day.year * 12 + last_day.month) - (origin.year * 12 + origin.month) == months
        assert last_day.day <= origin.day
    assert [one.on for one in found] == sorted(one.on for one in found)


@given(ORIGINS, st.integers(min_value=1, max_value=7), OFFSETS)
def test_day_after_day_each_reminder_holds_from_its_day_to_the_next(origin, months, offsets):
    found = period_reminders(origin, months=months, days_before=offsets)
    last_day = period_reminders(origin, months=months, days_before=[0])[0].on
    told = []
    for count in range((last_day - origin).days + 5):
        due = due_reminder(found, last_day=last_day, today=origin + timedelta(days=count))
        if due is not None and due not in told:
            told.append(due)
            assert due.on == origin + timedelta(days=count)
    assert told == list(found)


def test_the_schedules_name_kinds_of_periods_and_have_their_texts():
    names = schedules().keys()
    assert names - {kind.value for kind in PeriodKind} == {ANSWER}
    assert names == TEXTS.keys()


def test_who_is_reminded_is_who_has_the_next_move():
    assert {kind: schedule.reader for kind, schedule in schedules().items()} == {
        "completeness": Role.REVIEWER,
        "review": Role.REVIEWER,
        "silence": Role.AUTHORITY,
        "reasons": Role.AUTHORITY,
        "answer": Role.MANUFACTURER,
    }
    assert all(days > 0 for one in schedules().values() for days in one.days_before)
