"""The explained score as each audience reads it: lines, sites, values, documents, and the PDF."""

import re

import pytest

from app.context import PRINTER
from app.domain.completeness import evidence_law
from app.gateways.paper.printer import NoPrinter
from app.services.submission import submit_dossier
from scoring.law import load
from scoring.problems import DeclarationError, Problem
from tests.scoring.declarations import BY_ID, scored
from tests.services.derogations import BATTERY, FERROUS, NO, ROAD, YES, by, derogation, propose
from tests.web.silence import AUDIENCES

OWN = "/constructeur"
PLACES = {"reviewer": "/instruction", "authority": "/ministeres", "manufacturer": OWN}


def address(who, dossier, ending="score"):
    return f"{PLACES[who]}/dossiers/{dossier.reference}/{ending}"


def part(page, label):
    """The words of one line of the calculation, all that it folds included."""
    for one in page.tree.iter("details"):
        text = " ".join("".join(one.itertext()).split())
        if text.startswith(f"{label} :"):
            return text
    raise LookupError(label)


@pytest.mark.parametrize("who", PLACES)
def test_each_audience_reads_the_waterfall_and_its_tables(world, browser, who):
    """Method, section 11.4: the medium SUV made in China, masses closed."""
    dossier = world.submitted(case="suv-china")
    page = browser(who).get(address(who, dossier))
    drawn = page.tree.find(".//{*}svg")
    assert drawn.get("role") == "img"
    assert "".join(drawn.find("{*}title").itertext()).startswith("L’empreinte en kg CO2e")
    desc = "".join(drawn.find("{*}desc").itertext())
    for figure in ("2 286", "4 286", "2 750", "4 760", "2 400", "4 394", "20 875", "14 250"):
        shown = figure.replace(" ", "\N{NARROW NO-BREAK SPACE}")
        assert shown in desc
        assert page.html.count(shown) >= 3  # in the drawing, its description and a table
    assert "dépasse de 6 625 kg CO2e celle du minimum" in re.sub(r"[\u202f\xa0]", " ", page.main)
    for rank, label in enumerate(("Métaux ferreux", "Aluminium", "Autres matériaux"), 1):
        assert page.links()[label] == f"#calcul-{rank}"
        assert page.tree.find(f".//*[@id='calcul-{rank}']") is not None


def test_a_component_opens_down_to_the_row_of_the_table(world, browser):
    dossier = world.submitted(case="suv-china")
    text = re.sub(
        r"[\u202f\xa0]",
        " ",
        part(browser("reviewer").get(address("reviewer", dossier)), "Métaux ferreux"),
    )
    for words in (
        "masse × facteur ÷ (1 − taux de perte)",
        "Masse hors batterie : 800 kg",
        "Facteur : 2 kg CO2e/kg",
        "Facteur d’émission : Chine : 2 kg CO2e/kg",
        "Chine (CN) : ligne « Chine », rattachement coté B.",
        "arrêté du 7 octobre 2023, annexe I",
        "Édition en vigueur depuis le 10 octobre 2023",
        "(cote B3)",
        "Valeur exacte : 16000 / 7",
    ):
        assert words in text


def test_a_component_names_the_documents_that_support_it(world, browser):
    """Component × site: the masses for the version, the attestation for the line."""
    draft = world.draft()
    world.attach(draft, "materials", "version", filename="masses.pdf")
    world.attach(draft, "delivery_scheme", "line:L1", filename="trajets.pdf")
    dossier = submit_dossier(draft.reference, **by(world, "manufacturer"))
    page = browser("reviewer").get(address("reviewer", dossier))
    ferrous, delivery = part(page, "Métaux ferreux"), part(page, "Acheminement")
    assert "masses.pdf" in ferrous
    assert "Attestation de la direction sur les sites de fabrication (art. 10, 1°) : manquante" in (
        ferrous
    )
    assert "trajets.pdf" not in ferrous
    assert "trajets.pdf" in delivery
    assert page.links()["masses.pdf"].startswith("/instruction/pieces/")


def test_every_document_supports_a_figure_of_the_trace():
    """What `evidence.toml` says a document supports is the name of a step."""
    trace = scored(BY_ID["suv-france"]["declaration"]).trace
    names = {step.name for one in trace.children for step in (one, *one.children)}
    for edition in evidence_law().parameters["required_documents"].editions:
        for row in edition.rows:
            assert set(row["supports"]) <= names, row["name"]
            assert row["supports"] or row["name"] in {"no_reserved_parts", "specific_value"}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        # Readings S-6 and S-7: weighted by volumes, or the worst alone.
        ("exactly-60-three-lines-3-3-1", "chacun pèse sa part des six derniers mois"),
        ("one-volume-missing-worst-line", "le site à la plus forte empreinte compte seul (ligne"),
    ],
)
def test_the_line_kept_is_told_and_why(world, browser, case, told):
    dossier = world.submitted(case=case)
    page = browser("reviewer").get(address("reviewer", dossier))
    (lines,) = [
        one
        for one in page.tree.iter("details")
        if one.get("open") is not None and "ligne L2" in "".join(one.itertext())
    ]
    assert told in "".join(lines.itertext())


