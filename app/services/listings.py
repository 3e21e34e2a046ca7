"""What an order does to the rows of the list, in the act that records it (decision 0029)."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from app.domain.folding import beginnings, fold, look_alike
from app.domain.list_changes import families, known_order, news
from app.domain.listing import Row, intervals
from app.domain.orders import OrderState
from app.extensions import db
from app.models.listing import ListChange, ListingRow, ListWord
from app.models.order import Order
from app.models.publication import Publication
from app.queries.chunks import chunks
from app.queries.listing_rows import SAID, Said, known, said_of
from app.queries.published import rows_of_codes
from app.queries.register import last_known
from app.services.list_lock import lock_list
from app.services.transaction import transaction

# Before any clock that is set back.
NEVER: Final = datetime.min.replace(tzinfo=UTC)
# The least that tells two instants of a database apart.
INSTANT: Final = timedelta(microseconds=1)


def relist(order: Order) -> None:
    """Write what the list says once an order is known, and what that changes.

    To be called under the lock of the list, last in the act: the orders are read again.

    Args:
        order: a published order, flushed.
    """
    at = max(_recorded_at(order), last_known() or NEVER)
    _relist(order, _rows_about(order), at=max(at, _after_publication() or NEVER))


def _after_publication() -> datetime | None:
    """Return the first instant after the last publication: nothing known later is of it."""
    last = db.session.scalar(select(func.max(Publication.made_at)))
    return None if last is None else last + INSTANT


def rebuild_list() -> int:
    """Write the rows of the list anew, in one act; return how many."""
    with transaction():
        lock_list()
        return relist_all()


def relist_all() -> int:
    """Write the rows of the list anew, as the portal came to know the orders; return how many.

    For a list that was filled before it had rows of its own, or whose rows no longer say what the
    orders say.
    """
    for model in (ListChange, ListingRow, ListWord):
        db.session.execute(delete(model))
    orders = db.session.scalars(
        select(Order)
        .where(Order.state == OrderState.PUBLISHED)
        .order_by(Order.recorded_at, Order.id)
    )
    known = set[int]()
    for order in list(orders):
        known.add(order.id)
        rows = [row for row in _rows_about(order) if row.order.id in known]
        _relist(order, rows, at=_recorded_at(order))
    return count_rows()


def count_rows() -> int:
    """Return how many rows the list has, those that no longer hold included."""
    return db.session.scalar(select(func.count()).select_from(ListingRow)) or 0


def _recorded_at(order: Order) -> datetime:
    assert order.recorded_at is not None  # noqa: S101 - the order is published
    return order.recorded_at


def _rows_about(order: Order) -> list[Row]:
    written = {line.tvv for line in order.lines}
    written |= {line.replaces.tvv for line in order.lines if line.replaces is not None}
    return rows_of_codes(written)


def _relist(order: Order, rows: Collection[Row], *, at: datetime) -> None:
    _write_days(rows, at=at)
    _number(rows, order)


def _write_days(rows: Collection[Row], *, at: datetime) -> None:
    codes = {row.tvv for row in rows}
    now = dict.fromkeys(said_of(one) for found in intervals(rows).values() for one in found)
    before = {said: row for row, said in _known_rows(codes)}
    gone = [row for said, row in before.items() if said not in now]
    for some in chunks(gone):
        db.session.execute(update(ListingRow).where(ListingRow.id.in_(some)).values(known_until=at))
    new = [said for said in now if said not in before]
    if new:
        db.session.execute(insert(ListingRow), [_row(said, at) for said in new])
        _write_words({f"{brand} {name}" for brand, name, *_ in new})


def _known_rows(codes: Collection[str]) -> Iterator[tuple[int, Said]]:
    for some in chunks(codes):
        found = db.session.execute(
            select(ListingRow.id, *SAID).where(known(None), ListingRow.tvv.in_(some))
        )
        yield from ((row, tuple(said)) for row, *said in found)


def _row(said: Said, at: datetime) -> dict[str, Any]:
    values = {column.key: value for column, value in zip(SAID, said, strict=True)}
    return values | {
        "brand_key": fold(values["brand"]),
        "place": fold(f"{values['brand']} {values['commercial_name']}"),
        "shape": look_alike(values["tvv"]),
        "known_from": at,
        "known_until": None,
    }


def _write_words(names: Collection[str]) -> None:
    found = {(word, fold(name)) for name in names for word in beginnings(name)}
    known = set[tuple[str, str]]()
    for some in chunks({place for _, place in found}):
        known |= {
            (word, place)
            for word, place in db.session.execute(
                select(ListWord.word, ListWord.place).where(ListWord.place.in_(some))
            )
        }
    missing = [{"word": word, "place": place} for word, place in sorted(found - known)]
    if missing:
        db.session.execute(insert(ListWord), missing)


def _number(rows: Collection[Row], order: Order) -> None:
    """Give a number to each row of the order that changes the list, in its own order."""
    found = [row for family in families(rows) for row in news(family, order.id)]
    last = db.session.scalar(select(func.max(ListChange.sequence))) or 0
    numbered = [
        {"sequence": number, "line_id": row.id}
        for number, row in enumerate(sorted(found, key=known_order), start=last + 1)
    ]
    if numbered:
        db.session.execute(insert(ListChange), numbered)
