"""The acts of the agency before its review: completeness, requests for documents."""

from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PeriodKind, span
from app.domain.errors import DomainError
from app.domain.procedure import Action
from app.queries.dossiers import get_dossier
from app.queries.filed import request_today
from app.queries.periods import last_day_of
from app.services.completeness import confirm_complete, request_documents
from app.web.dossier_page import SiteEvidence, dossier_page
from app.web.review.blueprint import blueprint
from app.web.review.forms import RequestForm
from app.web.seen import SeenForm, refuse_seen

ANSWER_DAYS: Final = 15
REQUESTS: Final = frozenset(
    {Action.REQUEST_DOCUMENTS, Action.REQUEST_AGAIN, Action.REQUEST_WITHOUT_EFFECT}
)
SENT: Final = {
    Action.REQUEST_DOCUMENTS: "La demande est envoyée : le dossier attend les pièces.",
    Action.REQUEST_AGAIN: "La demande est envoyée : le dossier attend de nouveau des pièces.",
    Action.REQUEST_WITHOUT_EFFECT: "La demande est envoyée ; elle ne déplace aucun délai.",
}


@blueprint.route("/dossiers/<reference:reference>/completude", methods=["GET", "POST"])
def confirm_completeness(reference: str) -> ResponseReturnValue:
    """Check the documents site by site, and confirm that the dossier is complete."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = SeenForm(seen=dossier.last_sequence)
    status = _sent(form)
    if form.validate_on_submit():
        try:
            dossier = confirm_complete(
                reference,
                by=current_actor(),
                clock=current_clock(),
                expected=form.seen.number,
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=_present(reference))
        else:
            flash("La complétude est confirmée : le dossier est en instruction.")
            return _back(reference)
    dossier = get_dossier(reference, seen_by=current_actor())
    received_on = dossier.received_on or current_clock().today()
    return render_template(
        "review/completeness.html",
        **_page(dossier),
        form=form,
        open=Action.CONFIRM_COMPLETE in dossier.acts_open_to(Role.REVIEWER),
        last_day=last_day_of(dossier, PeriodKind.COMPLETENESS),
        review=span(PeriodKind.REVIEW, dossier.route, received_on),
        silence=span(PeriodKind.SILENCE, dossier.route, received_on),
    ), status


@blueprint.route("/dossiers/<reference:reference>/demande", methods=["GET", "POST"])
def ask_for_documents(reference: str) -> ResponseReturnValue:
    """Ask for documents; the page says beforehand what the request does today."""
    dossier = get_dossier(reference, seen_by=current_actor())
    today = current_clock().today()
    page = _page(dossier)
    form = RequestForm(
        seen=dossier.last_sequence,
        items=_missing(page["evidence"]),
        answer_by=today + timedelta(days=ANSWER_DAYS),
    )
    form.offer(page["evidence"])
    status = _sent(form)
    if form.validate_on_submit():
        try:
            dossier = request_documents(
                reference,
                form.asked(page["evidence"]),
                answer_by=form.answer_by.value,
                message=form.message.data or "",
                by=current_actor(),
                clock=current_clock(),
                expected=form.seen.number,
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=_present(reference))
        else:
            flash(SENT[dossier.events[-1].action])
            return _back(reference)
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "review/request.html",
        **_page(dossier),
        form=form,
        open=bool(REQUESTS & dossier.acts_open_to(Role.REVIEWER)),
        action=request_today(dossier, on=today),
        completeness_last_day=last_day_of(dossier, PeriodKind.COMPLETENESS),
        recheck_last_day=last_day_of(dossier, PeriodKind.RECHECK),
    ), status


def _page(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    return dossier_page(dossier, today=current_clock().today())


def _sent(form: SeenForm) -> HTTPStatus:
    """Return the status of a page whose form was refused before the act; 200 for a first look."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK


def _present(reference: str) -> Callable[[], int]:
    """Give the number of the last event as it is when it is asked for."""
    return lambda: get_dossier(reference, seen_by=current_actor()).last_sequence


def _back(reference: str) -> ResponseReturnValue:
    return redirect(url_for("review.show_dossier", reference=reference))


def _missing(evidence: list[SiteEvidence]) -> list[str]:
    """Return the cells to tick first: what is missing and not yet asked for."""
    return [
        cell.required.key
        for one in evidence
        for cell in one.cells
        if not cell.supports and not cell.asked
    ]
