"""The procedure of D. 251-1-A as one table: what may happen to a dossier, and who may do it.

Row numbers and rules (P-nn) are those of ``docs/procedure.md``, drawn from this table.
An act that can lead to several states is first named by a pure function of its guard
(``request_action``, ``listing_action``…); nothing else decides what may happen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from app.domain.actor import Role
from app.domain.errors import TransitionNotAllowedError


class Route(StrEnum):
    """Why a dossier is filed: I, II or III of D. 251-1-A."""

    REFERENCE = "reference"
    DEROGATION = "derogation"
    MODIFICATION = "modification"


class State(StrEnum):
    """Where a dossier stands."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    AWAITING_DOCUMENTS = "awaiting_documents"
    COMPLETE = "complete"
    PROPOSED = "proposed"
    LISTED_BY_ORDER = "listed_by_order"
    REFUSED_BY_ORDER = "refused_by_order"
    REFUSED_BY_SILENCE = "refused_by_silence"
    WITHDRAWN = "withdrawn"


OPEN_STATES: Final = frozenset(
    {State.DRAFT, State.SUBMITTED, State.AWAITING_DOCUMENTS, State.COMPLETE, State.PROPOSED}
)
DECIDED_STATES: Final = frozenset(
    {State.LISTED_BY_ORDER, State.REFUSED_BY_ORDER, State.REFUSED_BY_SILENCE}
)


class Action(StrEnum):
    """An act of the procedure, or what silence does."""

    SUBMIT = "submit"
    REQUEST_DOCUMENTS = "request_documents"
    REQUEST_AGAIN = "request_again"
    REQUEST_WITHOUT_EFFECT = "request_without_effect"
    CONFIRM_COMPLETE = "confirm_complete"
    DEEM_COMPLETE = "deem_complete"
    SUPPLY_ITEM = "supply_item"
    SUPPLY_LAST_ITEM = "supply_last_item"
    ADD_DOCUMENT = "add_document"
    PROPOSE = "propose"
    PROPOSE_AFTER_SILENCE = "propose_after_silence"
    LIST_BY_ORDER = "list_by_order"
    LIST_AFTER_SILENCE = "list_after_silence"
    LIST_IN_TIME = "list_in_time"
    REFUSE_BY_ORDER = "refuse_by_order"
    REFUSE_AFTER_SILENCE = "refuse_after_silence"
    REFUSE_IN_TIME = "refuse_in_time"
    REFUSE_BY_SILENCE = "refuse_by_silence"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Rule:
    """One arrow: the state it leads to, who may take it, the rule of law, the row of the table."""

    target: State
    role: Role
    basis: str
    row: int


S, A, R = State, Action, Role

# Aligned by hand, wider than a line of code, to be read as the table it is.
# ruff: noqa: E501
# fmt: off
RULES: Final[Mapping[tuple[State, Action], Rule]] = MappingProxyType({
    (S.DRAFT,              A.SUBMIT):                 Rule(S.SUBMITTED,          R.MANUFACTURER, "P-11", 1),
    (S.SUBMITTED,          A.REQUEST_DOCUMENTS):      Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 4),
    (S.AWAITING_DOCUMENTS, A.REQUEST_DOCUMENTS):      Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 4),
    (S.SUBMITTED,          A.CONFIRM_COMPLETE):       Rule(S.COMPLETE,           R.REVIEWER,     "P-14", 5),
    (S.SUBMITTED,          A.DEEM_COMPLETE):          Rule(S.COMPLETE,           R.CLOCK,        "P-15", 6),
    (S.AWAITING_DOCUMENTS, A.REQUEST_WITHOUT_EFFECT): Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-15", 7),
    (S.COMPLETE,           A.REQUEST_WITHOUT_EFFECT): Rule(S.COMPLETE,           R.REVIEWER,     "P-15", 7),
    (S.PROPOSED,           A.REQUEST_WITHOUT_EFFECT): Rule(S.PROPOSED,           R.REVIEWER,     "P-15", 7),
    (S.COMPLETE,           A.SUPPLY_ITEM):            Rule(S.COMPLETE,           R.MANUFACTURER, "P-15", 7),
    (S.PROPOSED,           A.SUPPLY_ITEM):            Rule(S.PROPOSED,           R.MANUFACTURER, "P-15", 7),
    (S.AWAITING_DOCUMENTS, A.SUPPLY_LAST_ITEM):       Rule(S.COMPLETE,           R.MANUFACTURER, "P-16", 8),
    (S.AWAITING_DOCUMENTS, A.SUPPLY_ITEM):            Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "P-16", 9),
    (S.COMPLETE,           A.REQUEST_AGAIN):          Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 10),
    (S.PROPOSED,           A.REQUEST_AGAIN):          Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 10),
    (S.COMPLETE,           A.PROPOSE):                Rule(S.PROPOSED,           R.REVIEWER,     "P-16", 11),
    (S.PROPOSED,           A.LIST_BY_ORDER):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 12),
    (S.COMPLETE,           A.REFUSE_BY_ORDER):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13),
    (S.PROPOSED,           A.REFUSE_BY_ORDER):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13),
    (S.REFUSED_BY_SILENCE, A.REFUSE_AFTER_SILENCE):   Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13),
    (S.COMPLETE,           A.REFUSE_BY_SILENCE):      Rule(S.REFUSED_BY_SILENCE, R.CLOCK,        "P-18", 14),
    (S.PROPOSED,           A.REFUSE_BY_SILENCE):      Rule(S.REFUSED_BY_SILENCE, R.CLOCK,        "P-18", 14),
    (S.REFUSED_BY_SILENCE, A.PROPOSE_AFTER_SILENCE):  Rule(S.REFUSED_BY_SILENCE, R.REVIEWER,     "P-16", 15),
    (S.REFUSED_BY_SILENCE, A.LIST_AFTER_SILENCE):     Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 16),
    (S.REFUSED_BY_SILENCE, A.LIST_IN_TIME):           Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17),
    (S.REFUSED_BY_SILENCE, A.REFUSE_IN_TIME):         Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17),
    (S.SUBMITTED,          A.WITHDRAW):               Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18),
    (S.AWAITING_DOCUMENTS, A.WITHDRAW):               Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18),
    (S.COMPLETE,           A.WITHDRAW):               Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18),
    (S.PROPOSED,           A.WITHDRAW):               Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18),
    (S.SUBMITTED,          A.ADD_DOCUMENT):           Rule(S.SUBMITTED,          R.MANUFACTURER, "P-12", 19),
    (S.AWAITING_DOCUMENTS, A.ADD_DOCUMENT):           Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "P-12", 19),
    (S.COMPLETE,           A.ADD_DOCUMENT):           Rule(S.COMPLETE,           R.MANUFACTURER, "P-12", 19),
})
# fmt: on


