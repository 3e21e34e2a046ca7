"""What the events of a dossier say of it, and of it on an earlier day."""

from dataclasses import dataclass
from datetime import date

import pytest

from app.domain.history import Facts, next_facts, states_on, told
from app.domain.procedure import Action, Route, State


@dataclass(frozen=True)
class Done:
    action: Action
    occurred_on: date


def done(*script):
    return [Done(Action(action), date.fromisoformat(day)) for action, day in script]


ASKED_AGAIN = done(
    ("submit", "2026-03-02"),
    ("request_documents", "2026-03-10"),
    ("supply_last_item", "2026-03-20"),
    ("propose", "2026-04-01"),
    ("request_again", "2026-04-10"),
)


def test_the_days_of_a_dossier_are_those_of_its_events():
    facts = told(ASKED_AGAIN[:-1], Route.REFERENCE)
    assert facts == Facts(
        state=State.PROPOSED,
        received_on=date(2026, 3, 2),
        complete_on=date(2026, 3, 20),
        proposed_on=date(2026, 4, 1),
        decided_on=None,
    )


def test_asked_again_a_dossier_is_neither_complete_nor_proposed():
    """Row 10."""
    facts = told(ASKED_AGAIN, Route.REFERENCE)
    assert (facts.state, facts.complete_on, facts.proposed_on) == ("awaiting_documents", None, None)


def test_confirmed_a_dossier_was_complete_when_it_was_received():
    """Reading T-4."""
    events = done(("submit", "2026-03-02"), ("confirm_complete", "2026-03-30"))
    assert told(events, Route.REFERENCE).complete_on == date(2026, 3, 2)


def test_a_change_is_complete_the_day_the_agency_is_informed():
    """CAMB-06."""
    facts = told(done(("report_change", "2026-05-31")), Route.MODIFICATION)
    assert (facts.received_on, facts.complete_on) == (date(2026, 5, 31), date(2026, 5, 31))


def test_an_order_recorded_late_meets_the_dossier_of_its_day():
    """Row 17: complete and proposed as on the day of publication."""
    facts = next_facts(
        told(ASKED_AGAIN, Route.REFERENCE),
        Action.LIST_IN_TIME,
        date(2026, 4, 8),
        events=ASKED_AGAIN,
        route=Route.REFERENCE,
    )
    assert facts == Facts(
        state=State.LISTED_BY_ORDER,
        received_on=date(2026, 3, 2),
        complete_on=date(2026, 3, 20),
        proposed_on=date(2026, 4, 1),
        decided_on=date(2026, 4, 8),
    )
    events = [*ASKED_AGAIN, Done(Action.LIST_IN_TIME, date(2026, 4, 8))]
    assert told(events, Route.REFERENCE) == facts


@pytest.mark.parametrize(
    ("day", "states"),
    [
        ("2026-03-01", {"draft"}),
        ("2026-03-02", {"draft", "submitted"}),
        ("2026-03-05", {"submitted"}),
        ("2026-04-01", {"complete", "proposed"}),
        ("2026-04-05", {"proposed"}),
        ("2026-04-10", {"proposed", "awaiting_documents"}),
        ("2026-04-11", {"awaiting_documents"}),
    ],
)
def test_a_day_knows_the_states_a_dossier_went_through(day, states):
    """Reading T-14: an order met one of them, whatever was recorded since."""
    assert states_on(ASKED_AGAIN, Route.REFERENCE, date.fromisoformat(day)) == states


def test_a_decision_keeps_its_day_when_something_follows_it():
    events = done(
        ("submit", "2026-03-02"),
        ("confirm_complete", "2026-03-10"),
        ("refuse_by_silence", "2026-06-02"),
        ("propose_after_silence", "2026-06-10"),
    )
    assert told(events, Route.REFERENCE).decided_on == date(2026, 6, 2)
    events += done(("list_after_silence", "2026-06-20"))
    assert told(events, Route.REFERENCE).decided_on == date(2026, 6, 20)
