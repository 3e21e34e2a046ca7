"""Import a declaration in JSON, into a new dossier or over a draft."""

import json
from collections.abc import Callable
from contextlib import closing, suppress
from http import HTTPStatus
from typing import Any, Final

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field

from app.context import current_actor, current_clock
from app.domain.errors import DomainError, InvalidValueError, OpenDossierExistsError
from app.domain.procedure import Route, State
from app.queries.dossiers import get_dossier
from app.services.assessment import problems
from app.services.drafting import create_draft, replace_declaration
from app.services.submission import SPECIFIC_VALUES
from app.web.fields import CONTROLS
from app.web.manufacturer.batch_views import import_several
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.forms import ImportForm
from app.web.manufacturer.frame import editable_of
from app.web.manufacturer.places import Placed, placed
from app.web.manufacturer.several import declarations_in
from app.web.seen import NEVER, refuse_seen
from scoring.lines import LineError, decoded

LONGEST: Final = 1_000_000
SENTENCES: Final = {
    "not_json": "Ce texte n’est pas du JSON lisible. Copiez la déclaration entière,"
    " de la première accolade à la dernière.",
    "wrong_type": "La déclaration doit être un objet JSON, entre accolades.",
}


@blueprint.route("/dossiers/importer", methods=["GET", "POST"])
def import_declaration() -> ResponseReturnValue:
    """Open a dossier from a declaration in JSON, or one for each of several."""
    form = ImportForm()
    sent = _sent(form) if form.validate_on_submit() else None
    several = declarations_in(sent[1]) if sent else None
    if several:
        return import_several(several)
    return _import(
        form,
        sent,
        None,
        lambda content, _seen: (
            create_draft(content, by=current_actor(), clock=current_clock()).reference
        ),
    )


@blueprint.route("/dossiers/<reference:reference>/importer", methods=["GET", "POST"])
def replace_content(reference: str) -> ResponseReturnValue:
    """Replace the whole declaration of a draft."""
    editable_of(reference)
    form = ImportForm()
    return _import(
        form,
        _sent(form) if form.validate_on_submit() else None,
        reference,
        lambda content, seen: (
            replace_declaration(
                reference, content, revision=seen, by=current_actor(), clock=current_clock()
            ).reference
        ),
    )


def _import(
    form: ImportForm,
    sent: tuple[Field, bytes] | None,
    reference: str | None,
    save: Callable[[dict[str, Any], int], str],
) -> ResponseReturnValue:
    """Show the form, or keep the declaration when nothing is wrong in it."""
    found: list[Placed] = []
    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(_present(reference))
    elif sent is None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        content = _read(*sent)
        found = _problems(content, reference) if content is not None else []
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if content is not None and not found:
            try:
                kept = save(content, form.seen.number)
            except DomainError as error:
                status = refuse_seen(form, _at_text(error), present=lambda: _present(reference))
                if isinstance(error, OpenDossierExistsError):
                    form.existing = error.reference
            else:
                return _imported(kept)
    page = render_template(
        "manufacturer/import.html", form=form, problems=found, reference=reference
    )
    return page, status


def _imported(reference: str) -> ResponseReturnValue:
    """Go on to the documents of a draft, or to the check of a correction."""
    if get_dossier(reference, seen_by=current_actor()).state != State.DRAFT:
        flash("La déclaration est importée. Vérifiez ce qui change, puis déposez la correction.")
        return redirect(url_for(".check_correction", reference=reference))
    flash("La déclaration est importée. Joignez les pièces, puis vérifiez et déposez.")
    return redirect(url_for(".list_documents", reference=reference))


def _sent(form: ImportForm) -> tuple[Field, bytes] | None:
    """Return the field that was filled and its bytes; None once the form says what is wrong.

    A file that can be read is put in the box of the text, so that it can be corrected there.
    """
    field, sent = form.text, (form.text.data or "").encode(errors="replace")
    if form.file.data:
        if sent:
            form.file.errors = ["Choisissez un fichier ou collez un texte, pas les deux."]
            return None
        with closing(form.file.data) as file:
            field, sent = form.file, file.stream.read(LONGEST + 1)
    if len(sent) > LONGEST:
        field.errors = ["Ce texte est trop long pour une déclaration (1 Mo au plus)."]
        return None
    if not sent.strip():
        field.errors = ["Choisissez un fichier ou collez une déclaration."]
        return None
    with suppress(UnicodeDecodeError):
        form.text.data = CONTROLS.sub("", sent.decode("utf-8-sig"))
    return field, sent


def _read(field: Field, sent: bytes) -> dict[str, Any] | None:
    """Return the declaration sent; None when it cannot be read, once its field says why."""
    try:
        content = decoded(sent)
    except LineError as error:
        field.errors = [SENTENCES.get(error.code, str(error)) + _stop(sent)]
        return None
    inside = content.get("declaration", content)
    if not isinstance(inside, dict):
        field.errors = [SENTENCES["wrong_type"]]
        return None
    return inside


def _stop(sent: bytes) -> str:
    """Return where the reading of a text that is no JSON stops; nothing when it does not say."""
    try:
        json.loads(sent.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        return f" La lecture s’arrête à la ligne {error.lineno}, caractère {error.colno}."
    except (ValueError, RecursionError):
        return ""
    return ""


def _problems(content: dict[str, Any], reference: str | None) -> list[Placed]:
    """Return all that is wrong in a declaration; the reference route takes no specific value."""
    found = problems(content, on=current_clock().today())
    if content.get("specific_values") and not _derogation(reference):
        found = (*found, SPECIFIC_VALUES)
    return [placed(problem, content) for problem in found]


def _derogation(reference: str | None) -> bool:
    if reference is None:
        return False
    return bool(get_dossier(reference, seen_by=current_actor()).route == Route.DEROGATION)


def _at_text(error: DomainError) -> DomainError:
    """Return a refusal of a value of the declaration as one of the text that holds it."""
    if isinstance(error, InvalidValueError | OpenDossierExistsError):
        error.field = "text"
    return error


def _present(reference: str | None) -> int:
    if reference is None:
        return NEVER
    return int(get_dossier(reference, seen_by=current_actor()).content_revision)
