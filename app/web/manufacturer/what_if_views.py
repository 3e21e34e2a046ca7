"""What the score of a dossier of the company would be with other figures."""

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.deadlines import legal_day
from app.domain.value_decisions import with_decisions
from app.queries.decided_values import inherited_values
from app.queries.dossiers import decided_declaration, get_dossier
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.frame import problems_of
from app.web.what_if_page import what_if_page


@blueprint.route("/dossiers/<reference:reference>/simulation", methods=["GET", "POST"])
def try_changes(reference: str) -> ResponseReturnValue:
    """Start from the score that the page of the score explains (S-12); nothing is recorded.

    A draft that cannot be scored says why where it is checked.
    """
    dossier = get_dossier(reference, seen_by=current_actor())
    declaration = decided_declaration(dossier)
    if declaration is None and problems_of(dossier):
        return redirect(url_for(".check_draft", reference=reference))
    content = declaration.content if declaration else dossier.content
    return what_if_page(
        dossier,
        with_decisions(content, inherited_values(dossier, content)),
        on=legal_day(declaration.filed_at) if declaration else current_clock().today(),
        trail=[
            ("Mes dossiers", url_for(".list_dossiers")),
            (reference, url_for(".show_dossier", reference=reference)),
        ],
    )
