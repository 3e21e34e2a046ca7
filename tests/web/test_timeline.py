"""The geometry of the time line: days in order, marks apart, months where there is room."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from app.web.timeline import APART, MARGIN, NARROWEST, WIDTH, Stretch, picture


def stretch(first, last):
    return Stretch(label="Délai", days="", style="running", first=first, last=last)


def test_the_axis_goes_from_the_first_of_a_month_to_the_first_of_another():
    drawn = picture([stretch(date(2024, 2, 1), date(2024, 2, 29))], [], today=date(2024, 3, 1))
    assert [(tick.x, tick.month, tick.year) for tick in drawn.ticks] == [
        (MARGIN, "févr.", "2024"),
        (WIDTH - MARGIN, "mars", ""),
    ]
    assert drawn.bars[0].x == MARGIN
    assert drawn.today.x == WIDTH - MARGIN
    assert drawn.today.anchor == "end"


@pytest.mark.parametrize("away", [date(2024, 1, 31), date(2024, 3, 2)])
def test_a_day_outside_the_axis_is_not_drawn(away):
    drawn = picture([stretch(date(2024, 2, 1), date(2024, 2, 29))], [], today=away)
    assert drawn.today is None


def test_marks_that_would_touch_are_on_several_lines():
    first = date(2024, 1, 10)
    days = [first + timedelta(days=one) for one in (0, 1, 2, 2, 200)]
    drawn = picture([stretch(first, date(2025, 1, 10))], days, today=first)
    assert [mark.number for mark in drawn.marks] == [1, 2, 3, 4]
    for one in drawn.marks:
        for other in drawn.marks:
            if one is not other and one.y == other.y:
                assert abs(one.x - other.x) >= APART
    assert max(mark.y for mark in drawn.marks) < drawn.top
    assert drawn.marks[0].y == drawn.marks[3].y


@pytest.mark.parametrize("years", [1, 2, 6, 12])
def test_names_of_months_have_room_however_long_the_line(years):
    drawn = picture(
        [stretch(date(2024, 1, 15), date(2024 + years, 1, 15))], [], today=date(2024, 2, 1)
    )
    named = [tick for tick in drawn.ticks if tick.month]
    assert len(named) > 1
    for one, other in pairwise(named):
        assert other.x - one.x >= min(NARROWEST, 368 / years) * 0.9
    assert [tick.year for tick in named if tick.year] == [
        str(2024 + count) for count in range(years + 1)
    ]


def test_bars_are_one_under_the_other():
    day = date(2024, 1, 15)
    drawn = picture([stretch(day, date(2024, 2, 15))] * 3, [day], today=day)
    tops = [bar.top for bar in drawn.bars]
    assert tops == sorted(set(tops))
    assert drawn.bars[-1].y + drawn.bar_height <= drawn.foot < drawn.height
