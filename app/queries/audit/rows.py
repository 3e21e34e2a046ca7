"""The rows as they are, read as texts: what was damaged must be read to be named."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Text, cast, select

from app.domain.actor import Role
from app.domain.history import Facts
from app.domain.procedure import Action, Route, State
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry
from app.queries.audit.kept import (
    KeptDossier,
    KeptEvent,
    day_in,
    instant_in,
    number_in,
    read_or_none,
    text_in,
)

# Dossiers read together: what bounds the memory.
AT_ONCE: Final = 100

DAYS: Final = ("received_on", "complete_on", "proposed_on", "decided_on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some dossiers, their events and their entries, by dossier."""

    dossiers: Sequence[KeptDossier]
    events: dict[int, list[KeptEvent]]
    entries: dict[int, list[JournalEntry]]


def batches(connection: Connection) -> Iterator[Batch]:
    """Yield all the dossiers, some at once."""
    last = 0
    while dossiers := _dossiers(connection, last):
        numbers = [one.id for one in dossiers]
        last = numbers[-1]
        yield Batch(
            dossiers=dossiers,
            events=_events(connection, numbers),
            entries=_entries(connection, dossiers),
        )


@contextmanager
def any_bytes(connection: Connection) -> Iterator[None]:
    """Read what is no UTF-8 too, with a mark in its place: no digest holds any more.

    PostgreSQL keeps none.
    """
    raw: Any = connection.connection.dbapi_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    raw.text_factory = lambda kept: kept.decode("utf-8", "replace")
    try:
        yield
    finally:
        raw.text_factory = str


def entry_of(row: Row[Any]) -> JournalEntry:
    """Return the entry of a row that holds the columns of the journal; 0 is no number of any."""
    found = {name: getattr(row, name) for name in JournalEntry.__table__.columns.keys()}  # noqa: SIM118 - a collection of columns
    texts = ("dossier", "event_digest", "previous_digest", "digest")
    found |= {name: text_in(found[name]) for name in texts}
    found |= {name: number_in(found[name]) or 0 for name in ("position", "sequence")}
    return JournalEntry(**found)


def texts_of(model: type[Any], *names: str) -> list[Any]:
    """Return columns to read as texts."""
    return [cast(getattr(model, name), Text).label(name) for name in names]


def _dossiers(connection: Connection, after: int) -> list[KeptDossier]:
    rows = connection.execute(
        select(
            Dossier.id,
            Dossier.reference,
            Dossier.manufacturer_id,
            Dossier.last_sequence,
            Dossier.tvv,
            Dossier.brand,
            Dossier.commercial_name,
            *texts_of(Dossier, "route", "state", "changed_on", *DAYS),
        )
        .where(Dossier.id > after)
        .order_by(Dossier.id)
        .limit(AT_ONCE)
    )
    return [
        KeptDossier(
            id=row.id,
            reference=text_in(row.reference),
            manufacturer_id=row.manufacturer_id,
            last_sequence=number_in(row.last_sequence),
            tvv=text_in(row.tvv),
            brand=text_in(row.brand),
            commercial_name=text_in(row.commercial_name),
            changed_on=row.changed_on,
            route=read_or_none(Route, row.route),
            facts=read_or_none(_facts, row),
        )
        for row in rows
    ]


def _facts(row: Row[Any]) -> Facts:
    days = {day: getattr(row, day) for day in DAYS}
    read = {day: None if text is None else day_in(text) for day, text in days.items()}
    return Facts(state=State(row.state), **read)


def _events(connection: Connection, dossiers: Sequence[int]) -> dict[int, list[KeptEvent]]:
    words = ("action", "from_state", "to_state", "occurred_on", "recorded_at", "actor_role")
    plain = (
        DossierEvent.id,
        DossierEvent.dossier_id,
        DossierEvent.sequence,
        DossierEvent.basis,
        DossierEvent.actor_id,
        DossierEvent.actor_name,
        DossierEvent.previous_digest,
        DossierEvent.digest,
    )
    rows = connection.execute(
        select(*plain, *texts_of(DossierEvent, *words, "details"))
        .where(DossierEvent.dossier_id.in_(dossiers))
        .order_by(DossierEvent.sequence, DossierEvent.id)
    )
    found = defaultdict(list)
    for row in rows:
        kept = KeptEvent(
            id=row.id,
            sequence=number_in(row.sequence),
            actor_id=row.actor_id,
            previous_digest=text_in(row.previous_digest),
            digest=text_in(row.digest),
            content=read_or_none(_event, row),
        )
        found[row.dossier_id].append(kept)
    return found


def _event(row: Row[Any]) -> DossierEvent:
    return DossierEvent(
        id=row.id,
        sequence=row.sequence,
        action=Action(row.action),
        from_state=State(row.from_state),
        to_state=State(row.to_state),
        basis=row.basis,
        occurred_on=day_in(row.occurred_on),
        recorded_at=instant_in(row.recorded_at),
        actor_id=row.actor_id,
        actor_name=row.actor_name,
        actor_role=Role(row.actor_role),
        details=json.loads(row.details),
        previous_digest=row.previous_digest,
    )


def _entries(
    connection: Connection, dossiers: Sequence[KeptDossier]
) -> dict[int, list[JournalEntry]]:
    """Return what the journal says of each dossier, and of each event that its row holds now."""
    by_reference = {one.reference: one.id for one in dossiers}
    query = select(JournalEntry.__table__, DossierEvent.dossier_id)
    told = query.outerjoin(DossierEvent, DossierEvent.id == JournalEntry.event_id).where(
        JournalEntry.dossier.in_(by_reference)
    )
    held = query.join(DossierEvent, DossierEvent.id == JournalEntry.event_id).where(
        DossierEvent.dossier_id.in_(by_reference.values())
    )
    # Two questions and not one: each has its index.
    rows = {row.position: row for one in (told, held) for row in connection.execute(one)}
    found = defaultdict(list)
    for row in sorted(rows.values(), key=lambda one: number_in(one.position) or 0):
        for number in {by_reference.get(row.dossier), row.dossier_id} - {None}:
            found[number].append(entry_of(row))
    return found
