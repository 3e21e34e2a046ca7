"""The table of transitions against section 5 of the procedure, read row by row."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.actor import Role
from app.domain.errors import TransitionNotAllowedError
from app.domain.procedure import (
    DECIDED_STATES,
    OPEN_STATES,
    RULES,
    Action,
    State,
    actions_open_to,
    listing_action,
    proposal_action,
    refusal_action,
    replay,
    request_action,
    rule,
    supply_action,
)

# Row of section 5, states it starts from, act, state it leads to, who acts, rule of law.
ROWS = (
    (1, "draft", "submit", "submitted", "manufacturer", "P-11"),
    (4, "submitted", "request_documents", "awaiting_documents", "reviewer", "P-14"),
    (4, "awaiting_documents", "request_documents", "awaiting_documents", "reviewer", "P-14"),
    (5, "submitted", "confirm_complete", "complete", "reviewer", "P-14"),
    (6, "submitted", "deem_complete", "complete", "clock", "P-15"),
    (7, "awaiting_documents", "request_without_effect", "awaiting_documents", "reviewer", "P-15"),
    (7, "complete", "request_without_effect", "complete", "reviewer", "P-15"),
    (7, "proposed", "request_without_effect", "proposed", "reviewer", "P-15"),
    (7, "complete", "supply_item", "complete", "manufacturer", "P-15"),
    (7, "proposed", "supply_item", "proposed", "manufacturer", "P-15"),
    (8, "awaiting_documents", "supply_last_item", "complete", "manufacturer", "P-16"),
    (9, "awaiting_documents", "supply_item", "awaiting_documents", "manufacturer", "P-16"),
    (10, "complete", "request_again", "awaiting_documents", "reviewer", "P-14"),
    (10, "proposed", "request_again", "awaiting_documents", "reviewer", "P-14"),
    (11, "complete", "propose", "proposed", "reviewer", "P-16"),
    (12, "proposed", "list_by_order", "listed_by_order", "authority", "P-17"),
    (13, "complete", "refuse_by_order", "refused_by_order", "authority", "P-17"),
    (13, "proposed", "refuse_by_order", "refused_by_order", "authority", "P-17"),
    (13, "refused_by_silence", "refuse_after_silence", "refused_by_order", "authority", "P-17"),
    (14, "complete", "refuse_by_silence", "refused_by_silence", "clock", "P-18"),
    (14, "proposed", "refuse_by_silence", "refused_by_silence", "clock", "P-18"),
    (15, "refused_by_silence", "propose_after_silence", "refused_by_silence", "reviewer", "P-16"),
    (16, "refused_by_silence", "list_after_silence", "listed_by_order", "authority", "P-17"),
    (17, "refused_by_silence", "list_in_time", "listed_by_order", "authority", "P-17"),
    (17, "refused_by_silence", "refuse_in_time", "refused_by_order", "authority", "P-17"),
    (18, "submitted", "withdraw", "withdrawn", "manufacturer", "P-11"),
    (18, "awaiting_documents", "withdraw", "withdrawn", "manufacturer", "P-11"),
    (18, "complete", "withdraw", "withdrawn", "manufacturer", "P-11"),
    (18, "proposed", "withdraw", "withdrawn", "manufacturer", "P-11"),
    (19, "submitted", "add_document", "submitted", "manufacturer", "P-12"),
    (19, "awaiting_documents", "add_document", "awaiting_documents", "manufacturer", "P-12"),
    (19, "complete", "add_document", "complete", "manufacturer", "P-12"),
)
ALLOWED = {(State(source), Action(action)) for _, source, action, *_ in ROWS}
REFUSED = [pair for pair in product(State, Action) if pair not in ALLOWED]


@dataclass(frozen=True)
class Done:
    action: Action


def history(*names):
    return [Done(Action(name)) for name in names]


@pytest.mark.parametrize(("row", "source", "action", "target", "role", "basis"), ROWS)
def test_each_row_of_the_procedure_is_in_the_table(row, source, action, target, role, basis):
    """D. 251-1-A, I: rows 1 to 19 of the reference route."""
    arrow = rule(State(source), Action(action))
    assert (arrow.target, arrow.role, arrow.basis, arrow.row) == (target, role, basis, row)


@pytest.mark.parametrize(("state", "action"), REFUSED)
def test_whatever_the_procedure_does_not_know_is_refused(state, action):
    with pytest.raises(TransitionNotAllowedError) as refused:
        rule(state, action)
    assert (refused.value.state, refused.value.action) == (state, action)


@pytest.mark.parametrize("state", [State.LISTED_BY_ORDER, State.REFUSED_BY_ORDER, State.WITHDRAWN])
def test_an_express_decision_or_a_withdrawal_ends_the_dossier(state):
    assert not any(source == state for source, _ in RULES)


def test_silence_never_lists_a_version():
    """D. 251-1-A, I: the ministers' silence is a rejection (INV-07)."""
    by_clock = {arrow.target for arrow in RULES.values() if arrow.role == Role.CLOCK}
    assert by_clock == {State.COMPLETE, State.REFUSED_BY_SILENCE}


def test_only_an_order_of_the_authority_lists_a_version():
    """D. 251-1, I, 6° c: the score is obtained by joint order (P-01)."""
    roles = {arrow.role for arrow in RULES.values() if arrow.target == State.LISTED_BY_ORDER}
    assert roles == {Role.AUTHORITY}


def test_every_state_is_open_decided_or_withdrawn():
    assert set(State) == OPEN_STATES | DECIDED_STATES | {State.WITHDRAWN}
    assert not OPEN_STATES & DECIDED_STATES


