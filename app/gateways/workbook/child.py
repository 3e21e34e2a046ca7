"""Read one workbook in a process of its own: ``python -m app.gateways.workbook.child FILE``.

What was received may be made to use up memory or time. This process sets its own limits before it
opens the file; it dies of them, and the portal goes on. It answers in lines of JSON: a ``sheet``,
its ``row``s, then the next; at the end either ``done`` or ``refused``.
"""

import json
import resource
import signal
import sys
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from app.domain.errors import DomainError
from app.domain.file_errors import ACCEPTED_FORMATS
from app.gateways.content import check_content
from app.gateways.formats.refusals import bomb
from app.gateways.workbook.cells import MOST_CHARACTERS, CellKind, WorkbookRefusedError
from app.gateways.workbook.numbers import plain

MOST_MEMORY_BYTES: Final = 512 * 1024 * 1024
MOST_ANSWER_BYTES: Final = 8 * 1024 * 1024
PROCESSOR_SECONDS: Final = 1.5
"""An honest workbook takes a third of it, most of that to load this module."""

MOST_INFLATED_BYTES: Final = 3_000_000
MOST_STYLES: Final = 500_000
"""Bytes of the styles: each is made an object before a cell is read; an honest book has 20 kB."""
MOST_SHEETS: Final = 20
MOST_ROWS: Final = 10_000
MOST_COLUMNS: Final = 100
MOST_CELLS: Final = 20_000
MOST_BLANK_CELLS: Final = 500_000
"""Cells walked over in one sheet: a row may begin as far to the right as it likes."""
MOST_TEXT: Final = 1_000_000
"""All the texts together, in characters."""
LAST_ROW: Final = 1_048_576
"""The last row of a spreadsheet: a program that says more lies."""

TOO_MUCH: Final = "Ce classeur contient plus qu’une déclaration : repartez du modèle."


def main() -> None:
    """Answer for the file named on the command line."""
    limit_process()
    for line in answer(Path(sys.argv[1])):
        sys.stdout.write(json.dumps(line) + "\n")


def limit_process() -> None:
    """Bound what this process may use; beyond, the system ends it."""
    for what, most in (
        (resource.RLIMIT_AS, MOST_MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, MOST_ANSWER_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)


def answer(path: Path) -> Iterator[dict[str, object]]:
    """Yield the lines of the answer."""
    try:
        _check(path)
        yield from _sheets(path)
    except WorkbookRefusedError as error:
        yield {"refused": str(error)}
    except DomainError as error:
        # The formats it ends with are those of a document, not of a declaration.
        yield {"refused": str(error).removesuffix(ACCEPTED_FORMATS).strip()}
    else:
        yield {"done": True}


def _check(path: Path) -> None:
    """Refuse what is no honest workbook, on its structure only.

    Raises:
        FileNotAcceptedError: with what was found.
        EmptyFileError: the file has no byte.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
        styles = sum(part.file_size for part in parts if part.filename.endswith("styles.xml"))
        if sum(part.file_size for part in parts) > MOST_INFLATED_BYTES or styles > MOST_STYLES:
            raise bomb()
    check_content(path, "classeur.xlsx")


def _sheets(path: Path) -> Iterator[dict[str, object]]:
    """Yield the sheets and their rows.

    Raises:
        WorkbookRefusedError: there are too many of them, or a cell stands outside any table.
    """
    book = load_workbook(path, read_only=True, keep_links=False)
    if len(book.sheetnames) > MOST_SHEETS:
        raise WorkbookRefusedError(
            f"Ce classeur compte {len(book.sheetnames)} feuilles, et le portail en lit au plus"
            f" {MOST_SHEETS} : repartez du modèle."
        )
    cells = characters = 0
    for sheet in book.worksheets:
        yield {"sheet": sheet.title}
        for number, row in _rows(sheet):
            cells += len(row)
            characters += sum(len(value) for _, _, value in row)
            if cells > MOST_CELLS or characters > MOST_TEXT:
                raise WorkbookRefusedError(TOO_MUCH)
            yield {"row": number, "cells": row}


def _rows(sheet: Any) -> Iterator[tuple[int, list[tuple[int, str, str]]]]:  # noqa: ANN401 - openpyxl is not typed
    """Yield the rows of a sheet that are not blank: column, kind and text of each cell."""
    sheet.reset_dimensions()  # what a sheet says of its size may be false
    walked = 0
    for number, row in enumerate(sheet.iter_rows(), 1):
        walked += len(row)
        if number > LAST_ROW or walked > MOST_BLANK_CELLS:
            raise WorkbookRefusedError(TOO_MUCH)
        if not row:
            continue  # a gap of a million rows is walked over in a moment
        found = [
            (rank, *_read(cell.data_type, cell.value))
            for rank, cell in enumerate(row, 1)
            if not _is_blank(cell.value)
        ]
        if found:
            _check_place(sheet.title, number, found[-1][0])
            yield number, found


def _check_place(title: str, row: int, column: int) -> None:
    """Refuse a cell that stands far outside any table."""
    if row > MOST_ROWS or column > MOST_COLUMNS:
        raise WorkbookRefusedError(
            f"Feuille « {title[:MOST_COLUMNS]} » : la cellule {get_column_letter(column)}{row}"
            " est remplie, hors du tableau. Effacez-la."
        )


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _read(data_type: str, value: object) -> tuple[str, str]:
    """Return the kind and the text of a cell that is not blank."""
    kind, text = _understood(data_type, value)
    if len(text) > MOST_CHARACTERS:
        return CellKind.LONG.value, ""
    return kind.value, text


def _understood(data_type: str, value: object) -> tuple[CellKind, str]:
    if data_type == "f":
        return CellKind.FORMULA, ""
    if isinstance(value, date | datetime | time | timedelta):
        return CellKind.DAY, ""
    if isinstance(value, bool):
        return CellKind.FLAG, "true" if value else "false"
    if isinstance(value, int | float):
        number = plain(value)
        return (CellKind.FAILURE, "") if number is None else (CellKind.NUMBER, number)
    if data_type == "e" or not isinstance(value, str):
        return CellKind.FAILURE, ""
    return CellKind.TEXT, value


if __name__ == "__main__":
    main()
