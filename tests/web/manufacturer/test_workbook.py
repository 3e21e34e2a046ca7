"""A declaration in a spreadsheet: downloaded, filled in, imported as any other."""

import io
import json

import openpyxl
import pytest

from app.domain.procedure import State
from app.queries.dossiers import dossiers_of
from tests.builders import declaration
from tests.gateways import samples, workbooks
from tests.services.derogations import BATTERY, VALUES, filed
from tests.web.workbook.filled import cell, edited, saved, written

pytestmark = pytest.mark.long

IMPORT = "/constructeur/dossiers/importer"
MODEL = "/constructeur/classeur"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def of(dossier, page):
    return f"/constructeur/dossiers/{dossier.reference}/{page}"


def send(client, content, *, address=IMPORT, name="classeur.xlsx", **values):
    form = client.get(address).form("text")
    return client.submit(form, files={"file": (io.BytesIO(content), name)}, **values)


def drafts(world):
    return dossiers_of(world.actor("manufacturer"))


def beside(page, field):
    """What is said beside a field."""
    (messages,) = [one for one in page.tree.iter() if one.get("id") == f"{field}-messages"]
    return [" ".join("".join(one.itertext()).split()) for one in messages]


def downloaded(client, address):
    response = client.client.get(address)
    assert (response.status_code, response.mimetype) == (200, XLSX)
    return response, openpyxl.load_workbook(io.BytesIO(response.data))


class TestDownload:
    def test_the_model_is_offered_and_empty(self, browser):
        client = browser("manufacturer")
        assert client.get(IMPORT).links()["Télécharger le classeur vide XLSX"] == MODEL
        response, book = downloaded(client, MODEL)
        assert "declaration-modele.xlsx" in response.headers["Content-Disposition"]
        assert book["Version"].max_row == 1
        assert "Valeurs spécifiques" not in book.sheetnames

    def test_a_draft_gives_what_it_holds(self, browser, world):
        draft = world.draft(tvv="00123")
        client = browser("manufacturer")
        link = client.get(of(draft, "importer")).links()
        assert link["Télécharger le classeur de ce dossier, déjà rempli XLSX"] == of(
            draft, "classeur"
        )
        response, book = downloaded(client, of(draft, "classeur"))
        assert f"declaration-{draft.reference}.xlsx" in response.headers["Content-Disposition"]
        assert book["Version"]["C2"].value == "00123"

    def test_a_derogation_has_its_specific_values(self, browser, world):
        dossier = filed(world, tvv="V1")
        _, book = downloaded(browser("manufacturer"), of(dossier, "classeur"))
        sheet = book["Valeurs spécifiques"]
        assert sheet.max_row == 1 + len(VALUES)
        assert VALUES[BATTERY] in {str(one[4].value) for one in sheet.iter_rows()}

    def test_a_filed_dossier_gives_what_was_filed(self, browser, world):
        dossier = world.listed(tvv="V1")
        page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}")
        link = page.links()["Télécharger cette déclaration en classeur XLSX"]
        assert link == of(dossier, "classeur")
        _, book = downloaded(browser("manufacturer"), of(dossier, "classeur"))
        assert book["Version"]["C2"].value == "V1"

    def test_a_correction_being_written_gives_what_it_holds(self, browser, world):
        """The page of what was filed offers no workbook of something else."""
        dossier = world.submitted(tvv="V1")
        client = browser("manufacturer")
        change = cell("Batteries", "C2", "Chine")
        content = edited(change, declaration(tvv="V1"))
        page = send(client, content, address=of(dossier, "importer"))
        assert "Vérifiez ce qui change" in page.main
        _, book = downloaded(client, of(dossier, "classeur"))
        assert book["Batteries"]["C2"].value == "Chine"
        page = client.get(f"/constructeur/dossiers/{dossier.reference}")
        assert "Télécharger cette déclaration en classeur XLSX" not in page.links()

    def test_the_dossier_of_another_company_is_not_given(self, browser, world):
        other = world.draft(who="rival")
        assert browser("manufacturer").get(of(other, "classeur")).status == 404


