"""The explained score of a dossier as a PDF, for the file: the same figures as its page."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_clock, current_printer
from app.gateways.paper.printer import NotPrintedError
from scoring import law
from scoring.score import ENGINE_VERSION

UNAVAILABLE = (
    "Le PDF n’est pas disponible sur ce portail. La page du score s’imprime, lignes ouvertes."
)


def pdf_address(endpoint: str, dossier: Any) -> str:  # noqa: ANN401 - a row, read only
    """Return the address of the PDF of a dossier; empty when this machine makes none."""
    return url_for(endpoint, reference=dossier.reference) if current_printer().available else ""


def send_score(
    dossier: Any,  # noqa: ANN401 - a row, read only
    page: Mapping[str, Any],
    *,
    kept: Any,  # noqa: ANN401 - a row, or none
) -> ResponseReturnValue:
    """Send the explained score as a download.

    Args:
        dossier: a dossier that was filed.
        page: what its page shows, of `explained_page`.
        kept: the score that was kept for the audience of that page, or none.
    """
    if page["score"] is None:
        abort(HTTPStatus.NOT_FOUND)
    html = render_template(
        "pdf/score.html",
        dossier=dossier,
        kept=kept,
        digest=law.load().digest,
        engine=ENGINE_VERSION,
        printed_at=current_clock().now(),
        **page,
    )
    try:
        content = current_printer().as_pdf(html)
    except NotPrintedError:
        return render_template("errors/refused.html", error=UNAVAILABLE), (
            HTTPStatus.SERVICE_UNAVAILABLE
        )
    answer = Response(content, mimetype="application/pdf")
    name = f"score-{dossier.reference}.pdf"
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
