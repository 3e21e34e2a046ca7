"""Correct a filed declaration before the proposal: check what differs, file it or give up."""

from http import HTTPStatus
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.differences import differences
from app.domain.errors import DomainError, StaleDossierError
from app.domain.procedure import Action
from app.queries.dossiers import declared_content, get_dossier
from app.services.assessment import preview
from app.services.corrections import abandon_correction, file_correction
from app.web.comparison import ScoreSide, computed_side
from app.web.differences import shown
from app.web.fields import LONGEST_TEXT, StrippedTextField, at_most
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm
from app.web.manufacturer.distance import distance
from app.web.manufacturer.frame import editable_of, problems_of, save_or_show, show_step
from app.web.manufacturer.own_score import own_score
from app.web.manufacturer.places import placed
from app.web.seen import SeenField, refuse_seen
from scoring.problems import DeclarationError


class CorrectionForm(DraftForm):
    """The deposit of a correction: ``event`` is the number of the last act seen."""

    event = SeenField()
    reason = StrippedTextField(
        "Motif de la correction",
        [InputRequired("Indiquez pourquoi vous corrigez la déclaration."), at_most(LONGEST_TEXT)],
        description="Il reste dans le dossier ; l’agence et les ministres le lisent.",
        render_kw={"rows": 4},
    )


@blueprint.route("/dossiers/<reference:reference>/correction", methods=["GET", "POST"])
def check_correction(reference: str) -> ResponseReturnValue:
    """Show what a correction changes, the two scores, and file it on request."""
    dossier = get_dossier(reference, seen_by=current_actor())
    open_ = Action.CORRECT in dossier.acts_open_to(Role.MANUFACTURER)
    if request.method == "GET" and not open_:
        return redirect(url_for(".show_dossier", reference=reference))
    form = CorrectionForm()
    status = HTTPStatus.OK
    if not form.is_submitted():
        _see(form, reference)
    elif not form.validate():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        try:
            _file(reference, form)
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _present(reference).content_revision)
            if isinstance(error, StaleDossierError):
                _see(form, reference)
        else:
            flash("La correction est déposée. Elle ne déplace aucun délai.")
            return redirect(url_for(".show_dossier", reference=reference))
    return _page(_present(reference), form), status


@blueprint.route("/dossiers/<reference:reference>/correction/abandon", methods=["GET", "POST"])
def drop_correction(reference: str) -> ResponseReturnValue:
    """Forget a correction that was not filed, after a confirmation."""
    dossier = editable_of(reference)
    form = DraftForm()
    return save_or_show(
        form,
        reference=reference,
        save=lambda: abandon_correction(
            reference, revision=form.seen.number, by=current_actor(), clock=current_clock()
        ),
        saved="La correction est abandonnée : la déclaration déposée reste telle quelle.",
        to=lambda: url_for(".show_dossier", reference=reference),
        show=lambda: render_template(
            "manufacturer/abandon_correction.html",
            dossier=dossier,
            form=form,
            rows=shown(differences(declared_content(dossier), dossier.content)),
        ),
    )


def _file(reference: str, form: CorrectionForm) -> None:
    file_correction(
        reference,
        reason=form.reason.data or "",
        revision=form.seen.number,
        expected=form.event.number,
        by=current_actor(),
        clock=current_clock(),
    )


def _page(dossier: Any, form: CorrectionForm) -> str:  # noqa: ANN401 - a row, read only
    today = current_clock().today()
    filed = declared_content(dossier)
    found = problems_of(dossier)
    score = None if found else preview(dossier.content, on=today)
    return show_step(
        "correction.html",
        dossier,
        "check",
        form=form,
        rows=shown(differences(filed, dossier.content)),
        found=[placed(one, dossier.content, reference=dossier.reference) for one in found],
        sides=(
            _filed_side(filed, today),
            computed_side("Déclaration corrigée", score) if score else None,
        ),
        score=score,
        distance=distance(score) if score else "",
        own=own_score(dossier, dossier.content, score),
        allowed=Action.CORRECT in dossier.acts_open_to(Role.MANUFACTURER),
    )


def _filed_side(filed: Any, on: Any) -> ScoreSide | None:  # noqa: ANN401 - a declaration, a day
    """Return the score of what was filed by the method of today; none when it cannot be read."""
    try:
        return computed_side("Déclaration déposée", preview(filed, on=on))
    except DeclarationError:
        return None


def _see(form: CorrectionForm, reference: str) -> None:
    dossier = _present(reference)
    form.seen.data, form.event.data = str(dossier.content_revision), str(dossier.last_sequence)


def _present(reference: str) -> Any:  # noqa: ANN401 - a row, read only
    return get_dossier(reference, seen_by=current_actor())
