"""The opinion of the agency on keeping a listed version that changed (P-26)."""

from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PeriodKind
from app.domain.errors import DomainError
from app.domain.procedure import Action, Route
from app.queries.dossiers import get_dossier
from app.queries.periods import last_day_of
from app.services.opinion import give_opinion
from app.web.changed_page import changed_page
from app.web.explained import explained_score
from app.web.fields import LONGEST_TEXT, StrippedTextField, at_most
from app.web.review.blueprint import blueprint
from app.web.review.proposal_form import FAVOURABLE, UNFAVOURABLE
from app.web.seen import SeenForm, refuse_seen


class OpinionForm(SeenForm):
    """The opinion of the agency, with its reasons."""

    opinion = RadioField(
        "Sens de l’avis",
        [InputRequired("Choisissez le sens de l’avis.")],
        choices=[
            SelectChoice(FAVOURABLE, "Favorable : maintenir la version sur la liste"),
            SelectChoice(UNFAVOURABLE, "Défavorable : la retirer de la liste"),
        ],
    )
    reasons = StrippedTextField(
        "Motifs",
        [at_most(LONGEST_TEXT)],
        description="Ils sont transmis aux ministres et restent dans le dossier.",
        render_kw={"rows": 8},
    )

    @property
    def favourable(self) -> bool:
        """Whether the agency proposes to keep the version on the list."""
        return bool(self.opinion.data == FAVOURABLE)


@blueprint.route("/dossiers/<reference:reference>/avis", methods=["GET", "POST"])
def opine(reference: str) -> ResponseReturnValue:
    """Send the opinion of the agency to the ministers; the page shows what changed first."""
    report = get_dossier(reference, seen_by=current_actor())
    if report.route != Route.MODIFICATION:
        return redirect(url_for("review.show_dossier", reference=reference))
    today = current_clock().today()
    explained = explained_score(report, on=today)
    score = explained["score"]
    form = OpinionForm(
        seen=report.last_sequence,
        opinion=None if score is None else (FAVOURABLE if score.reached else UNFAVOURABLE),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if score is not None and form.validate_on_submit():
        try:
            _send(reference, form)
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
        else:
            flash("L’avis est transmis aux ministres, avec le score recalculé.")
            return redirect(url_for("review.show_dossier", reference=reference))
    report = get_dossier(reference, seen_by=current_actor())
    return render_template(
        "review/opinion.html",
        dossier=report,
        form=form,
        **explained,
        **changed_page(report, today=today),
        open=Action.GIVE_OPINION in report.acts_open_to(Role.REVIEWER),
        opinion_last_day=last_day_of(report, PeriodKind.REVIEW),
        silence_last_day=last_day_of(report, PeriodKind.SILENCE),
        today=today,
    ), status


def _send(reference: str, form: OpinionForm) -> None:
    give_opinion(
        reference,
        favourable=form.favourable,
        reasons=form.reasons.data or "",
        by=current_actor(),
        clock=current_clock(),
        expected=form.seen.number,
    )


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)
