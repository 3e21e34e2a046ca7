"""The ministers decide: an order is prepared, then its publication is recorded."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from sqlalchemy import func, select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.deadlines import PeriodKind, PeriodOutcome, effect_at, effective_day
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    OrderRefusedError,
    ProposalMissingError,
    ReasonsMissingError,
    StaleDossierError,
)
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.domain.identifiers import nor as checked_nor
from app.domain.identifiers import tvv as checked_tvv
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.domain.procedure import (
    OPEN_STATES,
    Action,
    State,
    listing_action,
    refusal_action,
)
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier, proposal_on, standing_proposal
from app.queries.orders import get_order
from app.queries.periods import last_day_of
from app.services.acts import settle
from app.services.lapse import settle_due
from app.services.letters import decision_notice
from app.services.periods import close_all, close_period, open_period
from app.services.transaction import transaction
from scoring.dated import NotInForceError

TITLE_LENGTH: Final = 300

# States in which an order can still say something of a dossier.
DECIDABLE: Final = frozenset({State.COMPLETE, State.PROPOSED, State.REFUSED_BY_SILENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """A row of an order as the Journal officiel printed it, for an import."""

    brand: str
    commercial_name: str
    tvv: str


def prepare_order(title: str, *, by: Actor, clock: Clock) -> Order:
    """Open an order in preparation.

    Raises:
        NotAllowedError: the actor is of no authority.
        InvalidValueError: no title.
    """
    _check_authority(by)
    with transaction():
        order = Order(
            reference=new_reference("AR"),
            title=_title(title),
            origin=OrderOrigin.PORTAL,
            state=OrderState.PREPARED,
            created_at=clock.now(),
            created_by_id=by.user_id,
            revision=1,
        )
        db.session.add(order)
    return order


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
    """Put a version in an order in preparation, to be listed or expressly refused.

    Raises:
        ProposalMissingError: it would be listed without the agency's proposal (INV-02).
        ReasonsMissingError: it would be refused without reasons.
        OrderRefusedError: the order is published, or the version is already in an order.
        StaleDossierError: the order changed since *revision*.
    """
    _check_authority(by)
    settle(dossier_reference, by=by, clock=clock)
    with _order_in_preparation(order_reference, revision=revision, by=by) as order:
        dossier = get_dossier(dossier_reference, seen_by=by, for_update=True)
        _check_decidable(dossier, effect, reasons)
        other = _order_holding(dossier)
        if other is not None:
            raise OrderRefusedError(f"Cette version figure déjà dans l’arrêté {other.title}.")
        line = OrderLine(
            order=order,
            position=max((line.position for line in order.lines), default=0) + 1,
            effect=effect,
            dossier=dossier,
            reasons=reasons.strip() or None,
            **_printed(dossier.brand, dossier.commercial_name, dossier.tvv),
        )
        db.session.add(line)
    return line


def take_out_of_order(
    order_reference: str, dossier_reference: str, *, by: Actor, revision: int | None = None
) -> Order:
    """Take a version out of an order in preparation; its dossier stays as it is.

    Raises:
        OrderRefusedError: the order is published, or does not hold the version.
        StaleDossierError: the order changed since *revision*.
    """
    with _order_in_preparation(order_reference, revision=revision, by=by) as order:
        dossier = get_dossier(dossier_reference, seen_by=by)
        line = next((line for line in order.lines if line.dossier_id == dossier.id), None)
        if line is None:
            raise OrderRefusedError("Cette version ne figure pas dans cet arrêté.")
        order.lines.remove(line)
    return order


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
        StaleDossierError: the order changed since *revision*.
    """
    number = checked_nor(nor)
    effect = _check_days(published_on, effective_on, clock)
    with _order_in_preparation(order_reference, revision=revision, by=by) as order:
        if not order.lines:
            raise OrderRefusedError("Cet arrêté ne contient encore aucune version.")
        _check_nor_is_free(number)
        order.nor = number
        order.state = OrderState.PUBLISHED
        order.published_on = published_on
        order.effective_on = effect
        order.recorded_at = clock.now()
        for line in order.lines:
            _decide(order, line, published_on, by, clock)
    return order