def test_a_component_of_several_lines_names_each(world, browser):
    dossier = world.submitted(case="exactly-60-three-lines-3-3-1")
    text = part(browser("reviewer").get(address("reviewer", dossier)), "Aluminium")
    for line in ("L1", "L2", "L3"):
        assert f"Aluminium, ligne {line} :" in text


def test_a_specific_value_stands_beside_its_reference_with_its_decision(world, browser):
    """Reading S-13."""
    dossier = derogation(world, case="suv-china")
    reviewer = browser("reviewer")
    text = part(reviewer.get(address("reviewer", dossier)), "Batterie")
    assert "40 kg CO2e/kWh au lieu de 68 kg CO2e/kWh" in re.sub(r"[\u202f\xa0]", " ", text)
    assert "Décision : pas encore" in text
    propose(world, dossier, {BATTERY: YES, FERROUS: NO, ROAD: YES})
    page = reviewer.get(address("reviewer", dossier))
    battery, ferrous = part(page, "Batterie"), part(page, "Métaux ferreux")
    assert "Décision : acceptée" in battery
    assert "Remplace la valeur de référence 68" in battery
    assert "Décision : refusée Preuve insuffisante." in ferrous
    assert "refusée : elle ne compte pas." in ferrous


def test_the_score_of_a_draft_is_explained_to_its_company_alone(world, browser):
    draft = world.draft(case="suv-china")
    page = browser("manufacturer").get(address("manufacturer", draft))
    assert "1,1 point" in page.main
    assert "brouillon" in page.main
    assert "Télécharger" not in page.main
    own = browser("manufacturer")
    assert own.get(address("manufacturer", draft, "score.pdf")).status == 404
    for who in ("rival", "reviewer"):
        place = PLACES.get(who, OWN)
        assert browser(who).get(f"{place}/dossiers/{draft.reference}/score").status == 404


def test_a_draft_without_a_score_is_told_what_to_correct(world, browser):
    content = BY_ID["suv-china"]["declaration"]
    wrong = {**content, "manufacturing_lines": []}
    draft = world.draft(content=wrong)
    page = browser("manufacturer").get(address("manufacturer", draft))
    assert page.path.endswith("/verification")


class ListPrinter:
    """Keeps the pages that it is asked to print."""

    available = True

    def __init__(self):
        self.pages = []

    def as_pdf(self, html):
        self.pages.append(html)
        return b"%PDF-1.7 of the tests"


@pytest.fixture
def printer(app):
    kept, app.extensions[PRINTER] = app.extensions[PRINTER], ListPrinter()
    yield app.extensions[PRINTER]
    app.extensions[PRINTER] = kept


@pytest.mark.parametrize("who", PLACES)
def test_the_pdf_is_a_download_with_all_that_makes_it_verifiable(world, browser, printer, who):
    dossier = world.proposed(case="suv-china", favourable=False)
    client = browser(who)
    page = client.get(address(who, dossier))
    href = page.links()["Télécharger le score expliqué (PDF)"]
    answer = client.client.get(href)
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Content-Disposition"] == (
        f"attachment; filename=score-{dossier.reference}.pdf"
    )
    assert "no-store" in answer.headers["Cache-Control"]
    (html,) = printer.pages
    for words in (
        dossier.reference,
        "2 mars 2026",
        load().digest,
        "version 1",
        "1,1\N{NO-BREAK SPACE}point",
        "Métaux ferreux",
        "ligne « Chine »",
        "</svg>",
    ):
        assert words in html, words
    assert "url(" not in html.replace("url(#", "")
    assert not re.search(r'(?:href|src)="(?!#)', html)


def test_the_pdf_of_another_company_is_not_found(world, browser, printer):
    dossier = world.submitted()
    assert browser("rival").get(address("manufacturer", dossier, "score.pdf")).status == 404
    assert printer.pages == []


@pytest.fixture
def without_pango(app):
    kept, app.extensions[PRINTER] = app.extensions[PRINTER], NoPrinter()
    yield
    app.extensions[PRINTER] = kept


@pytest.mark.parametrize("who", AUDIENCES)
def test_without_pango_the_page_says_that_there_is_no_pdf(world, browser, without_pango, who):
    dossier = world.submitted()
    client = browser(who)
    page = client.get(address(who, dossier))
    assert "Le PDF n’est pas disponible sur ce portail" in page.main
    assert "Télécharger le score expliqué (PDF)" not in page.links()
    refused = client.get(address(who, dossier, "score.pdf"))
    assert refused.status == 503
    assert "Le PDF n’est pas disponible" in refused.main


@pytest.mark.parametrize("who", PLACES)
def test_a_declaration_that_the_method_no_longer_reads_says_so_and_prints_nothing(
    world, browser, monkeypatch, who
):
    """A country that leaves a table: the page says what, and there is no PDF to keep."""
    dossier = world.submitted()
    problem = Problem(code="unknown_country", message="Ce pays n’a plus de zone.", field="/a")

    def refuse(*_args, **_named):
        raise DeclarationError([problem])

    monkeypatch.setattr("app.web.explained.preview", refuse)
    page = browser(who).get(address(who, dossier))
    assert page.status == 200
    assert "Ce pays n’a plus de zone." in page.main
    assert not any(link.endswith("score.pdf") for link in page.links().values())
    assert browser(who).get(address(who, dossier, "score.pdf")).status == 404
