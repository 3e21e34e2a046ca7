"""What the pages of an order show, and how they show a refusal."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any

from app.context import current_actor
from app.domain.errors import DomainError
from app.domain.ministries import Ministry
from app.domain.orders import LineEffect, OrderState
from app.labels import words
from app.queries.decidable import Decidable, changed, decidable, overtaken
from app.queries.orders import get_order
from app.queries.positions import Positions, positions_on
from app.web.authority.last_proposal import LastProposal, last_proposal
from app.web.authority.line_warnings import warnings_of
from app.web.filters import jour
from app.web.seen import SeenForm, refuse_seen


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """A line of an order, and what to know of it.

    Attributes:
        line: the row of the order.
        sentence: what the order says, in words.
        decidable: what may still be decided of its dossier; none without one, or once it is
            decided, or no longer can be.
        proposal: the last proposal or opinion sent on its dossier, fallen or not.
        unheard: the ministries that have said nothing of the dossier; none before publication.
        warnings: what to look at before publication.
        outcome: what the publication did, in words; empty before it.
    """

    line: Any
    sentence: str
    decidable: Decidable | None
    proposal: LastProposal | None
    unheard: tuple[Ministry, ...]
    warnings: tuple[str, ...]
    outcome: str


def order_page(order: Any, *, today: date) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return what the templates read of an order."""
    prepared = order.state == OrderState.PREPARED
    actor = current_actor()
    found = {one.dossier.id: one for one in (*decidable(actor), *changed(actor)) if prepared}
    heard = positions_on([one.dossier for one in found.values()], seen_by=actor)
    lines = [
        _prepared(line, found.get(line.dossier_id), heard, today)
        if prepared
        else _published(line, order)
        for line in order.lines
    ]
    return {
        "order": order,
        "prepared": prepared,
        "lines": lines,
        "counts": Counter(line.effect.value for line in order.lines),
        "listed": [line for line in order.lines if line.effect == LineEffect.LIST],
        "removed": [line for line in order.lines if line.effect == LineEffect.REMOVE],
        "versions": [*found.values(), *overtaken(actor, today=today)],
        "first_silence": _first_silence(lines, today),
        "today": today,
    }


def _first_silence(lines: list[LineView], today: date) -> Any:  # noqa: ANN401 - a row, or none
    """Return the period of the ministers that runs out first among the versions of an order."""
    silences = [one.decidable.silence for one in lines if one.decidable]
    left = [silence for silence in silences if silence.last_day >= today]
    return min(left, key=lambda silence: silence.last_day, default=None)


def _prepared(
    line: Any,  # noqa: ANN401 - a row
    found: Decidable | None,
    heard: Mapping[int, Positions],
    today: date,
) -> LineView:
    positions = heard.get(line.dossier_id)
    return LineView(
        line=line,
        sentence=_sentence(line),
        decidable=found,
        proposal=last_proposal(line.dossier),
        unheard=positions.missing if positions else (),
        warnings=tuple(warnings_of(line, found, today=today)),
        outcome="",
    )


def _published(line: Any, order: Any) -> LineView:  # noqa: ANN401 - rows
    """Find what the publication did to the dossier; an imported order has no dossier."""
    events = line.dossier.events if line.dossier else ()
    outcome = next(
        (words(one.action) for one in events if one.details.get("order") == order.reference),
        words(line.effect),
    )
    return LineView(
        line=line,
        sentence=_sentence(line),
        decidable=None,
        proposal=None,
        unheard=(),
        warnings=(),
        outcome=outcome,
    )


def _sentence(line: Any) -> str:  # noqa: ANN401 - a row
    said = {
        LineEffect.LIST: "L’arrêté inscrit cette version sur la liste.",
        LineEffect.REFUSE: "L’arrêté refuse expressément cette version.",
        LineEffect.KEEP: "L’arrêté maintient expressément cette version sur la liste, malgré la"
        " modification signalée.",
        LineEffect.REMOVE: "L’arrêté retire cette version de la liste.",
    }
    if line.effect != LineEffect.CORRECT:
        return said[line.effect]
    before = line.replaces
    day = before.listed_from or before.order.effective_on
    return (
        f"L’arrêté rectifie la ligne {before.position} de l’arrêté « {before.order.title} » :"
        f" « {before.brand} {before.commercial_name}, {before.tvv}, à compter du {jour(day)} »"
        f" devient « {line.brand} {line.commercial_name}, {line.tvv}, à compter du"
        f" {jour(line.listed_from)} »."
    )


def refuse_order(form: SeenForm, error: DomainError, reference: str) -> HTTPStatus:
    """Show a refusal in its form; a stale page is shown again with the order as it is now."""
    return refuse_seen(
        form, error, present=lambda: get_order(reference, seen_by=current_actor()).revision
    )
