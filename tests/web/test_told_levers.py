"""The figures of a lever never contradict the verdict (reading S-1)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.told_levers import written
from app.web.what_if_page import signed
from scoring.limits import Limit

figures = st.fractions(min_value=0, max_value=10**6)


def number(text):
    return Fraction(text.replace("\N{NARROW NO-BREAK SPACE}", "").replace(",", "."))


@given(figures, figures, st.sampled_from([1, 3]))
def test_what_is_written_is_on_the_side_of_the_verdict(one, other, least):
    lower, upper = sorted([one, other])
    most, now = written(Limit(now=lower, most=upper, unit="kg"), least=least, reached=True)
    assert number(now) <= number(most) <= upper
    if lower < upper:
        most, now = written(Limit(now=upper, most=lower, unit="kg"), least=least, reached=False)
        assert number(most) <= lower
        assert number(most) < number(now)


@pytest.mark.parametrize(
    ("now", "most", "reached", "told"),
    [
        pytest.param("82.55", "82.55", True, ("82,55", "82,55"), id="as declared"),
        pytest.param("82.55", "82.5499", False, ("82,54", "82,55"), id="a hair too much"),
        pytest.param("68", "48.1818181", False, ("48,1", "68"), id="rounded down"),
        pytest.param("1/3", "1/3", True, ("0,3", "0,3"), id="never ends"),
    ],
)
def test_a_limit_in_words(now, most, reached, told):
    limit = Limit(now=Fraction(now), most=Fraction(most), unit="kWh")
    assert written(limit, least=1, reached=reached) == told


@pytest.mark.parametrize(
    ("kg", "told"),
    [("0", "0"), ("12.4", "+12"), ("-12.6", "\N{MINUS SIGN}13"), ("0.0004", "+0,0004")],
)
def test_a_difference_that_is_not_nothing_never_reads_as_nothing(kg, told):
    assert signed(Fraction(kg)) == told
