"""The days that an open question leaves possible (reading T-4)."""

from datetime import date

import pytest

from app.domain.forecast import forecast
from app.domain.procedure import Route, State


def days(found):
    return [
        (str(case.complete_on), str(case.review_last_day), str(case.silence_last_day))
        for case in found.cases
    ]


def test_a_submitted_dossier_is_complete_on_receipt_or_at_the_end_of_the_month():
    """Case 2, received on 31 October 2023; and what a confirmation would give."""
    found = forecast(
        State.SUBMITTED,
        Route.REFERENCE,
        received_on=date(2023, 10, 31),
        today=date(2023, 11, 30),
    )
    assert days(found) == [
        ("2023-10-31", "2023-12-31", "2024-01-31"),
        ("2023-11-30", "2024-01-30", "2024-02-29"),
    ]
    assert "30 novembre 2023" in found.otherwise


def test_once_the_month_is_over_only_silence_is_left():
    found = forecast(
        State.SUBMITTED, Route.REFERENCE, received_on=date(2023, 10, 31), today=date(2023, 12, 1)
    )
    assert days(found) == [("2023-11-30", "2024-01-30", "2024-02-29")]
    assert not found.otherwise


def test_a_waiting_dossier_shows_the_days_of_an_answer_of_today():
    """Case 37: the last item on 30 November 2024."""
    found = forecast(
        State.AWAITING_DOCUMENTS,
        Route.REFERENCE,
        received_on=date(2024, 9, 30),
        today=date(2024, 11, 30),
    )
    assert days(found) == [("2024-11-30", "2025-01-30", "2025-02-28")]
    assert "30 novembre 2024" in found.cases[0].condition
    assert "30 décembre 2024" in found.otherwise


def test_a_derogation_has_its_own_lengths():
    """Case 25: complete on 31 August 2024."""
    found = forecast(
        State.AWAITING_DOCUMENTS,
        Route.DEROGATION,
        received_on=date(2024, 6, 3),
        today=date(2024, 8, 31),
    )
    assert days(found) == [("2024-08-31", "2025-02-28", "2025-03-31")]


@pytest.mark.parametrize("state", sorted(set(State) - {State.SUBMITTED, State.AWAITING_DOCUMENTS}))
def test_no_other_state_leaves_a_question_open(state):
    day = date(2024, 1, 2)
    assert forecast(state, Route.REFERENCE, received_on=day, today=day) is None
