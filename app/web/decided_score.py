"""The score on which a dossier is proposed and decided, as the agency and the ministers read it."""

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.queries.dossiers import get_dossier
from app.web.explanation import explained_page, kept_for_decision, method_day
from app.web.score_pdf import pdf_address, send_score
from app.web.value_effects import decided_list


def show_decided_score(reference: str, *, template: str) -> ResponseReturnValue:
    """Explain a score by the law of the day of the proposal it is attached to (S-12).

    Args:
        reference: the dossier.
        template: the page of the audience; its folder bears the name of the blueprint.
    """
    space = template.partition("/")[0]
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        template,
        dossier=dossier,
        values=decided_list(dossier),
        download=f"{space}.download",
        printed=pdf_address(f"{space}.print_score", dossier),
        **explained_page(dossier, on=method_day(dossier, today=current_clock().today())),
    )


def print_decided_score(reference: str) -> ResponseReturnValue:
    """Give the same explanation as a PDF, for the file."""
    dossier = get_dossier(reference, seen_by=current_actor())
    on = method_day(dossier, today=current_clock().today())
    return send_score(dossier, explained_page(dossier, on=on), kept=kept_for_decision(dossier))
