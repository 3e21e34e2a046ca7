"""The procedure of D. 251-1-A as one table: what may happen to a dossier, and who may do it.

Row numbers and rules (P-nn) are those of ``docs/procedure.md``, drawn from this table.
An act that can lead to several states is first named by a pure function of its guard
(``app.domain.guards``); nothing else decides what may happen. What may happen to a version on the
list is the table of ``app.domain.versions``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

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
    INADMISSIBLE = "inadmissible"
    WITHDRAWN = "withdrawn"
    REPORTED = "reported"
    SETTLED = "settled"
    SILENT = "silent"


OPEN_STATES: Final = frozenset(
    {
        State.DRAFT,
        State.SUBMITTED,
        State.AWAITING_DOCUMENTS,
        State.COMPLETE,
        State.PROPOSED,
        State.REPORTED,
    }
)
REFUSED_STATES: Final = frozenset({State.REFUSED_BY_ORDER, State.REFUSED_BY_SILENCE})
# A silent report stays to be settled by an order (reading T-9); its silence is decided all the same.
DECIDED_STATES: Final = REFUSED_STATES | {State.LISTED_BY_ORDER, State.SETTLED, State.SILENT}
# The change reports that an order has not settled: the version is under modification.
UNSETTLED_STATES: Final = frozenset({State.REPORTED, State.SILENT})


class Action(StrEnum):
    """An act of the procedure, or what silence does."""

    SUBMIT = "submit"
    SUBMIT_DEROGATION = "submit_derogation"
    SUBMIT_INADMISSIBLE = "submit_inadmissible"
    REQUEST_DOCUMENTS = "request_documents"
    REQUEST_AGAIN = "request_again"
    REQUEST_WITHOUT_EFFECT = "request_without_effect"
    CONFIRM_COMPLETE = "confirm_complete"
    DEEM_COMPLETE = "deem_complete"
    SUPPLY_ITEM = "supply_item"
    SUPPLY_LAST_ITEM = "supply_last_item"
    ADD_DOCUMENT = "add_document"
    CORRECT = "correct"
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
    REQUEST_REASONS = "request_reasons"
    GIVE_REASONS = "give_reasons"
    REPORT_CHANGE = "report_change"
    GIVE_OPINION = "give_opinion"
    MISS_OPINION = "miss_opinion"
    KEEP_BY_ORDER = "keep_by_order"
    PASS_OVER_IN_SILENCE = "pass_over_in_silence"  # noqa: S105 - no password
    REMOVE_BY_ORDER = "remove_by_order"
    CORRECT_BY_ORDER = "correct_by_order"
    REQUEST_EVIDENCE = "request_evidence"
    SUPPLY_EVIDENCE = "supply_evidence"
    SHOW_PUBLICLY = "show_publicly"
    STOP_SHOWING = "stop_showing"


@dataclass(frozen=True, slots=True)
class Rule:
    """One arrow: the state it leads to, who may take it, the rule of law, its row, its routes."""

    target: State
    role: Role
    basis: str
    row: int
    routes: frozenset[Route]


S, A, R = State, Action, Role
REF: Final = frozenset({Route.REFERENCE})
DER: Final = frozenset({Route.DEROGATION})
MOD: Final = frozenset({Route.MODIFICATION})
CER: Final = REF | DER  # the two routes that ask for a certification

# Aligned by hand, wider than a line of code, to be read as the table it is.
# ruff: noqa: E501
# fmt: off
RULES: Final[Mapping[tuple[State, Action], Rule]] = MappingProxyType({
    (S.DRAFT,              A.SUBMIT):                Rule(S.SUBMITTED,          R.MANUFACTURER, "P-11", 1,  REF),
    (S.DRAFT,              A.SUBMIT_DEROGATION):     Rule(S.SUBMITTED,          R.MANUFACTURER, "P-19", 2,  DER),
    (S.DRAFT,              A.SUBMIT_INADMISSIBLE):   Rule(S.INADMISSIBLE,       R.MANUFACTURER, "P-19", 3,  DER),
    (S.SUBMITTED,          A.REQUEST_DOCUMENTS):     Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 4,  CER),
    (S.AWAITING_DOCUMENTS, A.REQUEST_DOCUMENTS):     Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 4,  CER),
    (S.SUBMITTED,          A.CONFIRM_COMPLETE):      Rule(S.COMPLETE,           R.REVIEWER,     "P-14", 5,  CER),
    (S.SUBMITTED,          A.DEEM_COMPLETE):         Rule(S.COMPLETE,           R.CLOCK,        "P-15", 6,  CER),
    (S.AWAITING_DOCUMENTS, A.REQUEST_WITHOUT_EFFECT):Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-15", 7,  CER),
    (S.COMPLETE,           A.REQUEST_WITHOUT_EFFECT):Rule(S.COMPLETE,           R.REVIEWER,     "P-15", 7,  CER),
    (S.PROPOSED,           A.REQUEST_WITHOUT_EFFECT):Rule(S.PROPOSED,           R.REVIEWER,     "P-15", 7,  CER),
    (S.COMPLETE,           A.SUPPLY_ITEM):           Rule(S.COMPLETE,           R.MANUFACTURER, "P-15", 7,  CER),
    (S.PROPOSED,           A.SUPPLY_ITEM):           Rule(S.PROPOSED,           R.MANUFACTURER, "P-15", 7,  CER),
    (S.AWAITING_DOCUMENTS, A.SUPPLY_LAST_ITEM):      Rule(S.COMPLETE,           R.MANUFACTURER, "P-16", 8,  CER),
    (S.AWAITING_DOCUMENTS, A.SUPPLY_ITEM):           Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "P-16", 9,  CER),
    (S.COMPLETE,           A.REQUEST_AGAIN):         Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 10, CER),
    (S.PROPOSED,           A.REQUEST_AGAIN):         Rule(S.AWAITING_DOCUMENTS, R.REVIEWER,     "P-14", 10, CER),
    (S.COMPLETE,           A.PROPOSE):               Rule(S.PROPOSED,           R.REVIEWER,     "P-16", 11, CER),
    (S.PROPOSED,           A.LIST_BY_ORDER):         Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 12, CER),
    (S.COMPLETE,           A.REFUSE_BY_ORDER):       Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13, CER),
    (S.PROPOSED,           A.REFUSE_BY_ORDER):       Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13, CER),
    (S.REFUSED_BY_SILENCE, A.REFUSE_AFTER_SILENCE):  Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 13, CER),
    (S.COMPLETE,           A.REFUSE_BY_SILENCE):     Rule(S.REFUSED_BY_SILENCE, R.CLOCK,        "P-18", 14, CER),
    (S.PROPOSED,           A.REFUSE_BY_SILENCE):     Rule(S.REFUSED_BY_SILENCE, R.CLOCK,        "P-18", 14, CER),
    (S.REFUSED_BY_SILENCE, A.PROPOSE_AFTER_SILENCE): Rule(S.REFUSED_BY_SILENCE, R.REVIEWER,     "P-16", 15, CER),
    (S.REFUSED_BY_SILENCE, A.LIST_AFTER_SILENCE):    Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 16, CER),
    (S.REFUSED_BY_SILENCE, A.LIST_IN_TIME):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17, CER),
    (S.REFUSED_BY_SILENCE, A.REFUSE_IN_TIME):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17, CER),
    (S.AWAITING_DOCUMENTS, A.LIST_IN_TIME):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17, CER),
    (S.AWAITING_DOCUMENTS, A.REFUSE_IN_TIME):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17, CER),
    (S.COMPLETE,           A.LIST_IN_TIME):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17, CER),
    (S.COMPLETE,           A.REFUSE_IN_TIME):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17, CER),
    (S.PROPOSED,           A.LIST_IN_TIME):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17, CER),
    (S.PROPOSED,           A.REFUSE_IN_TIME):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17, CER),
    (S.WITHDRAWN,          A.LIST_IN_TIME):          Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-17", 17, CER),
    (S.WITHDRAWN,          A.REFUSE_IN_TIME):        Rule(S.REFUSED_BY_ORDER,   R.AUTHORITY,    "P-17", 17, CER),
    (S.SUBMITTED,          A.WITHDRAW):              Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18, CER),
    (S.AWAITING_DOCUMENTS, A.WITHDRAW):              Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18, CER),
    (S.COMPLETE,           A.WITHDRAW):              Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18, CER),
    (S.PROPOSED,           A.WITHDRAW):              Rule(S.WITHDRAWN,          R.MANUFACTURER, "P-11", 18, CER),
    (S.SUBMITTED,          A.ADD_DOCUMENT):          Rule(S.SUBMITTED,          R.MANUFACTURER, "P-12", 19, CER),
    (S.AWAITING_DOCUMENTS, A.ADD_DOCUMENT):          Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "P-12", 19, CER),
    (S.COMPLETE,           A.ADD_DOCUMENT):          Rule(S.COMPLETE,           R.MANUFACTURER, "P-12", 19, CER),
    (S.SUBMITTED,          A.CORRECT):               Rule(S.SUBMITTED,          R.MANUFACTURER, "P-12", 19, CER),
    (S.AWAITING_DOCUMENTS, A.CORRECT):               Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "P-12", 19, CER),
    (S.COMPLETE,           A.CORRECT):               Rule(S.COMPLETE,           R.MANUFACTURER, "P-12", 19, CER),
    (S.DRAFT,              A.REPORT_CHANGE):         Rule(S.REPORTED,           R.MANUFACTURER, "P-25", 20, MOD),
    (S.REPORTED,           A.GIVE_OPINION):          Rule(S.REPORTED,           R.REVIEWER,     "P-26", 21, MOD),
    (S.SILENT,             A.GIVE_OPINION):          Rule(S.SILENT,             R.REVIEWER,     "P-26", 21, MOD),
    (S.REPORTED,           A.MISS_OPINION):          Rule(S.REPORTED,           R.CLOCK,        "P-26", 21, MOD),
    (S.REPORTED,           A.KEEP_BY_ORDER):         Rule(S.SETTLED,            R.AUTHORITY,    "P-27", 22, MOD),
    (S.SILENT,             A.KEEP_BY_ORDER):         Rule(S.SETTLED,            R.AUTHORITY,    "P-27", 22, MOD),
    (S.LISTED_BY_ORDER,    A.REMOVE_BY_ORDER):       Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-27", 23, CER),
    (S.REPORTED,           A.REMOVE_BY_ORDER):       Rule(S.SETTLED,            R.AUTHORITY,    "P-27", 23, MOD),
    (S.SILENT,             A.REMOVE_BY_ORDER):       Rule(S.SETTLED,            R.AUTHORITY,    "P-27", 23, MOD),
    (S.REPORTED,           A.PASS_OVER_IN_SILENCE):  Rule(S.SILENT,             R.CLOCK,        "P-28", 24, MOD),
    (S.LISTED_BY_ORDER,    A.REQUEST_EVIDENCE):      Rule(S.LISTED_BY_ORDER,    R.REVIEWER,     "P-29", 25, CER),
    (S.LISTED_BY_ORDER,    A.SUPPLY_EVIDENCE):       Rule(S.LISTED_BY_ORDER,    R.MANUFACTURER, "P-29", 25, CER),
    (S.LISTED_BY_ORDER,    A.CORRECT_BY_ORDER):      Rule(S.LISTED_BY_ORDER,    R.AUTHORITY,    "P-27", 29, CER),
    (S.REFUSED_BY_SILENCE, A.REQUEST_REASONS):       Rule(S.REFUSED_BY_SILENCE, R.MANUFACTURER, "T-13", 30, CER),
    (S.SILENT,             A.REQUEST_REASONS):       Rule(S.SILENT,             R.MANUFACTURER, "T-13", 30, MOD),
    (S.REFUSED_BY_SILENCE, A.GIVE_REASONS):          Rule(S.REFUSED_BY_SILENCE, R.AUTHORITY,    "T-13", 31, CER),
    (S.SILENT,             A.GIVE_REASONS):          Rule(S.SILENT,             R.AUTHORITY,    "T-13", 31, MOD),
    (S.SUBMITTED,          A.SHOW_PUBLICLY):         Rule(S.SUBMITTED,          R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.AWAITING_DOCUMENTS, A.SHOW_PUBLICLY):         Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.COMPLETE,           A.SHOW_PUBLICLY):         Rule(S.COMPLETE,           R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.PROPOSED,           A.SHOW_PUBLICLY):         Rule(S.PROPOSED,           R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.SUBMITTED,          A.STOP_SHOWING):          Rule(S.SUBMITTED,          R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.AWAITING_DOCUMENTS, A.STOP_SHOWING):          Rule(S.AWAITING_DOCUMENTS, R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.COMPLETE,           A.STOP_SHOWING):          Rule(S.COMPLETE,           R.MANUFACTURER, "L. 311-6", 32, CER),
    (S.PROPOSED,           A.STOP_SHOWING):          Rule(S.PROPOSED,           R.MANUFACTURER, "L. 311-6", 32, CER),
})
# fmt: on


def rule(state: State, action: Action, route: Route) -> Rule:
    """Return the arrow *action* takes out of *state* on a route.

    Raises:
        TransitionNotAllowedError: there is none.
    """
    arrow = RULES.get((state, action))
    if arrow is None or route not in arrow.routes:
        raise TransitionNotAllowedError(state, action)
    return arrow


def actions_open_to(role: Role, state: State, route: Route) -> frozenset[Action]:
    """What *role* may do with a dossier in *state*: the buttons of its page."""
    return frozenset(
        action
        for (source, action), arrow in RULES.items()
        if source == state and arrow.role == role and route in arrow.routes
    )
