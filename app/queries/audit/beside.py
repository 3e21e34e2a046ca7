"""What is kept beside the events of some dossiers, read as texts."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, or_, select

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.orders import OrderState
from app.models.account import User
from app.models.assessment import Assessment, Proposal
from app.models.declaration import Declaration
from app.models.document import Document
from app.models.order import Order, OrderLine
from app.models.period import Period
from app.queries.audit.kept import (
    KeptDeclaration,
    KeptLine,
    KeptPeriod,
    KeptProposal,
    KeptScore,
    day_in,
    instant_in,
    number_in,
    read_or_none,
    said,
    text_in,
)
from app.queries.audit.rows import Batch, texts_of

Kept = TypeVar("Kept")
# Whether the bytes of a document are there, by its digest.
AreKept = Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is kept of some dossiers, by dossier; lines of orders by reference and position.

    Attributes:
        companies: the company of each person who acted.
        documents: the company and the digest of each document that the companies ever gave.
        are_kept: whether bytes are there; none when nobody asked for them to be read.
    """

    periods: Mapping[int, Sequence[KeptPeriod]]
    declarations: Mapping[int, Sequence[KeptDeclaration]]
    scores: Mapping[int, Sequence[KeptScore]]
    proposals: Mapping[int, Sequence[KeptProposal]]
    lines: Mapping[tuple[str, int | None], KeptLine]
    lines_of: Mapping[int, Sequence[KeptLine]]
    companies: Mapping[int, int | None]
    documents: frozenset[tuple[int, str]]
    are_kept: AreKept | None


def beside(connection: Connection, batch: Batch, are_kept: AreKept | None) -> Beside:
    """Return what is kept beside the events of some dossiers."""
    numbers = [one.id for one in batch.dossiers]
    companies = {one.manufacturer_id for one in batch.dossiers}
    lines = _lines(connection, batch)
    lines_of = defaultdict(list)
    for line in lines:
        if line.dossier_id is not None:
            lines_of[line.dossier_id].append(line)
    return Beside(
        periods=_by_dossier(connection, _periods(numbers), _period),
        declarations=_by_dossier(connection, _declarations(numbers), _declaration),
        scores=_by_dossier(connection, _scores(numbers), _score),
        proposals=_by_dossier(connection, _proposals(numbers), _proposal),
        lines={(one.order, one.position): one for one in lines},
        lines_of=lines_of,
        companies=_companies(connection, batch),
        documents=frozenset(
            (row.manufacturer_id, row.digest)
            for row in connection.execute(
                select(Document.manufacturer_id, Document.digest).where(
                    Document.manufacturer_id.in_(companies)
                )
            )
        ),
        are_kept=are_kept,
    )


def _by_dossier(
    connection: Connection, query: Select[Any], read: Callable[[Row[Any]], Kept]
) -> dict[int, list[Kept]]:
    found = defaultdict(list)
    for row in connection.execute(query):
        found[row.dossier_id].append(read(row))
    return found


def _periods(dossiers: Iterable[int]) -> Select[Any]:
    words = ("kind", "outcome", "edition_on", "origin_on", "last_day", "effect_at", "settled_at")
    return (
        select(Period.dossier_id, Period.origin_event_id, Period.months, *texts_of(Period, *words))
        .where(Period.dossier_id.in_(dossiers))
        .order_by(Period.id)
    )


def _period(row: Row[Any]) -> KeptPeriod:
    return KeptPeriod(
        origin_event_id=row.origin_event_id,
        kind=read_or_none(PeriodKind, row.kind),
        outcome=read_or_none(PeriodOutcome, row.outcome),
        edition_on=read_or_none(day_in, row.edition_on),
        origin_on=read_or_none(day_in, row.origin_on),
        months=number_in(row.months),
        last_day=read_or_none(day_in, row.last_day),
        effect_at=read_or_none(instant_in, row.effect_at),
        settled_at=read_or_none(instant_in, row.settled_at),
    )


