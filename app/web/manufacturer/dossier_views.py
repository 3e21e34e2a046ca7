"""My dossiers, the page of one of them once filed, its receipt, its withdrawal."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.errors import DomainError
from app.domain.procedure import OPEN_STATES, Action, Route, State, actions_open_to
from app.domain.receipt import receipt
from app.domain.remedies import remedies
from app.domain.showing import agreed
from app.queries.decided_values import inherited_values
from app.queries.dossiers import dossiers_of, get_dossier, proposal_of, worklist
from app.queries.evidence import awaited_items
from app.queries.inspection import open_evidence
from app.queries.obtained import obtained_listings
from app.queries.orders import decisions_on
from app.queries.remedies import remedies_of
from app.services.withdrawal import withdraw
from app.web.changed_page import changed_page
from app.web.dossier_page import dossier_page
from app.web.dossier_state import next_act, shown_state
from app.web.explained import explained_score
from app.web.ledger_page import name_of
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.frame import NOTHING_LEFT, correcting, problems_of, steps_of
from app.web.manufacturer.own_score import own_score
from app.web.manufacturer.renewal import renewal
from app.web.manufacturer.report_views import report_receipt
from app.web.seen import SeenForm, refuse_seen

PAGE: Final = 50
# Who holds the dossier, said to the company itself.
YOURS: Final = {
    State.AWAITING_DOCUMENTS: "Vous : l’agence vous a demandé des pièces.",
    State.WITHDRAWN: "Personne : vous avez retiré ce dossier.",
}
ANSWERS: Final = frozenset({Action.SUPPLY_ITEM, Action.SUPPLY_EVIDENCE})


@blueprint.get("/dossiers")
def list_dossiers() -> ResponseReturnValue:
    """Show the dossiers of the company, and what each waits for."""
    actor = current_actor()
    found = dossiers_of(actor)
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, request.args.get("page", 1, type=int)), pages)
    shown = found[(page - 1) * PAGE : page * PAGE]
    listings = obtained_listings(shown, on=current_clock().today())
    work = worklist(actor, OPEN_STATES - {State.DRAFT})
    return render_template(
        "manufacturer/dossiers.html",
        dossiers=shown,
        total=len(found),
        page=page,
        pages=pages,
        states={one.id: shown_state(one, listings.get(one.id)) for one in shown},
        next_acts={one.id: next_act(one, listings.get(one.id)) for one in shown},
        depositable={one.id for one in shown if _is_depositable(one)},
        name_of=name_of,
        next_periods={item.dossier.id: item.period for item in work if item.period},
        awaited=awaited_items(actor),
        supplying={
            state
            for state in State
            if ANSWERS & actions_open_to(Role.MANUFACTURER, state, Route.REFERENCE)
        },
    )


@blueprint.get("/dossiers/<reference:reference>")
def show_dossier(reference: str) -> ResponseReturnValue:
    """Show a filed dossier; a draft opens at the first step that is not done."""
    dossier = get_dossier(reference, seen_by=current_actor())
    if dossier.received_on is None:
        steps = steps_of(dossier, "check", problems_of(dossier))
        left = next(step for step in steps if step["status"] not in NOTHING_LEFT)
        return redirect(left["href"])
    today = current_clock().today()
    page = dossier_page(dossier, today=today) | changed_page(dossier, today=today)
    explained, proposal = _explained(dossier, page), _deciding_on_values(dossier)
    return render_template(
        "manufacturer/dossier.html",
        **page | {"holder": YOURS.get(dossier.state, page["holder"])},
        acts=dossier.acts_open_to(Role.MANUFACTURER),
        is_shown=agreed(dossier.events),
        open_items=[item for item in page["items"] if item.supplied_on is None],
        open_evidence=open_evidence(dossier),
        correcting=correcting(dossier),
        explained=explained,
        # Once its values are decided on, what they would give if all were accepted is past.
        own=None
        if proposal
        else own_score(dossier, page["declaration"].content, explained["score"]),
        proposal=proposal,
        remedies=remedies_of(dossier),
        decisions=decisions_on(dossier),
        renew=renewal(dossier, page["listing"]),
    )


def _explained(dossier: Any, page: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a row
    """Explain the score of the values decided on, or else that of the deposit.

    By the method of the proposal, or of the day that the declaration which counts was filed (S-12).
    """
    proposal = _deciding_on_values(dossier)
    if proposal:
        return explained_score(dossier, on=proposal.assessment.law_on)
    return explained_score(
        dossier,
        on=page["corrected_on"] or dossier.received_on,
        decided=inherited_values(dossier, page["declaration"].content),
    )


def _deciding_on_values(dossier: Any) -> Any:  # noqa: ANN401 - rows
    """Return the proposal that decided on the specific values of a dossier; none without any."""
    proposal = proposal_of(dossier)
    return proposal if proposal and proposal.assessment.decisions else None


@blueprint.get("/dossiers/<reference:reference>/accuse")
def show_receipt(reference: str) -> ResponseReturnValue:
    """Show the receipt of a filed dossier (CRPA R. 112-5, reading T-15)."""
    dossier = get_dossier(reference, seen_by=current_actor())
    if dossier.received_on is None or dossier.state == State.INADMISSIBLE:
        abort(HTTPStatus.NOT_FOUND)  # what is examined by nobody has no receipt of R. 112-5
    if dossier.route == Route.MODIFICATION:
        return report_receipt(dossier)
    return render_template(
        "manufacturer/receipt.html",
        dossier=dossier,
        receipt=receipt(dossier.route, dossier.received_on),
        remedies=remedies(dossier.received_on, country=dossier.manufacturer.country),
    )


@blueprint.route("/dossiers/<reference:reference>/retrait", methods=["GET", "POST"])
def withdraw_dossier(reference: str) -> ResponseReturnValue:
    """Withdraw a filed dossier, after a confirmation."""
    dossier = get_dossier(reference, seen_by=current_actor())
    form = SeenForm()
    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(dossier.last_sequence)
    elif not form.validate():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        try:
            withdraw(
                reference,
                expected=form.seen.number,
                by=current_actor(),
                clock=current_clock(),
            )
        except DomainError as error:
            status = refuse_seen(form, error, present=lambda: int(dossier.last_sequence))
        else:
            flash("Le dossier est retiré. Les délais sont arrêtés.")
            return redirect(url_for(".show_dossier", reference=reference))
    page = render_template(
        "manufacturer/withdraw.html",
        dossier=dossier,
        form=form,
        allowed=Action.WITHDRAW in dossier.acts_open_to(Role.MANUFACTURER),
    )
    return page, status


def _is_depositable(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether a draft may be deposited with others; a change is reported from its own page."""
    return bool(dossier.state == State.DRAFT and dossier.route != Route.MODIFICATION)
