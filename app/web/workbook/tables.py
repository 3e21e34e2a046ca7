"""Read the cells of a sheet under the headings of its layout, each refusal at its cell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from app.gateways.workbook.cells import MOST_CHARACTERS, CellKind, ReadCell, ReadSheet
from app.gateways.workbook.writing import LISTS
from app.web.fields import dictionary_key, read_decimal, strip_blanks
from app.web.workbook.layout import Column, Layout, choices_of
from scoring.fields import Count, Quantity
from scoring.law import Method

HEADINGS_ROW: Final = 1
FIRST_ROW: Final = 2
FEW: Final = 10

REFUSED: Final = {
    CellKind.FORMULA: "Cette cellule contient une formule : remplacez-la par sa valeur.",
    CellKind.DAY: "Cette cellule contient une date : mettez-la au format Texte ou Standard, puis"
    " retapez la valeur.",
    CellKind.FAILURE: "Cette cellule contient une erreur : retapez sa valeur.",
    CellKind.LONG: f"Ce texte dépasse {MOST_CHARACTERS} caractères.",
}
NOT_A_TEXT: Final = (
    "Cette cellule contient un nombre, et un code y perd ses zéros : mettez-la au format Texte,"
    " puis retapez la valeur."
)
UNKNOWN_COLUMN: Final = "Cette colonne n’est pas dans le modèle."
TWICE: Final = "Ce titre de colonne apparaît deux fois."
MISSING_COLUMN: Final = "Cette colonne manque : reprenez le titre du modèle."
UNDER_NOTHING: Final = "Cette valeur n’est sous aucun titre de colonne."


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere in a workbook.

    Attributes:
        sheet: the name of the sheet.
        row: the number of the row; none for the whole sheet.
        column: the heading of the column; none for the whole row.
        about: the manufacturing line, where no row of the sheet says it.
    """

    sheet: str
    row: int | None = None
    column: str | None = None
    about: str | None = None

    def __str__(self) -> str:
        """Return the place in words."""
        words = [f"feuille « {self.sheet} »"]
        if self.row is not None:
            words.append(f"ligne {self.row}")
        if self.column is not None:
            words.append(f"colonne « {self.column} »")
        if self.about is not None:
            words.append(f"ligne de fabrication « {self.about} »")
        return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be read, and where."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What the cells of a column may say.

    Attributes:
        words: the words of the list.
        meant: the value of each word, and of each code, by what is compared of them.
    """

    words: tuple[str, ...]
    meant: Mapping[str, object]


@dataclass(slots=True)
class Row:
    """A row of a sheet as it was understood.

    Attributes:
        layout: the sheet.
        number: its number in the sheet.
        values: what its cells say, by path; blank cells and those refused are absent.
        refused: the paths of the cells that were refused.
    """

    layout: Layout
    number: int
    values: dict[tuple[str, ...], object] = field(default_factory=dict)
    refused: set[tuple[str, ...]] = field(default_factory=set)

    def place(self, path: tuple[str, ...] | None = None) -> Place:
        """Return where a cell of this row is; the row itself without a *path*."""
        titled = [column.title for column in self.layout.columns if column.path == path]
        return Place(self.layout.title, self.number, titled[0] if titled else None)

    def record(self, *before: str) -> dict[str, Any]:
        """Return the values under some keys, as a record of the wire form."""
        found: dict[str, Any] = {}
        for column in self.layout.columns:
            path = column.path
            if path[: len(before)] != before:
                continue
            held = found
            for key in path[len(before) : -1]:
                held = held.setdefault(key, {})
            if path in self.values:
                held[path[-1]] = self.values[path]
            elif column.null:
                held[path[-1]] = None
        return found

    def places(self, pointer: str, *before: str) -> Iterator[tuple[str, Place]]:
        """Yield the JSON pointer of each value under some keys, with its cell."""
        for column in self.layout.columns:
            if column.path[: len(before)] == before:
                keys = "/".join(column.path[len(before) :])
                place = Place(self.layout.title, self.number, column.title)
                yield f"{pointer}/{keys}", place

    def filled(self, *before: str) -> list[tuple[str, ...]]:
        """Return the paths under some keys whose cell is not blank, refused or not."""
        return [
            column.path
            for column in self.layout.columns
            if column.path[: len(before)] == before
            and (column.path in self.values or column.path in self.refused)
        ]


def rows_of(layout: Layout, sheet: ReadSheet, method: Method, faults: list[Fault]) -> list[Row]:
    """Return the rows of a sheet, and add to *faults* what cannot be read in it."""
    headings = next((row.cells for row in sheet.rows if row.number == HEADINGS_ROW), {})
    columns, unknown = _columns(layout, headings, faults)
    choices = {column.path: _choices(column, method) for column in layout.columns}
    found = []
    for read in sheet.rows:
        if read.number < FIRST_ROW:
            continue
        row = Row(layout, read.number)
        for rank, cell in read.cells.items():
            if rank in columns:
                _read_cell(row, columns[rank], cell, choices[columns[rank].path], faults)
            elif rank not in unknown:
                faults.append(Fault(row.place(), f"{UNDER_NOTHING} Effacez-la : {_shown(cell)}."))
        if row.values or row.refused:
            found.append(row)
    return found


def _choices(column: Column, method: Method) -> Choices | None:
    """Return what the cells of a column may say; none when it is anything."""
    offered = choices_of(column.kind, method)
    if offered is None:
        return None
    codes = {_folded(code): code for code in offered.values() if isinstance(code, str)}
    named = {_folded(word): value for word, value in offered.items()}
    return Choices(tuple(offered), codes | named)


def _columns(
    layout: Layout, headings: Mapping[int, ReadCell], faults: list[Fault]
) -> tuple[dict[int, Column], set[int]]:
    """Return the columns by their rank, and the ranks of those that are not of the model."""
    known = {_folded(column.title): column for column in layout.columns}
    found: dict[int, Column] = {}
    unknown = set()
    for rank, cell in headings.items():
        place = Place(layout.title, HEADINGS_ROW, _shown(cell))
        column = known.get(_folded(cell.value))
        if column is None:
            unknown.add(rank)
            faults.append(Fault(place, UNKNOWN_COLUMN))
        elif column in found.values():
            unknown.add(rank)
            faults.append(Fault(place, TWICE))
        else:
            found[rank] = column
    for column in layout.columns:
        if column.required and column not in found.values():
            place = Place(layout.title, HEADINGS_ROW, column.title)
            faults.append(Fault(place, MISSING_COLUMN))
    return found, unknown


def _read_cell(
    row: Row,
    column: Column,
    cell: ReadCell,
    choices: Choices | None,
    faults: list[Fault],
) -> None:
    """Put the value of a cell in its row, or say why it has none."""
    try:
        row.values[column.path] = _value(column, cell, choices)
    except ValueError as error:
        row.refused.add(column.path)
        faults.append(Fault(row.place(column.path), str(error)))


def _value(column: Column, cell: ReadCell, choices: Choices | None) -> object:
    """Return what a cell says, in the wire form; raise ValueError with a French sentence."""
    if cell.kind in REFUSED:
        raise ValueError(REFUSED[cell.kind])
    if choices is not None:
        return _chosen(cell, choices)
    if isinstance(column.kind, Quantity):
        return _number(cell)[1]
    if isinstance(column.kind, Count):
        return _count(column, cell)
    if cell.kind is not CellKind.TEXT:
        raise ValueError(NOT_A_TEXT)
    return strip_blanks(cell.value)


def _number(cell: ReadCell) -> tuple[Decimal, str]:
    """Return the number of a cell, and the decimal that was typed."""
    if cell.kind is CellKind.FLAG:
        raise ValueError("Écrivez un nombre, par exemple 1234,5.")
    if cell.kind is CellKind.NUMBER:
        return Decimal(cell.value), cell.value
    number = read_decimal(strip_blanks(cell.value))
    return number, format(number, "f")


def _count(column: Column, cell: ReadCell) -> int:
    number, _ = _number(cell)
    if number != number.to_integral_value():
        raise ValueError("Écrivez un nombre entier.")
    if number < column.counts_from:
        raise ValueError(f"Écrivez {column.counts_from} pour le premier.")
    return int(number) - column.counts_from


def _chosen(cell: ReadCell, choices: Choices) -> object:
    """Return the value of a word of the list, or of the code it stands for."""
    if cell.kind is CellKind.FLAG and True in choices.meant.values():
        return cell.value == "true"
    typed = _folded(cell.value)
    if typed in choices.meant:
        return choices.meant[typed]
    few = len(choices.words) <= FEW
    offered = f" : {', '.join(choices.words)}" if few else f" de la feuille « {LISTS} »"
    raise ValueError(f"« {_shown(cell)} » n’est pas dans la liste{offered}.")


def _folded(text: str) -> str:
    """Return what is compared of a word: neither case, nor accents, nor blanks."""
    return dictionary_key(" ".join(strip_blanks(text).split()))[0]


def _shown(cell: ReadCell) -> str:
    longest = 40
    return cell.value if len(cell.value) <= longest else f"{cell.value[:longest]}…"


def sheets_of(
    sheets: Sequence[ReadSheet], layouts: Sequence[Layout], faults: list[Fault]
) -> dict[str, ReadSheet]:
    """Return the sheets of the model, by their title; refuse those nobody would read."""
    known = {_folded(layout.title): layout.title for layout in layouts}
    found: dict[str, ReadSheet] = {}
    for sheet in sheets:
        title = known.get(_folded(sheet.title))
        if title is None:
            message = "Cette feuille n’est pas dans le modèle : supprimez-la ou renommez-la."
            faults.append(Fault(Place(sheet.title), message))
        elif title in found:
            faults.append(Fault(Place(sheet.title), "Deux feuilles portent ce nom."))
        else:
            found[title] = sheet
    return found


def empty_row(layout: Layout) -> Row:
    """Return the first row of a sheet that has none: what it lacks is told cell by cell."""
    return Row(layout, FIRST_ROW)
