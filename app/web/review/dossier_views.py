"""The dossier as the agency reads it, and its score explained."""

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.procedure import actions_open_to
from app.queries.dossiers import get_dossier
from app.web.documents import send_document
from app.web.dossier_page import dossier_page
from app.web.explained import explained_score
from app.web.review.blueprint import blueprint


@blueprint.get("/dossiers/<reference:reference>")
def show_dossier(reference: str) -> ResponseReturnValue:
    """Show all that a dossier holds, and what the agency may do with it."""
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "review/dossier.html",
        **dossier_page(dossier, today=current_clock().today()),
        acts=actions_open_to(Role.REVIEWER, dossier.state),
    )


@blueprint.get("/dossiers/<reference:reference>/score")
def show_score(reference: str) -> ResponseReturnValue:
    """Show the score of the filed declaration by the law of today, down to the tables."""
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "review/score.html",
        dossier=dossier,
        **explained_score(dossier, on=current_clock().today()),
    )


@blueprint.get("/pieces/<reference:reference>")
def download(reference: str) -> ResponseReturnValue:
    """Give one document."""
    return send_document(reference)
