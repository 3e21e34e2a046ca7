"""Thousands of dossiers: rows copied from one that was done by real acts.

A copy has its own reference, code, digests and place in the journal, so that the audit of the
portal finds nothing to say of it; its days are those of the model.
"""

import json

import sqlalchemy as sa

from app.domain.chain import digest_of
from app.domain.identifiers import new_reference
from app.extensions import db
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry

AT_ONCE = 2000


def multiply(models, count, *, besides=()):
    """Copy each dossier of *models* in turn until there are *count* copies; their references.

    Args:
        models: references of dossiers done by acts.
        count: how many rows of dossiers to add.
        besides: names of tables to leave out, for what a measure does not read.
    """
    herd = _Herd(besides)
    moulds = [_Mould(reference, herd.tables) for reference in models]
    references = [herd.add(moulds[number % len(moulds)], number) for number in range(count)]
    herd.write()
    db.session.commit()
    if db.engine.dialect.name == "postgresql":
        _follow_sequences(herd.tables)
    db.session.execute(sa.text("ANALYZE"))
    db.session.commit()
    return references


class _Mould:
    """A dossier as its rows: by table, as the driver gives them."""

    def __init__(self, reference, tables):
        self.dossier = db.session.query(Dossier).filter_by(reference=reference).one()
        self.reference, self.tvv = reference, self.dossier.tvv
        self.events = list(self.dossier.events)
        (self.declaration,) = db.session.query(Declaration).filter_by(dossier_id=self.dossier.id)
        self.rows = {}
        for table in tables:
            key = "id" if table.name == "dossier" else "dossier_id"
            query = sa.text(f"SELECT * FROM {table.name} WHERE {key} = :id ORDER BY id")
            found = db.session.execute(query, {"id": self.dossier.id}).mappings()
            self.rows[table.name] = [dict(row) for row in found]

    def words(self, number):
        """What a copy says instead of what the model says, everywhere."""
        tvv = f"{self.tvv}-{number}"
        content = json.loads(json.dumps(self.declaration.content).replace(self.tvv, tvv))
        return {
            self.reference: new_reference("SE"),
            self.tvv: tvv,
            self.declaration.digest: digest_of(content),
        }


class _Herd:
    def __init__(self, besides):
        self.tables = [
            table
            for table in db.metadata.sorted_tables
            if (table.name == "dossier" or "dossier_id" in table.columns)
            and table.name not in {"order_line", *besides}
        ]
        self.next = {table.name: self._last(table.columns.id) + 1 for table in self.tables}
        self.waiting = {table.name: [] for table in self.tables}
        self.waiting["journal_entry"] = []
        self.position = self._last(JournalEntry.position)
        self.digest = db.session.scalar(
            sa.select(JournalEntry.digest).where(JournalEntry.position == self.position)
        )

    @staticmethod
    def _last(column):
        return db.session.scalar(sa.select(sa.func.coalesce(sa.func.max(column), 0)))

    def add(self, mould, number):
        words, identifiers = mould.words(number), {}
        reference, digests = words[mould.reference], {}
        for table in self.tables:
            for model in mould.rows[table.name]:
                row = {name: _said(value, words) for name, value in model.items()}
                row["id"] = identifiers[table.name, model["id"]] = self.next[table.name]
                self.next[table.name] += 1
                for column in table.columns:
                    for key in column.foreign_keys:
                        place = key.column.table.name, model[column.name]
                        row[column.name] = identifiers.get(place, row[column.name])
                if "reference" in row and table.name != "dossier":
                    row["reference"] = new_reference("ZZ")
                if table.name == "dossier_event":
                    self._chain(row, mould, reference, digests)
                self.waiting[table.name].append(row)
        return reference

    def _chain(self, row, mould, reference, digests):
        model = mould.events[row["sequence"] - 1]
        columns = (column.name for column in DossierEvent.__table__.columns)
        event = DossierEvent(**{name: getattr(model, name) for name in columns})
        event.details = json.loads(row["details"])
        event.previous_digest = digests.get(event.sequence - 1, "")
        row["previous_digest"] = event.previous_digest
        row["digest"] = digests[event.sequence] = event.digest = event.computed_digest(reference)
        self.position += 1
        entry = JournalEntry(
            position=self.position,
            event_id=row["id"],
            dossier=reference,
            sequence=event.sequence,
            event_digest=event.digest,
            actor_id=event.actor_id,
            previous_digest=self.digest,
        )
        self.digest = entry.digest = entry.computed_digest()
        columns = (column.name for column in JournalEntry.__table__.columns)
        self.waiting["journal_entry"].append({name: getattr(entry, name) for name in columns})

    def write(self):
        for name, rows in self.waiting.items():
            if not rows:
                continue
            columns = list(rows[0])
            values = ", ".join(f":{column}" for column in columns)
            quoted = ", ".join(f'"{column}"' for column in columns)
            statement = sa.text(f"INSERT INTO {name} ({quoted}) VALUES ({values})")
            for start in range(0, len(rows), AT_ONCE):
                db.session.execute(statement, rows[start : start + AT_ONCE])


def _said(value, words):
    if isinstance(value, str):
        for old, new in words.items():
            value = value.replace(old, new)
    return value


def _follow_sequences(tables):
    """Rows given with their numbers do not move the counters of PostgreSQL."""
    for table in tables:
        db.session.execute(
            sa.text(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'),"
                f" (SELECT max(id) FROM {table.name}))"
            )
        )
    db.session.commit()
