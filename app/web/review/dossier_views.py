"""The dossier as the agency reads it, and its score explained."""

from typing import Final

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.procedure import Action, State
from app.queries.dossiers import get_dossier
from app.queries.filed import request_today
from app.queries.inspection import version_of
from app.queries.positions import positions_of
from app.services.positions import WEIGHED
from app.web.breach_page import shown_reports
from app.web.changed_page import changed_page
from app.web.decided_score import print_decided_score, show_decided_score
from app.web.documents import send_document
from app.web.dossier_page import dossier_page
from app.web.review.act_views import REQUESTS
from app.web.review.blueprint import blueprint

# What asking does on the day of the page (rows 4, 7 and 10); the page that asks says it at length.
ASK: Final = {
    Action.REQUEST_DOCUMENTS: "Demander des pièces",
    Action.REQUEST_AGAIN: "Redemander des pièces",
    Action.REQUEST_WITHOUT_EFFECT: "Demander des pièces, sans effet sur les délais",
}
ASK_MORE: Final = "Demander d’autres pièces"


@blueprint.get("/dossiers/<reference:reference>")
def show_dossier(reference: str) -> ResponseReturnValue:
    """Show all that a dossier holds, and what the agency may do with it."""
    dossier = get_dossier(reference, seen_by=current_actor())
    today = current_clock().today()
    acts = dossier.acts_open_to(Role.REVIEWER)
    return render_template(
        "review/dossier.html",
        **dossier_page(dossier, today=today),
        **changed_page(dossier, today=today),
        ask=ask_button(dossier.state, request_today(dossier, on=today)) if REQUESTS & acts else "",
        reports=shown_reports(version_of(dossier, on=today)),
        acts=acts,
        positions=positions_of(dossier, seen_by=current_actor()),
        weighed=dossier.state in WEIGHED,
    )


def ask_button(state: State, action: Action) -> str:
    """Return the words of the button that asks for documents; a request that waits is not redone.

    Args:
        state: where the dossier stands.
        action: what a request of today would be.
    """
    adds = state == State.AWAITING_DOCUMENTS and action == Action.REQUEST_DOCUMENTS
    return ASK_MORE if adds else ASK[action]


@blueprint.get("/dossiers/<reference:reference>/score")
def show_score(reference: str) -> ResponseReturnValue:
    """Explain the score of the filed declaration, down to the tables."""
    return show_decided_score(reference, template="review/score.html")


@blueprint.get("/dossiers/<reference:reference>/score.pdf")
def print_score(reference: str) -> ResponseReturnValue:
    """Give the same explanation as a PDF, for the file."""
    return print_decided_score(reference)


@blueprint.get("/pieces/<reference:reference>")
def download(reference: str) -> ResponseReturnValue:
    """Give one document."""
    return send_document(reference)
