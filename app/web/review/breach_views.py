"""The desk of the agency: fraud and breaches to report, versions to look up (P-29, P-30)."""

from http import HTTPStatus

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from app.context import current_actor, current_clock
from app.domain.breaches import BreachKind, Reporter
from app.domain.errors import DomainError
from app.domain.identifiers import TVV_LENGTH
from app.services.breaches import Found, report_breach
from app.web.breach_page import list_reports_page, report_page, reporter_page, versions_page
from app.web.fields import (
    LONGEST_TEXT,
    FrenchDateField,
    PortalForm,
    StrippedStringField,
    StrippedTextField,
    at_most,
)
from app.web.refusals import refuse_in
from app.web.review.blueprint import blueprint

LONGEST_NAME = 120
LONGEST_CONTACT = 500


class ReportForm(PortalForm):
    """A fraud or a breach to report, and whoever told the agency."""

    tvv = StrippedStringField(
        "Code type-variante-version",
        [InputRequired("Indiquez le code de la version."), at_most(TVV_LENGTH)],
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )
    brand = StrippedStringField(
        "Marque", [InputRequired("Indiquez la marque."), at_most(LONGEST_NAME)]
    )
    kind = RadioField(
        "Nature",
        [InputRequired("Choisissez la nature du signalement.")],
        choices=[
            SelectChoice(BreachKind.FRAUD.value, "Fraude"),
            SelectChoice(
                BreachKind.BREACH.value,
                "Manquement du constructeur à ses obligations (modification non signalée,"
                " justificatif refusé, donnée inexacte)",
            ),
        ],
    )
    found_on = FrenchDateField(
        "Jour où l’agence en a eu connaissance", [InputRequired("Indiquez ce jour.")]
    )
    account = StrippedTextField(
        "Faits",
        [InputRequired("Décrivez les faits."), at_most(LONGEST_TEXT)],
        description="Lus par l’agence et les ministères. N’y nommez pas la personne qui a prévenu"
        " l’agence.",
        render_kw={"rows": 8},
    )
    reporter_name = StrippedStringField(
        "Nom de la personne qui a prévenu l’agence", [Optional(), at_most(LONGEST_NAME)]
    )
    reporter_contact = StrippedTextField(
        "Comment la joindre", [Optional(), at_most(LONGEST_CONTACT)], render_kw={"rows": 2}
    )

    @property
    def found(self) -> Found:
        """What was typed, as the act says it."""
        return Found(
            tvv=self.tvv.value,
            brand=self.brand.value,
            kind=BreachKind(self.kind.data),
            account=self.account.value,
            found_on=self.found_on.value,
        )

    @property
    def reporter(self) -> Reporter | None:
        """Whoever told the agency; none when nothing was typed of that person."""
        name, contact = self.reporter_name.data or "", self.reporter_contact.data or ""
        return Reporter(name=name, contact=contact) if name or contact else None


@blueprint.get("/versions")
def list_versions() -> ResponseReturnValue:
    """Look a version of the list up by its code."""
    return versions_page()


@blueprint.get("/signalements")
def list_reports() -> ResponseReturnValue:
    """Show the reports that the agency made."""
    return list_reports_page()


@blueprint.route("/signalements/nouveau", methods=["GET", "POST"])
def new_report() -> ResponseReturnValue:
    """Report a fraud or a breach to the four ministers."""
    form = ReportForm(tvv=request.args.get("code"), brand=request.args.get("marque"))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            report = report_breach(
                form.found, reporter=form.reporter, by=current_actor(), clock=current_clock()
            )
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            flash("Le signalement est transmis aux quatre ministres.")
            return redirect(url_for("review.show_report", reference=report.reference))
    return render_template("review/new_report.html", form=form), status


@blueprint.get("/signalements/<reference:reference>")
def show_report(reference: str) -> ResponseReturnValue:
    """Show one report."""
    return report_page(reference)


@blueprint.post("/signalements/<reference:reference>/declarant")
def show_reporter(reference: str) -> ResponseReturnValue:
    """Show who told the agency; the reading is recorded."""
    return reporter_page(reference)
