"""Whether a dossier is shown to the public as under review: a switch, and what it shows."""

from http import HTTPStatus
from typing import Final

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField
from wtforms.validators import AnyOf

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.errors import DomainError
from app.domain.procedure import Action
from app.domain.showing import agreed
from app.queries.dossiers import get_dossier
from app.services.showing import show_publicly, stop_showing
from app.web.manufacturer.blueprint import blueprint
from app.web.seen import SeenForm, refuse_seen

AGREE, REFUSE = "oui", "non"
ACTS: Final = {AGREE: show_publicly, REFUSE: stop_showing}
DONE: Final = {
    AGREE: "Le dossier est montré au public comme en cours d’examen.",
    REFUSE: "Le dossier n’est pas montré au public.",
}


class ShowingForm(SeenForm):
    """What the company wants: shown, or not."""

    accord = HiddenField(validators=[AnyOf(ACTS, "Choisissez de montrer le dossier ou non.")])


@blueprint.route("/dossiers/<reference:reference>/public", methods=["GET", "POST"])
def show_to_public(reference: str) -> ResponseReturnValue:
    """Agree that a dossier is shown as under review, or take that back."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form, status = ShowingForm(), HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(dossier.last_sequence)
    elif not form.validate():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        wanted = form.accord.data
        try:
            ACTS[wanted](
                reference, expected=form.seen.number, by=current_actor(), clock=current_clock()
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: int(dossier.last_sequence))
        else:
            flash(DONE[wanted])
            return redirect(url_for(".show_dossier", reference=reference))
    is_shown = agreed(dossier.events)
    form.accord.data = REFUSE if is_shown else AGREE
    page = render_template(
        "manufacturer/showing.html",
        dossier=dossier,
        form=form,
        is_shown=is_shown,
        allowed=Action.SHOW_PUBLICLY in dossier.acts_open_to(Role.MANUFACTURER),
    )
    return page, status
