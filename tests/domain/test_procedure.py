"""The table of transitions against section 5 of the procedure, read row by row."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.actor import Role
from app.domain.errors import TransitionNotAllowedError
from app.domain.guards import (
    listing_action,
    proposal_action,
    refusal_action,
    request_action,
    submit_action,
    supply_action,
)
from app.domain.history import told
from app.domain.procedure import (
    DECIDED_STATES,
    OPEN_STATES,
    REFUSED_STATES,
    RULES,
    UNSETTLED_STATES,
    Action,
    Route,
    State,
    actions_open_to,
    rule,
)

# Section 5 of the procedure: row | from | act | to (= stays) | who | rule | routes.
# Rows 30 and 31 are the request for reasons of reading T-13, row 32 the consent of decision 0033.
SECTION_5 = """
1|draft|submit|submitted|manufacturer|P-11|reference
2|draft|submit_derogation|submitted|manufacturer|P-19|derogation
3|draft|submit_inadmissible|inadmissible|manufacturer|P-19|derogation
4|submitted awaiting_documents|request_documents|awaiting_documents|reviewer|P-14|both
5|submitted|confirm_complete|complete|reviewer|P-14|both
6|submitted|deem_complete|complete|clock|P-15|both
7|awaiting_documents complete proposed|request_without_effect|=|reviewer|P-15|both
7|complete proposed|supply_item|=|manufacturer|P-15|both
8|awaiting_documents|supply_last_item|complete|manufacturer|P-16|both
9|awaiting_documents|supply_item|=|manufacturer|P-16|both
10|complete proposed|request_again|awaiting_documents|reviewer|P-14|both
11|complete|propose|proposed|reviewer|P-16|both
12|proposed|list_by_order|listed_by_order|authority|P-17|both
13|complete proposed|refuse_by_order|refused_by_order|authority|P-17|both
13|refused_by_silence|refuse_after_silence|refused_by_order|authority|P-17|both
14|complete proposed|refuse_by_silence|refused_by_silence|clock|P-18|both
15|refused_by_silence|propose_after_silence|=|reviewer|P-16|both
16|refused_by_silence|list_after_silence|listed_by_order|authority|P-17|both
17|refused_by_silence withdrawn|list_in_time|listed_by_order|authority|P-17|both
17|awaiting_documents complete proposed|list_in_time|listed_by_order|authority|P-17|both
17|refused_by_silence withdrawn|refuse_in_time|refused_by_order|authority|P-17|both
17|awaiting_documents complete proposed|refuse_in_time|refused_by_order|authority|P-17|both
18|submitted awaiting_documents complete proposed|withdraw|withdrawn|manufacturer|P-11|both
19|submitted awaiting_documents complete|add_document|=|manufacturer|P-12|both
19|submitted awaiting_documents complete|correct|=|manufacturer|P-12|both
20|draft|report_change|reported|manufacturer|P-25|modification
21|reported silent|give_opinion|=|reviewer|P-26|modification
21|reported|miss_opinion|=|clock|P-26|modification
22|reported silent|keep_by_order|settled|authority|P-27|modification
23|listed_by_order|remove_by_order|=|authority|P-27|both
23|reported silent|remove_by_order|settled|authority|P-27|modification
24|reported|pass_over_in_silence|silent|clock|P-28|modification
25|listed_by_order|request_evidence|=|reviewer|P-29|both
25|listed_by_order|supply_evidence|=|manufacturer|P-29|both
29|listed_by_order|correct_by_order|=|authority|P-27|both
30|refused_by_silence|request_reasons|=|manufacturer|T-13|both
30|silent|request_reasons|=|manufacturer|T-13|modification
31|refused_by_silence|give_reasons|=|authority|T-13|both
31|silent|give_reasons|=|authority|T-13|modification
32|submitted awaiting_documents complete proposed|show_publicly|=|manufacturer|L. 311-6|both
32|submitted awaiting_documents complete proposed|stop_showing|=|manufacturer|L. 311-6|both
"""
ROUTES = {
    "both": {Route.REFERENCE, Route.DEROGATION},
    "reference": {Route.REFERENCE},
    "derogation": {Route.DEROGATION},
    "modification": {Route.MODIFICATION},
}


def rows():
    for line in SECTION_5.split("\n")[1:-1]:
        row, sources, action, target, role, basis, routes = line.split("|")
        for source in sources.split():
            yield (
                int(row),
                State(source),
                Action(action),
                State(source if target == "=" else target),
                role,
                basis,
                ROUTES[routes],
            )


ROWS = tuple(rows())
ALLOWED = {(source, action, route) for _, source, action, *_, routes in ROWS for route in routes}
REFUSED = [one for one in product(State, Action, Route) if one not in ALLOWED]


@dataclass(frozen=True)
class Done:
    action: Action
    occurred_on: date = date(2026, 3, 2)


def history(*names):
    return [Done(Action(name)) for name in names]


@pytest.mark.parametrize("one", ROWS, ids=lambda one: f"{one[0]} {one[1]} {one[2]}")
def test_each_row_of_the_procedure_is_in_the_table(one):
    """D. 251-1-A, I to III."""
    row, source, action, target, role, basis, routes = one
    for route in routes:
        arrow = rule(source, action, route)
        assert (arrow.target, arrow.role, arrow.basis, arrow.row) == (target, role, basis, row)
    assert rule(source, action, min(routes)).routes == routes


def test_whatever_the_procedure_does_not_know_is_refused():
    assert len(REFUSED) > 1000
    for state, action, route in REFUSED:
        with pytest.raises(TransitionNotAllowedError) as refused:
            rule(state, action, route)
        assert (refused.value.state, refused.value.action) == (state, action)


@pytest.mark.parametrize("state", [State.REFUSED_BY_ORDER, State.INADMISSIBLE, State.SETTLED])
def test_an_express_decision_ends_the_dossier(state):
    assert not any(source == state for source, _ in RULES)


def test_silence_never_lists_a_version():
    """D. 251-1-A, I: the ministers' silence is a rejection (INV-07)."""
    by_clock = {arrow.target for arrow in RULES.values() if arrow.role == Role.CLOCK}
    assert by_clock == {
        State.COMPLETE,
        State.REFUSED_BY_SILENCE,
        State.REPORTED,
        State.SILENT,
    }


