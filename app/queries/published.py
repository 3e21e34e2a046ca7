"""The rows of published orders from which the list is derived (reading L-2)."""

from collections.abc import Collection, Iterable
from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute

from app.domain.errors import OrderRefusedError, UnknownThingError
from app.domain.folding import fold
from app.domain.listing import Entry, PublishedOrder, entries, superseded
from app.domain.listing import Row as PublishedRow
from app.domain.orders import LineEffect, OrderState
from app.extensions import db
from app.models.order import Order, OrderLine
from app.queries.chunks import chunks

# What changes the list; a refusal or a keeping leaves it as it is.
ON_THE_LIST: Final = frozenset({LineEffect.LIST, LineEffect.REMOVE, LineEffect.CORRECT})
LINE: Final = (
    OrderLine.id,
    OrderLine.order_id,
    OrderLine.position,
    OrderLine.effect,
    OrderLine.brand,
    OrderLine.commercial_name,
    OrderLine.tvv,
    OrderLine.dossier_id,
    OrderLine.replaces_id,
    OrderLine.listed_from,
)
ORDER: Final = (
    Order.id,
    Order.reference,
    Order.title,
    Order.nor,
    Order.published_on,
    Order.effective_on,
    Order.recorded_at,
)


def all_rows() -> list[PublishedRow]:
    """Return every row that makes the list."""
    return _read(OrderLine.effect.in_(ON_THE_LIST))


def rows_of_code(tvv: str) -> list[PublishedRow]:
    """Return the rows that name a code, with those they replace and those that replace them."""
    return rows_of_codes([tvv])


def rows_of_codes(codes: Collection[str]) -> list[PublishedRow]:
    """Return the rows that name some codes, and all that is said of the versions they name.

    With a row come those it replaces and those that replace it, and the rows of every code that
    these wrote: an order removes a version by its new code. Each step asks by an index.
    """
    found = {row.id: row for row in _read_codes(codes)}
    asked: set[int] = set()
    known = set(codes)
    while new := found.keys() - asked:
        asked |= new
        corrected = {row.replaces for row in found.values() if row.replaces} - found.keys()
        more = _read_in(OrderLine.replaces_id, new) + _read_in(OrderLine.id, corrected)
        written = {row.tvv for row in more} - known
        more += _read_codes(written)
        known |= written
        found |= {row.id: row for row in more}
    return list(found.values())


def rows_of_lines(lines: Collection[int]) -> list[PublishedRow]:
    """Return published rows by their numbers."""
    return _read_in(OrderLine.id, lines)


def _read_codes(codes: Collection[str]) -> list[PublishedRow]:
    return _read_in(OrderLine.tvv, codes, OrderLine.effect.in_(ON_THE_LIST))


def _read_in(
    column: InstrumentedAttribute[Any], values: Collection[Any], *conditions: ColumnElement[bool]
) -> list[PublishedRow]:
    return [row for some in chunks(values) for row in _read(column.in_(some), *conditions)]


def rows_of_order(reference: str) -> list[PublishedRow]:
    """Return what a published order says of the list, in its own order."""
    order = select(Order.id).where(Order.reference == reference)
    found = _read(OrderLine.effect.in_(ON_THE_LIST), OrderLine.order_id.in_(order))
    return sorted(found, key=lambda row: row.position)


def replacements_of(
    rows: Collection[PublishedRow],
) -> tuple[dict[int, PublishedRow], list[PublishedRow]]:
    """Return the rows that some rows replace, by their row, and those that replace them."""
    return replaced_rows(rows), _read_in(OrderLine.replaces_id, {row.id for row in rows})


def replaced_rows(rows: Iterable[PublishedRow]) -> dict[int, PublishedRow]:
    """Return the rows that some rows replace, by their number."""
    replaced = {row.replaces for row in rows if row.replaces is not None}
    return {row.id: row for row in _read_in(OrderLine.id, replaced)}


def correctable_row(order_reference: str, position: int) -> PublishedRow:
    """Return a row of a published order that nothing corrects yet.

    Raises:
        UnknownThingError: no published order has it on the list.
        OrderRefusedError: a published order corrects it: that correction is the row to correct.
    """
    rows = [row for row in rows_of_order(order_reference) if row.position == position]
    if not rows:
        raise UnknownThingError("Cette ligne")
    _, after = replacements_of(rows)
    if after:
        raise OrderRefusedError(
            f"L’arrêté « {after[0].order.title} » a déjà rectifié cette ligne :"
            " rectifiez la sienne."
        )
    return rows[0]


def entry_of(row: PublishedRow) -> Entry:
    """Return the listing or the removal that a published row says, or corrects."""
    return next(one for one in entries(rows_of_code(row.tvv)) if one.last.id == row.id)


def namesake(row: PublishedRow, brand: str, tvv: str, *, besides: Collection[int]) -> str | None:
    """Return the title of the order that names another version by the words of a correction.

    A version that took them would disappear into the other. What bore the words of the row before
    is the same version.

    Args:
        row: the row to correct.
        brand: the brand that it is to say.
        tvv: the code that it is to say.
        besides: the rows that the same order corrects, whose words are free.
    """
    written = (fold(brand), tvv)
    if written == row.key:
        return None
    others = (one for one in entries(rows_of_code(tvv)) if one.last.id not in {row.id, *besides})
    other = (one for one in others if one.key == written and row.key not in one.keys)
    return next((one.first.order.title for one in other), None)


def correctable_rows(tvv: str) -> list[PublishedRow]:
    """Return the rows that bear a code and that nothing corrects yet, the last published first."""
    rows = rows_of_code(tvv)
    gone = superseded(rows)
    found = [row for row in rows if row.tvv == tvv and row.id not in gone]
    return sorted(found, key=lambda row: (row.order.published_on, row.id), reverse=True)


def is_corrected(line_id: int) -> bool:
    """Tell whether a published order corrects a row."""
    return bool(_read(OrderLine.replaces_id == line_id))


def _read(*conditions: ColumnElement[bool]) -> list[PublishedRow]:
    """Read lines, then their orders: joined, SQLite would begin by all the orders."""
    lines = db.session.execute(select(*LINE).where(*conditions)).all()
    orders = published_orders({line.order_id for line in lines})
    return [
        PublishedRow(
            id=line.id,
            order=orders[line.order_id],
            position=line.position,
            effect=line.effect,
            brand=line.brand,
            commercial_name=line.commercial_name,
            tvv=line.tvv,
            dossier_id=line.dossier_id,
            replaces=line.replaces_id,
            listed_from=line.listed_from,
        )
        for line in lines
        if line.order_id in orders
    ]


def published_orders(identifiers: Iterable[int]) -> dict[int, PublishedOrder]:
    """Return published orders by their row; what is not published is left out."""
    return {
        row.id: PublishedOrder(**row._mapping)  # noqa: SLF001 - the columns are its attributes
        for some in chunks(identifiers)
        for row in db.session.execute(
            select(*ORDER).where(Order.state == OrderState.PUBLISHED, Order.id.in_(some))
        )
    }
