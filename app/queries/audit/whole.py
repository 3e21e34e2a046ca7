"""The whole proof: the journal, then each dossier, some at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from app.extensions import db
from app.models.journal import JournalEntry
from app.queries.audit.beside import AreKept, Beside, beside
from app.queries.audit.chains import Chain
from app.queries.audit.faults import RESTING, Claim, Fault
from app.queries.audit.guards import Guard, missing_guards
from app.queries.audit.journal import Journal
from app.queries.audit.kept import KeptDossier
from app.queries.audit.rows import Batch, any_bytes, batches
from app.queries.audit.story import wrongs_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the proof found.

    Attributes:
        events: how many events the journal holds.
        first: the first that does not hold, in the order of the journal; none when all does.
        further: how many more do not hold.
        unguarded: the triggers that the database lacks: their table, their name.
    """

    events: int
    first: Fault | None
    further: int
    unguarded: tuple[Guard, ...]


def verify(*, are_kept: AreKept | None = None) -> Verdict:
    """Verify all that happened, in one reading: what is recorded meanwhile is not seen.

    Args:
        are_kept: tells whether the bytes of a document are there, by its digest; none to leave
            them unread.
    """
    with _one_reading() as connection:
        return verify_in(connection, are_kept=are_kept)


def verify_in(connection: Connection, *, are_kept: AreKept | None = None) -> Verdict:
    """Verify all that happened, as a connection sees it."""
    first, count = None, 0
    for fault in _faults(connection, are_kept):
        count += 1
        if first is None or fault.place < first.place:
            first = fault
    events = connection.scalar(select(func.count()).select_from(JournalEntry)) or 0
    return Verdict(
        events=events,
        first=first,
        further=max(0, count - 1),
        unguarded=missing_guards(connection),
    )


def broken_chains() -> Iterator[Fault]:
    """Yield all that does not hold, one fault an event, in no order."""
    with _one_reading() as connection:
        yield from _faults(connection)


@contextmanager
def _one_reading() -> Iterator[Connection]:
    """Give a connection whose every read is of the same instant."""
    engine = db.engine
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        yield connection


def _faults(connection: Connection, are_kept: AreKept | None = None) -> Iterator[Fault]:
    journal, claims = Journal(connection), list[Claim]()
    told = set[tuple[str, int]]()
    with any_bytes(connection):
        for found in _all(connection, journal, are_kept):
            if isinstance(found, Claim):
                claims.append(found)
            elif found.key not in told:
                told.add(found.key)
                yield found
    left = [one for one in claims if one.otherwise.key not in told]
    yield from journal.holes.settle(left)


def _all(
    connection: Connection, journal: Journal, are_kept: AreKept | None
) -> Iterator[Fault | Claim]:
    yield from journal.faults()
    for batch in batches(connection):
        kept = beside(connection, batch, are_kept)
        for dossier in batch.dossiers:
            yield from _of_dossier(dossier, batch, kept, journal)


def _of_dossier(
    dossier: KeptDossier, batch: Batch, kept: Beside, journal: Journal
) -> Iterator[Fault | Claim]:
    """Yield what is wrong with the events, or, when they hold, with what rests on them."""
    events = batch.events.get(dossier.id, [])
    chain = Chain(
        dossier,
        events,
        batch.entries.get(dossier.id, []),
        holes=journal.holes,
        accused=journal.accused,
    )
    broken = list(chain.faults())
    yield from broken
    if broken or chain.named:
        return
    contents = [event.content for event in events if event.content is not None]
    for wrong in wrongs_of(dossier, contents, kept):
        yield Fault(
            reference=dossier.reference,
            number=wrong.number,
            damage=wrong.damage,
            what=wrong.what,
            place=(chain.place(wrong.number)[0], RESTING),
        )
