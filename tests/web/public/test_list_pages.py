"""The list of a day, two days compared, and the list in figures."""

import csv
import io

import pytest

from tests import orders
from tests.page_checks import text_of


@pytest.fixture
def the_list(world):
    """Two versions from 11 January; one leaves on 11 February, another comes on 21 February."""
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    orders.enter(world, ("Renault", "5", "r5"), on="2026-02-20")


def codes(page):
    return [cell.text for cell in page.tree.iter("code") if cell.text in {"f6", "n8", "r5"}]


@pytest.mark.parametrize(
    ("day", "found"),
    [
        ("2026-01-10", []),
        ("2026-01-11", ["n8", "f6"]),
        ("2026-02-10", ["n8", "f6"]),
        ("2026-02-11", ["n8"]),
        ("2026-02-21", ["n8", "r5"]),
    ],
)
def test_the_list_of_a_day_is_shown(visitor, the_list, day, found):
    page = visitor.get(f"/liste?le={day}")
    assert page.status == 200
    assert codes(page) == found
    assert visitor.get("/liste").status == 200


def test_a_day_to_come_says_that_it_may_change(visitor, the_list):
    assert "un arrêté à venir peut changer la liste" in visitor.get("/liste?le=2027-01-01").main
    assert "un arrêté à venir" not in visitor.get("/liste?le=2026-01-12").main


def test_what_is_no_day_is_refused_with_a_sentence(visitor, the_list):
    for address in ("/liste?le=demain", "/comparer?du=demain&au=2026-02-01", "/comparer?du=&au="):
        page = visitor.get(address)
        assert page.status == 422
        assert page.tree.find(".//*[@id='erreurs']") is not None


def test_two_days_are_compared(visitor, the_list):
    page = visitor.submit(visitor.get("/comparer").form("du"), du="12/01/2026", au="2026-03-01")
    assert "1 version venue sur la liste, 1 version partie." in page.main
    assert codes(page) == ["r5", "f6"]
    same = visitor.get("/comparer?du=2026-03-01&au=2026-03-01")
    assert "Les deux listes sont les mêmes." in same.main


def cells(page):
    return [[text_of(cell).strip() for cell in row] for row in page.tree.iter("tr")]


def test_the_figures_of_a_brand_follow_its_name(visitor, the_list):
    """Fiat had one version from 11 January to 10 February."""
    overall = visitor.get("/statistiques")
    page = visitor.get(overall.links()["DS"])
    assert "1 version inscrite de DS" in page.main
    assert cells(page)[1:] == [
        ["03/2026", "0", "0", "1"],
        ["02/2026", "0", "0", "1"],
        ["01/2026", "1", "0", "1"],
    ]
    gone = visitor.get("/statistiques?marque=FIAT")
    assert "0 version inscrite de FIAT" in gone.main
    assert ["02/2026", "0", "1", "0"] in cells(gone)


def test_a_brand_that_never_had_a_version_is_not_found(visitor, the_list):
    page = visitor.get("/statistiques?marque=Inconnue")
    assert page.status == 404
    assert "Aucun arrêté n’a inscrit de version de cette marque." in page.main


def test_the_figures_of_the_list_are_drawn_and_written(visitor, the_list):
    """DS and Renault have one version each on 2 March; two came in January."""
    page = visitor.get("/statistiques")
    assert "2 versions inscrites, 2 marques" in page.main
    rows = cells(page)
    assert ["DS", "1"] in rows
    assert rows[1:4] == [
        ["03/2026", "0", "0", "2"],
        ["02/2026", "1", "1", "2"],
        ["01/2026", "2", "0", "2"],
    ]
    assert [
        drawing.get("role") for drawing in page.tree.findall(".//{*}svg") if drawing.get("role")
    ] == [
        "img",
        "img",
    ]


def test_a_search_says_which_other_name_it_looked_for(visitor, world):
    orders.enter(world, ("Volkswagen", "ID.3", "v3"), ("VW", "ID.4", "v4"), on="2026-01-10")
    page = visitor.get("/?q=vw")
    assert "2 versions inscrites pour" in page.main
    assert "« VW » : recherche aussi de « Volkswagen »" in page.main.replace("\xa0", " ")
    assert "recherche aussi" not in visitor.get("/?q=volkswagen").main


def test_an_empty_list_has_no_figure(visitor):
    assert "Aucun arrêté n’a encore inscrit de version." in visitor.get("/statistiques").main


def check(visitor, **typed):
    return visitor.submit(visitor.get("/verifier").form("codes"), **typed)


def test_many_codes_are_checked_as_a_table(visitor, the_list):
    """One verdict a line, in the order given; a code that looks alike is unknown (L-1)."""
    page = check(visitor, codes="TVV\nf6\r\n\nF6\n r5 ;Renault", le="2026-02-15")
    assert page.response.content_type == "text/csv; charset=utf-8"
    rows = list(csv.reader(io.StringIO(page.response.text)))
    assert [(row[0], row[1], row[4], row[5]) for row in rows[1:]] == [
        ("f6", "Retirée de la liste", "2026-01-11", "2026-02-11"),
        ("F6", "Code inconnu de la liste", "", ""),
        ("r5", "Non inscrite ce jour-là", "2026-02-21", ""),
    ]


@pytest.mark.parametrize(
    ("codes", "sentence"),
    [("", "Donnez au moins un code."), ("a\n" * 10_001, "il y en a 10001")],
)
def test_no_code_or_too_many_is_refused_with_a_sentence(visitor, the_list, codes, sentence):
    page = check(visitor, codes=codes)
    assert page.status == 422
    assert sentence in page.main


def test_codes_come_in_a_file_too(visitor, the_list):
    sent = {"file": (io.BytesIO("\ufefftvv;marque\nn8;DS\n".encode()), "codes.csv")}
    page = visitor.submit(visitor.get("/verifier").form("codes"), files=sent)
    assert [row.split(",")[:2] for row in page.response.text.splitlines()[1:]] == [
        ["n8", "Inscrite"]
    ]
    wrong = {"file": (io.BytesIO(b"\xff\xfe"), "codes.csv")}
    refused = visitor.submit(visitor.get("/verifier").form("codes"), files=wrong)
    assert "Ce fichier n’est pas un texte en UTF-8." in refused.main
