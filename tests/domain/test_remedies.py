"""Remedies against a refusal (reading T-13)."""

from datetime import date

import pytest

from app.domain.remedies import day_off, next_working_day, remedies


@pytest.mark.parametrize(
    ("refused_on", "country", "expected"),
    [
        pytest.param((2026, 6, 30), "FR", (2026, 8, 31), id="R22, the franc day comes last"),
        pytest.param((2026, 9, 13), "FR", (2026, 11, 16), id="R23, Saturday to Monday"),
        pytest.param((2027, 12, 30), "FR", (2028, 3, 1), id="R24, leap year"),
        pytest.param((2026, 12, 30), "FR", (2027, 3, 1), id="R24, no 30 February"),
        pytest.param((2026, 6, 30), "KR", (2026, 11, 2), id="abroad: All Saints on Sunday moves"),
        pytest.param((2026, 6, 30), "DE", (2026, 11, 2), id="abroad, in Europe"),
        pytest.param((2026, 6, 30), "RE", (2026, 10, 1), id="overseas"),
        pytest.param((2026, 9, 10), "FR", (2026, 11, 12), id="Armistice day moves"),
        pytest.param((2026, 2, 28), "FR", (2026, 4, 29), id="nothing to move"),
    ],
)
def test_the_court_is_open_until_the_next_working_day(refused_on, country, expected):
    """CJA R. 421-1, R. 421-2, R. 421-5 and R. 421-7."""
    assert remedies(date(*refused_on), country=country).court_last_day == date(*expected)


@pytest.mark.parametrize(("country", "months"), [("FR", 2), ("GP", 3), ("NC", 3), ("JP", 4)])
def test_distance_adds_months(country, months):
    """CJA R. 421-7."""
    assert remedies(date(2026, 3, 2), country=country).court_months == months


def test_reasons_are_due_within_one_month():
    """CRPA L. 232-4."""
    found = remedies(date(2026, 3, 2), country="FR")
    assert found.reasons_months == 1
    assert any("L. 232-4" in source for source in found.sources)
    assert any("R. 421-1" in source for source in found.sources)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        pytest.param((2026, 4, 3), (2026, 4, 3), id="Good Friday is worked"),
        pytest.param((2026, 4, 4), (2026, 4, 7), id="Saturday, Sunday, Easter Monday"),
        pytest.param((2026, 5, 1), (2026, 5, 4), id="Labour day, then the week-end"),
        pytest.param((2026, 5, 8), (2026, 5, 11), id="Victory day, then the week-end"),
        pytest.param((2026, 5, 14), (2026, 5, 15), id="Ascension day"),
        pytest.param((2026, 5, 25), (2026, 5, 26), id="Whit Monday"),
        pytest.param((2026, 7, 14), (2026, 7, 15), id="the national day"),
        pytest.param((2026, 8, 15), (2026, 8, 17), id="Assumption day, a Saturday"),
        pytest.param((2026, 12, 25), (2026, 12, 28), id="Christmas, then the week-end"),
        pytest.param((2027, 1, 1), (2027, 1, 4), id="New Year, then the week-end"),
        pytest.param((2027, 12, 31), (2027, 12, 31), id="the last day of a year is worked"),
        pytest.param((2028, 1, 1), (2028, 1, 3), id="New Year on a Saturday"),
    ],
)
def test_a_public_holiday_is_no_working_day(day, expected):
    """Code du travail, L. 3133-1, for the eleven public holidays."""
    assert next_working_day(date(*day)) == date(*expected)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ((2026, 3, 2), None),
        ((2026, 3, 7), "un samedi"),
        ((2026, 3, 8), "un dimanche"),
        ((2026, 5, 14), "un jour férié (Ascension)"),
        ((2026, 8, 15), "un samedi et un jour férié (Assomption)"),
        ((2027, 1, 1), "un jour férié (Jour de l’an)"),
    ],
)
def test_a_day_off_says_which_one_it_is(day, said):
    assert day_off(date(*day)) == said


def test_what_moves_the_last_day_is_said():
    """13 September and two months, and a day: Saturday 14 November 2026."""
    assert remedies(date(2026, 9, 13), country="FR").court_move == (
        "soit le 14 novembre 2026, un samedi, reporté au lundi 16 novembre 2026"
    )
    assert remedies(date(2026, 2, 28), country="FR").court_move is None
