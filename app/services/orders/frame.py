"""An order in preparation: opened, changed by one person at a time, thrown away when empty."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import func, select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import (
    Done,
    InvalidValueError,
    NotAllowedError,
    OrderRefusedError,
    StaleOrderError,
)
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.extensions import db
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier
from app.queries.orders import get_order
from app.services.acts import done
from app.services.transaction import transaction

TITLE_LENGTH: Final = 300


def prepare_order(title: str, *, by: Actor, clock: Clock) -> Order:
    """Open an order in preparation.

    Raises:
        NotAllowedError: the actor is of no authority.
        InvalidValueError: no title, or one that another order in preparation bears.
    """
    check_authority(by)
    wanted = checked_title(title)
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


def take_out_of_order(
    order_reference: str, dossier_reference: str, *, by: Actor, revision: int | None = None
) -> Order:
    """Take the version of a dossier out of an order in preparation; the dossier stays as it is.

    Raises:
        OrderRefusedError: the order is published, or does not hold the version.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        dossier = get_dossier(dossier_reference, seen_by=by)
        _take_out(order, [line for line in order.lines if line.dossier_id == dossier.id])
    return order


def take_out_line(
    order_reference: str, position: int, *, by: Actor, revision: int | None = None
) -> Order:
    """Take a line out of an order in preparation, by its place in it.

    Raises:
        OrderRefusedError: the order is published, or has no such line.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        _take_out(order, [line for line in order.lines if line.position == position])
    return order


def discard_order(reference: str, *, by: Actor, revision: int | None = None) -> None:
    """Throw away an order in preparation that holds no version.

    Raises:
        OrderRefusedError: it is published, or holds versions.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(reference, revision=revision, by=by) as order:
        if order.lines:
            raise OrderRefusedError("Ôtez d’abord ses versions : cet arrêté n’est pas vide.")
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
        StaleOrderError: the order changed since *revision*; it says who published it.
    """
    check_authority(by)
    with transaction():
        order = get_order(reference, seen_by=by, for_update=True)
        if revision is not None and revision != order.revision:
            raise StaleOrderError(_publication_of(order, by))
        if order.state != OrderState.PREPARED:
            raise OrderRefusedError("Cet arrêté est publié : il ne se modifie plus.")
        yield order
        order.revision += 1


def add_line(order: Order, *, effect: LineEffect, words: dict[str, str], **named: Any) -> OrderLine:
    """Add a line at the end of an order; *words*: of ``printed``."""
    line = OrderLine(
        order=order,
        position=max((line.position for line in order.lines), default=0) + 1,
        effect=effect,
        **words,
        **named,
    )
    db.session.add(line)
    return line


def printed(brand: str, commercial_name: str, code: str) -> dict[str, str]:
    """Return the words of a line as the Journal officiel prints them, and those to search by."""
    return {
        "brand": brand,
        "commercial_name": commercial_name,
        "tvv": code,
        "search_text": fold(f"{brand} {commercial_name}"),
    }


def check_nor_is_free(number: str) -> None:
    """Refuse a NOR number that another order bears.

    Raises:
        InvalidValueError: one does.
    """
    known = db.session.scalar(select(func.count()).where(Order.nor == number))
    if known:
        raise InvalidValueError("nor", "Un arrêté porte déjà ce numéro NOR.")


def check_authority(by: Actor) -> None:
    """Refuse whoever is of no authority.

    Raises:
        NotAllowedError: the actor is not.
    """
    if by.role != Role.AUTHORITY:
        raise NotAllowedError


def checked_title(typed: str) -> str:
    """Return the title of an order.

    Raises:
        InvalidValueError: there is none.
    """
    title = typed.strip()
    if not title:
        raise InvalidValueError("title", "Donnez un intitulé à l’arrêté.")
    return title[:TITLE_LENGTH]


def _take_out(order: Order, lines: list[OrderLine]) -> None:
    if not lines:
        raise OrderRefusedError("Cette version ne figure pas dans cet arrêté.")
    for line in lines:
        order.lines.remove(line)


def _publication_of(order: Order, reader: Actor) -> list[Done]:
    """Tell who published an order, which the events of its dossiers say; nothing before that."""
    events = [
        event
        for line in order.lines
        if line.dossier is not None
        for event in line.dossier.events
        if event.details.get("order") == order.reference
    ]
    return done(events[:1], reader=reader)
