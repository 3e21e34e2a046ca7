"""What the score of a filed dossier would be with other figures, for the agency."""

from flask import url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.queries.decided_values import counted_content
from app.queries.dossiers import get_dossier
from app.web.explanation import method_day
from app.web.review.blueprint import blueprint
from app.web.what_if_page import what_if_page


@blueprint.route("/dossiers/<reference:reference>/simulation", methods=["GET", "POST"])
def try_changes(reference: str) -> ResponseReturnValue:
    """Start from the score that the agency reads explained (S-12); nothing is recorded."""
    dossier = get_dossier(reference, seen_by=current_actor())
    return what_if_page(
        dossier,
        counted_content(dossier),
        on=method_day(dossier, today=current_clock().today()),
        trail=[
            ("Dossiers à instruire", url_for(".show_worklist")),
            (reference, url_for(".show_dossier", reference=reference)),
        ],
    )
