"""Completeness: the agency confirms it or asks for documents; the manufacturer supplies them."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.guards import supply_action
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier
from app.queries.dossiers import standing_proposal
from app.queries.filed import request_today
from app.services.acts import act_on
from app.services.letters import completeness_notice, request_notice
from app.services.periods import close_period, open_period, open_review
from app.services.requested import (
    Asked,
    Supplied,
    check_request,
    request_details,
    take_supplied,
    write_items,
)


def confirm_complete(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Dossier:
    """Confirm that the dossier was complete when it was received (P-14, reading T-4).

    Raises:
        TransitionNotAllowedError: it is not waiting for that, or the month is over.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        event = dossier.record(
            Action.CONFIRM_COMPLETE, by=by, occurred_on=clock.today(), recorded_at=clock.now()
        )
        assert dossier.received_on is not None  # noqa: S101 - confirmed, hence received
        close_period(dossier, PeriodKind.COMPLETENESS, PeriodOutcome.MET, at=clock.now())
        open_review(dossier, event=event, origin_on=dossier.received_on, clock=clock)
        completeness_notice(dossier, event, clock=clock)
    return dossier


def request_documents(  # noqa: PLR0913 - what, by when, in which words, by whom
    reference: str,
    items: Sequence[Asked],
    *,
    answer_by: date,
    message: str = "",
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """Ask for documents; what the request does depends on the day it is sent (P-14, P-15).

    In the month of receipt, or in the month after a supplement, the dossier waits for them.
    Later, the request moves no period: the manufacturer may answer, the review goes on.

    Args:
        reference: the dossier.
        items: what is asked for.
        answer_by: the day set for the answer (CRPA L. 114-5); it moves no period.
        message: words for the manufacturer.
        by: a reviewer.
        clock: the clock of the act.
        expected: the number of the last event that the reviewer had seen.

    Raises:
        NothingRequestedError: no item.
        InvalidValueError: an item without words, or an answer due before the request.
        TransitionNotAllowedError: the state of the dossier does not allow it.
        StaleDossierError: somebody acted since the page was shown.
    """
    check_request(items, answer_by, clock)
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        action = request_today(dossier, on=clock.today())
        proposal = standing_proposal(dossier)
        event = dossier.record(
            action,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details=request_details(items, answer_by, message),
        )
        binding = action != Action.REQUEST_WITHOUT_EFFECT
        if binding:
            close_period(dossier, PeriodKind.COMPLETENESS, PeriodOutcome.MET, at=clock.now())
        if action == Action.REQUEST_AGAIN:
            for kind in (PeriodKind.REVIEW, PeriodKind.SILENCE):
                close_period(dossier, kind, PeriodOutcome.SUPERSEDED, at=clock.now())
            close_period(dossier, PeriodKind.RECHECK, PeriodOutcome.MET, at=clock.now())
            if proposal is not None:
                proposal.lapsed_on = clock.today()
        asked = write_items(event, items, answer_by=answer_by, binding=binding)
        request_notice(dossier, event, asked, clock=clock)
    return dossier


def supply(
    reference: str,
    supplied: Mapping[str, Supplied],
    *,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """Supply requested items; the last one makes the dossier complete that day (T-4).

    An item is ticked, not judged: the agency may ask again within the month.

    Args:
        reference: the dossier.
        supplied: what is supplied, by the reference of each item.
        by: a person of the company.
        clock: the clock of the act.
        expected: the number of the last event that the person had seen.

    Raises:
        UnknownItemError: an item that is not, or no longer, asked for.
        InvalidValueError: an item with neither file nor words.
        TransitionNotAllowedError: the state of the dossier does not allow it.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        items = open_items_of(dossier)
        documents = take_supplied(dossier, items, supplied, by=by, clock=clock)
        left = sum(1 for item in items if item.binding and item.supplied_on is None)
        event = dossier.record(
            supply_action(dossier.state, items_left=left),
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={"items": sorted(supplied), "documents": documents},
        )
        if dossier.state == State.COMPLETE and event.action == Action.SUPPLY_LAST_ITEM:
            db.session.flush()
            close_period(dossier, PeriodKind.RECHECK, PeriodOutcome.SUPERSEDED, at=clock.now())
            open_review(dossier, event=event, origin_on=event.occurred_on, clock=clock)
            open_period(
                dossier,
                PeriodKind.RECHECK,
                event=event,
                origin_on=event.occurred_on,
                clock=clock,
            )
            completeness_notice(dossier, event, clock=clock)
    return dossier


def open_items_of(dossier: Dossier) -> Sequence[RequestedItem]:
    """Return what is still asked for, in the order it was asked."""
    return db.session.scalars(
        select(RequestedItem)
        .where(RequestedItem.dossier_id == dossier.id, RequestedItem.supplied_on.is_(None))
        .order_by(RequestedItem.id)
    ).all()
