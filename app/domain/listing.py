"""The list as the orders make it: when each version is on it, and by which orders (INV-01).

A version is on the list on a day when an order in force that day lists it and no later order in
force that day removes it. Orders follow one another by their day of publication. A correction
says anew, word for word and day for day, what an earlier row said: the row it replaces counts no
more, and its order keeps its place among the others. A listing whose own row was removed begins
another interval, even from one day to the next.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from app.domain.folding import fold
from app.domain.orders import LineEffect

# A version of the list: its brand without accents or case, and its code, exactly (reading L-1).
Key = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedOrder:
    """An order that the Journal officiel published.

    Attributes:
        id: its row, which tells apart two orders of one day.
        reference: its public reference.
        title: its title.
        nor: its number; none for one imported without.
        published_on: the day of the Journal officiel.
        effective_on: the day it takes effect.
        recorded_at: the instant the portal knew it, in UTC.
    """

    id: int
    reference: str
    title: str
    nor: str | None
    published_on: date
    effective_on: date
    recorded_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a published order says of one version: list, remove, or correct.

    Attributes:
        id: the row.
        order: its order.
        position: its place in the order.
        effect: what it says.
        brand: the brand, as printed.
        commercial_name: the model, as printed.
        tvv: the code, as printed.
        dossier_id: the dossier that a listing decides; none for an imported one.
        replaces: the row that a correction replaces.
        listed_from: the day from which a correction holds.
    """

    id: int
    order: PublishedOrder
    position: int
    effect: LineEffect
    brand: str
    commercial_name: str
    tvv: str
    dossier_id: int | None = None
    replaces: int | None = None
    listed_from: date | None = None

    @property
    def key(self) -> Key:
        """The version it names."""
        return fold(self.brand), self.tvv

    @property
    def day(self) -> date:
        """The first day it holds."""
        return self.listed_from or self.order.effective_on


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A listing or a removal as it counts: its first row, and the last correction of it.

    Attributes:
        first: the row of the order that lists or removes.
        last: the row whose words and day count; the first one when nothing corrects it.
        keys: every brand and code that the row and its corrections wrote.
    """

    first: Row
    last: Row
    keys: frozenset[Key]

    @property
    def key(self) -> Key:
        """The version it names."""
        return self.last.key

    @property
    def day(self) -> date:
        """The first day it holds."""
        return self.last.day

    @property
    def rank(self) -> tuple[date, date, int, int]:
        """Its place among the orders: by publication, then by effect (INV-01: later)."""
        order = self.first.order
        return order.published_on, order.effective_on, order.id, self.first.position

    @property
    def corrected(self) -> bool:
        """Whether another order corrected it."""
        return self.last is not self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Days in a row on the list: from *first* included to *until* excluded.

    Attributes:
        first: first day on the list.
        until: first day out of it; none while no order removes the version.
        opened_by: the listing that put it there.
        closed_by: the removal that took it out.
        entries: every listing that held in between, repetitions included, in force order.
    """

    first: date
    until: date | None
    opened_by: Entry
    closed_by: Entry | None
    entries: tuple[Entry, ...]

    def holds(self, day: date) -> bool:
        """Tell whether *day* is one of its days."""
        return self.first <= day and (self.until is None or day < self.until)

    @property
    def dossier_ids(self) -> tuple[int, ...]:
        """The dossiers that its listings decided, the first on top; an imported one has none."""
        found = (one.first.dossier_id for one in self.entries)
        return tuple(dict.fromkeys(one for one in found if one is not None))

    @property
    def keys(self) -> frozenset[Key]:
        """Every brand and code the version was written with, before and after corrections."""
        return frozenset().union(*(one.keys for one in self.entries))


def entries(rows: Iterable[Row], *, known_at: datetime | None = None) -> list[Entry]:
    """Return the listings and removals as they count, corrections applied.

    Args:
        rows: rows of published orders, in any order; with a row come those that it replaces.
        known_at: leave out what the portal knew later; none for all that it knows.
    """
    known = [row for row in rows if known_at is None or row.order.recorded_at <= known_at]
    corrections = superseded(known)
    found = [
        _entry(row, corrections)
        for row in known
        if row.effect in {LineEffect.LIST, LineEffect.REMOVE}
    ]
    return sorted(found, key=lambda entry: entry.rank)


def intervals(
    rows: Iterable[Row], *, known_at: datetime | None = None
) -> dict[Key, list[Interval]]:
    """Return, for each version that *rows* ever list, its days on the list, the first on top."""
    by_version: dict[Key, list[Entry]] = defaultdict(list)
    for entry in entries(rows, known_at=known_at):
        by_version[entry.key].append(entry)
    made = {key: _of_one(said) for key, said in by_version.items()}
    return {key: found for key, found in made.items() if found}


def on_day(found: Iterable[Interval], day: date) -> Interval | None:
    """Return the interval that holds on a day."""
    return next((one for one in found if one.holds(day)), None)


def superseded(rows: Iterable[Row]) -> Mapping[int, Row]:
    """Return, by the row that it replaces, the correction that counts."""
    told = sorted((row for row in rows if row.replaces is not None), key=_told)
    return {row.replaces: row for row in told if row.replaces is not None}


def _told(row: Row) -> tuple[date, datetime, int, int]:
    order = row.order
    return order.published_on, order.recorded_at, order.id, row.position


def _entry(first: Row, corrections: Mapping[int, Row]) -> Entry:
    chain = [first]
    while (following := corrections.get(chain[-1].id)) is not None:
        chain.append(following)
    return Entry(first=first, last=chain[-1], keys=frozenset(row.key for row in chain))


def _of_one(said: list[Entry]) -> list[Interval]:
    """Walk the days on which something takes effect for one version; *said* is in rank order."""
    found: list[Interval] = []
    before: list[Entry] = []
    for day in sorted({entry.day for entry in said}):
        in_force = [entry for entry in said if entry.day <= day]
        removals = [entry for entry in in_force if entry.first.effect == LineEffect.REMOVE]
        last = removals[-1] if removals else None
        holding = [
            entry
            for entry in in_force
            if entry.first.effect == LineEffect.LIST and (last is None or entry.rank > last.rank)
        ]
        goes_on = any(entry in before for entry in holding)
        if before and not goes_on:
            found[-1] = _closed(found[-1], day, last)
        if goes_on:
            found[-1] = _joined(found[-1], holding)
        elif holding:
            found.append(_opened(day, holding))
        before = holding
    return found


def _opened(day: date, holding: list[Entry]) -> Interval:
    first = min(holding, key=lambda entry: (entry.day, entry.rank))
    return Interval(first=day, until=None, opened_by=first, closed_by=None, entries=tuple(holding))


def _joined(interval: Interval, holding: list[Entry]) -> Interval:
    more = tuple(entry for entry in holding if entry not in interval.entries)
    return replace(interval, entries=interval.entries + more)


def _closed(interval: Interval, day: date, removal: Entry | None) -> Interval:
    return replace(interval, until=day, closed_by=removal)
