"""The proposals that wait for the ministers, and the dossiers behind them."""

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.procedure import State
from app.queries.decidable import changed, decidable
from app.queries.dossiers import get_dossier
from app.queries.inspection import version_of
from app.queries.positions import positions_of, positions_on
from app.queries.remedies import reasons_awaited, reasons_request
from app.services.positions import WEIGHED
from app.web.authority.blueprint import blueprint
from app.web.breach_page import shown_reports
from app.web.changed_page import changed_page
from app.web.decided_score import print_decided_score, show_decided_score
from app.web.documents import send_document
from app.web.dossier_page import dossier_page


@blueprint.get("/propositions")
def list_proposals() -> ResponseReturnValue:
    """Show what the ministers may decide, the first that silence will refuse on top."""
    found, changes = decidable(current_actor()), changed(current_actor())
    dossiers = [one.dossier for one in (*found, *changes)]
    return render_template(
        "authority/proposals.html",
        waiting=[one for one in found if one.dossier.state == State.PROPOSED],
        late=[
            one for one in found if one.dossier.state == State.REFUSED_BY_SILENCE and one.proposal
        ],
        without=[one for one in found if one.dossier.state == State.COMPLETE],
        changes=changes,
        positions=positions_on(dossiers, seen_by=current_actor()),
        reasons_awaited=reasons_awaited(current_actor()),
        today=current_clock().today(),
    )


@blueprint.get("/dossiers/<reference:reference>")
def show_dossier(reference: str) -> ResponseReturnValue:
    """Show all that a dossier holds; the ministers act through an order only."""
    dossier = get_dossier(reference, seen_by=current_actor())
    today = current_clock().today()
    return render_template(
        "authority/dossier.html",
        **dossier_page(dossier, today=today),
        **changed_page(dossier, today=today),
        reports=shown_reports(version_of(dossier, on=today)),
        reasons=reasons_request(dossier),
        positions=positions_of(dossier, seen_by=current_actor()),
        weighed=dossier.state in WEIGHED,
    )


@blueprint.get("/dossiers/<reference:reference>/score")
def show_score(reference: str) -> ResponseReturnValue:
    """Explain the score by the law of the day of the proposal it is attached to (S-12)."""
    return show_decided_score(reference, template="authority/score.html")


@blueprint.get("/dossiers/<reference:reference>/score.pdf")
def print_score(reference: str) -> ResponseReturnValue:
    """Give the same explanation as a PDF, for the file."""
    return print_decided_score(reference)


@blueprint.get("/pieces/<reference:reference>")
def download(reference: str) -> ResponseReturnValue:
    """Give one document."""
    return send_document(reference)
