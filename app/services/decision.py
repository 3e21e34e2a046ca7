"""The publication of an order decides what each of its lines is about (P-17, P-27)."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome, effect_at
from app.domain.errors import InvalidValueError, OrderRefusedError, ProposalMissingError
from app.domain.french import day_in_words
from app.domain.guards import listing_action, refusal_action
from app.domain.history import LATE_ORDERS, states_on
from app.domain.identifiers import nor as checked_nor
from app.domain.orders import LineEffect, OrderState, day_of_effect
from app.domain.procedure import RULES, UNSETTLED_STATES, Action
from app.domain.versions import VersionAction, settlement, version_rule
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier, proposal_on
from app.queries.periods import last_day_of
from app.queries.versions import version_of_report, version_on
from app.services.correction import check_corrections, settle_corrections
from app.services.lapse import settle_due
from app.services.letters import decision_notice
from app.services.list_lock import lock_list
from app.services.listings import relist
from app.services.order_events import order_details
from app.services.orders import check_nor_is_free, checked_title, order_in_preparation
from app.services.periods import close_all, close_period, open_period, revoke_silence
from app.services.removal import removed_versions, settle_removals


def record_publication(  # noqa: PLR0913 - what the Journal officiel prints, and who records it
    order_reference: str,
    *,
    nor: str,
    published_on: date,
    effective_on: date | None = None,
    title: str | None = None,
    by: Actor,
    clock: Clock,
    revision: int | None = None,
) -> Order:
    """Record that an order was published: each of its versions is decided that day (P-17).

    The day of publication is the legal day, however late it is recorded (reading T-14). An order
    takes effect the day after, unless it says another day (reading T-11). A silent refusal that
    was observed although the order was published in time was never born (transition 17). A
    version that the order does not name is left as it is.

    Args:
        order_reference: the order.
        nor: its NOR number.
        published_on: the day of the Journal officiel.
        effective_on: the day it takes effect when the order names one.
        title: its title as published; the one it was prepared under by default.
        by: an agent of an authority.
        clock: the clock of the act.
        revision: the revision of the order that the agent had seen.

    Raises:
        InvalidValueError: the NOR number, an empty title, or a day that cannot be.
        OrderRefusedError: nothing in the order, already published, or a version withdrawn since.
        ProposalMissingError: a version would be listed without a proposal.
        VersionRuleError: a version would be kept or removed that is not on the list.
        StaleOrderError: the order changed since *revision*.
    """
    number = checked_nor(nor)
    effect = day_of_effect(published_on, effective_on, today=clock.today())
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        if not order.lines:
            raise OrderRefusedError("Cet arrêté ne contient encore aucune version.")
        check_nor_is_free(number)
        lock_list()
        # What the list says before the order, which is no longer told once it is published.
        removals = removed_versions(_lines(order, LineEffect.REMOVE), effective_on=effect)
        for _, version in removals:
            version_rule(version.state, VersionAction.REMOVE)
        corrections = check_corrections(order.lines)
        order.nor = number
        order.title = order.title if title is None else checked_title(title)
        order.state = OrderState.PUBLISHED
        order.published_on = published_on
        order.effective_on = effect
        order.recorded_at = clock.now()
        db.session.flush()
        for line in order.lines:
            if line.effect in DECIDES:
                DECIDES[line.effect](order, line, published_on, by, clock)
        settle_corrections(order, corrections, by=by, clock=clock)
        settle_removals(order, removals, by=by, clock=clock)
        relist(order)
    return order


def _lines(order: Order, effect: LineEffect) -> list[OrderLine]:
    return [line for line in order.lines if line.effect == effect]


def _taken(line: OrderLine, published_on: date, by: Actor, clock: Clock) -> Dossier:
    """Lock the dossier of a line, as silence leaves it on the day of publication."""
    assert line.dossier is not None  # noqa: S101 - such lines are put in by their dossier
    dossier = get_dossier(line.dossier.reference, seen_by=by, for_update=True)
    # An order published in time leaves no silent refusal to observe (transition 17).
    settle_due(dossier, clock=clock, born_by=effect_at(published_on - timedelta(days=1)))
    return dossier


def _keep(order: Order, line: OrderLine, published_on: date, by: Actor, clock: Clock) -> None:
    """An order keeps a changed version, expressly: its report is settled (row 22)."""
    report = _taken(line, published_on, by, clock)
    if report.state not in UNSETTLED_STATES:
        raise _undecidable(report)
    if report.received_on is not None and published_on < report.received_on:
        raise InvalidValueError(
            "published_on",
            f"Ce jour de publication précède le signalement {report.reference}.",
        )
    version = version_of_report(report, on=published_on)
    version_rule(version.state, settlement(len(version.reports)))
    report.record(
        Action.KEEP_BY_ORDER,
        by=by,
        occurred_on=published_on,
        recorded_at=clock.now(),
        details=order_details(order, line),
    )
    revoke_silence(report, published_on=published_on, clock=clock)
    _close_periods(report, published_on, clock)
    decision_notice(report, order, line, clock=clock)


def _decide(order: Order, line: OrderLine, published_on: date, by: Actor, clock: Clock) -> None:
    """An order lists or refuses a version (transitions 12, 13, 16 and 17)."""
    dossier = _taken(line, published_on, by, clock)
    action = _action(line, dossier, published_on)
    proposal = proposal_on(dossier, published_on)
    listing = line.effect == LineEffect.LIST
    if listing:
        if proposal is None:
            sent_on = ", le ".join(day_in_words(one.sent_on) for one in dossier.proposals)
            raise ProposalMissingError(
                dossier.tvv, dossier.reference, published_on=published_on, sent_on=sent_on
            )
        # What lapsed it was recorded after the order that rests on it.
        proposal.lapsed_on = None
    inspected_from = _listed_by_publication_of(line) if listing else None
    told = {"inspected_from": inspected_from.isoformat()} if inspected_from else {}
    event = dossier.record(
        action,
        by=by,
        occurred_on=published_on,
        recorded_at=clock.now(),
        details=order_details(order, line) | told,
    )
    revoke_silence(dossier, published_on=published_on, clock=clock)
    _close_periods(dossier, published_on, clock)
    if inspected_from:
        db.session.flush()
        open_period(
            dossier, PeriodKind.INSPECTION, event=event, origin_on=inspected_from, clock=clock
        )
    decision_notice(dossier, order, line, clock=clock)


DECIDES: Final[dict[LineEffect, Callable[[Order, OrderLine, date, Actor, Clock], None]]] = {
    LineEffect.LIST: _decide,
    LineEffect.REFUSE: _decide,
    LineEffect.KEEP: _keep,
}


def _action(line: OrderLine, dossier: Dossier, published_on: date) -> Action:
    """Name what an order does to a dossier, or say why it can do nothing."""
    name = listing_action if line.effect == LineEffect.LIST else refusal_action
    action = name(
        dossier.state,
        published_on=published_on,
        complete_on=dossier.complete_on,
        states_that_day=states_on(dossier.events, dossier.route, published_on),
    )
    if (dossier.state, action) not in RULES:
        raise _undecidable(dossier)
    early = dossier.complete_on is not None and published_on < dossier.complete_on
    if early and action not in LATE_ORDERS:
        raise InvalidValueError(
            "published_on",
            f"Ce jour de publication précède celui où le dossier {dossier.reference} est complet.",
        )
    return action


def _undecidable(dossier: Dossier) -> OrderRefusedError:
    return OrderRefusedError(
        f"La version {dossier.tvv} (dossier {dossier.reference}) ne peut plus être décidée :"
        " ôtez-la de l’arrêté avant d’en enregistrer la publication."
    )


def _listed_by_publication_of(line: OrderLine) -> date | None:
    """Return the day from which evidence may be asked for: T-10, CAMB-11.

    That of the order that first listed the version, which may be an imported one; none when an
    order published later already removes it.
    """
    assert line.order.effective_on is not None  # noqa: S101 - the order is published
    version = version_on(line.tvv, line.brand, on=line.order.effective_on)
    if not version.on_the_list or version.interval is None:
        return None
    return version.interval.opened_by.first.order.published_on


def _close_periods(dossier: Dossier, published_on: date, clock: Clock) -> None:
    """The ministers answered in time; a review that still ran ends without a proposal."""
    review_last_day = last_day_of(dossier, PeriodKind.REVIEW)
    late = review_last_day is not None and review_last_day < published_on
    missed = PeriodOutcome.EXPIRED if late else PeriodOutcome.STOPPED
    close_period(dossier, PeriodKind.SILENCE, PeriodOutcome.MET, at=clock.now())
    close_period(dossier, PeriodKind.REVIEW, missed, at=clock.now())
    close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
