"""Check a draft before its deposit, with the score it would get, and deposit it."""

from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField
from wtforms.validators import InputRequired

from app.context import current_actor, current_clock
from app.domain.procedure import Route, State
from app.queries.derogations import refusal_is_born
from app.queries.dossiers import earlier_refusal, open_dossier
from app.queries.evidence import missing_documents
from app.services.assessment import preview
from app.services.submission import submit_dossier
from app.web.dossier_page import element_rows
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm
from app.web.manufacturer.distance import distance
from app.web.manufacturer.frame import (
    draft_of,
    leave_if_filed,
    problems_of,
    receipt_of,
    save_or_show,
    show_step,
)
from app.web.manufacturer.own_score import own_score
from app.web.manufacturer.places import placed

RECEIVED = "Le dossier est déposé. Voici l’accusé de réception."
FILED_ALREADY = "Ce dossier est déjà déposé : rien n’a été déposé une seconde fois."
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
        leave_if_filed(reference, FILED_ALREADY)
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
            elements=element_rows(dossier.content),
            score=score,
            distance=distance(score) if score else "",
            own=own_score(dossier, dossier.content, score),
            early=early,
            blocked=open_beside(dossier),
            today=today,
        )

    return save_or_show(
        form,
        reference=reference,
        save=lambda: submit_dossier(
            reference, revision=form.seen.number, by=current_actor(), clock=current_clock()
        ),
        saved=INADMISSIBLE if early else RECEIVED,
        to=lambda: receipt_of(reference),
        show=show,
    )


def too_early(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether a derogation would be inadmissible: nothing was refused before (P-19, T-12)."""
    return (
        dossier.route == Route.DEROGATION
        and earlier_refusal(dossier.manufacturer_id, dossier.tvv) is None
        and not refusal_is_born(dossier.manufacturer_id, dossier.tvv, today=current_clock().today())
    )


def open_beside(dossier: Any) -> Any | None:  # noqa: ANN401 - rows, read only
    """Return the open dossier that keeps a derogation in draft from being filed, if there is one.

    A silence that nothing observed yet has closed it: the deposit records it first (T-8).
    """
    if dossier.route != Route.DEROGATION or dossier.state != State.DRAFT or too_early(dossier):
        return None
    company, code = dossier.manufacturer_id, dossier.tvv
    if refusal_is_born(company, code, today=current_clock().today()):
        return None
    return open_dossier(company, code)
