"""The guards of the procedure: each names an act by what is known of the dossier and of the day.

Only acts that can lead to several states need one; ``docs/procedure.md`` tells when each answers
what.
"""

from collections.abc import Collection
from datetime import date
from typing import Final

from app.domain.procedure import Action, Route, State

# Complete, with or without a proposal: the ministers may refuse.
UNDER_DECISION: Final = frozenset({State.COMPLETE, State.PROPOSED})


def submit_action(route: Route, *, earlier_refusal: bool) -> Action:
    """Name a deposit by its route (P-11, P-19, P-25; reading T-12).

    Args:
        route: why the dossier is filed.
        earlier_refusal: whether the company's version was refused before, by order or by silence;
            a withdrawal is not a refusal.
    """
    if route == Route.MODIFICATION:
        return Action.REPORT_CHANGE
    if route == Route.REFERENCE:
        return Action.SUBMIT
    return Action.SUBMIT_DEROGATION if earlier_refusal else Action.SUBMIT_INADMISSIBLE


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


def listing_action(
    state: State,
    *,
    published_on: date,
    complete_on: date | None,
    states_that_day: Collection[State],
) -> Action:
    """Name what an order that lists the version does (P-17; transitions 12, 16 and 17).

    Args:
        state: where the dossier stands when the order is recorded.
        published_on: the day the order was published.
        complete_on: the day the dossier is complete; none while it is not.
        states_that_day: where it stood on the day the order was published.
    """
    if state == State.PROPOSED and _since(complete_on, published_on):
        return Action.LIST_BY_ORDER
    if State.PROPOSED in states_that_day:
        return Action.LIST_IN_TIME
    return Action.LIST_AFTER_SILENCE if state == State.REFUSED_BY_SILENCE else Action.LIST_BY_ORDER


def refusal_action(
    state: State,
    *,
    published_on: date,
    complete_on: date | None,
    states_that_day: Collection[State],
) -> Action:
    """Name what an express refusal does (P-17; transitions 13 and 17).

    Args:
        state: where the dossier stands when the order is recorded.
        published_on: the day the order was published.
        complete_on: the day the dossier is complete; none while it is not.
        states_that_day: where it stood on the day the order was published.
    """
    if state in UNDER_DECISION and _since(complete_on, published_on):
        return Action.REFUSE_BY_ORDER
    if not UNDER_DECISION.isdisjoint(states_that_day):
        return Action.REFUSE_IN_TIME
    if state == State.REFUSED_BY_SILENCE:
        return Action.REFUSE_AFTER_SILENCE
    return Action.REFUSE_BY_ORDER


def _since(complete_on: date | None, published_on: date) -> bool:
    return complete_on is not None and complete_on <= published_on
