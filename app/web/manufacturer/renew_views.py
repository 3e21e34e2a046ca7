"""Ask again for a version: a derogation after a refusal, or a new dossier (row 27)."""

from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import OpenDossierExistsError
from app.domain.procedure import Route
from app.services.drafting import copy_draft
from app.web.manufacturer.blueprint import blueprint


@blueprint.post("/dossiers/<reference:reference>/derogation")
def ask_derogation(reference: str) -> ResponseReturnValue:
    """Open a derogation from what an earlier dossier declared."""
    return _copy(
        reference,
        Route.DEROGATION,
        "Le brouillon de dérogation reprend la déclaration du dossier précédent. Indiquez vos"
        " valeurs spécifiques, puis joignez de nouveau les pièces.",
    )


@blueprint.post("/dossiers/<reference:reference>/nouveau")
def file_again(reference: str) -> ResponseReturnValue:
    """Open a new dossier from what an earlier one declared."""
    return _copy(
        reference,
        Route.REFERENCE,
        "Le brouillon reprend la déclaration du dossier précédent. Vérifiez-la, puis joignez de"
        " nouveau les pièces.",
    )


def _copy(reference: str, route: Route, sentence: str) -> ResponseReturnValue:
    try:
        made = copy_draft(reference, route=route, by=current_actor(), clock=current_clock())
    except OpenDossierExistsError as error:
        flash(str(error), "error")
        return redirect(url_for(".show_dossier", reference=error.reference))
    flash(sentence)
    page = ".list_values" if route == Route.DEROGATION else ".edit_version"
    return redirect(url_for(page, reference=made.reference))
