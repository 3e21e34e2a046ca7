"""Figures of a score as a page writes them."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from app.web.figures import exact_fraction, figure, kept_points, share, traced_points, unsure_steps
from scoring.trace import Step

MINIMUM = Fraction(60)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(0), "0 point"),
        (Fraction(11, 10), "1,1 point"),
        (Fraction(60), "60 points"),
        (Fraction(59_999_999, 1_000_000), "59,999 points"),
        (Fraction(200, 3), "66,667 points"),
    ],
)
def test_points_of_the_trace_stay_on_their_side_of_the_minimum(value, written):
    """Reading S-1."""
    assert traced_points(value, MINIMUM) == written.replace(" ", "\N{NO-BREAK SPACE}")


@dataclass
class Kept:
    score: Decimal
    reached: bool
    law_on: date = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("score", "reached", "written"),
    [
        ("60.000000000", True, "60,0 points"),
        ("60.000000000", False, "59,9 points"),  # 59.9999999997 is kept so, with nine decimals
        ("59.999991111", False, "59,9 points"),
        ("1.100000000", False, "1,1 point"),
        ("79.960000000", True, "80,0 points"),
    ],
)
def test_a_kept_score_never_contradicts_its_verdict(score, reached, written):
    """Reading S-1."""
    assert kept_points(Kept(Decimal(score), reached)) == written.replace(" ", "\N{NO-BREAK SPACE}")


def test_a_figure_without_end_gives_its_fraction():
    assert figure(Fraction(12900, 7)) == "1\N{NARROW NO-BREAK SPACE}842,857143"
    assert exact_fraction(Fraction(12900, 7)) == "12900 / 7"
    assert exact_fraction(Fraction(7, 5)) == ""
    assert (figure(2), figure("Usine (FR)")) == ("2", "Usine (FR)")


def test_nothing_of_nothing_is_no_share():
    assert share(Fraction(0), Fraction(0)) == 0
    assert share(Fraction(1), Fraction(8)) == Fraction(25, 2)


def test_the_values_to_confirm_are_named_once():
    """Reading S-11: graded B1 or C, or said to be confirmed."""
    single = Step(name="b", label="Un", result=Fraction(1), grade="B1")
    noted = Step(name="c", label="Deux", result=Fraction(2), notes=("à confirmer : lequel ?",))
    sure = Step(name="d", label="Trois", result=Fraction(3), grade="A")
    whole = Step(name="a", label="Tout", result=1, children=(single, noted, sure, single))
    assert [step.label for step in unsure_steps(whole)] == ["Un", "Deux"]
