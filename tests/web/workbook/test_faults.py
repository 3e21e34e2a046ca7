"""Everything wrong in a workbook is told by its sheet, its row and its column."""

from copy import deepcopy
from datetime import date

import pytest

from tests.builders import declaration
from tests.web.workbook.filled import cell, edited, faults, read, written

pytestmark = pytest.mark.long


def told(*changes, content=None, values=False):
    """What is wrong once some cells were typed."""

    def change(book):
        for one in changes:
            one(book)

    return faults(edited(change, content, values=values))


def with_values(*values):
    content = declaration()
    content["specific_values"] = list(values)
    return content


FERROUS = {"component": "ferrous", "line": "L1", "value": "1.5", "accepted": None}


def at(title, row, column, message):
    """What is told of a cell."""
    return f"feuille « {title} », ligne {row}, colonne « {column} » : {message}"


CAPACITY = "feuille « Version », ligne 2, colonne « Capacité totale de la batterie (kWh) »"
VALUES = "Valeurs spécifiques"
COUNTRY = "Pays de fabrication des cellules"


def test_what_is_right_has_no_fault():
    assert faults(written(declaration())) == []


@pytest.mark.parametrize(
    ("title", "place", "value", "expected"),
    [
        # What cannot be read.
        ("Version", "Q2", "=35*2", f"{CAPACITY} : Cette cellule contient une formule"),
        ("Version", "Q2", date(2026, 3, 2), f"{CAPACITY} : Cette cellule contient une date"),
        ("Version", "Q2", "beaucoup", f"{CAPACITY} : Écrivez un nombre"),
        ("Version", "Q2", True, f"{CAPACITY} : Écrivez un nombre"),
        ("Version", "Q2", "a" * 2_001, f"{CAPACITY} : Ce texte dépasse 2000 caractères."),
        (
            "Version",
            "C2",
            123,
            at("Version", 2, "Type, variante, version", "Cette cellule contient un nombre"),
        ),
        (
            "Version",
            "I2",
            4.5,
            at("Version", 2, "Nombre de places", "Écrivez un nombre entier."),
        ),
        (
            "Batteries",
            "C2",
            "Nulle part",
            at(
                "Batteries",
                2,
                COUNTRY,
                "« Nulle part » n’est pas dans la liste de la feuille « Listes ».",
            ),
        ),
        (
            "Batteries",
            "E2",
            "Peut-être",
            at(
                "Batteries", 2, "Volume prouvé", "« Peut-être » n’est pas dans la liste : Oui, Non."
            ),
        ),
        # What the table of the declaration refuses.
        (
            "Version",
            "Q2",
            0,
            f"{CAPACITY} : « Capacité totale de la batterie (kWh) » doit dépasser",
        ),
        (
            "Version",
            "Q2",
            -70,
            f"{CAPACITY} : « Capacité totale de la batterie (kWh) » ne peut pas",
        ),
        ("Version", "Q2", 1e12, f"{CAPACITY} : Écrivez au plus neuf chiffres"),
        ("Version", "Q2", None, f"{CAPACITY} : « Capacité totale de la batterie (kWh) » est"),
        (
            "Version",
            "M2",
            900,
            "feuille « Version », ligne 2 : ",  # the masses no longer close
        ),
        # What only the workbook can get wrong.
        (
            "Lignes et sites",
            "A3",
            None,
            at("Lignes et sites", 3, "Identifiant de la ligne", "Indiquez"),
        ),
        (
            "Lignes et sites",
            "D3",
            None,
            at("Lignes et sites", 3, "Étape", "Indiquez l’étape du site."),
        ),
        (
            "Lignes et sites",
            "D3",
            "Site de peinture",
            at(
                "Lignes et sites",
                5,
                "Étape",
                "Cette ligne de fabrication a déjà son « Site de peinture ».",
            ),
        ),
        (
            "Lignes et sites",
            "H2",
            100,
            at("Lignes et sites", 2, "Masse emboutie (kg)", "Laissez vide"),
        ),
        (
            "Lignes et sites",
            "C4",
            "Oui",
            at("Lignes et sites", 4, "Volume prouvé", "Cette valeur diffère"),
        ),
        (
            "Trajets",
            "A2",
            "L9",
            at(
                "Trajets",
                2,
                "Identifiant de la ligne",
                "« L9 » n’est pas dans la feuille « Lignes et sites ».",
            ),
        ),
        (
            "Trajets",
            "A2",
            None,
            at("Trajets", 2, "Identifiant de la ligne", "Indiquez"),
        ),
        (
            "Trajets",
            "B2",
            "Maritime",
            at(
                "Trajets",
                2,
                "Zone de transport",
                "« Maritime » se dit avec la zone : Toutes les zones.",
            ),
        ),
        ("Version", "A3", "Autre", "feuille « Version », ligne 3 : Un classeur décrit une seule"),
        # The frame.
        ("Version", "A1", "Constructeur", "feuille « Version », ligne 1, colonne « Constructeur »"),
        (
            "Version",
            "A1",
            None,
            at("Version", 1, "Marque", "Cette colonne manque"),
        ),
        ("Version", "B1", "Marque", "ligne 1, colonne « Marque » : Ce titre de colonne apparaît"),
        ("Batteries", "I2", "note", "feuille « Batteries », ligne 2 : Cette valeur n’est sous"),
    ],
)
def test_each_fault_has_its_place(title, place, value, expected):
    found = told(cell(title, place, value))
    assert any(expected in one for one in found), found


