"""The scores and the proposals of a dossier, beside the events that they were made for."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from app.domain.procedure import Action
from app.models.dossier import DossierEvent
from app.queries.audit.beside import Beside
from app.queries.audit.kept import KeptProposal, KeptScore, said
from app.queries.audit.papers import FILINGS
from app.queries.audit.wrong import Wrong, altered, dropped, inserted

# The acts that send a proposal, or an opinion, and the score it rests on.
PROPOSALS: Final = frozenset({Action.PROPOSE, Action.PROPOSE_AFTER_SILENCE, Action.GIVE_OPINION})
LISTINGS: Final = frozenset({Action.LIST_BY_ORDER, Action.LIST_AFTER_SILENCE, Action.LIST_IN_TIME})


def wrong_scores(dossier: int, kept: Beside, events: Sequence[DossierEvent]) -> Iterator[Wrong]:
    """Each filing and each proposal has its score, in order; each proposal is what its event says.

    The event of a proposal repeats its score; that of a filing only names the declaration.
    """
    left = list(kept.scores.get(dossier, []))
    digests = {one.id: one.digest for one in kept.declarations.get(dossier, [])}
    scored = [event for event in events if event.action in FILINGS | PROPOSALS]
    found: dict[int, KeptScore] = {}
    for place, event in enumerate(scored):
        if left and _is_of(left[0], event, digests):
            found[event.id] = left.pop(0)
        elif len(left) < len(scored) - place:
            yield dropped(event.sequence, "le score calculé alors n’est plus là")
        else:
            left.pop(0)
            yield altered(event.sequence, "le score calculé alors n’est plus celui qui est gardé")
    if left:
        yield inserted(
            scored[-1].sequence if scored else 0, "un score n’a été calculé pour aucun acte"
        )
    yield from _wrong_proposals(kept.proposals.get(dossier, []), events, found)


def _is_of(score: KeptScore, event: DossierEvent, digests: Mapping[int, str]) -> bool:
    details = said(event)
    # A report starts from what was decided when the version was listed; nothing else is yet.
    undecided = event.action in FILINGS - {Action.REPORT_CHANGE}
    return (
        digests.get(score.declaration_id) == details.get("declaration")
        and score.law_on == event.occurred_on.isoformat()
        and _agrees_with_itself(score)
        and (event.action not in PROPOSALS or _is_told(score, details))
        and not (undecided and score.values)
    )


def _agrees_with_itself(score: KeptScore) -> bool:
    """Whether the columns say what the result does."""
    result = score.result if isinstance(score.result, dict) else {}
    return (
        _number(score.score) == _number(result.get("score"))
        and _number(score.footprint_kg) == _number(result.get("footprint_kg"))
        and score.reached is not None
        and score.reached == result.get("reached")
        and score.category == result.get("category")
        and isinstance(score.values, list)
    )


def _is_told(score: KeptScore, details: Mapping[str, Any]) -> bool:
    return (
        _number(score.score) == _number(details.get("score"))
        and score.reached == details.get("reached")
        and score.law_digest == details.get("law")
        and score.values == details.get("values", [])
    )


def _number(text: Any) -> Decimal | None:  # noqa: ANN401 - whatever a row holds
    try:
        return Decimal(str(text))
    except InvalidOperation:
        return None


def _wrong_proposals(
    kept: Sequence[KeptProposal], events: Sequence[DossierEvent], scores: Mapping[int, KeptScore]
) -> Iterator[Wrong]:
    rows = {one.event_id: one for one in kept}
    sent = [event for event in events if event.action in PROPOSALS]
    lapses = _lapses(events)
    for event in sent:
        row, score = rows.pop(event.id, None), scores.get(event.id)
        if row is None:
            yield dropped(event.sequence, "la proposition envoyée n’est plus là")
        elif score is not None and not _is_proposal(row, event, score, lapses[event.id]):
            yield altered(event.sequence, "la proposition envoyée n’est plus celle qu’il dit")
    if rows:
        yield inserted(len(events), "une proposition n’est dite par aucun événement")


def _is_proposal(
    row: KeptProposal, event: DossierEvent, score: KeptScore, lapsed_on: date | None
) -> bool:
    details = said(event)
    return (
        row.assessment_id == score.id
        and row.favourable == details.get("favourable")
        and row.reasons == details.get("reasons")
        and row.sent_on == event.occurred_on.isoformat()
        and row.lapsed_on == (lapsed_on and lapsed_on.isoformat())
    )


def _lapses(events: Sequence[DossierEvent]) -> dict[int, date | None]:
    """Return the day each proposal lapsed, by its event.

    A second request lapses the one that stands (transition 10); an order that lists rests on the
    last one that stood on its day, whatever was recorded since (transition 17).
    """
    sent: dict[int, date] = {}
    lapsed: dict[int, date | None] = {}
    for event in events:
        day = event.occurred_on
        if event.action in PROPOSALS:
            sent[event.id], lapsed[event.id] = day, None
        elif event.action == Action.REQUEST_AGAIN:
            standing = [one for one, ended in lapsed.items() if ended is None]
            lapsed |= dict.fromkeys(standing[-1:], day)
        elif event.action in LISTINGS:
            stood = [
                one
                for one, ended in lapsed.items()
                if sent[one] <= day and (ended is None or ended >= day)
            ]
            lapsed |= dict.fromkeys(stood[-1:])
    return lapsed
