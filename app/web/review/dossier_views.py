"""The dossier as the agency reads it, and its score explained."""

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.queries.dossiers import get_dossier
from app.queries.positions import positions_of
from app.services.positions import WEIGHED
from app.web.breach_page import shown_reports
from app.web.changed_page import changed_page
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
        **changed_page(dossier, today=current_clock().today()),
        reports=shown_reports({dossier.tvv}, dossier.brand),
        acts=dossier.acts_open_to(Role.REVIEWER),
        positions=positions_of(dossier, seen_by=current_actor()),
        weighed=dossier.state in WEIGHED,
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
