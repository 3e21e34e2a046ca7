"""An order removes versions from the list: what becomes of their dossiers (row 23)."""

from collections.abc import Iterable
from datetime import date, timedelta

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.deadlines import PeriodOutcome, effect_at
from app.domain.procedure import UNSETTLED_STATES, Action, State
from app.extensions import db
from app.models.account import User
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier
from app.queries.versions import (
    Version,
    dossiers_on_the_list,
    version_of_report,
    version_on,
    version_to_come,
)
from app.services.lapse import settle_due
from app.services.letters import decision_notice
from app.services.order_events import order_details
from app.services.periods import close_all, revoke_silence

Removal = tuple[OrderLine, Version]


def removed_versions(lines: Iterable[OrderLine], *, effective_on: date) -> list[Removal]:
    """Return each line that removes, with its version as it stands before the order.

    Asked before the order is published: afterwards the list no longer says it.
    """
    return [(line, version_to_come(line.tvv, line.brand, on=effective_on)) for line in lines]


def settle_removals(order: Order, removals: Iterable[Removal], *, by: Actor, clock: Clock) -> None:
    """Tell the dossiers of removed versions, and settle the reports about them.

    Called once the order is published. A version that a later order keeps on the list loses
    nothing; the reports received since it was listed anew stay open.
    """
    assert order.published_on is not None  # noqa: S101 - the order is published
    assert order.effective_on is not None  # noqa: S101
    for line, before in removals:
        after = version_on(line.tvv, line.brand, on=order.effective_on)
        kept = dossiers_on_the_list(line.tvv, line.brand, after=order.effective_on)
        listed = before.interval.dossier_ids if before.on_the_list and before.interval else ()
        for identifier in listed:
            if identifier not in kept:
                _remove(db.session.get_one(Dossier, identifier), order, line, by, clock)
        if after.on_the_list:
            continue
        relisted = version_on(line.tvv, line.brand, on=clock.today()).on_the_list
        again = relisted and order.effective_on <= clock.today()
        for report in before.reports:
            if not again or (report.received_on or order.published_on) <= order.published_on:
                _remove(report, order, line, by, clock)


def settle_by_removal_to_come(report: Dossier, *, clock: Clock) -> None:
    """Settle a report received while an order already published removes its version later.

    The duty to report holds until the removal takes effect (P-25); that order settles the report
    as it did those that came before it. Called inside the deposit, the list locked.
    """
    version = version_of_report(report, on=clock.today())
    removal = version.interval.closed_by if version.interval else None
    if not version.on_the_list or removal is None:
        return
    if version_on(version.tvv, version.brand, on=removal.day).on_the_list:
        return
    line = db.session.get_one(OrderLine, removal.first.id)
    assert line.order.created_by_id is not None  # noqa: S101 - an agent enters every order
    # The order acts, in the name of that agent.
    agent = db.session.get_one(User, line.order.created_by_id)
    by = Actor(user_id=agent.id, name=agent.name, role=Role.AUTHORITY)
    _remove(report, line.order, line, by, clock)


def _remove(dossier: Dossier, order: Order, line: OrderLine, by: Actor, clock: Clock) -> None:
    assert order.published_on is not None  # noqa: S101 - the order is published
    taken = get_dossier(dossier.reference, seen_by=by, for_update=True)
    # An order published in time leaves no silence to observe (transition 17).
    settle_due(taken, clock=clock, born_by=effect_at(order.published_on - timedelta(days=1)))
    if taken.state not in UNSETTLED_STATES | {State.LISTED_BY_ORDER}:
        return
    taken.record(
        Action.REMOVE_BY_ORDER,
        by=by,
        # A report may have come between the publication and the day it is recorded.
        occurred_on=max(order.published_on, taken.received_on or order.published_on),
        recorded_at=clock.now(),
        details=order_details(order, line),
    )
    revoke_silence(taken, published_on=order.published_on, clock=clock)
    close_all(taken, PeriodOutcome.STOPPED, at=clock.now())
    decision_notice(taken, order, line, clock=clock)
