"""Import a declaration, in JSON or as a workbook, into a new dossier or over a draft."""

import json
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import Field

from app.context import current_actor, current_clock
from app.domain.errors import DomainError, InvalidValueError, OpenDossierExistsError
from app.domain.procedure import Route, State
from app.gateways.workbook.cells import WorkbookRefusedError
from app.queries.dossiers import get_dossier
from app.services.drafting import create_draft, replace_declaration
from app.services.submission import declaration_problems
from app.web.fields import CONTROLS
from app.web.manufacturer.batch_views import import_several
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.forms import ImportForm
from app.web.manufacturer.frame import editable_of
from app.web.manufacturer.places import Placed, placed
from app.web.manufacturer.several import declarations_in
from app.web.manufacturer.workbook_views import filled_in, is_workbook, placed_in
from app.web.seen import NEVER, refuse_seen
from app.web.workbook.reading import Filled
from scoring.lines import LineError, decoded

LONGEST: Final = 1_000_000
SENTENCES: Final = {
    "not_json": "Ce texte n’est pas du JSON lisible. Copiez la déclaration entière,"
    " de la première accolade à la dernière.",
    "wrong_type": "La déclaration doit être un objet JSON, entre accolades.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What was sent.

    Attributes:
        field: the field that held it, where a refusal is said.
        content: its bytes.
        workbook: it is a workbook, or says so.
    """

    field: Field
    content: bytes
    workbook: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A declaration as it was read.

    Attributes:
        content: the declaration in its wire form.
        filled: the workbook it was read in; none for JSON.
    """

    content: dict[str, Any]
    filled: Filled | None = None


@blueprint.route("/dossiers/importer", methods=["GET", "POST"])
def import_declaration() -> ResponseReturnValue:
    """Open a dossier from a declaration, or one for each of several in JSON."""
    form = ImportForm()
    sent = _sent(form) if form.validate_on_submit() else None
    several = declarations_in(sent.content) if sent and not sent.workbook else None
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
    sent: Sent | None,
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
        received = _read(sent)
        found = _problems(received, reference) if received is not None else []
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if received is not None and not found:
            try:
                kept = save(received.content, form.seen.number)
            except DomainError as error:
                held = _held_by(error, sent)
                status = refuse_seen(form, held, present=lambda: _present(reference))
                if isinstance(error, OpenDossierExistsError):
                    form.existing = error.reference
            else:
                return _imported(kept)
    page = render_template(
        "manufacturer/import.html",
        form=form,
        problems=found,
        reference=reference,
        workbook=sent is not None and sent.workbook,
    )
    return page, status


def _imported(reference: str) -> ResponseReturnValue:
    """Go on to the documents of a draft, or to the check of a correction."""
    if get_dossier(reference, seen_by=current_actor()).state != State.DRAFT:
        flash("La déclaration est importée. Vérifiez ce qui change, puis déposez la correction.")
        return redirect(url_for(".check_correction", reference=reference))
    flash("La déclaration est importée. Joignez les pièces, puis vérifiez et déposez.")
    return redirect(url_for(".list_documents", reference=reference))


def _sent(form: ImportForm) -> Sent | None:
    """Return what was sent; None once the form says what is wrong.

    A file that can be read is put in the box of the text, so that it can be corrected there.
    """
    field, sent = form.text, (form.text.data or "").encode(errors="replace")
    workbook = False
    if form.file.data:
        if sent:
            form.file.errors = ["Choisissez un fichier ou collez un texte, pas les deux."]
            return None
        with closing(form.file.data) as file:
            field, sent = form.file, file.stream.read(LONGEST + 1)
        workbook = is_workbook(file.filename or "", sent)
    if len(sent) > LONGEST and not workbook:  # a workbook says it when it is read
        field.errors = ["Ce texte est trop long pour une déclaration (1 Mo au plus)."]
        return None
    if not sent.strip():
        field.errors = ["Choisissez un fichier ou collez une déclaration."]
        return None
    if not workbook:
        with suppress(UnicodeDecodeError):
            form.text.data = CONTROLS.sub("", sent.decode("utf-8-sig"))
    return Sent(field=field, content=sent, workbook=workbook)


def _read(sent: Sent) -> Received | None:
    """Return the declaration sent; None when it cannot be read, once its field says why."""
    try:
        if sent.workbook:
            filled = filled_in(sent.content)
            return Received(content=filled.content, filled=filled)
        content = decoded(sent.content)
    except WorkbookRefusedError as error:
        sent.field.errors = [str(error)]
        return None
    except LineError as error:
        sent.field.errors = [SENTENCES.get(error.code, str(error)) + _stop(sent.content)]
        return None
    inside = content.get("declaration", content)
    if not isinstance(inside, dict):
        sent.field.errors = [SENTENCES["wrong_type"]]
        return None
    return Received(content=inside)


def _stop(sent: bytes) -> str:
    """Return where the reading of a text that is no JSON stops; nothing when it does not say."""
    try:
        json.loads(sent.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        return f" La lecture s’arrête à la ligne {error.lineno}, caractère {error.colno}."
    except (ValueError, RecursionError):
        return ""
    return ""


def _problems(received: Received, reference: str | None) -> list[Placed]:
    """Return all that would prevent the deposit of a declaration where it is sent."""
    route = (
        Route.REFERENCE
        if reference is None
        else get_dossier(reference, seen_by=current_actor()).route
    )
    found = declaration_problems(received.content, route, on=current_clock().today())
    if received.filled is not None:
        return placed_in(received.filled, tuple(found))
    return [placed(problem, received.content) for problem in found]


def _held_by(error: DomainError, sent: Sent) -> DomainError:
    """Return a refusal of a value of the declaration as one of the field that holds it."""
    if isinstance(error, InvalidValueError | OpenDossierExistsError):
        error.field = "file" if sent.workbook else "text"
    return error


def _present(reference: str | None) -> int:
    if reference is None:
        return NEVER
    return int(get_dossier(reference, seen_by=current_actor()).content_revision)