def test_a_cell_that_cannot_be_read_is_told_once():
    (only,) = told(cell("Version", "Q2", "=35*2"))
    assert only == (
        f"{CAPACITY} : Cette cellule contient une formule : remplacez-la par sa valeur."
    )


def test_several_faults_are_told_together():
    found = told(
        cell("Version", "A2", None), cell("Batteries", "C2", "?"), cell("Trajets", "D3", -1)
    )
    assert [one.partition(" : ")[0] for one in found] == [
        "feuille « Batteries », ligne 2, colonne « Pays de fabrication des cellules »",
        "feuille « Version », ligne 2, colonne « Marque »",
        "feuille « Trajets », ligne 3, colonne « Distance (km) »",
    ]


def test_a_page_of_faults_is_enough():
    def spoil(book):
        for row in range(2, 200):
            book["Batteries"][f"C{row}"].value = "?"

    found = told(spoil)
    assert len(found) == 101
    assert found[-1] == (
        "feuille « Batteries » : D’autres points suivent : corrigez d’abord ceux-ci."
    )


def test_each_missing_value_of_an_empty_model_is_told_at_its_cell():
    found = faults(written({}))
    required = [one for one in found if one.startswith("feuille « Version », ligne 2, colonne")]
    assert len(required) == 13  # four names, seven quantities of the vehicle, two of its battery
    assert "feuille « Lignes et sites » : « Lignes de fabrication » est obligatoire." in found
    assert "feuille « Batteries » : « Sites de batterie » est obligatoire." in found


def test_a_line_without_legs_is_named():
    def forget_legs(book):
        book["Trajets"].delete_rows(2, 9)

    (only,) = told(forget_legs)
    assert only == (
        "feuille « Trajets », ligne de fabrication « L1 » : « Trajets d’acheminement » est"
        " obligatoire."
    )


def test_a_line_without_a_site_is_told_at_its_stage():
    def forget_painting(book):
        book["Lignes et sites"].delete_rows(5)

    assert told(forget_painting) == [
        at("Lignes et sites", 2, "Étape", "« Site de peinture » est obligatoire.")
    ]


@pytest.mark.parametrize("title", ["Version", "Lignes et sites", "Batteries", "Trajets"])
def test_a_missing_sheet_is_named(title):
    found = told(lambda book: book.remove(book[title]))
    assert f"feuille « {title} » : Cette feuille manque : repartez du modèle." in found
    assert [one for one in found if title in one.partition(" : ")[0]] == found[:1]


def test_a_sheet_of_another_name_is_not_passed_over():
    """Passed over, it would be a specific value that the company believes declared."""
    (only,) = told(lambda book: book.create_sheet("Valeurs"))
    assert only == (
        "feuille « Valeurs » : Cette feuille n’est pas dans le modèle : supprimez-la ou"
        " renommez-la."
    )


def test_sheets_and_headings_are_known_in_another_case_and_order():
    def shuffle(book):
        book["Batteries"].title = "BATTERIES "
        sheet = book["Trajets"]
        sheet["C1"].value, sheet["D1"].value = "distance  (KM)", "Zone de transport"
        for row in (2, 3):
            zone, distance = sheet[f"C{row}"].value, sheet[f"D{row}"].value
            sheet[f"C{row}"].value, sheet[f"D{row}"].value = distance, zone

    assert (
        read(edited(shuffle)).content["manufacturing_lines"]
        == (declaration()["manufacturing_lines"])
    )


