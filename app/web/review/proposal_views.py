"""The proposal of the agency to the ministers (P-16), value by value on a derogation (S-13)."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PeriodKind
from app.domain.errors import DomainError
from app.domain.procedure import Action, Route
from app.domain.specific import values_by_target
from app.domain.value_decisions import DecidedValue, still_decided
from app.queries.dossiers import declared_content, get_dossier
from app.queries.filed import proposals_of
from app.queries.periods import last_day_of
from app.services.review import send_proposal
from app.web.explained import explained_score
from app.web.review.blueprint import blueprint
from app.web.review.proposal_form import FAVOURABLE, UNFAVOURABLE, ProposalForm, proposal_form
from app.web.review.value_effects import effects_of
from app.web.seen import refuse_seen

PROPOSALS: Final = frozenset({Action.PROPOSE, Action.PROPOSE_AFTER_SILENCE})
# The button that computes the score of what is chosen, and sends nothing.
COMPUTE: Final = "compute"


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
    content = _values_in(dossier)
    before = _decided_before(dossier, content)
    score = _explained(dossier, before)["score"]
    # Of a derogation the verdict waits for the decisions.
    known = score is not None and not values_by_target(content)
    return proposal_form(
        values_by_target(content),
        seen=dossier.last_sequence,
        opinion=(FAVOURABLE if score.reached else UNFAVOURABLE) if known else None,
        before=before,
    )


def _values_in(dossier: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a row, read only
    """Return the declaration whose specific values are decided; nothing on another route."""
    return declared_content(dossier) if dossier.route == Route.DEROGATION else {}


def _decided_before(dossier: Any, content: Mapping[str, Any]) -> tuple[DecidedValue, ...]:  # noqa: ANN401 - a row
    """Return what the last proposal decided, lapsed or not, as far as it still holds."""
    earlier = proposals_of(dossier)
    if not earlier:
        return ()
    kept = earlier[-1].assessment
    return still_decided(kept.declaration.content, content, kept.decisions)


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
    content, today = _values_in(dossier), current_clock().today()
    effects = effects_of(dossier, content, on=today) if explained["score"] else []
    return render_template(
        "review/proposal.html",
        dossier=dossier,
        form=form,
        **explained,
        effects=[one for one in effects if one.target in form.targets],
        accepted=sum(one.accepted for one in form.chosen()),
        compute=COMPUTE,
        repeated=bool(_decided_before(dossier, content)) and not form.is_submitted(),
        open=bool(PROPOSALS & dossier.acts_open_to(Role.REVIEWER)),
        late=Action.PROPOSE_AFTER_SILENCE in dossier.acts_open_to(Role.REVIEWER),
        silence_last_day=last_day_of(dossier, PeriodKind.SILENCE),
    )


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)
