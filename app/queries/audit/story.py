"""What rests on the events of a dossier: its row, its periods, what it filed, what decided it."""

from collections.abc import Iterator, Sequence

from app.domain.errors import TransitionNotAllowedError
from app.domain.history import RECEIPTS, Facts, next_facts
from app.domain.procedure import Action, Route
from app.models.dossier import DossierEvent
from app.queries.audit.beside import Beside
from app.queries.audit.kept import KeptDossier, documents_of, read_or_none, said
from app.queries.audit.order_lines import wrong_lines
from app.queries.audit.papers import FILINGS, wrong_declarations, wrong_documents
from app.queries.audit.periods import wrong_periods
from app.queries.audit.scores import wrong_scores
from app.queries.audit.wrong import Wrong, altered, inserted


def wrongs_of(
    dossier: KeptDossier, events: Sequence[DossierEvent], kept: Beside
) -> Iterator[Wrong]:
    """Yield what does not follow from the events of a dossier, whose chain holds."""
    if dossier.route is None or dossier.facts is None or dossier.last_sequence is None:
        yield altered(len(events), "la fiche est illisible")
        return
    unreadable = [event.sequence for event in events if not _is_readable(event)]
    if unreadable:
        yield altered(unreadable[0], "ce qu’il dit est illisible")
        return
    steps = list(steps_of(events, dossier.route))
    if len(steps) < len(events):
        yield inserted(len(steps) + 1, "la procédure ne permet pas cet acte")
        return
    yield from _states(events, steps)
    last = steps[-1] if steps else Facts()
    if (last, len(events)) != (dossier.facts, dossier.last_sequence):
        yield altered(len(events), "la fiche du dossier ne découle pas de ses événements")
    yield from _identity(dossier, events, kept)
    yield from wrong_periods(kept.periods.get(dossier.id, []), dossier.route, events, steps)
    yield from wrong_declarations(dossier, kept.declarations.get(dossier.id, []), events)
    yield from wrong_scores(dossier.id, kept, events)
    yield from wrong_lines(dossier, kept, events)
    yield from wrong_documents(dossier.manufacturer_id, kept, events)


def steps_of(events: Sequence[DossierEvent], route: Route) -> Iterator[Facts]:
    """Yield the facts after each event, as far as the procedure allows them."""
    facts = Facts()
    for number, event in enumerate(events):
        try:
            facts = next_facts(
                facts, event.action, event.occurred_on, events=events[:number], route=route
            )
        except TransitionNotAllowedError:
            return
        yield facts


def _is_readable(event: DossierEvent) -> bool:
    """Whether an event says what its act says, each part being what it should."""
    if said(event) is not event.details:
        return False
    if event.action in FILINGS and not isinstance(said(event).get("declaration"), str):
        return False
    return read_or_none(lambda: list(documents_of(event))) is not None


def _states(events: Sequence[DossierEvent], steps: Sequence[Facts]) -> Iterator[Wrong]:
    before = Facts()
    for event, facts in zip(events, steps, strict=True):
        if (event.from_state, event.to_state) != (before.state, facts.state):
            yield altered(event.sequence, "ses états ne découlent pas de ceux qui le précèdent")
        before = facts


def _identity(
    dossier: KeptDossier, events: Sequence[DossierEvent], kept: Beside
) -> Iterator[Wrong]:
    """The company is that of the person who filed; the day of a change is the one reported."""
    if not events or events[0].action not in RECEIPTS:
        return
    first = events[0]
    if kept.companies.get(first.actor_id or 0) != dossier.manufacturer_id:
        yield altered(first.sequence, "la fiche n’est plus de l’entreprise de son auteur")
    reported = said(first).get("changed_on") if first.action == Action.REPORT_CHANGE else None
    if dossier.changed_on != reported:
        yield altered(first.sequence, "la fiche ne dit plus le jour de la modification")
