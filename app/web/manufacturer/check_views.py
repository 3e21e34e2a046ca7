"""Check a draft before its deposit, with the score it would get, and deposit it."""

from flask import url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.queries.evidence import missing_documents
from app.services.assessment import preview
from app.services.submission import submit_dossier
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm
from app.web.manufacturer.distance import distance
from app.web.manufacturer.frame import draft_of, problems_of, save_or_show, show_step
from app.web.manufacturer.places import placed


@blueprint.route("/dossiers/<reference:reference>/verification", methods=["GET", "POST"])
def check_draft(reference: str) -> ResponseReturnValue:
    """Show what remains to correct, what is missing and the score; deposit on request."""
    dossier = draft_of(reference)
    form = DraftForm()

    def show() -> str:
        today = current_clock().today()
        found = problems_of(dossier)
        score = None if found else preview(dossier.content, on=today)
        return show_step(
            "check.html",
            dossier,
            "check",
            form=form,
            found=[placed(one, dossier.content, reference=reference) for one in found],
            missing=missing_documents(dossier, today=today),
            score=score,
            distance=distance(score) if score else "",
            today=today,
        )

    return save_or_show(
        form,
        reference=reference,
        save=lambda: submit_dossier(
            reference, revision=form.seen.number, by=current_actor(), clock=current_clock()
        ),
        saved="Le dossier est déposé. Voici l’accusé de réception.",
        to=lambda: url_for(".show_receipt", reference=reference),
        show=show,
    )
