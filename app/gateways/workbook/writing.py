"""Write a workbook to be filled in: headings, choices to pick from, one sheet that explains."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from scoring.fields import UNPRINTABLE

LISTS: Final = "Listes"
MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

LAST_ROW: Final = 2_000
"""How far down a column offers its choices."""
WIDEST: Final = 40
GUIDE_WIDTHS: Final = (24, 44, 16, 90)
MOST_PROMPT: Final = 250
"""Longest help beside a cell that spreadsheets open."""

HEADING: Final = Font(bold=True)
SHADE: Final = PatternFill("solid", start_color="FFE8EDFF", end_color="FFE8EDFF")
WRAPPED: Final = Alignment(wrap_text=True, vertical="top")
TEXT: Final = "@"

Written = str | int | Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenColumn:
    """A column to fill in.

    Attributes:
        title: its heading.
        prompt: what to write there, shown beside its cells.
        is_text: its cells are texts: a code keeps its leading zeros.
        choices: the name of the list its cells pick from; none when they pick from nothing.
    """

    title: str
    prompt: str
    is_text: bool
    choices: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSheet:
    """A sheet to fill in: its columns, and the rows it already has."""

    title: str
    columns: Sequence[WrittenColumn]
    rows: Sequence[Sequence[Written]] = ()


def write_workbook(
    guide_title: str,
    guide: Sequence[Sequence[str]],
    sheets: Sequence[WrittenSheet],
    lists: Mapping[str, Sequence[str]],
) -> bytes:
    """Return a workbook: the guide, the sheets to fill in, and the lists their cells pick from.

    Args:
        guide_title: the name of the first sheet.
        guide: its lines, cell by cell.
        sheets: the sheets to fill in.
        lists: the words of each list, by its name.
    """
    book = Workbook(write_only=True)
    _write_guide(book, guide_title, guide)
    places = {
        name: f"{LISTS}!${get_column_letter(rank)}$2:${get_column_letter(rank)}${len(words) + 1}"
        for rank, (name, words) in enumerate(lists.items(), 1)
    }
    for sheet in sheets:
        _write_sheet(book, sheet, places)
    _write_lists(book, lists)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def _write_guide(book: Any, title: str, guide: Sequence[Sequence[str]]) -> None:  # noqa: ANN401 - openpyxl is not typed
    made = book.create_sheet(title)
    for rank, width in enumerate(GUIDE_WIDTHS, 1):
        made.column_dimensions[get_column_letter(rank)].width = width
    for line in guide:
        made.append([_text_cell(made, text, wrapped=len(line) > 1) for text in line])


def _write_sheet(book: Any, sheet: WrittenSheet, places: Mapping[str, str]) -> None:  # noqa: ANN401 - openpyxl is not typed
    made = book.create_sheet(sheet.title)
    made.freeze_panes = "A2"
    for rank, column in enumerate(sheet.columns, 1):
        letter = get_column_letter(rank)
        dimension = made.column_dimensions[letter]
        dimension.width = min(max(len(column.title) + 2, 14), WIDEST)
        if column.is_text:
            dimension.number_format = TEXT
        made.data_validations.append(_validation(column, letter, places))
    made.append([_heading(made, column.title) for column in sheet.columns])
    for row in sheet.rows:
        made.append([_cell(made, value) for value in row])


def _validation(column: WrittenColumn, letter: str, places: Mapping[str, str]) -> Any:  # noqa: ANN401 - openpyxl is not typed
    """Return the help of a column, and its choices if it has any."""
    rule = DataValidation(
        type="list" if column.choices else None,
        formula1=places[column.choices] if column.choices else None,
        allow_blank=True,
        showInputMessage=True,
        showErrorMessage=column.choices is not None,
        promptTitle=column.title[:32],
        prompt=column.prompt[:MOST_PROMPT],
        errorTitle="Valeur hors de la liste",
        error="Choisissez une valeur de la liste.",
    )
    rule.add(f"{letter}2:{letter}{LAST_ROW}")
    return rule


def _write_lists(book: Any, lists: Mapping[str, Sequence[str]]) -> None:  # noqa: ANN401 - openpyxl is not typed
    made = book.create_sheet(LISTS)
    longest = max(map(len, lists.values()), default=0)
    made.append([_heading(made, name) for name in lists])
    for rank in range(longest):
        made.append(
            [
                _text_cell(made, words[rank]) if rank < len(words) else None
                for words in lists.values()
            ]
        )


def _cell(sheet: Any, value: Written) -> Any:  # noqa: ANN401 - openpyxl is not typed
    return _text_cell(sheet, value) if isinstance(value, str) else value


def _heading(sheet: Any, text: str) -> Any:  # noqa: ANN401 - openpyxl is not typed
    cell = _text_cell(sheet, text, wrapped=True)
    cell.font, cell.fill = HEADING, SHADE
    return cell


def _text_cell(sheet: Any, text: str, *, wrapped: bool = False) -> Any:  # noqa: ANN401 - openpyxl is not typed
    """Return a cell that holds *text* as it is: one that begins with « = » is no formula."""
    cell = WriteOnlyCell(sheet, UNPRINTABLE.sub("", text))
    cell.data_type = "s"
    cell.number_format = TEXT
    if wrapped:
        cell.alignment = WRAPPED
    return cell