@pytest.mark.parametrize("typed", ["FR", "fr", "France", " FRANCE "])
def test_a_country_is_known_by_its_name_or_its_code(typed):
    filled = read(edited(cell("Batteries", "C2", typed)))
    assert filled.content["battery_sites"][0]["cell_country"] == "FR"


@pytest.mark.parametrize("typed", [True, "Oui", "oui"])
def test_a_volume_is_proven_in_several_ways(typed):
    filled = read(edited(cell("Batteries", "E2", typed)))
    assert filled.content["battery_sites"][0]["volume_proven"] is True


def test_blank_rows_are_no_rows():
    def push_down(book):
        book["Batteries"].insert_rows(2, 5)
        book["Batteries"]["A9"].value = "   "

    filled = read(edited(push_down))
    assert filled.faults == []
    assert filled.content["battery_sites"] == declaration()["battery_sites"]


def test_the_volume_of_a_line_may_stand_on_any_of_its_rows():
    def type_it(book):
        book["Lignes et sites"]["B4"].value = 1200
        book["Lignes et sites"]["B5"].value = 1200

    assert read(edited(type_it)).content["manufacturing_lines"][0]["volume_six_months"] == 1200


def test_a_repeated_line_is_one_line():
    """Rows of two lines may be mixed: each site goes to its own."""
    content = declaration()
    second = deepcopy(content["manufacturing_lines"][0]) | {"id": "L2"}
    content["manufacturing_lines"].append(second)

    def mix(book):
        sheet = book["Lignes et sites"]
        rows = [[one.value for one in row] for row in sheet.iter_rows(min_row=2)]
        mixed = [rows[0], rows[4], rows[1], rows[5], rows[2], rows[6], rows[3], rows[7]]
        for number, row in enumerate(mixed, 2):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column).value = value

    assert (
        read(edited(mix, content)).content["manufacturing_lines"]
        == (content["manufacturing_lines"])
    )


class TestSpecificValues:
    def test_the_first_leg_is_number_one(self):
        value = {"component": "delivery", "line": "L1", "leg": 0, "value": "0.05", "accepted": None}
        filled = read(edited(lambda _book: None, with_values(value), values=True))
        assert filled.content["specific_values"] == [value]

        def look(book):
            assert [one.value for one in book["Valeurs spécifiques"][2]][:4] == [
                "Acheminement", "L1", None, 1,
            ]  # fmt: skip

        edited(look, with_values(value), values=True)

    @pytest.mark.parametrize(
        ("place", "value", "expected"),
        [
            ("D2", 0, "colonne « Trajet » : Écrivez 1 pour le premier."),
            ("D2", 9, "colonne « Trajet » : La ligne de fabrication n’a pas autant de trajets."),
            ("D2", None, "colonne « Trajet » : « Trajet » est obligatoire pour une valeur «"),
            ("B2", "L9", "colonne « Ligne » : Valeur spécifique : « L9 » n’est pas déclaré."),
            ("A2", "Roues", "colonne « Composante » : « Roues » n’est pas dans la liste : Métaux"),
            ("E2", None, "colonne « Valeur spécifique » : « Valeur spécifique » est obligatoire."),
        ],
    )
    def test_each_fault_has_its_place(self, place, value, expected):
        leg = {"component": "delivery", "line": "L1", "leg": 0, "value": "0.05", "accepted": None}
        found = told(
            cell("Valeurs spécifiques", place, value), content=with_values(leg), values=True
        )
        assert any(f"feuille « Valeurs spécifiques », ligne 2, {expected}" in one for one in found)
        assert "delivery" not in " ".join(found)

    def test_two_values_for_one_target_are_told_at_the_second(self):
        found = told(content=with_values(FERROUS, FERROUS), values=True)
        (only,) = found
        assert only == (
            f"feuille « {VALUES} », ligne 3 : Deux valeurs spécifiques remplacent la même valeur"
            " de référence."
        )

    def test_a_company_does_not_decide_on_its_values(self):
        content = with_values(FERROUS | {"accepted": True})
        filled = read(written(content, values=True))
        assert filled.content["specific_values"] == [FERROUS]
