"""A declaration put in a workbook and read back is the same declaration."""

import json
from copy import deepcopy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.web.workbook.layout import SHEETS, VALUES_SHEET, VERSION_SHEET
from scoring.fields import QUANTITY, ListOf, Record
from scoring.law import load
from scoring.score import score
from scoring.wire import DECLARATION, read_declaration
from tests.builders import CASES, declaration
from tests.web.workbook.filled import TODAY, edited, read, sheets, written

pytestmark = pytest.mark.long

DECLARED = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def undecided(content):
    """A declaration as a company writes it: what is accepted is said by the agency."""
    found = deepcopy(content)
    for value in found.get("specific_values", []):
        value["accepted"] = None
    return found


def same(content):
    """What two writings of a declaration have in common: an absent key and null say the same."""
    if isinstance(content, dict):
        kept = {key: same(value) for key, value in content.items()}
        return {
            key: value
            for key, value in kept.items()
            if value is not None and not (key == "volume_proven" and value is False)
        }
    return [same(one) for one in content] if isinstance(content, list) else content


# The cars and the edge cases first; those made up, many and alike, in make check.
FIRST = 25
CASES_FIRST = [
    pytest.param(case, id=case["id"], marks=() if rank < FIRST else pytest.mark.long)
    for rank, case in enumerate(DECLARED)
]


@pytest.mark.parametrize("case", CASES_FIRST)
def test_each_worked_case_comes_back(case):
    content = undecided(case["declaration"])
    back = read(written(content, values=bool(content.get("specific_values"))))
    assert back.faults == []
    if not content.get("specific_values"):
        content.pop("specific_values", None)
    assert same(back.content) == same(content)


def test_what_a_form_kept_comes_back_to_the_letter():
    content = declaration()
    del content["specific_values"]
    content["battery_sites"][0]["address"] = "1 rue de l’Essai"
    content["reference_vehicle"]["boot_litres"] = "412.50"
    content["reference_vehicle"]["ferrous_mass_kg"] = "800.123456789"
    assert read(written(content)).content == content


def test_what_is_optional_comes_back_or_stays_away():
    content = declaration()
    del content["specific_values"]
    elements = {"battery_cells_replaceable": False, "plastics_mass_kg": "120.5"}
    assert "other_elements" not in read(written(content)).content
    content["other_elements"] = elements
    assert read(written(content)).content == content


@given(st.lists(st.from_regex(QUANTITY, fullmatch=True), min_size=3, max_size=3))
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_digit_of_a_mass_is_lost(masses):
    """No float: what is typed is what reaches the score."""
    content = declaration()
    keys = ("ferrous_mass_kg", "aluminium_mass_kg", "other_materials_mass_kg")
    content["reference_vehicle"] |= dict(zip(keys, masses, strict=True))
    back = read(written(content)).content["reference_vehicle"]
    assert [back[key] for key in keys] == masses


def test_a_number_typed_the_french_way_in_a_text_cell_is_read():
    """A spreadsheet set to another language keeps « 1 650,50 » as a text."""

    def type_them(book):
        book["Version"]["M2"].value = 800.1
        book["Version"]["O2"].value = "1 650,50"

    vehicle = read(edited(type_them)).content["reference_vehicle"]
    assert vehicle["ferrous_mass_kg"] == "800.1"
    assert vehicle["other_materials_mass_kg"] == "1650.50"


def labels(record):
    """The labels of all the values of a record, however deep."""
    for field in record.fields:
        kind = field.kind.item if isinstance(field.kind, ListOf) else field.kind
        if isinstance(kind, Record):
            yield from labels(kind)
        else:
            yield field.label


def test_every_field_of_the_table_has_its_column():
    """A field added to the wire form is a column here, or this fails."""
    titles = {column.title for layout in SHEETS for column in layout.columns}
    assert set(labels(DECLARATION)) - titles == {"Valeur acceptée"}  # the agency says it


@pytest.mark.parametrize("layout", SHEETS, ids=lambda layout: layout.title)
def test_a_heading_is_said_once_in_a_sheet(layout):
    titles = [column.title.casefold() for column in layout.columns]
    assert len(set(titles)) == len(titles)


def test_the_model_is_empty_and_explains_itself():
    book = sheets(written({}))
    assert [one.title for one in book] == [
        "Mode d’emploi",
        "Version",
        "Lignes et sites",
        "Batteries",
        "Trajets",
        "Listes",
    ]
    assert all([row.number for row in one.rows] == [1] for one in book[1:-1])
    told = {cell.value for row in book[0].rows for cell in row.cells.values()}
    assert {column.title for column in VERSION_SHEET.columns} <= told
    assert "Au choix : Oui, Non." in told


def test_a_derogation_has_a_sheet_more():
    titles = [one.title for one in sheets(written({}, values=True))]
    assert titles[-2:] == [VALUES_SHEET.title, "Listes"]


def test_an_unfinished_draft_is_written_as_far_as_it_goes():
    content = {
        "version": {"tvv": "T", "brand": None},
        "reference_vehicle": {"seats": "cinq", "boot_litres": "beaucoup", "battery": "?"},
        "manufacturing_lines": [{"id": "L1", "volume_proven": True}, "?"],
        "battery_sites": [{"id": "B1", "cell_country": "Nulle part"}],
    }
    back = read(written(content))
    assert back.content["version"] == {"tvv": "T"}
    assert back.content["manufacturing_lines"] == [
        {"id": "L1", "volume_six_months": None, "volume_proven": True}
    ]
    assert {str(fault.place) for fault in back.faults} == {
        "feuille « Version », ligne 2, colonne « Nombre de places »",
        "feuille « Version », ligne 2, colonne « Volume du coffre (L) »",
        "feuille « Batteries », ligne 2, colonne « Pays de fabrication des cellules »",
    }


def test_the_score_of_what_comes_back_is_that_of_what_was_written():
    law = load()
    for case in DECLARED[:6]:
        back = read(written(undecided(case["declaration"]), values=True)).content
        once = read_declaration(back, on=TODAY, law=law)
        asked = read_declaration(undecided(case["declaration"]), on=TODAY, law=law)
        assert score(once, on=TODAY, law=law).to_wire() == score(asked, on=TODAY, law=law).to_wire()
