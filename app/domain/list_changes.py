"""What changed the list: versions added, removed, corrected, as the portal came to know it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from app.domain.listing import Key, Row, intervals
from app.domain.orders import LineEffect


class ChangeKind(StrEnum):
    """What an order did to the list."""

    ADDED = "added"
    REMOVED = "removed"
    CORRECTED = "corrected"


KINDS: Final = {
    LineEffect.LIST: ChangeKind.ADDED,
    LineEffect.REMOVE: ChangeKind.REMOVED,
    LineEffect.CORRECT: ChangeKind.CORRECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A row of an order that changed the list.

    Attributes:
        sequence: its number, without a gap from 1, in the order the portal knew them.
        row: the row.
        before: the row that a correction replaces; none for the others.
    """

    sequence: int
    row: Row
    before: Row | None

    @property
    def kind(self) -> ChangeKind:
        """What the row did."""
        return KINDS[self.row.effect]


def known_order(row: Row) -> tuple[datetime, int, int]:
    """Return the place of a row among those that the portal knew, the oldest first."""
    return row.order.recorded_at, row.order.id, row.position


def families(rows: Collection[Row]) -> list[list[Row]]:
    """Put together the rows that count for one another: one version, whatever it was called.

    With a row come those that it replaces.
    """
    by_id = {row.id: row for row in rows}
    leads: dict[Key, Key] = {}

    def lead(key: Key) -> Key:
        while leads.get(key, key) != key:
            key = leads[key]
        return key

    for row in rows:
        if row.replaces is not None:
            leads[lead(row.key)] = lead(by_id[row.replaces].key)
    together: dict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        together[lead(row.key)].append(row)
    return list(together.values())


def news(family: Sequence[Row], order_id: int) -> Iterator[Row]:
    """Yield the rows of an order that change the list, among all that is said of one version.

    The order is the last that the portal came to know. A row that repeats another changes nothing,
    unless it puts the version on the list earlier. Each is judged by what was known before it, so
    that what was told once stays told.
    """
    known = sorted(family, key=lambda row: (row.order.id == order_id, known_order(row)))
    for count, row in enumerate(known):
        if row.order.id != order_id:
            continue
        corrects = row.effect == LineEffect.CORRECT
        if corrects or _days(known[:count]) != _days(known[: count + 1]):
            yield row


def _days(rows: Iterable[Row]) -> dict[Key, list[tuple[date, date | None]]]:
    return {
        key: [(one.first, one.until) for one in found] for key, found in intervals(rows).items()
    }
