"""Answer the agency about a listed version: files, words, or both, item by item (P-29)."""

from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.queries.dossiers import get_dossier
from app.queries.inspection import open_evidence
from app.services.evidence import supply_evidence
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.supply_views import form_for, receive, supplied_in
from app.web.seen import refuse_seen


@blueprint.route("/dossiers/<reference:reference>/justificatifs", methods=["GET", "POST"])
def answer_evidence(reference: str) -> ResponseReturnValue:
    """Supply some or all of the evidence that was asked for after the listing."""
    dossier = get_dossier(reference, seen_by=current_actor())
    items = open_evidence(dossier)
    form = form_for(items)
    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(dossier.last_sequence)
    else:
        form.validate()
        kept = receive(form, items)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if not form.errors:
            try:
                supply_evidence(
                    reference,
                    supplied_in(form, kept),
                    expected=form.seen.number,
                    by=current_actor(),
                    clock=current_clock(),
                )
            except DomainError as error:
                status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
            else:
                return _thanks(reference)
    page = render_template(
        "manufacturer/evidence.html",
        dossier=dossier,
        form=form,
        items=items,
        kept={item.reference: form.kept(item.reference) for item in items},
    )
    return page, status


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)


def _thanks(reference: str) -> ResponseReturnValue:
    left = open_evidence(get_dossier(reference, seen_by=current_actor()))
    flash(
        "Ce que vous avez envoyé est reçu. Il reste des justificatifs à fournir."
        if left
        else "Ce que vous avez envoyé est reçu."
    )
    return redirect(url_for(".show_dossier", reference=reference))