def test_only_an_order_of_the_authority_lists_a_version():
    """D. 251-1, I, 6° c: the score is obtained by joint order (P-01)."""
    roles = {
        arrow.role
        for (source, _), arrow in RULES.items()
        if arrow.target == State.LISTED_BY_ORDER != source
    }
    assert roles == {Role.AUTHORITY}


def test_the_silence_on_a_change_refuses_no_dossier():
    """D. 251-1-A, III; row 24: it opens no derogation."""
    assert State.SILENT not in REFUSED_STATES
    assert {State.REPORTED, State.SILENT} == UNSETTLED_STATES


def test_every_state_is_open_decided_or_closed():
    assert set(State) == OPEN_STATES | DECIDED_STATES | {State.WITHDRAWN, State.INADMISSIBLE}
    assert not OPEN_STATES & DECIDED_STATES


def test_buttons_are_the_acts_of_the_role_in_that_state():
    assert actions_open_to(Role.REVIEWER, State.SUBMITTED, Route.DEROGATION) == {
        Action.REQUEST_DOCUMENTS,
        Action.CONFIRM_COMPLETE,
    }
    assert actions_open_to(Role.MANUFACTURER, State.SUBMITTED, Route.REFERENCE) == {
        Action.WITHDRAW,
        Action.ADD_DOCUMENT,
        Action.CORRECT,
        Action.SHOW_PUBLICLY,
        Action.STOP_SHOWING,
    }
    assert actions_open_to(Role.MANUFACTURER, State.DRAFT, Route.MODIFICATION) == {
        Action.REPORT_CHANGE
    }
    assert actions_open_to(Role.OPERATOR, State.SUBMITTED, Route.REFERENCE) == frozenset()


