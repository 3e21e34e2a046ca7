"""What somebody with the keys of the database could do to it, undone afterwards."""

from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.orm import Session

from app.extensions import db
from app.models.dossier import DossierEvent
from app.models.journal import JournalEntry
from app.queries.audit import verify_in

# A number that no event of a test has.
FAR = 1000


@contextmanager
def opened():
    """Give the acts of such a person, whom triggers and foreign keys do not stop."""
    db.session.remove()
    with db.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        raw = connection.connection.dbapi_connection
        if sqlite:
            # Out of any transaction: inside one it would change nothing.
            raw.execute("PRAGMA foreign_keys = OFF")
            question = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            for name in connection.exec_driver_sql(question).scalars().all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        try:
            yield Damage(connection)
        finally:
            connection.rollback()
            if sqlite:
                raw.execute("PRAGMA foreign_keys = ON")


def first_fault(damage):
    fault = verify_in(damage.connection).first
    assert fault is not None
    return fault.reference, fault.number, fault.damage


class Damage:
    """Acts on the events of dossiers, each named by its reference and its number."""

    def __init__(self, connection):
        self.connection = connection

    def run(self, statement, **values):
        """Run a statement that must find something to change."""
        done = self.connection.execute(sa.text(statement), values)
        assert done.rowcount, statement

    def loosen(self, table):
        """Write a table anew without its constraints."""
        cascade = "" if self.connection.dialect.name == "sqlite" else "CASCADE"
        for statement in (
            f"CREATE TABLE loose AS SELECT * FROM {table}",
            f"DROP TABLE {table} {cascade}",
            f"ALTER TABLE loose RENAME TO {table}",
        ):
            self.connection.exec_driver_sql(statement)

    def dossier(self, reference):
        return self.connection.scalar(
            sa.text("SELECT id FROM dossier WHERE reference = :one"), {"one": reference}
        )

    def set(self, reference, number, **changes):
        """Change columns of an event."""
        listed = ", ".join(f"{name} = :new_{name}" for name in changes)
        self.run(
            f"UPDATE dossier_event SET {listed} WHERE dossier_id = :one AND sequence = :number",
            one=self.dossier(reference),
            number=number,
            **{f"new_{name}": value for name, value in changes.items()},
        )

    def set_entry(self, reference, number, **changes):
        """Change columns of the entry of an event."""
        listed = ", ".join(f"{name} = :new_{name}" for name in changes)
        self.run(
            f"UPDATE journal_entry SET {listed} WHERE dossier = :one AND sequence = :number",
            one=reference,
            number=number,
            **{f"new_{name}": value for name, value in changes.items()},
        )

    def drop(self, reference, number):
        self.run(
            "DELETE FROM dossier_event WHERE dossier_id = :one AND sequence = :number",
            one=self.dossier(reference),
            number=number,
        )

    def drop_entry(self, reference, number):
        self.run(
            "DELETE FROM journal_entry WHERE dossier = :one AND sequence = :number",
            one=reference,
            number=number,
        )

    def swap_numbers(self, reference, number):
        """Exchange the numbers of an event and the next one."""
        for old, new in ((number, FAR), (number + 1, number), (FAR, number + 1)):
            self.set(reference, old, sequence=new)

    def swap_contents(self, reference, number):
        """Exchange all that two neighbours say, digests included; rows and numbers stay."""
        one, other = self.events(reference)[number - 1 : number + 1]
        self.set(reference, number, **other)
        self.set(reference, number + 1, **one)

    def events(self, reference):
        """The columns of the events, in order, without what tells the rows apart."""
        rows = self.connection.execute(
            sa.text("SELECT * FROM dossier_event WHERE dossier_id = :one ORDER BY sequence"),
            {"one": self.dossier(reference)},
        )
        rowly = {"id", "dossier_id", "sequence"}
        return [
            {name: value for name, value in row._mapping.items() if name not in rowly}
            for row in rows
        ]

    def insert(self, reference, number):
        """Make room and insert an event; every digest of the dossier follows."""
        dossier = self.dossier(reference)
        like = self.events(reference)[max(0, number - 2)]
        self._shift(dossier, number, by=FAR)
        names = ", ".join(like)
        self.run(
            f"INSERT INTO dossier_event (dossier_id, sequence, {names})"
            f" VALUES (:one, :number, {', '.join(f':{name}' for name in like)})",
            one=dossier,
            number=number,
            **like,
        )
        self._shift(dossier, FAR, by=1 - FAR)
        self.rehash(reference)

    def insert_alone(self, reference, number):
        """Insert an event at a number that no other has, like the last one, digests included."""
        like = self.events(reference)[-1]
        names = ", ".join(like)
        self.run(
            f"INSERT INTO dossier_event (id, dossier_id, sequence, {names})"
            " SELECT (SELECT max(id) + 1 FROM dossier_event), :one, :number,"
            f" {names} FROM dossier_event WHERE dossier_id = :one AND digest = :digest",
            one=self.dossier(reference),
            number=number,
            digest=like["digest"],
        )

    def append_entry(self, reference, number):
        """Add to the journal a last entry, that holds, for an event that has none."""
        with Session(bind=self.connection) as session:
            event = session.scalars(
                sa.select(DossierEvent).where(
                    DossierEvent.dossier_id == self.dossier(reference),
                    DossierEvent.sequence == number,
                )
            ).one()
            last = session.scalars(
                sa.select(JournalEntry).order_by(JournalEntry.position.desc()).limit(1)
            ).one()
            entry = JournalEntry(
                position=last.position + 1,
                event_id=event.id,
                dossier=reference,
                sequence=number,
                event_digest=event.digest,
                actor_id=event.actor_id,
                previous_digest=last.digest,
            )
            entry.digest = entry.computed_digest()
            session.add(entry)
            session.flush()

    def _shift(self, dossier, start, *, by):
        self.connection.execute(
            sa.text(
                "UPDATE dossier_event SET sequence = sequence + :by"
                " WHERE dossier_id = :one AND sequence >= :start"
            ),
            {"by": by, "one": dossier, "start": start},
        )

    def rehash(self, reference):
        """Give every event of a dossier the digest that follows from what it says now."""
        with Session(bind=self.connection) as session:
            previous = ""
            for event in session.scalars(
                sa.select(DossierEvent)
                .where(DossierEvent.dossier_id == self.dossier(reference))
                .order_by(DossierEvent.sequence)
            ):
                event.previous_digest = previous
                event.digest = previous = event.computed_digest(reference)
            session.flush()

    def rehash_entry(self, reference, number):
        """Give one entry of the journal the digest that follows from what it says now."""
        with Session(bind=self.connection) as session:
            entry = session.scalars(
                sa.select(JournalEntry).where(
                    JournalEntry.dossier == reference, JournalEntry.sequence == number
                )
            ).one()
            entry.digest = entry.computed_digest()
            session.flush()

    def swap_entries(self, position, other):
        """Exchange the places of two entries of the journal."""
        for old, new in ((position, FAR), (other, position), (FAR, other)):
            self.run(
                "UPDATE journal_entry SET position = :new WHERE position = :old", old=old, new=new
            )

    def rechain(self):
        """Write the whole journal again from the events: every digest follows."""
        with Session(bind=self.connection) as session:
            previous = ""
            for entry in session.scalars(sa.select(JournalEntry).order_by(JournalEntry.position)):
                entry.event_digest = session.get(DossierEvent, entry.event_id).digest
                entry.previous_digest = previous
                entry.digest = previous = entry.computed_digest()
            session.flush()
