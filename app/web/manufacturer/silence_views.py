"""The silent refusal of a dossier: its certificate, and the request for its reasons."""

from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.queries.dossiers import get_dossier
from app.queries.remedies import remedies_of
from app.services.reasons import request_reasons
from app.web.manufacturer.blueprint import blueprint
from app.web.seen import SeenForm, refuse_seen
from app.web.silence_page import show_certificate


@blueprint.get("/dossiers/<reference:reference>/rejet-implicite")
def show_silence(reference: str) -> ResponseReturnValue:
    """Show the certificate of the silent refusal, to be printed."""
    return show_certificate(reference)


@blueprint.route("/dossiers/<reference:reference>/motifs", methods=["GET", "POST"])
def ask_reasons(reference: str) -> ResponseReturnValue:
    """Ask for the reasons of the silent refusal, after a confirmation."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = SeenForm()
    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(dossier.last_sequence)
    elif not form.validate():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        try:
            request_reasons(
                reference,
                expected=form.seen.number,
                by=current_actor(),
                clock=current_clock(),
            )
        except DomainError as error:
            status = refuse_seen(
                form,
                error,
                present=lambda: get_dossier(reference, seen_by=current_actor()).last_sequence,
            )
        else:
            flash("La demande de motifs est transmise aux ministres.")
            return redirect(url_for(".show_dossier", reference=reference))
    dossier = get_dossier(reference, seen_by=current_actor())
    page = render_template(
        "manufacturer/reasons.html",
        dossier=dossier,
        form=form,
        open_to=remedies_of(dossier),
        today=current_clock().today(),
    )
    return page, status
