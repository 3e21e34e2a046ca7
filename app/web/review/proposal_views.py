"""The proposal of the agency to the ministers (P-16), value by value on a derogation (S-13)."""

from http import HTTPStatus
from typing import Any, Final

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PeriodKind
from app.domain.errors import DomainError
from app.domain.procedure import Action, Route
from app.domain.value_decisions import DecidedValue
from app.queries.decided_values import decided_before, values_to_decide
from app.queries.dossiers import declared_content, get_dossier
from app.queries.periods import last_day_of
from app.services.review import send_proposal
from app.web.explained import explained_score
from app.web.review.blueprint import blueprint
from app.web.review.proposal_form import COMPUTE, ProposalForm, answer_form, verdict_in_words
from app.web.seen import refuse_seen
from app.web.value_effects import values_to_weigh

PROPOSALS: Final = frozenset({Action.PROPOSE, Action.PROPOSE_AFTER_SILENCE})


@blueprint.route("/dossiers/<reference:reference>/proposition", methods=["GET", "POST"])
def propose(reference: str) -> ResponseReturnValue:
    """Send the proposal of the agency; on a derogation, with a decision on each value."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = _form(dossier)
    if COMPUTE in request.form:
        return _page(reference, form), HTTPStatus.OK
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if _score(dossier, form)["score"] is not None and form.validate_on_submit():
        try:
            _send(reference, form)
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
        else:
            opinion = "favorable" if form.favourable else "défavorable"
            flash(f"La proposition {opinion} est transmise aux quatre ministres, avec son score.")
            return redirect(url_for("review.show_dossier", reference=reference))
    return _page(reference, form), status


def _form(dossier: Any) -> ProposalForm:  # noqa: ANN401 - a row, read only
    """Return the form as it is first shown, or with what was sent."""
    content = declared_content(dossier)
    before, values = decided_before(dossier, content), values_to_decide(dossier, content)
    # Of a derogation the verdict waits for the decisions.
    score = None if values else _explained(dossier, before)["score"]
    return answer_form(
        ProposalForm,
        values,
        seen=dossier.last_sequence,
        verdict=verdict_in_words(score),
        before=before,
    )


def _score(dossier: Any, form: ProposalForm) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return the score of what is chosen in the form."""
    return _explained(dossier, form.chosen())


def _explained(dossier: Any, decided: tuple[DecidedValue, ...]) -> dict[str, Any]:  # noqa: ANN401 - a row
    return explained_score(
        dossier,
        on=current_clock().today(),
        decided=decided if dossier.route == Route.DEROGATION else None,
    )


def _send(reference: str, form: ProposalForm) -> None:
    send_proposal(
        reference,
        favourable=form.favourable,
        reasons=form.reasons.data or "",
        decisions=form.decisions(),
        by=current_actor(),
        clock=current_clock(),
        expected=form.seen.number,
    )


def _page(reference: str, form: ProposalForm) -> str:
    dossier = get_dossier(reference, seen_by=current_actor())
    explained = _score(dossier, form)
    content, today = declared_content(dossier), current_clock().today()
    values = values_to_weigh(dossier, content, on=today) if explained["score"] else []
    return render_template(
        "review/proposal.html",
        dossier=dossier,
        form=form,
        **explained,
        values=[one for one in values if one.target in form.targets],
        accepted=sum(one.accepted for one in form.chosen()),
        compute=COMPUTE,
        repeated=bool(decided_before(dossier, content)) and not form.is_submitted(),
        open=bool(PROPOSALS & dossier.acts_open_to(Role.REVIEWER)),
        late=Action.PROPOSE_AFTER_SILENCE in dossier.acts_open_to(Role.REVIEWER),
        silence_last_day=last_day_of(dossier, PeriodKind.SILENCE),
    )


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)
