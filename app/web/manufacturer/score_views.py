"""The score of a dossier explained to its company, as a page and as a PDF."""

from http import HTTPStatus
from typing import Any

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.deadlines import legal_day
from app.domain.value_decisions import with_decisions
from app.queries.decided_values import inherited_values
from app.queries.dossiers import decided_declaration, deposit_assessment, get_dossier
from app.services.assessment import preview
from app.web.explanation import explained_page, explanation
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.frame import problems_of
from app.web.score_pdf import pdf_address, send_score


@blueprint.get("/dossiers/<reference:reference>/score")
def show_score(reference: str) -> ResponseReturnValue:
    """Explain the score of a dossier, down to the tables; that of a draft by the method of today.

    A draft that cannot be scored says why where it is checked.
    """
    dossier = get_dossier(reference, seen_by=current_actor())
    filed = dossier.received_on is not None
    if not filed and problems_of(dossier):
        return redirect(url_for(".check_draft", reference=reference))
    return render_template(
        "manufacturer/score.html",
        dossier=dossier,
        filed=filed,
        printed=pdf_address(".print_score", dossier) if filed else "",
        **(_filed_page(dossier) if filed else _draft_page(dossier)),
    )


@blueprint.get("/dossiers/<reference:reference>/score.pdf")
def print_score(reference: str) -> ResponseReturnValue:
    """Give the explanation of a filed dossier as a PDF."""
    dossier = get_dossier(reference, seen_by=current_actor())
    if dossier.received_on is None:
        abort(HTTPStatus.NOT_FOUND)
    return send_score(dossier, _filed_page(dossier), kept=deposit_assessment(dossier))


def _filed_page(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Explain the declaration that counts by the method of the day it was filed (S-12)."""
    declaration = decided_declaration(dossier)
    return explained_page(
        dossier,
        on=legal_day(declaration.filed_at) if declaration else dossier.received_on,
        decided=inherited_values(dossier, declaration.content) if declaration else (),
    )


def _draft_page(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    decided = inherited_values(dossier, dossier.content)
    score = preview(with_decisions(dossier.content, decided), on=current_clock().today())
    return {"score": score, "explanation": explanation(dossier, score, decided=decided)}
