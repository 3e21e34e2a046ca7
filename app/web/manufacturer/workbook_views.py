"""A declaration as a workbook: give it out, empty or filled, and read one that comes back."""

from typing import Any, Final

from flask import Response

from app.context import current_actor
from app.domain.actor import Role
from app.domain.procedure import Action, State
from app.domain.specific import SPECIFIC_VALUES
from app.gateways.workbook.reading import read_workbook
from app.gateways.workbook.writing import MEDIA_TYPE
from app.queries.decided_values import takes_values
from app.queries.dossiers import declared_content, get_dossier
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import current_method
from app.web.manufacturer.places import Placed
from app.web.workbook.filling import workbook_of
from app.web.workbook.reading import Filled, read_declaration
from scoring.problems import Problem

EXTENSIONS: Final = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
SIGNATURES: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How an archive begins, and how the container of a former or an encrypted workbook does."""


@blueprint.get("/classeur")
def download_model() -> Response:
    """Give the empty workbook."""
    return _sent({}, "declaration-modele.xlsx", values=False)


@blueprint.get("/dossiers/<reference:reference>/classeur")
def download_workbook(reference: str) -> Response:
    """Give the workbook of a dossier: what its draft holds, or what was last filed."""
    dossier = get_dossier(reference, seen_by=current_actor())
    written = dossier.state == State.DRAFT or Action.CORRECT in dossier.acts_open_to(
        Role.MANUFACTURER
    )
    content = dossier.content if written else declared_content(dossier)
    values = bool(takes_values(dossier) or content.get(SPECIFIC_VALUES))
    return _sent(content, f"declaration-{reference}.xlsx", values=values)


def _sent(content: dict[str, Any], filename: str, *, values: bool) -> Response:
    book = workbook_of(content, method=current_method(), values=values)
    answer = Response(book, mimetype=MEDIA_TYPE)
    answer.headers.set("Content-Disposition", "attachment", filename=filename)
    return answer


def is_workbook(filename: str, content: bytes) -> bool:
    """Tell whether a file is, or says it is, a workbook; the rest is text."""
    return filename.lower().endswith(EXTENSIONS) or content.startswith(SIGNATURES)


def filled_in(content: bytes) -> Filled:
    """Return what a workbook declares.

    Raises:
        WorkbookRefusedError: it cannot be read at all; with the sentence to show.
    """
    return read_declaration(read_workbook(content), current_method())


def placed_in(filled: Filled, problems: tuple[Problem, ...]) -> list[Placed]:
    """Return all that is wrong in a workbook: by sheet, row and column.

    Args:
        filled: the workbook as it was read.
        problems: what is wrong in the declaration it makes.
    """
    return [
        Placed(place=str(one.place), pointer="", message=one.message, href=None)
        for one in filled.all_faults(problems)
    ]
