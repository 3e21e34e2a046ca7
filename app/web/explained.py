"""The score of the declaration that counts, and how it was obtained."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from app.domain.value_decisions import DecidedValue, with_decisions
from app.queries.decided_values import decided_values
from app.queries.dossiers import decided_declaration, proposal_of
from app.services.assessment import preview
from scoring.problems import DeclarationError


def explained_score(
    dossier: Any,  # noqa: ANN401 - a row, read only
    *,
    on: date,
    decided: Iterable[DecidedValue] | None = None,
) -> dict[str, Any]:
    """Return the score that the declaration which counts gets on a day, beside the one proposed.

    Once an order decided, that is the one decided on, whatever was filed or proposed since.

    A declaration that the method of that day no longer reads has no score, and says why.

    Args:
        dossier: a dossier that was filed.
        on: the day of the method.
        decided: the decisions on its specific values; by default those taken.
    """
    declaration = decided_declaration(dossier)
    page: dict[str, Any] = {"on": on, "score": None, "problems": ()}
    page["proposal"] = proposal_of(dossier)
    if declaration is None:
        return page
    decided = decided_values(dossier) if decided is None else decided
    try:
        page["score"] = preview(with_decisions(declaration.content, decided), on=on)
    except DeclarationError as error:
        page["problems"] = error.problems
    return page
