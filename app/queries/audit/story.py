"""What rests on the events of a dossier: its row, its periods, what it filed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from app.domain.chain import Damage, digest_of
from app.domain.deadlines import EFFECTIVE, PeriodKind, PeriodOutcome, span
from app.domain.errors import TransitionNotAllowedError
from app.domain.history import RECEIPTS, Facts, next_facts
from app.domain.procedure import Action, Route, State
from app.models.dossier import DossierEvent
from app.models.period import Period
from app.queries.audit.kept import KeptDossier, KeptPeriod
from app.queries.audit.rows import Batch
from scoring.dated import NotInForceError

# The period whose end does something by itself, that each state waits for.
AWAITED: Final = {
    State.SUBMITTED: PeriodKind.COMPLETENESS,
    State.COMPLETE: PeriodKind.SILENCE,
    State.PROPOSED: PeriodKind.SILENCE,
    State.REPORTED: PeriodKind.SILENCE,
}
# The acts that file a declaration, and name it.
FILINGS: Final = RECEIPTS | {Action.CORRECT}
# The periods that count from the day the dossier is complete, whatever opened them.
FROM_COMPLETENESS: Final = frozenset({PeriodKind.REVIEW, PeriodKind.SILENCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """What does not follow from an event: its number, what was done and how it shows."""

    number: int
    damage: Damage
    what: str


def wrongs_of(
    dossier: KeptDossier, events: Sequence[DossierEvent], batch: Batch
) -> Iterator[Wrong]:
    """Yield what does not follow from the events of a dossier, whose chain holds."""
    if dossier.route is None or dossier.facts is None:
        yield Wrong(number=len(events), damage=Damage.ALTERED, what="la fiche est illisible")
        return
    steps: list[Facts] = []
    try:
        for facts in _replayed(events, dossier.route):
            steps.append(facts)  # noqa: PERF402 - those before a refusal are kept
    except TransitionNotAllowedError:
        what = "la procédure ne permet pas cet acte"
        yield Wrong(number=len(steps) + 1, damage=Damage.INSERTED, what=what)
        return
    yield from _states(events, steps)
    last = steps[-1] if steps else Facts()
    if (last, len(events)) != (dossier.facts, dossier.last_sequence):
        what = "la fiche du dossier ne découle pas de ses événements"
        yield Wrong(number=len(events), damage=Damage.ALTERED, what=what)
    yield from _periods(batch.periods.get(dossier.id, []), dossier.route, events, steps)
    yield from _declarations(batch.declarations.get(dossier.id, []), events)
    for event in events:
        for digest in _documents(event.details):
            if (dossier.manufacturer_id, digest) not in batch.documents:
                what = f"la pièce d’empreinte {digest} n’est plus là"
                yield Wrong(number=event.sequence, damage=Damage.DROPPED, what=what)


def _replayed(events: Sequence[DossierEvent], route: Route) -> Iterator[Facts]:
    facts = Facts()
    for number, event in enumerate(events):
        facts = next_facts(
            facts, event.action, event.occurred_on, events=events[:number], route=route
        )
        yield facts


def _states(events: Sequence[DossierEvent], steps: Sequence[Facts]) -> Iterator[Wrong]:
    before = Facts()
    for event, facts in zip(events, steps, strict=True):
        if (event.from_state, event.to_state) != (before.state, facts.state):
            what = "ses états ne découlent pas de ceux qui le précèdent"
            yield Wrong(number=event.sequence, damage=Damage.ALTERED, what=what)
        before = facts


def _periods(
    periods: Sequence[KeptPeriod],
    route: Route,
    events: Sequence[DossierEvent],
    steps: Sequence[Facts],
) -> Iterator[Wrong]:
    origins = {event.id: (event, facts) for event, facts in zip(events, steps, strict=True)}
    for kept in periods:
        event, facts = origins.get(kept.origin_event_id, (None, Facts()))
        if event is None:
            what = "un délai naît d’un événement qui n’est pas du dossier"
            yield Wrong(number=len(events), damage=Damage.ALTERED, what=what)
        elif kept.content is None or not _follows(kept.content, route, event, facts):
            what = "un délai qui en naît ne se recalcule pas à l’identique"
            yield Wrong(number=event.sequence, damage=Damage.ALTERED, what=what)
    state = steps[-1].state if steps else State.DRAFT
    running = [
        kept.content.kind
        for kept in periods
        if kept.content is not None
        and kept.content.outcome == PeriodOutcome.RUNNING
        and kept.content.kind in EFFECTIVE
    ]
    if running != ([AWAITED[state]] if state in AWAITED else []):
        what = "le délai qui court n’est pas celui de l’état du dossier"
        yield Wrong(number=len(events), damage=Damage.ALTERED, what=what)


def _follows(period: Period, route: Route, event: DossierEvent, facts: Facts) -> bool:
    """Whether a period starts the day its event says and is what the law gives from there."""
    if period.origin_on is None or period.origin_on != _origin(period, event, facts):
        return False
    try:
        found = span(period.kind, route, period.origin_on)
    except NotInForceError:
        return False
    return (
        period.rule == found.rule
        and period.source == found.source
        and period.edition_on == found.edition_on
        and period.months == found.months
        and period.last_day == found.last_day
        and period.effect_at == found.effect_at
    )


def _origin(period: Period, event: DossierEvent, facts: Facts) -> date | None:
    """Return the day that a period counts from, as the event and what came before say it."""
    if period.kind in FROM_COMPLETENESS:
        return facts.complete_on
    # The order that listed a version may not be the one that first did (CAMB-11).
    told = event.details.get("inspected_from") if period.kind == PeriodKind.INSPECTION else None
    try:
        return date.fromisoformat(told) if told else event.occurred_on
    except (TypeError, ValueError):
        return None


def _declarations(
    filed: Sequence[tuple[str, Any]], events: Iterable[DossierEvent]
) -> Iterator[Wrong]:
    """Each filing has its declaration, in order, and its content is what the event tells."""
    named = [
        (event.sequence, event.details["declaration"])
        for event in events
        if event.action in FILINGS
    ]
    for place, (number, digest) in enumerate(named):
        if place >= len(filed):
            what = "la déclaration déposée n’est plus là"
            yield Wrong(number=number, damage=Damage.DROPPED, what=what)
        elif filed[place][0] != digest or _digest(filed[place][1]) != digest:
            what = "la déclaration déposée n’est plus celle qu’il dit"
            yield Wrong(number=number, damage=Damage.ALTERED, what=what)
    if len(filed) > len(named):
        number = named[-1][0] if named else 0
        what = "une déclaration n’est dite par aucun événement"
        yield Wrong(number=number, damage=Damage.INSERTED, what=what)


def _digest(content: Any) -> str:  # noqa: ANN401 - any JSON that a row holds
    try:
        return digest_of(content)
    except (ValueError, TypeError):
        return ""


def _documents(details: dict[str, Any]) -> Iterator[str]:
    """Yield the digest of each document that an event names."""
    for one in details.get("documents", ()):
        yield one["digest"] if isinstance(one, dict) else one