def test_buttons_are_the_acts_of_the_role_in_that_state():
    assert actions_open_to(Role.REVIEWER, State.SUBMITTED) == {
        Action.REQUEST_DOCUMENTS,
        Action.CONFIRM_COMPLETE,
    }
    assert actions_open_to(Role.MANUFACTURER, State.SUBMITTED) == {
        Action.WITHDRAW,
        Action.ADD_DOCUMENT,
    }
    assert actions_open_to(Role.OPERATOR, State.SUBMITTED) == frozenset()


@pytest.mark.parametrize(
    ("events", "state"),
    [
        pytest.param([], "draft", id="nothing happened"),
        pytest.param(["submit"], "submitted", id="deposited"),
        pytest.param(
            ["submit", "confirm_complete", "propose", "list_by_order"],
            "listed_by_order",
            id="the plain case",
        ),
        pytest.param(
            ["submit", "request_documents", "supply_item", "supply_last_item", "request_again"],
            "awaiting_documents",
            id="asked again",
        ),
        pytest.param(
            ["submit", "deem_complete", "refuse_by_silence", "propose_after_silence"],
            "refused_by_silence",
            id="a late proposal changes nothing by itself",
        ),
        pytest.param(["submit", "withdraw"], "withdrawn", id="withdrawn"),
    ],
)
def test_the_state_follows_from_the_events(events, state):
    assert replay(history(*events)) == state


def test_an_impossible_history_is_refused():
    with pytest.raises(TransitionNotAllowedError):
        replay(history("submit", "propose"))


@given(st.lists(st.sampled_from(list(Action)), max_size=12))
def test_replaying_is_taking_the_arrows_one_by_one(actions):
    state = State.DRAFT
    for number, action in enumerate(actions, start=1):
        if (state, action) not in RULES:
            with pytest.raises(TransitionNotAllowedError):
                replay(Done(done) for done in actions[:number])
            return
        state = RULES[state, action].target
        assert replay(Done(done) for done in actions[:number]) == state


MONTH_END = date(2026, 4, 30)
RECHECK_END = date(2026, 6, 11)
ONE_DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("state", "on", "month", "recheck", "expected"),
    [
        ("submitted", MONTH_END, MONTH_END, None, "request_documents"),
        ("submitted", MONTH_END + ONE_DAY, MONTH_END, None, "request_without_effect"),
        ("awaiting_documents", MONTH_END, MONTH_END, None, "request_documents"),
        ("awaiting_documents", MONTH_END + ONE_DAY, MONTH_END, None, "request_without_effect"),
        ("awaiting_documents", RECHECK_END, MONTH_END, RECHECK_END, "request_documents"),
        (
            "awaiting_documents",
            RECHECK_END + ONE_DAY,
            MONTH_END,
            RECHECK_END,
            "request_without_effect",
        ),
        ("complete", RECHECK_END, MONTH_END, RECHECK_END, "request_again"),
        ("complete", RECHECK_END + ONE_DAY, MONTH_END, RECHECK_END, "request_without_effect"),
        ("proposed", RECHECK_END, MONTH_END, RECHECK_END, "request_again"),
        ("proposed", RECHECK_END + ONE_DAY, MONTH_END, RECHECK_END, "request_without_effect"),
        # Confirmed, or deemed complete: the month of receipt opens nothing any more.
        ("complete", MONTH_END, None, None, "request_without_effect"),
        ("complete", MONTH_END, MONTH_END, None, "request_without_effect"),
        ("proposed", MONTH_END, None, None, "request_without_effect"),
    ],
)
def test_a_request_is_named_by_the_day_it_is_sent(state, on, month, recheck, expected):
    """D. 251-1-A, I, fourth paragraph; reading T-4: the last day of the month is in time."""
    action = request_action(
        State(state), on=on, completeness_last_day=month, recheck_last_day=recheck
    )
    assert action == expected


@pytest.mark.parametrize(
    ("state", "left", "expected"),
    [
        ("awaiting_documents", 0, "supply_last_item"),
        ("awaiting_documents", 1, "supply_item"),
        ("complete", 0, "supply_item"),
        ("proposed", 0, "supply_item"),
    ],
)
def test_only_the_last_item_awaited_completes_the_dossier(state, left, expected):
    """D. 251-1-A, I, fifth paragraph; reading T-4."""
    assert supply_action(State(state), items_left=left) == expected


def test_a_proposal_after_the_silence_stands_beside_it():
    """Reading T-8."""
    assert proposal_action(State.COMPLETE) == Action.PROPOSE
    assert proposal_action(State.REFUSED_BY_SILENCE) == Action.PROPOSE_AFTER_SILENCE


SILENCE_END = date(2026, 5, 12)


@pytest.mark.parametrize(
    ("state", "published_on", "listing", "refusal"),
    [
        ("proposed", SILENCE_END, "list_by_order", "refuse_by_order"),
        ("refused_by_silence", SILENCE_END, "list_in_time", "refuse_in_time"),
        (
            "refused_by_silence",
            SILENCE_END + ONE_DAY,
            "list_after_silence",
            "refuse_after_silence",
        ),
    ],
)
def test_an_order_is_named_by_the_day_it_is_published(state, published_on, listing, refusal):
    """R. 251-1-B; transitions 12, 13, 16 and 17: the last day of the silence is in time."""
    days = {"published_on": published_on, "silence_last_day": SILENCE_END}
    assert listing_action(State(state), **days) == listing
    assert refusal_action(State(state), **days) == refusal
