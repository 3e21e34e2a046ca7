"""The waterfall of a score: what is drawn and told is what the worked cases say."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from app.web.components import components
from app.web.waterfall import AXIS, LINE, MARGIN, WIDTH, WORDS, Bound, Span, arrangement, picture
from tests.scoring.declarations import BY_ID, scored

# Method, section 3.1: the bounds of the curve and the footprint that gives 60 points.
CURVES = {1: (6000, 8750, 17000), 2: (12000, 14250, 21000)}
COMPONENT_STYLES = {"component", "specific"}
SPACES = re.compile("[\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE}]")
CASES = [pytest.param(case, id=name) for name, case in BY_ID.items()]


def told(case):
    return components(scored(case["declaration"], date.fromisoformat(case["on"])))


def number(text):
    return Decimal(SPACES.sub("", text).replace(",", "."))


def place(kg, end):
    """Where a mass stands: the axis goes from none to *end*."""
    return Decimal(MARGIN) + Decimal(AXIS) * Decimal(kg) / Decimal(end)


@pytest.mark.parametrize("case", CASES)
def test_the_table_says_the_components_of_the_worked_case(case):
    expected = case["expected"]
    shown = told(case)
    assert [row.component.value for row in shown.rows] == list(expected["components_kg"])
    sum_kg = Decimal(0)
    for row in shown.rows:
        kg = Decimal(expected["components_kg"][row.component])
        sum_kg += kg
        assert abs(number(row.kg) - kg) <= Decimal("0.5"), row
        assert abs(number(row.sum_kg) - sum_kg) <= Decimal("0.5001"), row
        share = 100 * kg / Decimal(expected["footprint_kg"])
        assert abs(number(row.share.rstrip("%")) - share) <= Decimal("0.0501"), row
    assert abs(number(shown.total) - Decimal(expected["footprint_kg"])) <= Decimal("0.5")


@pytest.mark.parametrize("case", CASES)
def test_the_bars_go_where_the_worked_case_says(case):
    """Each component begins where the one before ends; exact until the tenth of a unit."""
    expected = case["expected"]
    footprint_kg = Decimal(expected["footprint_kg"])
    low, limit, high = CURVES[expected["category"]]
    end = max(footprint_kg, Decimal(high))
    *bars, total, gap = told(case).picture.bars
    assert [bar.style in COMPONENT_STYLES for bar in bars] == [True] * 6
    so_far = Decimal(0)
    for bar, kg in zip(bars, expected["components_kg"].values(), strict=True):
        assert abs(bar.x - place(so_far, end)) <= Decimal("0.0501")
        so_far += Decimal(kg)
        assert abs(bar.x + bar.width - place(so_far, end)) <= Decimal("0.0501")
    assert all(one.x + one.width == other.x for one, other in pairwise(bars))
    assert (total.style, total.x) == ("total", MARGIN)
    assert total.width == bars[-1].x + bars[-1].width - MARGIN
    assert gap.style == ("margin" if expected["reached"] else "excess")
    assert abs(gap.x - place(min(footprint_kg, limit), end)) <= Decimal("0.0501")
    assert abs(gap.x + gap.width - place(max(footprint_kg, limit), end)) <= Decimal("0.0501")
    marks = told(case).picture.marks
    for mark, kg in zip(marks, (low, limit, high), strict=True):
        assert abs(mark.x - place(kg, end)) <= Decimal("0.0501")
    assert [mark.style for mark in marks] == ["bound", "minimum", "bound"]


@pytest.mark.parametrize("case", CASES)
def test_the_figures_never_contradict_the_verdict(case):
    """Reading S-1: what misses the minimum also reads above its footprint."""
    expected, shown = case["expected"], told(case)
    limit = number(shown.curve[1].kg)
    assert (number(shown.total) > limit) is not expected["reached"]
    assert (number(shown.rows[-1].sum_kg) > limit) is not expected["reached"]
    assert ("dépasse" in shown.distance) is not expected["reached"]
    assert "dépasse de 0 kg" not in SPACES.sub(" ", shown.distance)
    assert "inférieure de 0 kg" not in SPACES.sub(" ", shown.distance)


@pytest.mark.parametrize(
    ("name", "distance"),
    [
        ("exactly-60-one-line", "est exactement celle du minimum (60 points jusqu’à 14 250 kg"),
        ("a-gram-above-60", "dépasse de 0,001 kg CO2e celle du minimum"),
        # 20 875.18 - 14 250 and 14 250 - 10 641.40, method section 11.4.
        ("suv-china", "dépasse de 6 625 kg CO2e celle du minimum"),
        ("suv-france", "est inférieure de 3 609 kg CO2e à celle du minimum"),
    ],
)
def test_the_distance_to_the_minimum_is_told(name, distance):
    assert distance in SPACES.sub(" ", told(BY_ID[name]).distance)


@pytest.mark.parametrize("away", [Fraction(1, 10**12), Fraction(1, 3 * 10**5)])
def test_the_least_excess_is_told(away):
    """Reading S-1, further than any decimal that is written."""
    score = scored(BY_ID["exactly-60-one-line"]["declaration"])
    heavier = components(
        replace(
            score,
            footprint_kg=score.footprint_kg + away,
            score=score.score - away / Fraction(225, 2),
            reached=False,
        )
    )
    assert number(heavier.total) > number(heavier.curve[1].kg)


def test_points_of_the_other_elements_move_the_footprint_of_the_minimum():
    """Reading S-2: an edition that gives ten points to them asks fifty of the footprint.

    21 000 - 50 × (21 000 - 12 000) ÷ 80, method section 3.1.
    """
    score = scored(BY_ID["exactly-60-one-line"]["declaration"])
    shown = components(replace(score, score=score.score + 10, other_points=Fraction(10)))
    assert SPACES.sub("", shown.curve[1].kg) == "15375"
    assert "50 points jusqu’à 15 375 kg" in SPACES.sub(" ", shown.distance)


@pytest.mark.parametrize(("other", "reached"), [(70, True), (-30, False)])
def test_where_the_footprint_does_not_decide_no_minimum_is_drawn(other, reached):
    score = scored(BY_ID["exactly-60-one-line"]["declaration"])
    shown = components(replace(score, other_points=Fraction(other), reached=reached))
    assert [mark.style for mark in shown.picture.marks] == ["bound", "bound"]
    assert len(shown.picture.bars) == 7
    assert ("quelle que soit" in shown.distance) is reached
    assert ("Aucune empreinte" in shown.distance) is not reached


def test_a_component_with_an_accepted_specific_value_is_drawn_apart():
    """Reading S-13: S0027 has two accepted values of three sites, one for delivery."""
    accepted = {
        one["component"]
        for one in BY_ID["S0027"]["declaration"]["specific_values"]
        if one["accepted"]
    }
    rows = told(BY_ID["S0027"]).rows
    assert {row.component.value for row in rows if row.specific} == accepted
    assert not any(row.specific for row in told(BY_ID["specific-refused-changes-nothing"]).rows)


def test_the_summary_says_all_that_is_drawn():
    shown = told(BY_ID["suv-china"])
    for bar in shown.picture.bars[:7]:
        assert f"{bar.label} : {bar.figure}" in shown.summary
    for point in shown.curve:
        assert f"{point.label} : {point.kg}" in shown.summary
    assert shown.distance in shown.summary


@pytest.mark.parametrize("case", CASES)
def test_no_line_crosses_the_words_of_another(case):
    drawn = told(case).picture
    assert len({mark.y for mark in drawn.marks}) == len(drawn.marks)
    for mark in drawn.marks:
        first, last = (
            (mark.x, mark.x + WORDS) if mark.anchor == "start" else (mark.x - WORDS, mark.x)
        )
        assert 0 <= first < last <= WIDTH
        assert not [one for one in drawn.marks if one.y < mark.y and first <= one.x <= last]


def test_an_arrangement_that_cannot_be_clear_is_that_of_the_bounds():
    assert arrangement([Decimal(399), Decimal(1)] * 3)[0] == (0, "start")


def test_bars_are_one_under_the_other():
    span = Span(label="a", figure="1", style="component", first=Fraction(0), last=Fraction(1))
    drawn = picture([span] * 4, [Bound(label="b", style="bound", kg=Fraction(2))])
    tops = [bar.top for bar in drawn.bars]
    assert tops == sorted(set(tops))
    assert drawn.top == tops[0] > LINE
    assert drawn.bars[-1].y + drawn.bar_height <= drawn.height
