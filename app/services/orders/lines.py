"""What an order in preparation says of a dossier: it lists, refuses, or keeps after a change."""

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import (
    InvalidValueError,
    OrderRefusedError,
    ProposalMissingError,
    ReasonsMissingError,
)
from app.domain.folding import fold
from app.domain.guards import UNDER_DECISION
from app.domain.history import states_so_far
from app.domain.orders import LineEffect, OrderState
from app.domain.procedure import OPEN_STATES, UNSETTLED_STATES, Route
from app.domain.versions import settlement, version_rule
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.decidable import DECIDABLE_STATES, OVERTAKEN_STATES
from app.queries.dossiers import get_dossier
from app.queries.versions import Version, version_of_report
from app.services.acts import settle
from app.services.orders.frame import add_line, check_authority, order_in_preparation, printed
from app.services.orders.list_lines import check_version_is_free


def put_in_order(  # noqa: PLR0913 - the order, the version, what is said of it, by whom
    order_reference: str,
    dossier_reference: str,
    *,
    effect: LineEffect,
    reasons: str = "",
    by: Actor,
    clock: Clock,
    revision: int | None = None,
) -> OrderLine:
    """Put a dossier in an order: listed or refused, or a changed version expressly kept (row 22).

    Raises:
        ProposalMissingError: it would be listed, and the agency never proposed anything (INV-02);
            whether the proposal stood on the day of publication is asked when that day is known.
        ReasonsMissingError: it would be refused without reasons.
        InvalidValueError: it would be listed with reasons of a refusal.
        VersionRuleError: it would be kept, and has no change to settle.
        OrderRefusedError: the order is published, or the version is already in an order.
        StaleOrderError: the order changed since *revision*.
    """
    check_authority(by)
    if effect in {LineEffect.REMOVE, LineEffect.CORRECT}:
        raise OrderRefusedError(
            "Un retrait de la liste ou une rectification part de la version inscrite, pas d’un"
            " dossier."
        )
    settle(dossier_reference, by=by, clock=clock)
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        dossier = get_dossier(dossier_reference, seen_by=by, for_update=True)
        words = printed(dossier.brand, dossier.commercial_name, dossier.tvv)
        if effect == LineEffect.KEEP:
            kept = check_keepable(dossier, clock=clock)
            check_version_is_free(kept.brand, kept.tvv, against={LineEffect.REMOVE})
            words = printed(kept.brand, kept.commercial_name, kept.tvv)
        else:
            _check_decidable(dossier, effect, reasons)
            _check_said_once(order, dossier)
        other = _order_holding(dossier)
        if other is not None:
            raise OrderRefusedError(f"Cette version figure déjà dans l’arrêté {other.title}.")
        return add_line(
            order, effect=effect, words=words, dossier=dossier, reasons=reasons.strip() or None
        )


def check_keepable(report: Dossier, *, clock: Clock) -> Version:
    """Return the version that an order may keep after a change (row 22).

    Raises:
        OrderRefusedError: the dossier reports no change, or an order settled it.
        VersionRuleError: the version is no longer on the list.
    """
    if report.route != Route.MODIFICATION or report.state not in UNSETTLED_STATES:
        raise OrderRefusedError(
            "Ce dossier ne signale aucune modification à régler : un arrêté n’a rien à y maintenir."
        )
    version = version_of_report(report, on=clock.today())
    version_rule(version.state, settlement(len(version.reports)))
    return version


def _check_decidable(dossier: Dossier, effect: LineEffect, reasons: str) -> None:
    if dossier.route == Route.MODIFICATION:
        raise OrderRefusedError(
            "Ce dossier signale une modification : un arrêté maintient la version, ou l’en retire."
        )
    if dossier.state not in DECIDABLE_STATES and not _was_decidable(dossier):
        word = "en cours de constitution" if dossier.state in OPEN_STATES else "clos"
        raise OrderRefusedError(f"Ce dossier est {word} : un arrêté ne peut pas en décider.")
    if effect == LineEffect.LIST and not dossier.proposals:
        raise ProposalMissingError(dossier.tvv, dossier.reference)
    if effect == LineEffect.REFUSE and not reasons.strip():
        raise ReasonsMissingError
    if effect == LineEffect.LIST and reasons.strip():
        raise InvalidValueError(
            "reasons",
            "Vous avez écrit des motifs de refus, et l’arrêté inscrirait la version : choisissez"
            " qu’il la refuse, ou effacez les motifs.",
        )


def _check_said_once(order: Order, dossier: Dossier) -> None:
    """One order says one thing of a version, by one dossier, under its old name or its new one.

    Another order may have removed it before and be recorded later: it is no contradiction.
    """
    key = (fold(dossier.brand), dossier.tvv)
    for line in order.lines:
        rows = (line, line.replaces) if line.replaces is not None else (line,)
        other = line.dossier_id != dossier.id and line.effect != LineEffect.KEEP
        if other and key in {(fold(row.brand), row.tvv) for row in rows}:
            raise OrderRefusedError(
                f"Cet arrêté dit déjà autre chose de la version {dossier.tvv} : ôtez d’abord"
                " l’autre ligne."
            )


def _was_decidable(dossier: Dossier) -> bool:
    """Whether an order published earlier may have met it (transition 17): its day will tell."""
    past = states_so_far(dossier.events, dossier.route)
    return dossier.state in OVERTAKEN_STATES and not UNDER_DECISION.isdisjoint(past)


def _order_holding(dossier: Dossier) -> Order | None:
    return db.session.scalars(
        select(Order)
        .join(OrderLine)
        .where(OrderLine.dossier_id == dossier.id, Order.state == OrderState.PREPARED)
    ).first()
