"""Orders of the ministers: prepared version by version, or entered once published."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import func, select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    OrderRefusedError,
    ProposalMissingError,
    ReasonsMissingError,
    StaleOrderError,
)
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.domain.identifiers import nor as checked_nor
from app.domain.identifiers import tvv as checked_tvv
from app.domain.orders import LineEffect, OrderOrigin, OrderState, day_of_effect
from app.domain.procedure import OPEN_STATES
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.decidable import DECIDABLE_STATES
from app.queries.dossiers import get_dossier, standing_proposal
from app.queries.orders import get_order
from app.services.acts import settle
from app.services.transaction import transaction

TITLE_LENGTH: Final = 300


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
        InvalidValueError: no title, or one that another order in preparation bears.
    """
    _check_authority(by)
    wanted = _title(title)
    with transaction():
        same = select(Order).where(Order.title == wanted, Order.state == OrderState.PREPARED)
        if db.session.scalars(same).first() is not None:
            raise InvalidValueError("title", "Un arrêté en préparation porte déjà cet intitulé.")
        order = Order(
            reference=new_reference("AR"),
            title=wanted,
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
        StaleOrderError: the order changed since *revision*.
    """
    _check_authority(by)
    settle(dossier_reference, by=by, clock=clock)
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
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
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        dossier = get_dossier(dossier_reference, seen_by=by)
        line = next((line for line in order.lines if line.dossier_id == dossier.id), None)
        if line is None:
            raise OrderRefusedError("Cette version ne figure pas dans cet arrêté.")
        order.lines.remove(line)
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
    effect = day_of_effect(published_on, effective_on, today=clock.today())
    if not rows:
        raise OrderRefusedError("Cet arrêté ne contient aucune version.")
    number = checked_nor(nor) if nor else None
    with transaction():
        if number is not None:
            check_nor_is_free(number)
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


def discard_order(reference: str, *, by: Actor, revision: int | None = None) -> None:
    """Throw away an order in preparation that holds no version.

    Raises:
        OrderRefusedError: it is published, or holds versions.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(reference, revision=revision, by=by) as order:
        if order.lines:
            raise OrderRefusedError("Retirez d’abord ses versions : cet arrêté n’est pas vide.")
        db.session.delete(order)


@contextmanager
def order_in_preparation(reference: str, *, revision: int | None, by: Actor) -> Iterator[Order]:
    """Give an order in preparation to act on, locked, in one transaction.

    Args:
        reference: the order.
        revision: the revision that the agent had seen; none for programs.
        by: an agent of an authority.

    Raises:
        NotAllowedError: the actor is of no authority.
        OrderRefusedError: the order is published.
        StaleOrderError: the order changed since *revision*.
    """
    _check_authority(by)
    with transaction():
        order = get_order(reference, seen_by=by, for_update=True)
        if order.state != OrderState.PREPARED:
            raise OrderRefusedError("Cet arrêté est publié : il ne se modifie plus.")
        if revision is not None and revision != order.revision:
            raise StaleOrderError
        yield order
        order.revision += 1


def check_nor_is_free(number: str) -> None:
    """Refuse a NOR number that another order bears.

    Raises:
        InvalidValueError: one does.
    """
    known = db.session.scalar(select(func.count()).where(Order.nor == number))
    if known:
        raise InvalidValueError("nor", "Un arrêté porte déjà ce numéro NOR.")


def _check_authority(by: Actor) -> None:
    if by.role != Role.AUTHORITY:
        raise NotAllowedError


def _check_decidable(dossier: Dossier, effect: LineEffect, reasons: str) -> None:
    if dossier.state not in DECIDABLE_STATES:
        word = "en cours de constitution" if dossier.state in OPEN_STATES else "clos"
        raise OrderRefusedError(f"Ce dossier est {word} : un arrêté ne peut pas en décider.")
    if effect == LineEffect.LIST and standing_proposal(dossier) is None:
        raise ProposalMissingError(dossier.tvv, dossier.reference)
    if effect == LineEffect.REFUSE and not reasons.strip():
        raise ReasonsMissingError


def _order_holding(dossier: Dossier) -> Order | None:
    return db.session.scalars(
        select(Order)
        .join(OrderLine)
        .where(OrderLine.dossier_id == dossier.id, Order.state == OrderState.PREPARED)
    ).first()


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
