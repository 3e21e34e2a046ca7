"""The geometry of the drawings of the statistics."""

from datetime import date

import pytest

from app.web.public.charts import FIGURE, HIGH, LEFT, NAME, TOP, WIDTH, bars, columns
from scoring.months import add_months

FIRST = date(2023, 12, 1)


def months(*figures, first=FIRST):
    return [(add_months(first, number), figure) for number, figure in enumerate(figures)]


def test_the_longest_bar_takes_the_room_between_name_and_figure():
    drawn = bars([("A", 4), ("B", 1), ("C", 0)])
    assert [one.width for one in drawn.bars] == [
        WIDTH - NAME - FIGURE,
        (WIDTH - NAME - FIGURE) / 4,
        0,
    ]
    assert [one.y for one in drawn.bars] == [0, 20, 40]
    assert drawn.height == 60


def test_nothing_is_drawn_of_nothing():
    assert bars([]).height == 0
    assert bars([("A", 0)]).bars[0].width == 0


@pytest.mark.parametrize(
    ("most", "figures"),
    [
        (0, ["0", "1"]),
        (3, ["0", "1", "2", "3"]),
        (7, ["0", "2", "4", "6", "8"]),
        (19, ["0", "5", "10", "15", "20"]),
        (272, ["0", "100", "200", "300"]),
        (436, ["0", "200", "400", "600"]),
    ],
)
def test_the_axis_has_round_figures_and_holds_the_highest(most, figures):
    drawn = columns(months(most))
    assert [one.label for one in drawn.figures] == figures
    assert drawn.columns[0].y >= TOP
    assert drawn.columns[0].y + drawn.columns[0].height == pytest.approx(TOP + HIGH)


def test_columns_stand_side_by_side_in_the_frame():
    drawn = columns(months(1, 2, 4))
    assert drawn.columns[0].x == LEFT
    last = drawn.columns[-1]
    assert last.x + last.width == pytest.approx(WIDTH, abs=0.2)
    assert last.height == HIGH
    assert drawn.columns[1].height == HIGH / 2


def test_a_year_is_named_where_it_has_room():
    """December 2023 alone has no room before 2024."""
    drawn = columns(months(*range(1, 29)))
    assert [one.label for one in drawn.years] == ["2024", "2025", "2026"]
    assert [one.label for one in columns(months(1)).years] == ["2023"]
