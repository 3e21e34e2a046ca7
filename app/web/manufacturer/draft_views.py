"""Open a draft, describe its version and its reference vehicle, throw it away."""

from fractions import Fraction

from flask import render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.services.drafting import (
    create_draft,
    discard_draft,
    record_reference_vehicle,
    record_version,
)
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm, current_method
from app.web.manufacturer.forms import VehicleForm, VersionForm
from app.web.manufacturer.frame import (
    draft_of,
    editable_of,
    leave_if_filed,
    save_or_show,
    show_step,
)
from app.web.manufacturer.wire import for_form
from scoring.wire import REFERENCE_VEHICLE, VERSION

FILED = "Ce dossier est déjà déposé : il ne se supprime plus, il peut être retiré depuis sa page."


@blueprint.route("/dossiers/nouveau", methods=["GET", "POST"])
def create_dossier() -> ResponseReturnValue:
    """Open a dossier for a version."""
    form = VersionForm()
    made: list[str] = []

    def save() -> None:
        content = {"version": form.part()}
        made.append(create_draft(content, by=current_actor(), clock=current_clock()).reference)

    return save_or_show(
        form,
        reference=None,
        save=save,
        saved="Le brouillon est ouvert. Décrivez maintenant le véhicule de référence.",
        to=lambda: url_for(".edit_vehicle", reference=made[0]),
        show=lambda: render_template("manufacturer/new.html", form=form),
    )


@blueprint.route("/dossiers/<reference:reference>/version", methods=["GET", "POST"])
def edit_version(reference: str) -> ResponseReturnValue:
    """Describe the version."""
    dossier = editable_of(reference)
    form = VersionForm(data=for_form(VERSION, dossier.content.get("version")))
    return save_or_show(
        form,
        reference=reference,
        save=lambda: record_version(
            reference,
            form.part(),
            revision=form.seen.number,
            by=current_actor(),
            clock=current_clock(),
        ),
        saved="La version est enregistrée.",
        to=lambda: url_for(".edit_vehicle", reference=reference),
        show=lambda: show_step("version.html", dossier, "version", form=form),
    )


@blueprint.route("/dossiers/<reference:reference>/vehicule", methods=["GET", "POST"])
def edit_vehicle(reference: str) -> ResponseReturnValue:
    """Describe the reference vehicle; masses that do not close are refused here (S-10)."""
    dossier = editable_of(reference)
    form = VehicleForm(data=for_form(REFERENCE_VEHICLE, dossier.content.get("reference_vehicle")))
    return save_or_show(
        form,
        reference=reference,
        save=lambda: record_reference_vehicle(
            reference,
            form.part(),
            revision=form.seen.number,
            by=current_actor(),
            clock=current_clock(),
        ),
        saved="Le véhicule de référence est enregistré.",
        to=lambda: url_for(".list_lines", reference=reference),
        show=lambda: show_step(
            "vehicle.html",
            dossier,
            "reference_vehicle",
            form=form,
            driver_kg=_number("driver_mass_kg"),
            tolerance_kg=_number("closure_tolerance_kg"),
        ),
    )


@blueprint.route("/dossiers/<reference:reference>/supprimer", methods=["GET", "POST"])
def discard(reference: str) -> ResponseReturnValue:
    """Throw a draft away, after a confirmation."""
    dossier = draft_of(reference)
    form = DraftForm()

    def show() -> str:
        leave_if_filed(reference, FILED)
        return render_template("manufacturer/discard.html", dossier=dossier, form=form)

    return save_or_show(
        form,
        reference=reference,
        save=lambda: discard_draft(reference, revision=form.seen.number, by=current_actor()),
        saved=f"Le brouillon {reference} est supprimé.",
        to=lambda: url_for(".list_dossiers"),
        show=show,
    )


def _number(name: str) -> Fraction:
    return current_method().number(name)
