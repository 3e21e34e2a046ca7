"""The opinion of the agency on keeping a listed version that changed (P-26)."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PeriodKind
from app.domain.errors import DomainError
from app.domain.procedure import Action, Route
from app.domain.value_decisions import DecidedValue
from app.queries.decided_values import decided_before, inherited_values, values_to_decide
from app.queries.dossiers import declared_content, get_dossier
from app.queries.periods import last_day_of
from app.services.opinion import give_opinion
from app.web.changed_page import changed_page
from app.web.explained import explained_score
from app.web.review.blueprint import blueprint
from app.web.review.proposal_form import COMPUTE, OpinionForm, answer_form, verdict_in_words
from app.web.seen import refuse_seen
from app.web.value_effects import values_to_weigh


@blueprint.route("/dossiers/<reference:reference>/avis", methods=["GET", "POST"])
def opine(reference: str) -> ResponseReturnValue:
    """Send the opinion of the agency to the ministers; the page shows what changed first."""
    report = get_dossier(reference, seen_by=current_actor())
    if report.route != Route.MODIFICATION:
        return redirect(url_for("review.show_dossier", reference=reference))
    form = _form(report)
    if COMPUTE in request.form:
        return _page(reference, form), HTTPStatus.OK
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if _explained(report, form.chosen())["score"] is not None and form.validate_on_submit():
        try:
            _send(reference, form)
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
        else:
            flash("L’avis est transmis aux ministres, avec le score recalculé.")
            return redirect(url_for("review.show_dossier", reference=reference))
    return _page(reference, form), status


def _form(report: Any) -> OpinionForm:  # noqa: ANN401 - a row, read only
    """Return the form as it is first shown, or with what was sent (decision 0026)."""
    content = declared_content(report)
    values = values_to_decide(report, content)
    # The verdict waits for the decisions that are still to take.
    verdict = "" if values else verdict_in_words(_explained(report, ())["score"])
    before = [one for one in decided_before(report, content) if one.target in values]
    return answer_form(
        OpinionForm, values, seen=report.last_sequence, verdict=verdict, before=before
    )


def _explained(report: Any, chosen: Iterable[DecidedValue]) -> dict[str, Any]:  # noqa: ANN401 - a row
    """Return the score with what the listing decided, and what is chosen for the rest."""
    held = inherited_values(report, declared_content(report))
    return explained_score(report, on=current_clock().today(), decided=(*held, *chosen))


def _page(reference: str, form: OpinionForm) -> str:
    report, today = get_dossier(reference, seen_by=current_actor()), current_clock().today()
    explained, content = _explained(report, form.chosen()), declared_content(report)
    held, scored = inherited_values(report, content), explained["score"] is not None
    values = values_to_weigh(report, content, on=today, held=held) if scored else []
    repeated = any(one.target in form.targets for one in decided_before(report, content))
    return render_template(
        "review/opinion.html",
        dossier=report,
        form=form,
        **explained,
        **changed_page(report, today=today),
        values=[one for one in values if one.target in form.targets],
        accepted=sum(one.accepted for one in form.chosen()),
        compute=COMPUTE,
        repeated=repeated and not form.is_submitted(),
        open=Action.GIVE_OPINION in report.acts_open_to(Role.REVIEWER),
        opinion_last_day=last_day_of(report, PeriodKind.REVIEW),
        silence_last_day=last_day_of(report, PeriodKind.SILENCE),
        today=today,
    )


def _send(reference: str, form: OpinionForm) -> None:
    give_opinion(
        reference,
        favourable=form.favourable,
        reasons=form.reasons.data or "",
        decisions=form.decisions(),
        by=current_actor(),
        clock=current_clock(),
        expected=form.seen.number,
    )


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)
