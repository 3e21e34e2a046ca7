"""From the sheets of a workbook to a declaration in its wire form, each value with its cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from app.domain.drafts import BATTERY_SITES, LINES
from app.domain.specific import SPECIFIC_VALUES
from app.gateways.workbook.cells import ReadSheet
from app.gateways.workbook.writing import LISTS
from app.labels import words
from app.web.workbook.filling import GUIDE
from app.web.workbook.layout import (
    BATTERIES_SHEET,
    ID,
    LEGS_SHEET,
    REQUIRED_SHEETS,
    SAID_ONCE,
    SHEETS,
    SITE,
    SITES_SHEET,
    STAGE,
    STAGES,
    VALUES_SHEET,
    VERSION_SHEET,
    Layout,
    site_record,
)
from app.web.workbook.tables import Fault, Place, Row, empty_row, rows_of, sheets_of
from scoring.fields import ListOf
from scoring.inputs import Component, Mode, TransportZone
from scoring.law import Method
from scoring.problems import Problem

MOST_FAULTS: Final = 100
MORE: Final = "D’autres points suivent : corrigez d’abord ceux-ci."
MISSING_SHEET: Final = "Cette feuille manque : repartez du modèle."
ONE_VERSION: Final = "Un classeur décrit une seule version : effacez cette ligne."
NO_LINE: Final = "Indiquez la ligne de fabrication."
NO_STAGE: Final = "Indiquez l’étape du site."
OTHER_VALUE: Final = (
    "Cette valeur diffère de celle d’une ligne précédente pour la même ligne de fabrication."
)

MODE, ZONE = ("leg", "mode"), ("leg", "zone")

# What the table says for a program, said for a person who fills cells.
SENTENCES: Final = {
    "not_a_quantity": "Écrivez au plus neuf chiffres avant la virgule et neuf après, sans signe.",
}
NO_SUCH_LEG: Final = "La ligne de fabrication n’a pas autant de trajets."


@dataclass(slots=True)
class Filled:
    """What a workbook declares.

    Attributes:
        content: the declaration in its wire form, without what could not be read.
        faults: what could not be read.
        places: the cell of each value, by JSON pointer.
    """

    content: dict[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)

    def refuse(self, place: Place, message: str) -> None:
        """Add what cannot be read at a place."""
        self.faults.append(Fault(place, message))

    def place_of(self, pointer: str) -> Place:
        """Return where a value is written, or what holds it."""
        while pointer not in self.places and pointer:
            pointer = pointer.rpartition("/")[0]
        return self.places.get(pointer, Place(VERSION_SHEET.title))

    def all_faults(self, problems: Sequence[Problem]) -> list[Fault]:
        """Return what could not be read, then the *problems* of the declaration, at their cells.

        A cell, or a sheet, that could not be read has one fault: what follows is not told.
        """
        found = {(one.place, one.message): one for one in self.faults}
        unread = {one.place for one in self.faults}
        for problem in problems:
            place = self.place_of(problem.field)
            if place not in unread and Place(place.sheet) not in unread:
                fault = Fault(place, _sentence(problem))
                found[place, fault.message] = fault
        told = list(found.values())
        if len(told) > MOST_FAULTS:
            told[MOST_FAULTS:] = [Fault(Place(told[MOST_FAULTS].place.sheet), MORE)]
        return told


def read_declaration(sheets: Sequence[ReadSheet], method: Method) -> Filled:
    """Return what a workbook declares.

    Args:
        sheets: the sheets as they were read.
        method: the method of the day, with its countries and its legs.
    """
    filled = Filled()
    own = [sheet for sheet in sheets if sheet.title not in {GUIDE, LISTS}]
    found = sheets_of(own, SHEETS, filled.faults)
    tables = {
        layout.title: rows_of(layout, found[layout.title], method, filled.faults)
        for layout in SHEETS
        if layout.title in found
    }
    for layout in REQUIRED_SHEETS:
        if layout.title not in found:
            filled.refuse(Place(layout.title), MISSING_SHEET)
    _read_version(filled, tables.get(VERSION_SHEET.title, []))
    lines = _read_lines(filled, tables.get(SITES_SHEET.title, []))
    _read_legs(filled, tables.get(LEGS_SHEET.title, []), lines, method)
    _read_list(filled, BATTERIES_SHEET, BATTERY_SITES, tables.get(BATTERIES_SHEET.title, []))
    _read_list(filled, VALUES_SHEET, SPECIFIC_VALUES, tables.get(VALUES_SHEET.title, []))
    # A value that a company declares is decided by the agency.
    for value in filled.content.get(SPECIFIC_VALUES, ()):
        value["accepted"] = None
    return filled


def _read_version(filled: Filled, rows: Sequence[Row]) -> None:
    """Read the version and its reference vehicle, from the only row of their sheet."""
    first = rows[0] if rows else empty_row(VERSION_SHEET)
    for row in rows[1:]:
        filled.refuse(row.place(), ONE_VERSION)
    said = first.record()
    filled.content |= {
        part.key: said[part.key] for part in SAID_ONCE if part.required or said[part.key]
    }
    filled.places |= {f"/{part.key}": first.place() for part in SAID_ONCE}
    filled.places |= dict(first.places(""))


def _read_list(filled: Filled, layout: Layout, part: str, rows: Sequence[Row]) -> None:
    """Read a sheet whose rows are the items of a list."""
    filled.places[f"/{part}"] = Place(layout.title)
    for rank, row in enumerate(rows):
        pointer = f"/{part}/{rank}"
        filled.places[pointer] = row.place()
        filled.places |= dict(row.places(pointer))
        filled.content.setdefault(part, []).append(row.record())


def _read_lines(filled: Filled, rows: Sequence[Row]) -> dict[str, int]:
    """Read the manufacturing lines from their sites; return the rank of each by its name."""
    filled.places[f"/{LINES}"] = Place(SITES_SHEET.title)
    ranks: dict[str, int] = {}
    for row in rows:
        name = row.values.get(ID)
        if not isinstance(name, str):
            if ID not in row.refused:
                filled.refuse(row.place(ID), NO_LINE)
            continue
        if name not in ranks:
            ranks[name] = len(ranks)
            _open_line(filled, row, f"/{LINES}/{ranks[name]}", name)
        line = filled.content[LINES][ranks[name]]
        pointer = f"/{LINES}/{ranks[name]}"
        _complete_line(filled, row, line, pointer)
        _read_site(filled, row, line, pointer)
    return ranks


def _open_line(filled: Filled, row: Row, pointer: str, name: str) -> None:
    filled.content.setdefault(LINES, []).append(row.record("line"))
    filled.places[pointer] = row.place()
    filled.places[f"{pointer}/delivery"] = Place(LEGS_SHEET.title, about=name)
    filled.places |= dict.fromkeys((f"{pointer}/{key}" for key in STAGES), row.place(STAGE))
    filled.places |= dict(row.places(pointer, "line"))


def _complete_line(filled: Filled, row: Row, line: dict[str, Any], pointer: str) -> None:
    """Take what a later row says of its line; it may repeat the first, not contradict it."""
    for path in row.filled("line"):
        key, value = path[-1], row.values.get(path)
        if path in row.refused:
            continue
        if line.get(key) is None:
            line[key] = value
            filled.places[f"{pointer}/{key}"] = row.place(path)
        elif line[key] != value:
            filled.refuse(row.place(path), OTHER_VALUE)


def _read_site(filled: Filled, row: Row, line: dict[str, Any], pointer: str) -> None:
    """Put the site of a row in its line, under its stage."""
    stage = row.values.get(STAGE)
    if stage is None:
        if row.filled(*SITE) and STAGE not in row.refused:
            filled.refuse(row.place(STAGE), NO_STAGE)
        return
    key = cast("str", stage)
    field_ = STAGES[key]
    place = f"{pointer}/{key}"
    if isinstance(field_.kind, ListOf):
        place = f"{place}/{len(line.setdefault(key, []))}"
    elif key in line:
        message = f"Cette ligne de fabrication a déjà son « {field_.label} »."
        filled.refuse(row.place(STAGE), message)
        return
    record = site_record(field_)
    own = {one.key for one in record.fields} if record else set()
    for path in row.filled(*SITE):
        if path[-1] not in own:
            filled.refuse(row.place(path), f"Laissez vide pour « {field_.label} ».")
    site = {name: value for name, value in row.record(*SITE).items() if name in own}
    if isinstance(field_.kind, ListOf):
        line[key].append(site)
    else:
        line[key] = site
    filled.places[place] = row.place()
    filled.places |= dict(row.places(place, *SITE))


def _read_legs(
    filled: Filled, rows: Sequence[Row], lines: Mapping[str, int], method: Method
) -> None:
    """Put each leg in its line, in the order of the sheet."""
    for row in rows:
        name = row.values.get(ID)
        if not isinstance(name, str):
            if ID not in row.refused:
                filled.refuse(row.place(ID), NO_LINE)
            continue
        if name not in lines:
            message = f"« {name} » n’est pas dans la feuille « {SITES_SHEET.title} »."
            filled.refuse(row.place(ID), message)
            continue
        line = filled.content[LINES][lines[name]]
        legs = line.setdefault("delivery", [])
        pointer = f"/{LINES}/{lines[name]}/delivery/{len(legs)}"
        filled.places[pointer] = row.place()
        filled.places |= dict(row.places(pointer, "leg"))
        legs.append(row.record("leg"))
        _check_zone(filled, row, method)


def _check_zone(filled: Filled, row: Row, method: Method) -> None:
    """Refuse a mode in a zone the table of the day does not hold, in the words of the list."""
    mode, zone = row.values.get(MODE), row.values.get(ZONE)
    if mode is None or zone is None or (mode, zone) in method.transport:
        return
    zones = [words(TransportZone(one)) for way, one in method.transport if way == mode]
    told = f"« {words(Mode(cast('str', mode)))} » se dit avec la zone : {', '.join(zones)}."
    filled.refuse(row.place(ZONE), told)


def _sentence(problem: Problem) -> str:
    """Return what to correct, in the words of the workbook."""
    if problem.code == "unknown_reference" and problem.field.endswith("/leg"):
        return NO_SUCH_LEG
    sentence = SENTENCES.get(problem.code, problem.message)
    for component in Component:
        sentence = sentence.replace(f"« {component} »", f"« {words(component)} »")
    return sentence
