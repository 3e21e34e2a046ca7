"""The versions a company answers for, and the changes it reports on them (D. 251-1-A, III)."""

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from app.context import current_actor, current_clock
from app.domain.deadlines import PeriodKind, span
from app.domain.folding import fold
from app.domain.procedure import Route
from app.domain.remedies import remedies
from app.queries.decided_values import counted_content
from app.queries.dossiers import drafts_of
from app.queries.evidence import missing_documents
from app.queries.versions import names_of, versions_answered_for
from app.services.assessment import preview
from app.services.changes import open_report, reportable
from app.services.submission import submit_dossier
from app.web.changed_page import shown_change
from app.web.fields import FrenchDateField
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm
from app.web.manufacturer.distance import distance
from app.web.manufacturer.frame import (
    draft_of,
    leave_if_filed,
    problems_of,
    receipt_of,
    save_or_show,
    show_step,
)
from app.web.manufacturer.places import placed

REPORTED_ALREADY = "Cette modification est déjà signalée : rien n’a été signalé une seconde fois."


class ChangeForm(DraftForm):
    """The day a listed version changed."""

    changed_on = FrenchDateField(
        "Jour de la modification",
        [InputRequired("Indiquez le jour de la modification.")],
        description="Le jour où la version a changé en fabrication, et non celui du signalement.",
    )


@blueprint.get("/versions")
def list_versions() -> ResponseReturnValue:
    """Show the listed versions that the company answers for, and the changes open on each."""
    actor = current_actor()
    assert actor.manufacturer_id is not None  # noqa: S101 - these pages are those of companies
    drafts = drafts_of(actor, Route.MODIFICATION)
    return render_template(
        "manufacturer/versions.html",
        versions=[
            (version, [one for one in drafts if (fold(one.brand), one.tvv) in names_of(version)])
            for version in versions_answered_for(actor.manufacturer_id, on=current_clock().today())
        ],
    )


@blueprint.route("/versions/modification", methods=["GET", "POST"])
def report_change() -> ResponseReturnValue:
    """Open a change report on a listed version: when it changed; the draft says what."""
    code, brand = request.args.get("code", "").strip(), request.args.get("marque", "").strip()
    if not (code and brand):
        flash("Choisissez la version qui a changé.", "warning")
        return redirect(url_for(".list_versions"))
    version = reportable(code, brand, by=current_actor(), clock=current_clock())
    form = ChangeForm()
    made: list[str] = []

    def save() -> None:
        made.append(
            open_report(
                code,
                brand,
                changed_on=form.changed_on.value,
                by=current_actor(),
                clock=current_clock(),
            ).reference
        )

    return save_or_show(
        form,
        reference=None,
        save=save,
        saved="Le signalement est ouvert : changez ce qui a changé, puis vérifiez et signalez.",
        to=lambda: url_for(".check_report", reference=made[0]),
        show=lambda: render_template("manufacturer/report_change.html", form=form, version=version),
    )


@blueprint.route("/dossiers/<reference:reference>/signalement", methods=["GET", "POST"])
def check_report(reference: str) -> ResponseReturnValue:
    """Show what a report changes, the two scores and the days, and file it on request."""
    report = draft_of(reference)
    if report.route != Route.MODIFICATION:
        return redirect(url_for(".check_draft", reference=reference))
    form = DraftForm()
    return save_or_show(
        form,
        reference=reference,
        save=lambda: submit_dossier(
            reference, revision=form.seen.number, by=current_actor(), clock=current_clock()
        ),
        saved="La modification est signalée. Voici l’accusé de réception.",
        to=lambda: receipt_of(reference),
        show=lambda: _page(report, form),
    )


def report_receipt(report: Any) -> str:  # noqa: ANN401 - a row, read only
    """Return the receipt of a report: the opinion and the silence, and what silence leaves."""
    received_on = report.received_on
    return render_template(
        "manufacturer/report_receipt.html",
        dossier=report,
        opinion=span(PeriodKind.REVIEW, report.route, received_on),
        silence=span(PeriodKind.SILENCE, report.route, received_on),
        remedies=remedies(received_on, country=report.manufacturer.country),
    )


def _page(report: Any, form: DraftForm) -> str:  # noqa: ANN401 - a row, read only
    leave_if_filed(report.reference, REPORTED_ALREADY)
    today = current_clock().today()
    found = problems_of(report)
    score = None if found else preview(counted_content(report), on=today)
    return show_step(
        "report.html",
        report,
        "check",
        form=form,
        change=shown_change(report, today=today),
        found=[placed(one, report.content, reference=report.reference) for one in found],
        missing=missing_documents(report, today=today),
        score=score,
        distance=distance(score) if score else "",
        opinion=span(PeriodKind.REVIEW, report.route, today),
        silence=span(PeriodKind.SILENCE, report.route, today),
    )
