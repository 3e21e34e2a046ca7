"""The events of one dossier beside what the journal says of them."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from app.domain.chain import Damage
from app.models.journal import JournalEntry
from app.queries.audit.faults import AFTER, AT, BEFORE, NOWHERE, Claim, Fault
from app.queries.audit.journal import Holes
from app.queries.audit.kept import KeptDossier, KeptEvent, is_intact
from app.queries.audit.story import steps_of

Found = Fault | Claim


class Chain:
    """The events of one dossier, each judged by its own digest and by the journal.

    The journal is the witness: an event that it tells the same is intact, whatever became of the
    events around. An entry that does not hold by itself, or that the next one accuses, tells
    nothing; its event was named with it.
    """

    def __init__(
        self,
        dossier: KeptDossier,
        events: Sequence[KeptEvent],
        entries: Sequence[JournalEntry],
        *,
        holes: Holes,
        accused: AbstractSet[int],
    ) -> None:
        self.dossier = dossier
        self.holes = holes
        sound = [one for one in entries if is_intact(one) and one.position not in accused]
        spoiled = [one for one in entries if one not in sound]
        self.own = {one.event_id: one for one in sound}
        mine = [one for one in sound if one.dossier == dossier.reference and one.sequence > 0]
        # Of two entries for one number the first counts.
        self.told = {one.sequence: one for one in reversed(mine)}
        self.doubled = [one for one in mine if self.told[one.sequence] is not one]
        self.identifiers = {one.id for one in events}
        self.rows: dict[int, KeptEvent] = {}
        self.twins: list[KeptEvent] = []
        for event in events:
            if event.sequence is not None:
                self._place(event, event.sequence)
        self.unnumbered = [one for one in events if one.sequence is None and one.id not in self.own]
        self.named = {one.event_id for one in spoiled if one.position in accused}
        # Without a position that can be read, an entry names nothing by itself.
        self.unplaced = {one.event_id for one in spoiled} - self.named

    def _place(self, event: KeptEvent, number: int) -> None:
        """Of two rows with one number, the one that the journal knows has it."""
        there = self.rows.setdefault(number, event)
        if there is event:
            return
        witness = self.told.get(number)
        known = witness is not None and witness.event_id == event.id
        self.rows[number] = event if known else there
        self.twins.append(there if known else event)

    def faults(self) -> Iterator[Found]:
        """Yield what does not hold, one fault a number at most."""
        expected = 1
        known = sorted(
            number for number in {*self.rows, *self.told} if not self._is_elsewhere(number)
        )
        for number in known:
            # Only what the journal tells shows that something came before.
            gap = self._gap(expected, number) if number in self.told else None
            if gap is not None:
                yield gap
            if not isinstance(gap, Fault):
                found = self._judge(number)
                if found is not None:
                    yield found
            if number in self.told or number == expected:
                expected = max(expected, number + 1)
        # A row that follows an inserted event tells of nothing else.
        last = self.dossier.last_sequence or 0
        if last >= expected and last not in self.rows:
            yield self._missing(expected)
        yield from self._beside()

    def _beside(self) -> Iterator[Fault]:
        """Yield the rows and the entries that have no number of their own."""
        for twin in self.twins:
            number = twin.sequence or 0
            yield self._fault(number, Damage.INSERTED, "ce numéro est porté deux fois")
        for event in self.unnumbered:
            if event.id not in self.named:
                yield self._fault(0, Damage.INSERTED, "le numéro d’un événement est illisible")
        for entry in self.doubled:
            yield self._fault(entry.sequence, Damage.INSERTED, "il est deux fois au journal")

    def place(self, number: int) -> tuple[int, ...]:
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

    def _fault(
        self, number: int, damage: Damage, what: str, *, place: tuple[int, ...] | None = None
    ) -> Fault:
        return Fault(
            reference=self.dossier.reference,
            number=number,
            damage=damage,
            what=what,
            place=place or self.place(number),
        )

    def _gap(self, expected: int, number: int) -> Found | None:
        """Name what the journal skips before a number that it tells; none when it skips nothing.

        An event that says it follows one that is there, with no empty place in the journal, came
        after it: nothing was between them.
        """
        if number <= expected:
            return None
        row = self.rows.get(number)
        before = {"", *(one.event_digest for told, one in self.told.items() if told < number)}
        in_a_hole = self.holes.between(*self._around(expected))
        if in_a_hole or row is None or row.previous_digest not in before:
            return self._missing(expected)
        return self._fault(number, Damage.INSERTED, "rien ne manque entre lui et celui qu’il suit")

    def _missing(self, number: int) -> Claim:
        """Neither the event nor its entry is left; the journal may have kept its place."""
        what = "il n’est ni dans le dossier ni au journal"
        _, upper = self._around(number)
        place = (NOWHERE, AT) if upper == NOWHERE else (upper, BEFORE)
        otherwise = self._fault(number, Damage.DROPPED, what, place=place)
        return self._claim(number, otherwise)

    def _claim(
        self, number: int, otherwise: Fault, *, row: int = 0, placed: Fault | None = None
    ) -> Claim:
        lower, upper = self._around(number)
        empty = self._fault(number, Damage.DROPPED, "sa place au journal est vide")
        return Claim(
            after=lower, before=upper, row=row, placed=placed or empty, otherwise=otherwise
        )

    def _is_elsewhere(self, number: int) -> bool:
        """Whether a row is that of another number of the dossier, which is judged there."""
        row = self.rows.get(number)
        own = None if row is None else self.own.get(row.id)
        return number not in self.told and own is not None and own in self.told.values()

    def _judge(self, number: int) -> Found | None:
        if number < 1:
            return self._fault(number, Damage.INSERTED, "aucun événement ne porte un tel numéro")
        row, witness = self.rows.get(number), self.told.get(number)
        if row is None:
            return self._gone(number, witness)
        own = self.own.get(row.id)
        if own is None and row.id in self.named:
            return None
        if witness is None:
            return self._unknown(number, row) if own is None else self._moved(own)
        if witness.event_id != row.id:
            return self._another(number, row, witness, own)
        return self._compare(number, row, witness)

    def _gone(self, number: int, witness: JournalEntry | None) -> Fault:
        if witness is not None and witness.event_id in self.identifiers:
            return self._fault(number, Damage.ALTERED, "son numéro a changé")
        what = "le journal le connaît, le dossier ne l’a plus"
        return self._fault(number, Damage.DROPPED, what)

    def _moved(self, own: JournalEntry) -> Fault:
        """The journal knows the event in another dossier, or this one under another name."""
        return Fault(
            reference=own.dossier,
            number=own.sequence,
            damage=Damage.ALTERED,
            what=f"il se trouve dans le dossier {self.dossier.reference}",
            place=(own.position, AT),
        )

    def _unknown(self, number: int, row: KeptEvent) -> Claim:
        """An event without an entry: the entry was lost, or the event inserted."""
        otherwise = self._fault(number, Damage.INSERTED, "le journal ne le connaît pas")
        placed = None
        _, upper = self._around(number)
        if row.id in self.unplaced:
            what = "son entrée au journal n’a plus de place lisible"
            otherwise = placed = self._fault(number, Damage.ALTERED, what)
        elif upper == NOWHERE and number <= self._followed:
            what = "le journal, dont la fin a pu être ôtée, ne le connaît pas"
            otherwise = self._fault(number, Damage.DROPPED, what, place=(NOWHERE, AT, row.id))
        return self._claim(number, otherwise, row=row.id, placed=placed)

    @cached_property
    def _followed(self) -> int:
        """The last number up to which the rows follow one another, and the dossier follows them."""
        kept: list[KeptEvent] = []
        while (row := self.rows.get(len(kept) + 1)) and row.is_intact(self.dossier.reference):
            if row.previous_digest != (kept[-1].digest if kept else ""):
                break
            kept.append(row)
        if self.dossier.route is None:
            return 0
        contents = [one.content for one in kept if one.content is not None]
        states = [one.state for one in steps_of(contents, self.dossier.route)]
        told = [one.to_state for one in contents]
        while states != told:
            states, told = states[: len(told) - 1], told[:-1]
        return min(len(told), self.dossier.last_sequence or 0)

    def _another(
        self, number: int, row: KeptEvent, witness: JournalEntry, own: JournalEntry | None
    ) -> Fault:
        if own is not None:
            told = f"n° {own.sequence} du dossier {own.dossier}"
            return self._fault(number, Damage.SWAPPED, f"à sa place se trouve l’événement {told}")
        known = [one for one in self.rows.values() if one.id == witness.event_id]
        if row.digest == witness.event_digest and all(self._is_told(one) for one in known):
            what = "son entrée au journal renvoie à un autre événement"
            return self._fault(number, Damage.ALTERED, what)
        if known:
            return self._fault(number, Damage.INSERTED, "le journal ne le connaît pas")
        return self._fault(number, Damage.ALTERED, "un autre événement a pris sa place")

    def _is_told(self, row: KeptEvent) -> bool:
        """Whether the journal tells a row at its number."""
        told = self.told.get(row.sequence or 0)
        return told is not None and told.event_digest == row.digest

    def _compare(self, number: int, row: KeptEvent, witness: JournalEntry) -> Fault | None:
        reference = self.dossier.reference
        if row.digest != witness.event_digest:
            moved = next((n for n, one in self.told.items() if one.event_digest == row.digest), 0)
            if moved:
                what = f"à sa place se trouve l’événement n° {moved}"
                return self._fault(number, Damage.SWAPPED, what)
            what = "son empreinte n’est plus celle que dit le journal"
        elif not row.is_intact(reference):
            what = "son contenu ne correspond plus à son empreinte"
        elif row.actor_id != witness.actor_id:
            what = "son auteur n’est plus celui que dit le journal"
        else:
            return self._link(number, witness)
        return self._fault(number, Damage.ALTERED, what)

    def _link(self, number: int, witness: JournalEntry) -> Fault | None:
        """What an event that holds says of the one before it, when the journal tells that one."""
        before = self.told.get(number - 1)
        if self._is_broken(number):
            # An event that agrees with neither neighbour is the one; otherwise this one tells.
            named = number if before is None or self._is_broken(number + 1) else number - 1
            return self._fault(named, Damage.ALTERED, "son empreinte n’est pas celle qui le suit")
        if before is not None and before.position > witness.position:
            what = "le journal le place avant l’événement qui le précède"
            return self._fault(number, Damage.SWAPPED, what)
        return None

    def _is_broken(self, number: int) -> bool:
        """Whether an event says that it follows another one than the journal tells before it."""
        row, before = self.rows.get(number), self.told.get(number - 1)
        if row is None or number not in self.told or (number > 1 and before is None):
            return False
        return row.previous_digest != (before.event_digest if before else "")