def import_published_order(  # noqa: PLR0913 - what the Journal officiel prints, and who enters it
    title: str,
    rows: Sequence[PublishedRow],
    *,
    published_on: date,
    effective_on: date | None = None,
    nor: str | None = None,
    by: Actor,
    clock: Clock,
) -> Order:
    """Enter an order that was published outside the portal; no dossier is needed (transition 28).

    Raises:
        InvalidValueError: a day that cannot be, a NOR number or a code that is none.
        OrderRefusedError: no row.
    """
    _check_authority(by)
    effect = _check_days(published_on, effective_on, clock)
    if not rows:
        raise OrderRefusedError("Cet arrêté ne contient aucune version.")
    number = checked_nor(nor) if nor else None
    with transaction():
        if number is not None:
            _check_nor_is_free(number)
        order = Order(
            reference=new_reference("AR"),
            title=_title(title),
            origin=OrderOrigin.IMPORTED,
            state=OrderState.PUBLISHED,
            nor=number,
            published_on=published_on,
            effective_on=effect,
            recorded_at=clock.now(),
            created_at=clock.now(),
            created_by_id=by.user_id,
            revision=1,
        )
        order.lines = [
            OrderLine(
                position=position,
                effect=LineEffect.LIST,
                **_printed(row.brand, row.commercial_name, checked_tvv(row.tvv)),
            )
            for position, row in enumerate(rows, start=1)
        ]
        db.session.add(order)
    return order


def _decide(order: Order, line: OrderLine, published_on: date, by: Actor, clock: Clock) -> None:
    assert line.dossier is not None  # noqa: S101 - orders of the portal hold dossiers
    dossier = get_dossier(line.dossier.reference, seen_by=by, for_update=True)
    # An order published in time leaves no silent refusal to observe (transition 17).
    settle_due(dossier, clock=clock, born_by=effect_at(published_on - timedelta(days=1)))
    if dossier.state not in DECIDABLE:
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
        raise ProposalMissingError
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


@contextmanager
def _order_in_preparation(reference: str, *, revision: int | None, by: Actor) -> Iterator[Order]:
    _check_authority(by)
    with transaction():
        order = get_order(reference, seen_by=by, for_update=True)
        if order.state != OrderState.PREPARED:
            raise OrderRefusedError("Cet arrêté est publié : il ne se modifie plus.")
        if revision is not None and revision != order.revision:
            raise StaleDossierError
        yield order
        order.revision += 1


def _check_authority(by: Actor) -> None:
    if by.role != Role.AUTHORITY:
        raise NotAllowedError


def _check_decidable(dossier: Dossier, effect: LineEffect, reasons: str) -> None:
    if dossier.state not in DECIDABLE:
        word = "en cours de constitution" if dossier.state in OPEN_STATES else "clos"
        raise OrderRefusedError(f"Ce dossier est {word} : un arrêté ne peut pas en décider.")
    if effect == LineEffect.LIST and standing_proposal(dossier) is None:
        raise ProposalMissingError
    if effect == LineEffect.REFUSE and not reasons.strip():
        raise ReasonsMissingError


def _order_holding(dossier: Dossier) -> Order | None:
    return db.session.scalars(
        select(Order)
        .join(OrderLine)
        .where(OrderLine.dossier_id == dossier.id, Order.state == OrderState.PREPARED)
    ).first()


def _check_days(published_on: date, effective_on: date | None, clock: Clock) -> date:
    if published_on > clock.today():
        raise InvalidValueError("published_on", "Le jour de publication est encore à venir.")
    try:
        effect = effective_on or effective_day(published_on)
    except NotInForceError:
        raise InvalidValueError(
            "published_on", "Aucun texte ne régit un arrêté publié ce jour-là."
        ) from None
    if effect < published_on:
        raise InvalidValueError(
            "effective_on", "L’arrêté ne peut pas prendre effet avant sa publication."
        )
    return effect


def _check_nor_is_free(number: str) -> None:
    known = db.session.scalar(select(func.count()).where(Order.nor == number))
    if known:
        raise InvalidValueError("nor", "Un arrêté porte déjà ce numéro NOR.")


def _title(typed: str) -> str:
    title = typed.strip()
    if not title:
        raise InvalidValueError("title", "Donnez un intitulé à l’arrêté.")
    return title[:TITLE_LENGTH]


def _printed(brand: str, commercial_name: str, code: str) -> dict[str, str]:
    return {
        "brand": brand,
        "commercial_name": commercial_name,
        "tvv": code,
        "search_text": fold(f"{brand} {commercial_name}"),
    }
