"""The events of one dossier beside what the journal says of them."""

from collections.abc import Iterator, Sequence

from app.domain.chain import Damage
from app.models.journal import JournalEntry
from app.queries.audit.faults import AFTER, AT, BEFORE, NOWHERE, Fault
from app.queries.audit.journal import Holes
from app.queries.audit.kept import KeptDossier, KeptEvent, is_intact

Found = tuple[Damage, str]


class Chain:
    """The events of one dossier, each judged by its own digest and by the journal.

    The journal is the witness: an event that it tells the same is intact, whatever became of the
    events around. An entry that does not hold by itself tells nothing.
    """

    def __init__(
        self,
        dossier: KeptDossier,
        events: Sequence[KeptEvent],
        entries: Sequence[JournalEntry],
        holes: Holes,
    ) -> None:
        self.dossier = dossier
        self.holes = holes
        sound = [one for one in entries if is_intact(one)]
        self.own = {one.event_id: one for one in sound}
        mine = [one for one in sound if one.dossier == dossier.reference]
        # Of two entries for one number the first counts.
        self.told = {one.sequence: one for one in reversed(mine)}
        self.doubled = [one for one in mine if self.told[one.sequence] is not one]
        self.identifiers = {one.id for one in events}
        self.rows: dict[int, KeptEvent] = {}
        self.twins: list[KeptEvent] = []
        for event in events:
            self._place(event)

    def _place(self, event: KeptEvent) -> None:
        """Of two rows with one number, the one that the journal knows has it."""
        there = self.rows.setdefault(event.sequence, event)
        if there is event:
            return
        witness = self.told.get(event.sequence)
        known = witness is not None and witness.event_id == event.id
        self.rows[event.sequence] = event if known else there
        self.twins.append(there if known else event)

    def faults(self) -> Iterator[Fault]:
        """Yield what does not hold, one fault a number at most."""
        expected = 1
        known = sorted(
            number for number in {*self.rows, *self.told} if not self._is_elsewhere(number)
        )
        for number in known:
            if number > expected:
                yield self._missing(expected)
            expected = number + 1
            found = self._judge(number)
            if found is not None:
                yield self._fault(number, *found)
        if self.dossier.last_sequence >= expected:
            yield self._missing(expected)
        for twin in self.twins:
            yield self._fault(twin.sequence, Damage.INSERTED, "ce numéro est porté deux fois")
        for entry in self.doubled:
            yield self._fault(entry.sequence, Damage.INSERTED, "il est deux fois au journal")

    def place(self, number: int) -> tuple[int, int]:
        """Return where an event stands in the journal, by its neighbours when it is not there."""
        if number in self.told:
            return self.told[number].position, AT
        lower, upper = self._around(number)
        if upper != NOWHERE:
            return upper, BEFORE
        return (lower, AFTER) if lower else (NOWHERE, AT)

    def _around(self, number: int) -> tuple[int, int]:
        before = [one.position for told, one in self.told.items() if told < number]
        after = [one.position for told, one in self.told.items() if told > number]
        return max(before, default=0), min(after, default=NOWHERE)

    def _fault(self, number: int, damage: Damage, what: str) -> Fault:
        return Fault(
            reference=self.dossier.reference,
            number=number,
            damage=damage,
            what=what,
            place=self.place(number),
        )

    def _missing(self, number: int) -> Fault:
        """Neither the event nor its entry is left; the journal may have kept its place."""
        fault = self._fault(number, Damage.DROPPED, "il n’est ni dans le dossier ni au journal")
        return self._at_hole(fault)

    def _at_hole(self, fault: Fault) -> Fault:
        position = self.holes.claim(*self._around(fault.number))
        if position is None:
            return fault
        return Fault(
            reference=fault.reference,
            number=fault.number,
            damage=Damage.DROPPED,
            what="sa place au journal est vide",
            place=(position, AT),
        )

    def _is_elsewhere(self, number: int) -> bool:
        """Whether a row is that of another number of the dossier, which is judged there."""
        row = self.rows.get(number)
        own = None if row is None else self.own.get(row.id)
        return number not in self.told and own is not None and own in self.told.values()

    def _judge(self, number: int) -> Found | None:
        row, witness = self.rows.get(number), self.told.get(number)
        if row is None:
            if witness is not None and witness.event_id in self.identifiers:
                return Damage.ALTERED, "son numéro a changé"
            return Damage.DROPPED, "le journal le connaît, le dossier ne l’a plus"
        own = self.own.get(row.id)
        if witness is None and own is None:
            return self._unknown(number)
        if witness is None or witness.event_id != row.id:
            return self._another(witness, own)
        return self._compare(number, row, witness)

    def _unknown(self, number: int) -> Found:
        fault = self._at_hole(self._fault(number, Damage.INSERTED, "le journal ne le connaît pas"))
        return fault.damage, fault.what

    def _another(self, witness: JournalEntry | None, own: JournalEntry | None) -> Found:
        if own is not None:
            told = f"n° {own.sequence} du dossier {own.dossier}"
            return Damage.SWAPPED, f"à sa place se trouve l’événement {told}"
        if witness is not None and witness.event_id in self.identifiers:
            return Damage.INSERTED, "le journal ne le connaît pas"
        return Damage.ALTERED, "un autre événement a pris sa place"

    def _compare(self, number: int, row: KeptEvent, witness: JournalEntry) -> Found | None:
        reference = self.dossier.reference
        if row.digest != witness.event_digest:
            moved = next((n for n, one in self.told.items() if one.event_digest == row.digest), 0)
            if moved:
                return Damage.SWAPPED, f"à sa place se trouve l’événement n° {moved}"
            return Damage.ALTERED, "son empreinte n’est plus celle que dit le journal"
        if not row.is_intact(reference):
            return Damage.ALTERED, "son contenu ne correspond plus à son empreinte"
        if row.actor_id != witness.actor_id:
            return Damage.ALTERED, "son auteur n’est plus celui que dit le journal"
        return self._link(number, row, witness)

    def _link(self, number: int, row: KeptEvent, witness: JournalEntry) -> Found | None:
        before = self.told.get(number - 1)
        if row.previous_digest != (before.event_digest if before else ""):
            return Damage.ALTERED, "il ne suit pas l’événement qui le précède"
        if before is not None and before.position > witness.position:
            return Damage.SWAPPED, "le journal le place avant l’événement qui le précède"
        return None
