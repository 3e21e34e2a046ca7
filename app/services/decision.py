"""The publication of an order decides each of its dossiers (P-17)."""

from datetime import date, timedelta

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome, effect_at
from app.domain.errors import InvalidValueError, OrderRefusedError, ProposalMissingError
from app.domain.identifiers import nor as checked_nor
from app.domain.orders import LineEffect, OrderState, day_of_effect
from app.domain.procedure import Action, State, listing_action, refusal_action
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.decidable import DECIDABLE_STATES
from app.queries.dossiers import get_dossier, proposal_on
from app.queries.periods import last_day_of
from app.services.lapse import settle_due
from app.services.letters import decision_notice
from app.services.orders import check_nor_is_free, order_in_preparation
from app.services.periods import close_all, close_period, open_period


def record_publication(  # noqa: PLR0913 - what the Journal officiel prints, and who records it
    order_reference: str,
    *,
    nor: str,
    published_on: date,
    effective_on: date | None = None,
    by: Actor,
    clock: Clock,
    revision: int | None = None,
) -> Order:
    """Record that an order was published: each of its versions is decided that day (P-17).

    The day of publication is the legal day, however late it is recorded (reading T-14). An order
    takes effect the day after, unless it says another day (reading T-11). A silent refusal that
    was observed although the order was published in time was never born (transition 17).

    Args:
        order_reference: the order.
        nor: its NOR number.
        published_on: the day of the Journal officiel.
        effective_on: the day it takes effect when the order names one.
        by: an agent of an authority.
        clock: the clock of the act.
        revision: the revision of the order that the agent had seen.

    Raises:
        InvalidValueError: the NOR number, or a day that cannot be.
        OrderRefusedError: nothing in the order, already published, or a version withdrawn since.
        ProposalMissingError: a version would be listed without a proposal.
        StaleOrderError: the order changed since *revision*.
    """
    number = checked_nor(nor)
    effect = day_of_effect(published_on, effective_on, today=clock.today())
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        if not order.lines:
            raise OrderRefusedError("Cet arrêté ne contient encore aucune version.")
        check_nor_is_free(number)
        order.nor = number
        order.state = OrderState.PUBLISHED
        order.published_on = published_on
        order.effective_on = effect
        order.recorded_at = clock.now()
        for line in order.lines:
            _decide(order, line, published_on, by, clock)
    return order


def _decide(order: Order, line: OrderLine, published_on: date, by: Actor, clock: Clock) -> None:
    assert line.dossier is not None  # noqa: S101 - orders of the portal hold dossiers
    dossier = get_dossier(line.dossier.reference, seen_by=by, for_update=True)
    # An order published in time leaves no silent refusal to observe (transition 17).
    settle_due(dossier, clock=clock, born_by=effect_at(published_on - timedelta(days=1)))
    if line.effect == LineEffect.LIST and _withdrawn_too_late(dossier, published_on):
        # The order came first, and the list follows the orders (L-2); the dossier keeps the
        # history it has (decision 0019).
        decision_notice(dossier, order, line, clock=clock)
        return
    if dossier.state not in DECIDABLE_STATES:
        raise OrderRefusedError(
            f"La version {dossier.tvv} (dossier {dossier.reference}) ne peut plus être décidée :"
            " retirez-la de l’arrêté avant d’en enregistrer la publication."
        )
    assert dossier.complete_on is not None  # noqa: S101 - decidable, hence complete
    if published_on < dossier.complete_on:
        raise InvalidValueError(
            "published_on",
            f"Ce jour de publication précède celui où le dossier {dossier.reference} est complet.",
        )
    listing = line.effect == LineEffect.LIST
    if listing and proposal_on(dossier, published_on) is None:
        raise ProposalMissingError(dossier.tvv, dossier.reference)
    silence_last_day = last_day_of(dossier, PeriodKind.SILENCE)
    assert silence_last_day is not None  # noqa: S101 - complete, hence running
    name = listing_action if listing else refusal_action
    event = dossier.record(
        name(dossier.state, published_on=published_on, silence_last_day=silence_last_day),
        by=by,
        occurred_on=published_on,
        recorded_at=clock.now(),
        details={
            "order": order.reference,
            "nor": order.nor,
            "effective_on": order.effective_on.isoformat() if order.effective_on else None,
            "reasons": line.reasons or "",
        },
    )
    if event.action in {Action.LIST_IN_TIME, Action.REFUSE_IN_TIME}:
        _revoke_silence(dossier, clock)
    _close_periods(dossier, published_on, clock)
    if listing:
        db.session.flush()
        open_period(
            dossier, PeriodKind.INSPECTION, event=event, origin_on=published_on, clock=clock
        )
    decision_notice(dossier, order, line, clock=clock)


def _withdrawn_too_late(dossier: Dossier, published_on: date) -> bool:
    """Tell whether the dossier was withdrawn once an order on a proposal had listed its version."""
    withdrawn_on = dossier.events[-1].occurred_on if dossier.events else published_on
    return (
        dossier.state == State.WITHDRAWN
        and published_on <= withdrawn_on
        and proposal_on(dossier, published_on) is not None
    )


def _revoke_silence(dossier: Dossier, clock: Clock) -> None:
    """The silent refusal was never born: its period is superseded (transition 17)."""
    for period in dossier.periods:
        if period.kind == PeriodKind.SILENCE and period.outcome == PeriodOutcome.EXPIRED:
            period.outcome = PeriodOutcome.SUPERSEDED
            period.settled_at = clock.now()


def _close_periods(dossier: Dossier, published_on: date, clock: Clock) -> None:
    """The ministers answered in time; a review that still ran ends without a proposal."""
    review_last_day = last_day_of(dossier, PeriodKind.REVIEW)
    late = review_last_day is not None and review_last_day < published_on
    missed = PeriodOutcome.EXPIRED if late else PeriodOutcome.STOPPED
    close_period(dossier, PeriodKind.SILENCE, PeriodOutcome.MET, at=clock.now())
    close_period(dossier, PeriodKind.REVIEW, missed, at=clock.now())
    close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
