"""Ask for evidence about a listed version, within its two years (P-29)."""

from datetime import timedelta
from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.errors import DomainError
from app.domain.procedure import Action
from app.queries.dossiers import get_dossier
from app.queries.inspection import is_listed_by, may_be_asked, version_of
from app.services.evidence import request_evidence
from app.web.dossier_page import dossier_page
from app.web.review.act_views import ANSWER_DAYS
from app.web.review.blueprint import blueprint
from app.web.review.forms import RequestForm
from app.web.seen import refuse_seen


@blueprint.route("/dossiers/<reference:reference>/justificatifs", methods=["GET", "POST"])
def ask_for_evidence(reference: str) -> ResponseReturnValue:
    """Ask for evidence; the page says beforehand until when it may be asked for."""
    dossier = get_dossier(reference, seen_by=current_actor())
    today = current_clock().today()
    page = dossier_page(dossier, today=today)
    form = RequestForm(seen=dossier.last_sequence, answer_by=today + timedelta(days=ANSWER_DAYS))
    form.offer(page["evidence"])
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            request_evidence(
                reference,
                form.asked(page["evidence"]),
                answer_by=form.answer_by.value,
                message=form.message.data or "",
                by=current_actor(),
                clock=current_clock(),
                expected=form.seen.number,
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
        else:
            flash("La demande de justificatifs est envoyée au constructeur.")
            return redirect(url_for("review.show_dossier", reference=reference))
    dossier = get_dossier(reference, seen_by=current_actor())
    version = version_of(dossier, on=today)
    return render_template(
        "review/evidence.html",
        **dossier_page(dossier, today=today),
        form=form,
        version=version,
        last_day=version.inspection_last_day,
        own=is_listed_by(dossier, version),
        open=Action.REQUEST_EVIDENCE in dossier.acts_open_to(Role.REVIEWER)
        and may_be_asked(dossier, version),
    ), status


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)
