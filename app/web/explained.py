"""The score of a filed declaration, and how it was obtained."""

from datetime import date
from typing import Any

from app.queries.dossiers import filed_declaration, standing_proposal
from app.services.assessment import preview
from scoring.problems import DeclarationError


def explained_score(dossier: Any, *, on: date) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return the score that the filed declaration gets on a day, beside the one proposed.

    A declaration that the method of that day no longer reads has no score, and says why.
    """
    declaration = filed_declaration(dossier)
    page: dict[str, Any] = {"on": on, "score": None, "problems": ()}
    page["proposal"] = standing_proposal(dossier)
    if declaration is None:
        return page
    try:
        page["score"] = preview(declaration.content, on=on)
    except DeclarationError as error:
        page["problems"] = error.problems
    return page
