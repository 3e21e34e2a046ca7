"""Make the workbook of a declaration: empty, or filled with what a dossier declares."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.domain.drafts import BATTERY_SITES, LINES
from app.domain.specific import SPECIFIC_VALUES
from app.gateways.workbook.numbers import in_cell
from app.gateways.workbook.writing import (
    LISTS,
    Written,
    WrittenColumn,
    WrittenSheet,
    write_workbook,
)
from app.web.workbook.layout import (
    BATTERIES_SHEET,
    LEGS_SHEET,
    REQUIRED_SHEETS,
    SITES_SHEET,
    STAGES,
    VALUES_SHEET,
    VERSION_SHEET,
    Column,
    Layout,
    choices_of,
    list_name,
)
from scoring.fields import QUANTITY, Count, Quantity
from scoring.law import Method

GUIDE: Final = "Mode d’emploi"
INTRODUCTION: Final = (
    "Déclaration d’une version, pour son score environnemental",
    "Remplissez les feuilles qui suivent, enregistrez au format XLSX, puis importez le classeur.",
    "Ne renommez ni les feuilles ni les titres des colonnes.",
    "Une case vide est une valeur absente. Les formules sont refusées : collez leurs valeurs.",
    "Les nombres sont lus tels qu’ils sont tapés, sans arrondi.",
)
HEADINGS: Final = ("Feuille", "Colonne", "Obligatoire", "Ce qu’il faut écrire")
FEW: Final = 10

Choices = Mapping[str, object]
"""What the cells of a column may say, each with its value."""


def workbook_of(content: Mapping[str, Any], *, method: Method, values: bool) -> bytes:
    """Return the workbook of a declaration.

    Args:
        content: the declaration in its wire form, however unfinished; empty for the model.
        method: the method of the day, with its countries.
        values: whether it has a sheet of specific values: those of a derogation.
    """
    layouts = (*REQUIRED_SHEETS, VALUES_SHEET) if values else REQUIRED_SHEETS
    lists: dict[str, Choices] = {}
    for column in (column for layout in layouts for column in layout.columns):
        name = list_name(column)
        choices = None if name in lists else choices_of(column.kind, method)
        if choices is not None:
            lists[name] = choices
    sheets = [
        WrittenSheet(
            title=layout.title,
            columns=[_written(column, lists) for column in layout.columns],
            rows=[
                [_cell(column, row, lists) for column in layout.columns]
                for row in ROWS[layout.title](content)
            ],
        )
        for layout in layouts
    ]
    listed = {name: tuple(choices) for name, choices in lists.items()}
    return write_workbook(GUIDE, tuple(_guide(layouts, lists)), sheets, listed)


def _guide(layouts: Sequence[Layout], lists: Mapping[str, Choices]) -> Iterator[tuple[str, ...]]:
    for sentence in INTRODUCTION:
        yield (sentence,)
    for layout in layouts:
        yield ()
        yield (f"Feuille « {layout.title} » : {layout.told}",)
        yield HEADINGS
        for column in layout.columns:
            told = _told(column, lists)
            yield (layout.title, column.title, "Oui" if column.required else "Non", told)


def _written(column: Column, lists: Mapping[str, Choices]) -> WrittenColumn:
    name = list_name(column)
    needed = "Obligatoire." if column.required else "Facultatif."
    return WrittenColumn(
        title=column.title,
        prompt=f"{needed} {_told(column, lists)}",
        is_text=column.is_text,
        choices=name if name in lists else None,
    )


def _told(column: Column, lists: Mapping[str, Choices]) -> str:
    """Say what to write in a column."""
    choices = lists.get(list_name(column), {})
    if choices and len(choices) <= FEW:
        return f"Au choix : {', '.join(choices)}."
    if choices:
        return f"À choisir dans la liste (feuille « {LISTS} »)."
    if isinstance(column.kind, Quantity):
        return "Un nombre, par exemple 1234,5."
    if isinstance(column.kind, Count):
        return "Un nombre entier."
    return "Un texte."


def _cell(column: Column, row: Mapping[str, Any], lists: Mapping[str, Choices]) -> Written:
    """Return what to write in a cell; what could not be read back is written as it is."""
    value: Any = row
    for key in column.path:
        value = value.get(key) if isinstance(value, Mapping) else None
    if value is None or isinstance(value, Mapping | list):
        return None
    if column.counts_from and isinstance(value, int):
        return value + column.counts_from
    choices = lists.get(list_name(column))
    if choices is not None:
        return _word(choices, value)
    if isinstance(column.kind, Quantity):
        return in_cell(value) if re.fullmatch(QUANTITY, str(value)) else str(value)
    return value if isinstance(value, int) and not column.is_text else str(value)


def _word(choices: Choices, value: object) -> str:
    for word, meant in choices.items():
        if meant == value and isinstance(meant, type(value)):
            return word
    return str(value)


def _version(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if content:
        yield content


def _sites(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield one row a site; what is said of the line stands on the first of its rows."""
    for line in _items(content, LINES):
        told: Mapping[str, Any] = line
        places: list[tuple[str | None, Mapping[str, Any]]] = [
            (key, site)
            for key in STAGES
            for site in (line[key] if isinstance(line.get(key), list) else [line.get(key)])
            if isinstance(site, Mapping)
        ]
        for key, site in places or [(None, {})]:
            yield {"line": told, "stage": key, "site": site}
            told = {"id": line.get("id")}


def _legs(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for line in _items(content, LINES):
        for leg in _items(line, "delivery"):
            yield {"line": {"id": line.get("id")}, "leg": leg}


def _items(content: Mapping[str, Any], part: str) -> Iterator[Mapping[str, Any]]:
    found = content.get(part)
    for item in found if isinstance(found, list) else ():
        if isinstance(item, Mapping):
            yield item


def _batteries(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return _items(content, BATTERY_SITES)


def _values(content: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return _items(content, SPECIFIC_VALUES)


ROWS: Final = {
    VERSION_SHEET.title: _version,
    SITES_SHEET.title: _sites,
    BATTERIES_SHEET.title: _batteries,
    LEGS_SHEET.title: _legs,
    VALUES_SHEET.title: _values,
}
