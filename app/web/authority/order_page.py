"""What the pages of an order show, and how they show a refusal."""

from dataclasses import dataclass
from datetime import date
from http import HTTPStatus
from typing import Any

from app.context import current_actor
from app.domain.errors import DomainError
from app.domain.orders import LineEffect, OrderState
from app.domain.procedure import State
from app.labels import words
from app.queries.decidable import Decidable, decidable
from app.queries.orders import get_order
from app.web.seen import SeenForm, refuse_seen


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """A version of an order, and what to know of it.

    Attributes:
        line: the row of the order.
        decidable: what may still be decided of it; none once it is decided, or no longer can be.
        warnings: what to look at before publication.
        outcome: what the publication did, in words; empty before it.
    """

    line: Any
    decidable: Decidable | None
    warnings: tuple[str, ...]
    outcome: str


def order_page(order: Any, *, today: date) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return what the templates read of an order."""
    prepared = order.state == OrderState.PREPARED
    found = {one.dossier.id: one for one in decidable(current_actor())} if prepared else {}
    lines = [
        _prepared(line, found.get(line.dossier_id)) if prepared else _published(line, order)
        for line in order.lines
    ]
    return {
        "order": order,
        "prepared": prepared,
        "lines": lines,
        "listed": [one.line for one in lines if one.line.effect == LineEffect.LIST],
        "versions": list(found.values()),
        "first_silence": _first_silence(lines, today),
        "today": today,
    }


def _first_silence(lines: list[LineView], today: date) -> Any:  # noqa: ANN401 - a row, or none
    """Return the period of the ministers that runs out first among the versions of an order."""
    silences = [one.decidable.silence for one in lines if one.decidable]
    left = [silence for silence in silences if silence.last_day >= today]
    return min(left, key=lambda silence: silence.last_day, default=None)


def _prepared(line: Any, found: Decidable | None) -> LineView:  # noqa: ANN401 - a row
    warnings = []
    if found is None and line.dossier.state == State.WITHDRAWN:
        withdrawn_on = line.dossier.events[-1].occurred_on
        warnings.append(
            f"Ce dossier a été retiré le {withdrawn_on:%d/%m/%Y}. Retirez la version de l’arrêté,"
            " sauf si le Journal officiel l’a publiée au plus tard ce jour-là : l’arrêté l’inscrit."
        )
    elif found is None:
        warnings.append(
            f"Ce dossier ne peut plus être décidé ({words(line.dossier.state).lower()}) :"
            " retirez la version de l’arrêté."
        )
    elif line.effect == LineEffect.LIST and found.proposal is None:
        warnings.append(
            "La proposition de l’agence ne tient plus : la version ne peut pas être inscrite."
        )
    elif line.effect == LineEffect.LIST and found.proposal and not found.proposal.favourable:
        warnings.append(
            "L’agence propose de refuser cette version. La proposition ne lie pas les ministres :"
            " l’arrêté peut l’inscrire."
        )
    elif line.effect == LineEffect.REFUSE and found.proposal and found.proposal.favourable:
        warnings.append(
            "L’agence propose d’inscrire cette version. La proposition ne lie pas les ministres :"
            " l’arrêté peut la refuser."
        )
    return LineView(line=line, decidable=found, warnings=tuple(warnings), outcome="")


def _published(line: Any, order: Any) -> LineView:  # noqa: ANN401 - rows
    """Find what the publication did to the dossier; an imported order has no dossier."""
    events = line.dossier.events if line.dossier else ()
    outcome = next(
        (words(one.action) for one in events if one.details.get("order") == order.reference),
        words(line.effect),
    )
    return LineView(line=line, decidable=None, warnings=(), outcome=outcome)


def refuse_order(form: SeenForm, error: DomainError, reference: str) -> HTTPStatus:
    """Show a refusal in its form; a stale page is shown again with the order as it is now."""
    return refuse_seen(
        form, error, present=lambda: get_order(reference, seen_by=current_actor()).revision
    )
