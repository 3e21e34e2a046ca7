"""Numbers at the edges."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rounding import exactly, french, nearest, shown

NNBSP = "\N{NARROW NO-BREAK SPACE}"
MINIMUM = Fraction(60)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(16000, 7), "2285.714285714"),
        (Fraction(1, 2 * 10**9), "0.000000001"),
        (Fraction(-1, 2 * 10**9), "-0.000000001"),
        (Fraction(-1, 10**12), "0.000000000"),
        (Fraction(60), "60.000000000"),
    ],
)
def test_the_wire_has_nine_decimals_half_away_from_zero(value, text):
    assert nearest(value) == text


def test_no_decimals_means_no_point():
    assert nearest(Fraction(5, 2), 0) == "3"


@given(st.decimals(min_value=-(10**9), max_value=10**9, places=9))
def test_an_exact_decimal_comes_back_whole(value):
    assert Fraction(exactly(Fraction(value))) == Fraction(value)


def test_what_no_decimal_can_hold_stays_a_fraction():
    assert exactly(Fraction(16000, 7)) == "16000/7"


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction("1234567.50"), 3, f"1{NNBSP}234{NNBSP}567,5"),
        (Fraction(-1500), 2, f"-1{NNBSP}500"),
        (Fraction(-1, 2), 1, "-0,5"),
        (Fraction(100), 0, "100"),
    ],
)
def test_a_french_reader_sees_a_comma_and_thin_spaces(value, places, text):
    assert french(value, places) == text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        pytest.param(Fraction("59.999"), "59,9", id="below the minimum: down"),
        pytest.param(Fraction("60"), "60,0", id="the minimum"),
        pytest.param(Fraction("61.05"), "61,1", id="above: nearest"),
    ],
)
def test_a_page_never_contradicts_the_verdict(score, text):
    """Reading S-1."""
    assert shown(score, MINIMUM) == text


@given(st.fractions(min_value=0, max_value=80), st.integers(0, 6))
def test_what_is_shown_reaches_the_minimum_exactly_when_the_score_does(score, places):
    """Reading S-1."""
    figure = Fraction(shown(score, MINIMUM, places).replace(",", "."))
    assert (figure >= MINIMUM) == (score >= MINIMUM)
