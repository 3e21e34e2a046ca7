"""The rows as they are, read as texts: what was damaged must be read to be named."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, Text, cast, select

from app.domain.actor import Role
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.history import Facts
from app.domain.procedure import Action, Route, State
from app.models.declaration import Declaration
from app.models.document import Document
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry
from app.models.period import Period
from app.queries.audit.kept import KeptDossier, KeptEvent, KeptPeriod, read_or_none

# Dossiers read together: what bounds the memory.
AT_ONCE: Final = 100

DAYS: Final = ("received_on", "complete_on", "proposed_on", "decided_on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Some dossiers and all that is kept of them, by dossier."""

    dossiers: Sequence[KeptDossier]
    events: dict[int, list[KeptEvent]]
    entries: dict[int, list[JournalEntry]]
    periods: dict[int, list[KeptPeriod]]
    declarations: dict[int, list[tuple[str, Any]]]
    documents: frozenset[tuple[int, str]]


def batches(connection: Connection) -> Iterator[Batch]:
    """Yield all the dossiers, some at once."""
    last = 0
    while dossiers := _dossiers(connection, last):
        numbers = [one.id for one in dossiers]
        last = numbers[-1]
        events = _events(connection, numbers)
        yield Batch(
            dossiers=dossiers,
            events=events,
            entries=_entries(connection, dossiers),
            periods=_periods(connection, numbers),
            declarations=_declarations(connection, numbers),
            documents=_documents(connection, dossiers),
        )


def entry_of(row: Row[Any]) -> JournalEntry:
    """Return the entry of a row that holds the columns of the journal."""
    names = JournalEntry.__table__.columns.keys()
    return JournalEntry(**{name: getattr(row, name) for name in names})


def _texts(model: type[Any], *names: str) -> list[Any]:
    return [cast(getattr(model, name), Text).label(name) for name in names]


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _instant(text: str | None) -> datetime | None:
    if text is None:
        return None
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _dossiers(connection: Connection, after: int) -> list[KeptDossier]:
    rows = connection.execute(
        select(
            Dossier.id,
            Dossier.reference,
            Dossier.manufacturer_id,
            Dossier.last_sequence,
            *_texts(Dossier, "route", "state", *DAYS),
        )
        .where(Dossier.id > after)
        .order_by(Dossier.id)
        .limit(AT_ONCE)
    )
    return [
        KeptDossier(
            id=row.id,
            reference=row.reference,
            manufacturer_id=row.manufacturer_id,
            last_sequence=row.last_sequence,
            route=read_or_none(Route, row.route),
            facts=read_or_none(_facts, row),
        )
        for row in rows
    ]


def _facts(row: Row[Any]) -> Facts:
    return Facts(state=State(row.state), **{day: _day(getattr(row, day)) for day in DAYS})


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
        select(*plain, *_texts(DossierEvent, *words, "details"))
        .where(DossierEvent.dossier_id.in_(dossiers))
        .order_by(DossierEvent.sequence, DossierEvent.id)
    )
    found = defaultdict(list)
    for row in rows:
        kept = KeptEvent(
            id=row.id,
            sequence=row.sequence,
            actor_id=row.actor_id,
            previous_digest=row.previous_digest,
            digest=row.digest,
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
        occurred_on=_day(row.occurred_on),
        recorded_at=_instant(row.recorded_at),
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
    for _, row in sorted(rows.items()):
        for number in {by_reference.get(row.dossier), row.dossier_id} - {None}:
            found[number].append(entry_of(row))
    return found


def _periods(connection: Connection, dossiers: Sequence[int]) -> dict[int, list[KeptPeriod]]:
    words = ("kind", "outcome", "edition_on", "origin_on", "last_day", "effect_at")
    rows = connection.execute(
        select(
            Period.id,
            Period.dossier_id,
            Period.origin_event_id,
            Period.rule,
            Period.source,
            Period.months,
            *_texts(Period, *words),
        )
        .where(Period.dossier_id.in_(dossiers))
        .order_by(Period.id)
    )
    found = defaultdict(list)
    for row in rows:
        kept = KeptPeriod(origin_event_id=row.origin_event_id, content=read_or_none(_period, row))
        found[row.dossier_id].append(kept)
    return found


def _period(row: Row[Any]) -> Period:
    return Period(
        kind=PeriodKind(row.kind),
        outcome=PeriodOutcome(row.outcome),
        rule=row.rule,
        source=row.source,
        edition_on=_day(row.edition_on),
        origin_on=_day(row.origin_on),
        months=row.months,
        last_day=_day(row.last_day),
        effect_at=_instant(row.effect_at),
    )


def _declarations(
    connection: Connection, dossiers: Sequence[int]
) -> dict[int, list[tuple[str, Any]]]:
    """Return the digest and the content of each declaration as filed; no content, unreadable."""
    rows = connection.execute(
        select(Declaration.dossier_id, Declaration.digest, *_texts(Declaration, "content"))
        .where(Declaration.dossier_id.in_(dossiers))
        .order_by(Declaration.revision)
    )
    found = defaultdict(list)
    for row in rows:
        content = read_or_none(json.loads, row.content)
        found[row.dossier_id].append((row.digest, content))
    return found


def _documents(
    connection: Connection, dossiers: Sequence[KeptDossier]
) -> frozenset[tuple[int, str]]:
    """Return the company and the digest of each document that the companies ever gave."""
    companies = {one.manufacturer_id for one in dossiers}
    rows = connection.execute(
        select(Document.manufacturer_id, Document.digest).where(
            Document.manufacturer_id.in_(companies)
        )
    )
    return frozenset((row.manufacturer_id, row.digest) for row in rows)
