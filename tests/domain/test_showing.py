"""The consent to be shown as under review (decision 0033)."""

from dataclasses import dataclass
from datetime import date

import pytest

from app.domain.procedure import Action, State
from app.domain.showing import agreed, shown


@dataclass(frozen=True)
class Done:
    action: Action
    occurred_on: date = date(2026, 3, 2)


def events(*names):
    return [Done(Action(name)) for name in names]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([], False),
        (["submit"], False),
        (["submit", "show_publicly"], True),
        (["submit", "show_publicly", "confirm_complete"], True),
        (["submit", "show_publicly", "stop_showing"], False),
        (["submit", "show_publicly", "stop_showing", "show_publicly"], True),
    ],
)
def test_the_last_word_of_the_company_counts(told, expected):
    assert agreed(events(*told)) is expected


@pytest.mark.parametrize("state", list(State))
def test_nothing_is_shown_but_from_receipt_until_the_decision(state):
    """L. 311-6: a draft and a decided dossier never are."""
    under = {"submitted", "awaiting_documents", "complete", "proposed"}
    assert shown(state, events("submit", "show_publicly")) is (state.value in under)
    assert shown(state, events("submit")) is False
