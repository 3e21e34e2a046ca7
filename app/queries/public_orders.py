"""The published orders that list, remove or correct; what they refuse is told to the company."""

from collections import Counter
from dataclasses import dataclass

from app.domain.errors import UnknownThingError
from app.domain.listing import PublishedOrder, Row, superseded
from app.domain.orders import LineEffect
from app.queries.published import all_rows, replacements_of, rows_of_order


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicOrder:
    """A published order, and how many versions it lists, removes or corrects.

    Attributes:
        order: the order.
        listed: versions it lists.
        removed: versions it removes.
        corrected: rows of earlier orders that it corrects.
    """

    order: PublishedOrder
    listed: int
    removed: int
    corrected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicLine:
    """What a published order says of one version.

    Attributes:
        row: the row.
        before: the row that a correction replaces; none for the others.
        after: the row of a later order that corrects it; none while nothing does.
    """

    row: Row
    before: Row | None
    after: Row | None


def public_orders() -> list[PublicOrder]:
    """Return the published orders that say something of the list, the last published first."""
    rows = all_rows()
    orders = {row.order.id: row.order for row in rows}
    counts = Counter((row.order.id, row.effect) for row in rows)
    found = [_public(order, counts) for order in orders.values()]
    return sorted(found, key=lambda one: (one.order.published_on, one.order.id), reverse=True)


def public_order(reference: str) -> tuple[PublicOrder, list[PublicLine]]:
    """Return a published order and what it says of the list, in its own order.

    Raises:
        UnknownThingError: no published order with that reference lists, removes or corrects.
    """
    rows = rows_of_order(reference)
    if not rows:
        raise UnknownThingError("Cet arrêté")
    counts = Counter((row.order.id, row.effect) for row in rows)
    before, after = replacements_of(rows)
    lines = [
        PublicLine(
            row=row,
            before=before.get(row.replaces) if row.replaces is not None else None,
            after=superseded(after).get(row.id),
        )
        for row in rows
    ]
    return _public(rows[0].order, counts), lines


def _public(order: PublishedOrder, counts: Counter[tuple[int, LineEffect]]) -> PublicOrder:
    return PublicOrder(
        order=order,
        listed=counts[order.id, LineEffect.LIST],
        removed=counts[order.id, LineEffect.REMOVE],
        corrected=counts[order.id, LineEffect.CORRECT],
    )