class TestImport:
    def test_a_filled_model_is_a_draft(self, browser, world):
        """As a person does: the model is downloaded, filled in and sent back."""
        client = browser("manufacturer")
        _, model = downloaded(client, MODEL)
        filled = openpyxl.load_workbook(io.BytesIO(written(declaration(tvv="00123"))))
        for title in ("Version", "Lignes et sites", "Batteries", "Trajets"):
            for row in filled[title].iter_rows(min_row=2):
                for one in row:
                    model[title][one.coordinate].value = one.value
        page = send(client, saved(model))
        assert page.title.startswith("Pièces"), page.main
        (draft,) = drafts(world)
        assert (draft.tvv, draft.state) == ("00123", State.DRAFT)
        asked = declaration(tvv="00123")
        del asked["specific_values"]
        assert draft.content == asked

    def test_a_draft_is_replaced(self, browser, world):
        draft = world.draft(tvv="V1")
        change = cell("Batteries", "C2", "Chine")
        content = edited(change, declaration(tvv="V1"))
        send(browser("manufacturer"), content, address=of(draft, "importer"))
        held = world.dossier(draft.reference, "manufacturer").content
        assert held["battery_sites"][0]["cell_country"] == "CN"

    def test_specific_values_come_back_with_a_derogation(self, browser, world):
        first = filed(world, tvv="V1")
        client = browser("manufacturer")
        content = client.client.get(of(first, "classeur")).data
        page = send(client, content, address=of(first, "importer"))
        assert page.status == 200, page.main
        held = world.dossier(first.reference, "manufacturer").content
        assert held["specific_values"] == first.content["specific_values"]

    def test_what_is_wrong_is_told_by_cell_and_nothing_is_made(self, browser, world):
        def spoil(book):
            book["Batteries"]["C2"].value = "Nulle part"
            book["Version"]["M2"].value = "=400*2"

        page = send(browser("manufacturer"), edited(spoil))
        assert page.status == 422
        assert "La déclaration n’est pas importée : 2 points à corriger" in page.main
        assert "feuille « Version », ligne 2, colonne « Masse de métaux ferreux" in page.main
        assert "feuille « Batteries », ligne 2, colonne « Pays de fabrication" in page.main
        assert "Emplacement" not in page.main
        assert page.form("text").values["text"] == [""]
        assert drafts(world) == []

    def test_a_draft_is_left_as_it_was_by_a_workbook_that_is_wrong(self, browser, world):
        draft = world.draft(tvv="V1")
        before = world.dossier(draft.reference, "manufacturer").content
        content = edited(cell("Version", "I2", 0), declaration(tvv="V1"))
        page = send(browser("manufacturer"), content, address=of(draft, "importer"))
        assert page.status == 422
        assert "ligne 2, colonne « Nombre de places »" in page.main
        assert world.dossier(draft.reference, "manufacturer").content == before

    def test_specific_values_are_refused_on_the_reference_route_at_their_sheet(self, browser):
        content = declaration()
        content["specific_values"] = [
            {"component": "ferrous", "line": "L1", "value": "1", "accepted": None}
        ]
        page = send(browser("manufacturer"), written(content, values=True))
        assert "feuille « Valeurs spécifiques » : Un dossier au titre du I" in page.main

    def test_a_code_already_open_is_said_beside_the_file(self, browser, world):
        draft = world.draft(tvv="Pris")
        page = send(browser("manufacturer"), written(declaration(tvv="Pris")))
        assert page.status == 409
        assert "dossier en cours pour ce code" in beside(page, "file")[0]
        assert page.links()[f"Ouvrir le dossier {draft.reference}"]

    def test_a_draft_changed_meanwhile_is_not_replaced(self, browser, world):
        draft = world.draft(tvv="V1")
        content = written(declaration(tvv="V1"))
        client = browser("manufacturer")
        address = of(draft, "importer")
        page = send(client, content, address=address, seen="0")
        assert page.status == 409
        assert "a changé depuis" in page.main

    @pytest.mark.parametrize(
        ("content", "name", "told"),
        [
            (workbooks.book(workbooks.FAR), "a.xlsx", "la cellule XFD1048576 est remplie"),
            (workbooks.HOSTILE["billion laughs in a sheet"](), "a.XLSX", "entités XML"),
            (samples.xlsx_with(**{"xl/vbaProject.bin": b"x"}), "a.xlsm", "contient des macros"),
            (samples.ods(), "a.ods", "ne contient pas de classeur XLSX"),
            (b"a;b\n", "a.xlsx", "n’est pas celui du tableur"),
            (samples.xlsx(), "a.json", "n’est pas dans le modèle"),
        ],
    )
    def test_what_is_no_honest_workbook_is_refused_beside_the_file(
        self, browser, world, content, name, told
    ):
        page = send(browser("manufacturer"), content, name=name)
        assert page.status == 422
        assert told in page.main
        assert drafts(world) == []

    def test_json_is_still_read_from_a_file(self, browser, world):
        content = json.dumps(declaration(tvv="J1")).encode()
        send(browser("manufacturer"), content, name="declaration.json")
        assert [one.tvv for one in drafts(world)] == ["J1"]

    def test_hostile_texts_of_cells_are_shown_as_texts(self, browser):
        attack = "<script>alert(1)</script>"
        page = send(browser("manufacturer"), edited(cell("Batteries", "C2", attack)))
        assert attack in page.main
        assert attack not in page.html
