"""The silent refusal of a dossier: its certificate, and the reasons that its company asks for."""

from datetime import date
from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import Optional

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.queries.dossiers import get_dossier
from app.queries.remedies import remedies_of
from app.services.reasons import give_reasons
from app.web.authority.blueprint import blueprint
from app.web.fields import LONGEST_TEXT, FrenchDateField, StrippedTextField, at_most
from app.web.filters import jour
from app.web.seen import SeenForm, refuse_seen
from app.web.silence_page import show_certificate


class ReasonsForm(SeenForm):
    """The reasons of a silent refusal."""

    reasons = StrippedTextField(
        "Motifs du rejet",
        [at_most(LONGEST_TEXT)],
        description="Le constructeur les reçoit tels quels ; ils restent dans le dossier.",
        render_kw={"rows": 8},
    )
    given_on = FrenchDateField(
        "Jour de la communication",
        [Optional()],
        description="Seulement si une lettre sur papier les a communiqués un autre jour ; sinon,"
        " aujourd’hui.",
    )


@blueprint.get("/dossiers/<reference:reference>/rejet-implicite")
def show_silence(reference: str) -> ResponseReturnValue:
    """Show the certificate of the silent refusal, to be printed."""
    return show_certificate(reference)


@blueprint.route("/dossiers/<reference:reference>/motifs", methods=["GET", "POST"])
def communicate_reasons(reference: str) -> ResponseReturnValue:
    """Communicate the reasons that the company asked for."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = ReasonsForm(seen=dossier.last_sequence)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            give_reasons(
                reference,
                form.reasons.data or "",
                given_on=form.given_on.data,
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
            flash(_done(form.given_on.data))
            return redirect(url_for("authority.show_dossier", reference=reference))
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "authority/reasons.html",
        dossier=dossier,
        form=form,
        open_to=remedies_of(dossier),
        today=current_clock().today(),
    ), status


def _done(given_on: date | None) -> str:
    if given_on is None:
        return "Les motifs sont communiqués au constructeur."
    return f"Les motifs sont enregistrés, communiqués le {jour(given_on)}."