@pytest.mark.parametrize(
    ("route", "events", "state"),
    [
        pytest.param("reference", [], "draft", id="nothing happened"),
        pytest.param("reference", ["submit"], "submitted", id="deposited"),
        pytest.param(
            "reference",
            ["submit", "confirm_complete", "propose", "list_by_order"],
            "listed_by_order",
            id="the plain case",
        ),
        pytest.param(
            "reference",
            ["submit", "request_documents", "supply_item", "supply_last_item", "request_again"],
            "awaiting_documents",
            id="asked again",
        ),
        pytest.param(
            "reference",
            ["submit", "deem_complete", "refuse_by_silence", "propose_after_silence"],
            "refused_by_silence",
            id="a late proposal changes nothing by itself",
        ),
        pytest.param("reference", ["submit", "withdraw"], "withdrawn", id="withdrawn"),
        pytest.param(
            "derogation",
            ["submit_derogation", "deem_complete", "propose", "refuse_by_order"],
            "refused_by_order",
            id="a derogation refused",
        ),
        pytest.param("derogation", ["submit_inadmissible"], "inadmissible", id="inadmissible"),
        pytest.param(
            "modification",
            ["report_change", "miss_opinion", "pass_over_in_silence", "keep_by_order"],
            "settled",
            id="a change kept after the silence",
        ),
    ],
)
def test_the_state_follows_from_the_events(route, events, state):
    assert told(history(*events), Route(route)).state == state


@pytest.mark.parametrize(
    ("route", "events"),
    [
        ("reference", ["submit", "propose"]),
        ("reference", ["submit_derogation"]),
        ("derogation", ["submit"]),
        ("modification", ["submit"]),
        ("modification", ["report_change", "withdraw"]),
    ],
)
def test_an_impossible_history_is_refused(route, events):
    with pytest.raises(TransitionNotAllowedError):
        told(history(*events), Route(route))


@given(st.sampled_from(list(Route)), st.lists(st.sampled_from(list(Action)), max_size=12))
def test_replaying_is_taking_the_arrows_one_by_one(route, actions):
    state = State.DRAFT
    for number, action in enumerate(actions, start=1):
        arrow = RULES.get((state, action))
        if arrow is None or route not in arrow.routes:
            with pytest.raises(TransitionNotAllowedError):
                told([Done(done) for done in actions[:number]], route)
            return
        state = arrow.target
        assert told([Done(done) for done in actions[:number]], route).state == state


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


COMPLETE_ON = date(2026, 2, 12)


@pytest.mark.parametrize(
    ("state", "published", "that_day", "listing", "refusal"),
    [
        ("proposed", 30, ["proposed"], "list_by_order", "refuse_by_order"),
        ("complete", 30, ["complete"], "list_by_order", "refuse_by_order"),
        # The silence was recorded, the order had been published before: never born.
        ("refused_by_silence", 30, ["proposed"], "list_in_time", "refuse_in_time"),
        ("refused_by_silence", 30, ["complete"], "list_after_silence", "refuse_in_time"),
        (
            "refused_by_silence",
            120,
            ["refused_by_silence"],
            "list_after_silence",
            "refuse_after_silence",
        ),
        # Withdrawn, asked again, or supplied and proposed again since: the order came first.
        ("withdrawn", 30, ["proposed", "withdrawn"], "list_in_time", "refuse_in_time"),
        ("awaiting_documents", 30, ["proposed"], "list_in_time", "refuse_in_time"),
        ("complete", -1, ["proposed"], "list_in_time", "refuse_in_time"),
        ("proposed", -1, ["proposed"], "list_in_time", "refuse_in_time"),
        # Nothing stood that day: the table refuses these names in those states.
        ("withdrawn", 30, ["withdrawn"], "list_by_order", "refuse_by_order"),
        ("awaiting_documents", 30, ["awaiting_documents"], "list_by_order", "refuse_by_order"),
    ],
)
def test_an_order_is_named_by_what_it_met_the_day_it_was_published(
    state, published, that_day, listing, refusal
):
    """R. 251-1-B; transitions 12, 13, 16 and 17; reading T-14."""
    waiting = state == "awaiting_documents"
    known = {
        "published_on": COMPLETE_ON + timedelta(days=published),
        "complete_on": None if waiting else COMPLETE_ON,
        "states_that_day": {State(one) for one in that_day},
    }
    assert listing_action(State(state), **known) == listing
    assert refusal_action(State(state), **known) == refusal


@pytest.mark.parametrize(
    ("route", "refused", "expected"),
    [
        ("reference", False, "submit"),
        ("reference", True, "submit"),
        ("derogation", True, "submit_derogation"),
        ("derogation", False, "submit_inadmissible"),
        ("modification", False, "report_change"),
    ],
)
def test_a_deposit_is_named_by_its_route_and_what_came_before(route, refused, expected):
    """P-11, P-19, P-25; reading T-12."""
    assert submit_action(Route(route), earlier_refusal=refused) == expected
