"""What changed the list: versions added, removed, corrected, as the portal came to know it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from app.domain.listing import Key, Row, intervals
from app.domain.orders import LineEffect
from app.queries.published import all_rows


class ChangeKind(StrEnum):
    """What an order did to the list."""

    ADDED = "added"
    REMOVED = "removed"
    CORRECTED = "corrected"


KINDS = {
    LineEffect.LIST: ChangeKind.ADDED,
    LineEffect.REMOVE: ChangeKind.REMOVED,
    LineEffect.CORRECT: ChangeKind.CORRECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A row of an order that changed the list.

    Attributes:
        kind: what it did.
        row: the row.
        before: the row that a correction replaces; none for the others.
    """

    kind: ChangeKind
    row: Row
    before: Row | None


def changes() -> list[Change]:
    """Return what changed the list, in the order the portal knew it, the last first.

    An order that repeats a version changes nothing, unless it puts it on the list earlier. Each
    row is judged by what was known before it, so that what was told once stays told.
    """
    rows = sorted(all_rows(), key=_known)
    by_id = {row.id: row for row in rows}
    found: list[Change] = []
    for family in _families(rows, by_id):
        for count, row in enumerate(family):
            corrects = row.effect == LineEffect.CORRECT
            if corrects or _days(family[:count]) != _days(family[: count + 1]):
                before = by_id[row.replaces] if row.replaces is not None else None
                found.append(Change(kind=KINDS[row.effect], row=row, before=before))
    return sorted(found, key=lambda change: _known(change.row), reverse=True)


def _known(row: Row) -> tuple[datetime, int, int]:
    return row.order.recorded_at, row.order.id, row.position


def _families(rows: Iterable[Row], by_id: dict[int, Row]) -> list[list[Row]]:
    """Put together the rows that count for one another: one version, whatever it was called."""
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


def _days(rows: Iterable[Row]) -> dict[Key, list[tuple[date, date | None]]]:
    return {
        key: [(one.first, one.until) for one in found] for key, found in intervals(rows).items()
    }
