"""The journal of all dossiers: its positions, its chain, and what it alone still knows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select
from sqlalchemy.orm import aliased

from app.domain.chain import Damage
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry
from app.queries.audit.faults import AT, Claim, Fault
from app.queries.audit.kept import is_intact, number_in, text_in
from app.queries.audit.rows import entry_of

# Entries read together, and the holes that are remembered one by one: what bounds the memory.
AT_ONCE: Final = 1000
MOST_HOLES: Final = 1000


@dataclass
class Holes:
    """The positions that the journal lacks: each is that of an entry that was taken away."""

    positions: list[int] = field(default_factory=list)

    def between(self, after: int, before: int) -> bool:
        """Whether one lies between two positions."""
        return any(after < one < before for one in self.positions)

    def settle(self, claims: Iterable[Claim]) -> Iterator[Fault]:
        """Give each hole to the event that can wait least for it, and yield what does not hold.

        Of several events that a hole may be of, the one that must come first gets it: as many
        events as can be have their place.
        """
        coming = sorted(claims, key=lambda one: one.after, reverse=True)
        waiting: list[tuple[int, int, int, Claim]] = []
        for position in self.positions:
            while coming and coming[-1].after < position:
                claim = coming.pop()
                heappush(waiting, (claim.before, claim.row, len(coming), claim))
            while waiting and waiting[0][0] < position:
                yield heappop(waiting)[-1].otherwise
            if waiting:
                yield replace(heappop(waiting)[-1].placed, place=(position, AT))
            else:
                yield _of_nobody(position)
        yield from (one.otherwise for one in coming)
        yield from (one[-1].otherwise for one in waiting)


class Journal:
    """One reading of the journal, in order.

    ``accused`` holds the positions of the entries that do not hold by themselves, or beside the
    next one: they tell nothing of their events.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.holes = Holes()
        self.accused: set[int] = set()
        self.before: Row[Any] | None = None
        self.searched = False

    def faults(self) -> Iterator[Fault]:
        """Yield what does not hold by itself, and each event of a dossier that is gone.

        An entry whose position cannot be read is left to the dossier of its event.
        """
        for row in self._rows():
            if number_in(row.position) is None:
                continue
            last = self.before.position if self.before else 0
            self._note_holes(last, row.position)
            fault = self._judge(row, last)
            if fault is not None:
                yield fault
            self.before = row

    def _rows(self) -> Iterator[Row[Any]]:
        now = aliased(Dossier)
        query = (
            select(
                JournalEntry.__table__,
                Dossier.id.label("known"),
                now.reference.label("dossier_now"),
                DossierEvent.sequence.label("sequence_now"),
            )
            .outerjoin(Dossier, Dossier.reference == JournalEntry.dossier)
            .outerjoin(DossierEvent, DossierEvent.id == JournalEntry.event_id)
            .outerjoin(now, now.id == DossierEvent.dossier_id)
            .order_by(JournalEntry.position)
        )
        return iter(self.connection.execute(query, execution_options={"yield_per": AT_ONCE}))

    def _note_holes(self, last: int, position: int) -> None:
        missing = range(last + 1, position)
        self.holes.positions.extend(missing[: MOST_HOLES - len(self.holes.positions)])

    def _judge(self, row: Row[Any], last: int) -> Fault | None:
        entry = entry_of(row)
        if not is_intact(entry):
            self.accused.add(entry.position)
            if self._is_elsewhere(entry):
                what = "son entrée au journal est à la place d’une autre"
                return _fault(row, Damage.SWAPPED, what)
            what = "son entrée au journal ne correspond plus à son empreinte"
            return _fault(row, Damage.ALTERED, what)
        told = self.before.digest if self.before else ""
        follows = last + 1 == entry.position and last not in self.accused
        if follows and entry.previous_digest != told:
            # This one holds by itself: the one before is no longer what it was.
            what = "l’entrée suivante du journal en retient une autre empreinte"
            self.accused.add((self.before or row).position)
            return _fault(self.before or row, Damage.ALTERED, what)
        if row.known is None and row.dossier_now is None:
            return _fault(row, Damage.DROPPED, "le journal le connaît, son dossier n’existe plus")
        return None

    def _is_elsewhere(self, entry: JournalEntry) -> bool:
        """Whether an entry holds at another position; asked once, since it tries them all."""
        if self.searched:
            return False
        self.searched = True
        last = number_in(self.connection.scalar(select(func.max(JournalEntry.position)))) or 0
        return any(is_intact(entry, position=position) for position in range(1, last + 1))


def _fault(row: Row[Any], damage: Damage, what: str) -> Fault:
    """Name the event that an entry points to, or the one it tells of when it is gone."""
    gone = row.dossier_now is None
    return Fault(
        reference=text_in(row.dossier if gone else row.dossier_now),
        number=number_in(row.sequence if gone else row.sequence_now) or 0,
        damage=damage,
        what=what,
        place=(row.position, AT),
    )


def _of_nobody(position: int) -> Fault:
    """Name a place that no event claims: nothing is left that tells of which dossier."""
    return Fault(
        reference="",
        number=position,
        damage=Damage.DROPPED,
        what="rien ne dit plus de quel dossier",
        place=(position, AT),
    )