def rule(state: State, action: Action) -> Rule:
    """Return the arrow *action* takes out of *state*.

    Raises:
        TransitionNotAllowedError: there is none.
    """
    try:
        return RULES[state, action]
    except KeyError:
        raise TransitionNotAllowedError(state, action) from None


def actions_open_to(role: Role, state: State) -> frozenset[Action]:
    """What *role* may do with a dossier in *state*: the buttons of its page."""
    return frozenset(
        action
        for (source, action), arrow in RULES.items()
        if source == state and arrow.role == role
    )


class RecordedAction(Protocol):
    """The part of an event that the replay reads."""

    @property
    def action(self) -> Action:
        """The act that was recorded."""


def replay(events: Iterable[RecordedAction]) -> State:
    """Return the state a dossier is in after *events*, in their order.

    Raises:
        TransitionNotAllowedError: the events tell a history the procedure does not know.
    """
    state = State.DRAFT
    for event in events:
        state = rule(state, event.action).target
    return state


def request_action(
    state: State, *, on: date, completeness_last_day: date | None, recheck_last_day: date | None
) -> Action:
    """Name a request of the agency by the day it is sent (P-14, reading T-4).

    Args:
        state: where the dossier stands.
        on: the legal day of the request.
        completeness_last_day: last day of the month of receipt; none once completeness was
            confirmed.
        recheck_last_day: last day of the month after the last supplement; none without one.
    """
    first_month = completeness_last_day is not None and on <= completeness_last_day
    after_supplement = recheck_last_day is not None and on <= recheck_last_day
    if state in {State.SUBMITTED, State.AWAITING_DOCUMENTS} and (first_month or after_supplement):
        return Action.REQUEST_DOCUMENTS
    if state in {State.COMPLETE, State.PROPOSED} and after_supplement:
        return Action.REQUEST_AGAIN
    return Action.REQUEST_WITHOUT_EFFECT


def supply_action(state: State, *, items_left: int) -> Action:
    """Name a supplement: the last requested item makes the dossier complete (reading T-4)."""
    if state == State.AWAITING_DOCUMENTS and items_left == 0:
        return Action.SUPPLY_LAST_ITEM
    return Action.SUPPLY_ITEM


def proposal_action(state: State) -> Action:
    """Name a proposal: one that comes after the silent refusal only stands beside it."""
    return Action.PROPOSE_AFTER_SILENCE if state == State.REFUSED_BY_SILENCE else Action.PROPOSE


def listing_action(state: State, *, published_on: date, silence_last_day: date) -> Action:
    """Name what an order that lists the version does (P-17; transitions 12, 16 and 17)."""
    if state != State.REFUSED_BY_SILENCE:
        return Action.LIST_BY_ORDER
    in_time = published_on <= silence_last_day
    return Action.LIST_IN_TIME if in_time else Action.LIST_AFTER_SILENCE


def refusal_action(state: State, *, published_on: date, silence_last_day: date) -> Action:
    """Name what an express refusal does (P-17; transitions 13 and 17)."""
    if state != State.REFUSED_BY_SILENCE:
        return Action.REFUSE_BY_ORDER
    in_time = published_on <= silence_last_day
    return Action.REFUSE_IN_TIME if in_time else Action.REFUSE_AFTER_SILENCE