def _declarations(dossiers: Iterable[int]) -> Select[Any]:
    plain = (Declaration.id, Declaration.dossier_id, Declaration.digest)
    return (
        select(*plain, *texts_of(Declaration, "content", "filed_on"))
        .where(Declaration.dossier_id.in_(dossiers))
        .order_by(Declaration.revision)
    )


def _declaration(row: Row[Any]) -> KeptDeclaration:
    return KeptDeclaration(
        id=row.id,
        digest=text_in(row.digest),
        filed_on=row.filed_on,
        content=read_or_none(json.loads, row.content),
    )


def _scores(dossiers: Iterable[int]) -> Select[Any]:
    plain = (
        Assessment.id,
        Assessment.dossier_id,
        Assessment.declaration_id,
        Assessment.law_digest,
        Assessment.category,
    )
    words = ("law_on", "score", "footprint_kg", "reached", "result", "decided_values")
    return (
        select(*plain, *texts_of(Assessment, *words))
        .where(Assessment.dossier_id.in_(dossiers))
        .order_by(Assessment.id)
    )


def _score(row: Row[Any]) -> KeptScore:
    return KeptScore(
        id=row.id,
        declaration_id=row.declaration_id,
        law_on=row.law_on,
        law_digest=text_in(row.law_digest),
        category=number_in(row.category),
        score=row.score,
        footprint_kg=row.footprint_kg,
        reached=_truth(row.reached),
        result=read_or_none(json.loads, row.result),
        values=read_or_none(json.loads, row.decided_values),
    )


def _proposals(dossiers: Iterable[int]) -> Select[Any]:
    plain = (Proposal.id, Proposal.dossier_id, Proposal.event_id, Proposal.assessment_id)
    words = ("favourable", "reasons", "sent_on", "lapsed_on")
    return (
        select(*plain, *texts_of(Proposal, *words))
        .where(Proposal.dossier_id.in_(dossiers))
        .order_by(Proposal.id)
    )


def _proposal(row: Row[Any]) -> KeptProposal:
    return KeptProposal(
        id=row.id,
        event_id=row.event_id,
        assessment_id=row.assessment_id,
        favourable=_truth(row.favourable),
        reasons=text_in(row.reasons),
        sent_on=row.sent_on,
        lapsed_on=row.lapsed_on,
    )


def _truth(text: str | None) -> bool | None:
    """Read a truth as either database writes it."""
    return {"1": True, "true": True, "0": False, "false": False}.get(text_in(text))


def _lines(connection: Connection, batch: Batch) -> list[KeptLine]:
    """Return the published lines that name the dossiers, and all those of the orders they name."""
    orders = {
        named
        for events in batch.events.values()
        for event in events
        if event.content is not None and (named := text_in(said(event.content).get("order")))
    }
    numbers = [one.id for one in batch.dossiers]
    rows = connection.execute(
        select(
            Order.reference,
            Order.nor,
            OrderLine.position,
            OrderLine.dossier_id,
            OrderLine.tvv,
            OrderLine.reasons,
            *texts_of(OrderLine, "effect"),
            *texts_of(Order, "published_on", "effective_on"),
        )
        .join(OrderLine, OrderLine.order_id == Order.id)
        .where(
            Order.state == OrderState.PUBLISHED,
            or_(Order.reference.in_(orders), OrderLine.dossier_id.in_(numbers)),
        )
        .order_by(OrderLine.id)
    )
    return [
        KeptLine(
            order=text_in(row.reference),
            position=number_in(row.position),
            dossier_id=number_in(row.dossier_id),
            effect=row.effect,
            tvv=text_in(row.tvv),
            reasons=text_in(row.reasons),
            nor=row.nor,
            published_on=row.published_on,
            effective_on=row.effective_on,
        )
        for row in rows
    ]


def _companies(connection: Connection, batch: Batch) -> dict[int, int | None]:
    people = {
        number
        for events in batch.events.values()
        for event in events
        if (number := number_in(event.actor_id)) is not None
    }
    rows = connection.execute(select(User.id, User.manufacturer_id).where(User.id.in_(people)))
    return {row.id: row.manufacturer_id for row in rows}
