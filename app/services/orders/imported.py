"""Orders that were published outside the portal, entered as the Journal officiel printed them."""

from collections.abc import Sequence
from datetime import date

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import InvalidValueError, OrderRefusedError
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.domain.identifiers import nor as checked_nor
from app.domain.identifiers import tvv as checked_tvv
from app.domain.orders import LineEffect, OrderOrigin, OrderState, PublishedRow, day_of_effect
from app.extensions import db
from app.models.order import Order, OrderLine
from app.services.list_lock import lock_list
from app.services.listings import relist
from app.services.orders.frame import check_authority, check_nor_is_free, checked_title, printed
from app.services.removal import removed_versions, settle_removals
from app.services.transaction import transaction


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

    It is taken as published: it may remove a version that the portal does not know on the list.

    Raises:
        InvalidValueError: a day that cannot be, a NOR number or a code that is none.
        OrderRefusedError: no row, or two rows that say the contrary of one version.
    """
    check_authority(by)
    effect = day_of_effect(published_on, effective_on, today=clock.today())
    lines = _lines(rows)
    number = checked_nor(nor) if nor else None
    with transaction():
        lock_list()
        if number is not None:
            check_nor_is_free(number)
        gone = [line for line in lines if line.effect == LineEffect.REMOVE]
        versions = removed_versions(gone, effective_on=effect)
        order = Order(
            reference=new_reference("AR"),
            title=checked_title(title),
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
        order.lines = lines
        db.session.add(order)
        db.session.flush()
        settle_removals(order, versions, by=by, clock=clock)
        relist(order)
    return order


def _lines(rows: Sequence[PublishedRow]) -> list[OrderLine]:
    if not rows:
        raise OrderRefusedError("Cet arrêté ne contient aucune version.")
    said: dict[tuple[str, str], LineEffect] = {}
    lines = []
    for position, row in enumerate(rows, start=1):
        if row.effect not in {LineEffect.LIST, LineEffect.REMOVE}:
            raise InvalidValueError("effect", "Un arrêté repris inscrit une version ou la retire.")
        code = checked_tvv(row.tvv)
        if said.setdefault((fold(row.brand), code), row.effect) != row.effect:
            raise OrderRefusedError(
                f"L’arrêté dit à la fois d’inscrire et de retirer la version {code} : vérifiez-le."
            )
        words = printed(row.brand, row.commercial_name, code)
        lines.append(OrderLine(position=position, effect=row.effect, **words))
    return lines
