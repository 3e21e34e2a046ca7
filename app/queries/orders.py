"""Orders in preparation and published, for the authority and for the public."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.domain.actor import Actor, Role
from app.domain.errors import UnknownThingError
from app.domain.orders import OrderState
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine

# The lines of a page of orders, read at once, only to be counted.
COUNTED: Final = selectinload(Order.lines).load_only(OrderLine.position)


def get_order(reference: str, *, seen_by: Actor, for_update: bool = False) -> Order:
    """Return an order, prepared or published.

    Raises:
        UnknownThingError: it does not exist, or the actor is of no authority.
    """
    query = select(Order).where(Order.reference == reference)
    if for_update:
        query = query.with_for_update(of=Order).execution_options(populate_existing=True)
    order = db.session.scalars(query).one_or_none()
    if order is None or seen_by.role != Role.AUTHORITY:
        raise UnknownThingError("Cet arrêté")
    return order


def orders_in_preparation(actor: Actor) -> Sequence[Order]:
    """Return the orders being prepared; none for whoever is of no authority."""
    if actor.role != Role.AUTHORITY:
        return []
    return db.session.scalars(
        select(Order)
        .where(Order.state == OrderState.PREPARED)
        .order_by(Order.id.desc())
        .options(COUNTED)
    ).all()


def published_orders() -> Sequence[Order]:
    """Return the published orders, the last published first."""
    return db.session.scalars(
        select(Order)
        .where(Order.state == OrderState.PUBLISHED)
        .order_by(Order.published_on.desc(), Order.id.desc())
        .options(COUNTED)
    ).all()


def decisions_on(dossier: Dossier) -> Sequence[OrderLine]:
    """Return what published orders say of a dossier, the last published first."""
    return db.session.scalars(
        select(OrderLine)
        .join(Order)
        .where(OrderLine.dossier_id == dossier.id, Order.state == OrderState.PUBLISHED)
        .order_by(Order.published_on.desc(), Order.id.desc())
    ).all()
