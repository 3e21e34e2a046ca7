"""Check a draft before its deposit, with the score it would get, and deposit it."""

from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField
from wtforms.validators import InputRequired

from app.context import current_actor, current_clock
from app.domain.procedure import Route, State
from app.domain.specific import SPECIFIC_VALUES, with_all_accepted
from app.queries.derogations import refusal_is_born
from app.queries.dossiers import earlier_refusal, get_dossier
from app.queries.evidence import missing_documents
from app.services.assessment import preview
from app.services.submission import submit_dossier
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm
from app.web.manufacturer.distance import distance
from app.web.manufacturer.frame import draft_of, problems_of, save_or_show, show_step
from app.web.manufacturer.places import placed

RECEIVED = "Le dossier est déposé. Voici l’accusé de réception."
INADMISSIBLE = "La dérogation est déposée, et irrecevable : aucun délai ne court."


class InadmissibleForm(DraftForm):
    """The deposit of a derogation that no refusal came before: it must be wanted."""

    understood = BooleanField(
        "J’ai compris que cette dérogation sera irrecevable, et je la dépose quand même",
        [InputRequired("Cochez cette case pour déposer une dérogation irrecevable.")],
    )


@blueprint.route("/dossiers/<reference:reference>/verification", methods=["GET", "POST"])
def check_draft(reference: str) -> ResponseReturnValue:
    """Show what remains to correct, what is missing and the score; deposit on request."""
    dossier = draft_of(reference)
    if dossier.route == Route.MODIFICATION:
        return redirect(url_for(".check_report", reference=reference))
    early = too_early(dossier)
    form = InadmissibleForm() if early else DraftForm()

    def show() -> str:
        today = current_clock().today()
        found = problems_of(dossier)
        score = None if found else preview(dossier.content, on=today)
        hoped = None
        if score and dossier.content.get(SPECIFIC_VALUES):
            hoped = preview(with_all_accepted(dossier.content), on=today)
        return show_step(
            "check.html",
            dossier,
            "check",
            form=form,
            found=[placed(one, dossier.content, reference=reference) for one in found],
            missing=missing_documents(dossier, today=today),
            score=score,
            distance=distance(score) if score else "",
            hoped=hoped,
            hoped_distance=distance(hoped) if hoped else "",
            early=early,
            today=today,
        )

    return save_or_show(
        form,
        reference=reference,
        save=lambda: submit_dossier(
            reference, revision=form.seen.number, by=current_actor(), clock=current_clock()
        ),
        saved=INADMISSIBLE if early else RECEIVED,
        to=lambda: _after(reference),
        show=show,
    )


def too_early(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether a derogation would be inadmissible: nothing was refused before (P-19, T-12)."""
    return (
        dossier.route == Route.DEROGATION
        and earlier_refusal(dossier.manufacturer_id, dossier.tvv) is None
        and not refusal_is_born(dossier.manufacturer_id, dossier.tvv, today=current_clock().today())
    )


def _after(reference: str) -> str:
    """Return the receipt; the page of the dossier when there is nothing to receive."""
    dossier = get_dossier(reference, seen_by=current_actor())
    inadmissible = dossier.state == State.INADMISSIBLE
    return url_for(".show_dossier" if inadmissible else ".show_receipt", reference=reference)
