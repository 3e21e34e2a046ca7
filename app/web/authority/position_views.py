"""An agent of a ministry says what its minister thinks of a dossier."""

from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.domain.ministries import Stance
from app.queries.dossiers import get_dossier
from app.queries.positions import positions_of
from app.services.positions import WEIGHED, give_position
from app.web.authority.blueprint import blueprint
from app.web.authority.forms import PositionForm
from app.web.seen import refuse_seen


@blueprint.route("/dossiers/<reference:reference>/position", methods=["GET", "POST"])
def take_position(reference: str) -> ResponseReturnValue:
    """Give, or change, the position of one's minister."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = PositionForm(seen=dossier.last_sequence)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            give_position(
                reference,
                stance=Stance(form.stance.data),
                comment=form.comment.data or "",
                by=current_actor(),
                clock=current_clock(),
                expected=form.seen.number,
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _last(reference))
        else:
            flash("La position est enregistrée. La dernière donnée compte.")
            return redirect(url_for("authority.show_dossier", reference=reference))
    dossier = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "authority/position.html",
        form=form,
        dossier=dossier,
        ministry=current_actor().ministry,
        weighed=dossier.state in WEIGHED,
        positions=positions_of(dossier, seen_by=current_actor()),
    ), status


def _last(reference: str) -> int:
    return get_dossier(reference, seen_by=current_actor()).last_sequence
