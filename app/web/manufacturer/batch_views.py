"""Several dossiers at once: import their declarations, deposit those that are ready.

Each version keeps a dossier, a receipt and a result of its own (INV-05); one that is refused holds
no other back.
"""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import (
    DomainError,
    InvalidValueError,
    OpenDossierExistsError,
    TransitionNotAllowedError,
)
from app.domain.procedure import Route, State
from app.queries.dossiers import get_dossier
from app.queries.evidence import missing_documents
from app.services.drafting import create_draft
from app.services.submission import OTHER_VALUES_NEEDED, declaration_problems, submit_dossier
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.check_views import open_beside, too_early
from app.web.manufacturer.frame import problems_of
from app.web.manufacturer.places import Placed, placed, printable
from app.web.seen import SeenForm
from scoring.lines import LineError

SEPARATOR: Final = "@"
NO_OBJECT: Final = "Cette déclaration n’est pas un objet JSON."
TOO_EARLY: Final = (
    "Aucun dossier n’a été refusé pour ce code : cette dérogation serait irrecevable. Elle se"
    " dépose depuis sa page de vérification, après confirmation."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of one declaration, or of one draft.

    Attributes:
        name: what it is, for a person.
        reference: its dossier; none when nothing was made of it.
        done: whether it was imported, or deposited.
        already: whether it had been deposited before.
        sentence: why not, in one sentence.
        problems: why not, point by point.
    """

    name: str
    reference: str | None = None
    done: bool = False
    already: bool = False
    sentence: str = ""
    problems: tuple[Placed, ...] = ()


def import_several(declarations: list[Any]) -> ResponseReturnValue:
    """Open a draft for each declaration that can be read, and say why for the others."""
    results = [_imported(one, rank) for rank, one in enumerate(declarations, 1)]
    made = any(one.done for one in results)
    page = render_template("manufacturer/imported.html", results=results)
    return page, HTTPStatus.OK if made else HTTPStatus.UNPROCESSABLE_ENTITY


@blueprint.route("/dossiers/deposer", methods=["GET", "POST"])
def deposit_several() -> ResponseReturnValue:
    """Show the drafts that were chosen, then deposit them one by one."""
    form = SeenForm()
    sent = list(dict.fromkeys(request.form.getlist("dossier")))
    if form.is_submitted() and form.validate() and sent:
        results = [_deposited(one) for one in sent]
        return render_template("manufacturer/deposited.html", results=results)
    chosen = [
        _chosen(reference.partition(SEPARATOR)[0])
        for reference in dict.fromkeys(request.values.getlist("dossier"))
    ]
    page = render_template(
        "manufacturer/deposit.html",
        form=form,
        chosen=chosen,
        ready=[one for one in chosen if not one["refused"]],
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK


def _imported(declaration: Any, rank: int) -> Result:  # noqa: ANN401 - any JSON
    name = f"Déclaration {rank}"
    if isinstance(declaration, LineError):
        return Result(name=name, sentence=str(declaration))
    content = declaration.get("declaration", declaration) if isinstance(declaration, dict) else None
    if not isinstance(content, dict):
        return Result(name=name, sentence=NO_OBJECT)
    version = content.get("version")
    if isinstance(version, dict) and isinstance(version.get("tvv"), str):
        name = printable(f"{name} : code {version['tvv'].strip()}")
    found = declaration_problems(content, Route.REFERENCE, on=current_clock().today())
    if found:
        return Result(name=name, problems=tuple(placed(one, content) for one in found))
    try:
        made = create_draft(content, by=current_actor(), clock=current_clock())
    except DomainError as error:
        return Result(name=name, sentence=str(error))
    return Result(name=name, reference=made.reference, done=True)


def _chosen(reference: str) -> dict[str, Any]:
    dossier = get_dossier(reference, seen_by=current_actor())
    return {
        "dossier": dossier,
        "key": f"{reference}{SEPARATOR}{dossier.content_revision}",
        "missing": len(missing_documents(dossier, today=current_clock().today())),
        "refused": _refusal(dossier),
    }


def _refusal(dossier: Any) -> str:  # noqa: ANN401 - a row, read only
    """Say why a dossier cannot be deposited with others; nothing when it can."""
    if dossier.state != State.DRAFT:
        return "Ce dossier est déjà déposé."
    if dossier.route == Route.MODIFICATION:
        return "Une modification se signale depuis sa page."
    if too_early(dossier):
        return TOO_EARLY
    found = problems_of(dossier)
    if found == (OTHER_VALUES_NEEDED,):
        return OTHER_VALUES_NEEDED.message
    if found:
        return "La déclaration est à corriger."
    other = open_beside(dossier)
    return str(OpenDossierExistsError(other.reference)) if other else ""


def _deposited(key: str) -> Result:
    reference, _, revision = key.partition(SEPARATOR)
    name = f"Dossier {reference}"
    try:
        dossier = get_dossier(reference, seen_by=current_actor())
        name = f"{name} : {dossier.brand} {dossier.commercial_name}, code {dossier.tvv}"
        if dossier.state != State.DRAFT:
            return Result(name=name, reference=reference, already=True)
        if sentence := _refusal(dossier):
            return Result(name=name, reference=reference, sentence=sentence)
        if not (revision.isascii() and revision.isdigit()):
            raise InvalidValueError("dossier", "Choisissez de nouveau ce dossier.")
        submit_dossier(
            reference, revision=int(revision[:9]), by=current_actor(), clock=current_clock()
        )
    except TransitionNotAllowedError:  # sent twice at once: the other one has deposited it
        return Result(name=name, reference=reference, already=True)
    except DomainError as error:
        return Result(name=name, sentence=str(error))
    return Result(name=name, reference=reference, done=True)
