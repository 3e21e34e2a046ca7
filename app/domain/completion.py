"""The day a dossier is complete, from the days of its acts alone (P-14 to P-16, reading T-4)."""

from dataclasses import dataclass
from datetime import date

from app.domain.deadlines import PeriodKind, Span, span
from app.domain.guards import request_action
from app.domain.procedure import Action, Route, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """The days of the acts of one dossier; none for what did not happen."""

    route: Route
    received_on: date
    confirmed_on: date | None = None
    requested_on: date | None = None
    supplied_on: date | None = None
    requested_again_on: date | None = None
    supplied_again_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What follows from the acts of a dossier.

    Attributes:
        complete_on: the day it is complete; none while a request waits.
        completeness_last_day: last day of the month of receipt; none for a modification.
        review: the agency's period; none while the dossier is not complete.
        silence: the ministers' period; none while the dossier is not complete.
    """

    complete_on: date | None
    completeness_last_day: date | None
    review: Span | None
    silence: Span | None


def completion(acts: Acts) -> Completion:
    """Return what follows from *acts*; the same functions name the acts of the portal.

    Raises:
        NotInForceError: no text covers the day of receipt.
    """
    if acts.route == Route.MODIFICATION:
        return _from(acts.route, acts.received_on, None)
    month = span(PeriodKind.COMPLETENESS, acts.route, acts.received_on).last_day
    return _from(acts.route, _complete_on(acts, month), month)


def _complete_on(acts: Acts, month: date) -> date | None:
    if acts.confirmed_on is not None and acts.confirmed_on <= month and acts.requested_on is None:
        return acts.received_on
    state, complete_on, recheck = State.SUBMITTED, None, None
    rounds = (
        (acts.requested_on, acts.supplied_on),
        (acts.requested_again_on, acts.supplied_again_on),
    )
    for requested_on, supplied_on in rounds:
        if requested_on is not None:
            if state == State.SUBMITTED and requested_on > month:
                state, complete_on = State.COMPLETE, month
            action = request_action(
                state, on=requested_on, completeness_last_day=month, recheck_last_day=recheck
            )
            if action != Action.REQUEST_WITHOUT_EFFECT:
                state, complete_on = State.AWAITING_DOCUMENTS, None
        if supplied_on is not None and state == State.AWAITING_DOCUMENTS:
            state, complete_on = State.COMPLETE, supplied_on
            recheck = span(PeriodKind.RECHECK, acts.route, supplied_on).last_day
    return month if state == State.SUBMITTED else complete_on


def _from(route: Route, complete_on: date | None, month: date | None) -> Completion:
    return Completion(
        complete_on=complete_on,
        completeness_last_day=month,
        review=span(PeriodKind.REVIEW, route, complete_on) if complete_on else None,
        silence=span(PeriodKind.SILENCE, route, complete_on) if complete_on else None,
    )
