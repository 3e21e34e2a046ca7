"""The clock ledger on the page of a dossier, for dated cases of the procedure (section 11)."""

from datetime import date
from fractions import Fraction

import pytest

from app.extensions import db
from tests import orders
from tests.page_checks import text_of
from tests.services.reports import LISTED
from tests.services.stories import Story
from tests.web.changes import reported

SVG = "{http://www.w3.org/2000/svg}"
LEFT, AXIS = 16, 368  # of a picture 400 wide

# Acts; first and last day of the axis; then each period: name, first day, last day, outcome.
CASES = (
    pytest.param(
        [
            ("receive", "2023-10-16"),
            ("confirm", "2023-11-02"),
            ("propose", "2023-12-08"),
            ("list_by_order", "2023-12-15"),
        ],
        ("2023-10-01", "2026-01-01"),
        [
            ("Vérification de la complétude", "2023-10-16", "2023-11-16", "respecté"),
            ("Instruction par l’agence", "2023-10-16", "2023-12-16", "respecté"),
            ("Décision des ministres", "2023-10-16", "2024-01-16", "respecté"),
            ("Contrôle de la version inscrite", "2023-12-15", "2025-12-15", "en cours"),
        ],
        id="1, plain case",
    ),
    pytest.param(
        [("receive", "2023-10-31"), ("tick", "2023-12-01")],
        ("2023-10-01", "2024-03-01"),
        [
            ("Vérification de la complétude", "2023-10-31", "2023-11-30", "échu"),
            ("Instruction par l’agence", "2023-11-30", "2024-01-30", "en cours"),
            ("Décision des ministres", "2023-11-30", "2024-02-29", "en cours"),
        ],
        id="2, no 31 November",
    ),
    pytest.param(
        [("receive", "2024-03-05"), ("request", "2024-04-02"), ("supply", "2024-04-20")],
        ("2024-03-01", "2024-08-01"),
        [
            ("Vérification de la complétude", "2024-03-05", "2024-04-05", "respecté"),
            ("Instruction par l’agence", "2024-04-20", "2024-06-20", "en cours"),
            ("Décision des ministres", "2024-04-20", "2024-07-20", "en cours"),
            ("Vérification après complément", "2024-04-20", "2024-05-20", "en cours"),
        ],
        id="7, one supplement",
    ),
    pytest.param(
        [
            ("receive", "2024-05-06"),
            ("request", "2024-05-20"),
            ("supply", "2024-06-11"),
            ("request", "2024-07-05"),
            ("supply", "2024-07-22"),
        ],
        ("2024-05-01", "2024-11-01"),
        [
            ("Vérification de la complétude", "2024-05-06", "2024-06-06", "respecté"),
            ("Instruction par l’agence", "2024-06-11", "2024-08-11", "remplacé"),
            ("Décision des ministres", "2024-06-11", "2024-09-11", "remplacé"),
            ("Vérification après complément", "2024-06-11", "2024-07-11", "respecté"),
            ("Instruction par l’agence", "2024-07-22", "2024-09-22", "en cours"),
            ("Décision des ministres", "2024-07-22", "2024-10-22", "en cours"),
            ("Vérification après complément", "2024-07-22", "2024-08-22", "en cours"),
        ],
        id="11, asked again",
    ),
    pytest.param(
        [
            ("receive", "2024-02-12"),
            ("confirm", "2024-02-20"),
            ("propose", "2024-04-02"),
            ("tick", "2024-05-13"),
            ("list_by_order", "2024-05-21"),
        ],
        ("2024-02-01", "2026-06-01"),
        [
            ("Vérification de la complétude", "2024-02-12", "2024-03-12", "respecté"),
            ("Instruction par l’agence", "2024-02-12", "2024-04-12", "respecté"),
            ("Décision des ministres", "2024-02-12", "2024-05-12", "échu"),
            ("Contrôle de la version inscrite", "2024-05-21", "2026-05-21", "en cours"),
        ],
        id="20, an order after the silence",
    ),
)


def place(day, axis):
    """Where a day stands, counted in days from the first day of the axis."""
    first, end = map(date.fromisoformat, axis)
    return float(LEFT + AXIS * Fraction((date.fromisoformat(day) - first).days, (end - first).days))


def short(day):
    year, month, number = day.split("-")
    return f"{number}/{month}/{year}"


def drawing(page):
    (svg,) = [one for one in page.tree.iter(f"{SVG}svg") if one.get("role") == "img"]
    return svg


def bars(page):
    return [one for one in drawing(page).iter(f"{SVG}rect") if one.get("class")]


def cells(page):
    """The rows of the ledger, by the name of each column."""
    (table,) = [
        one for one in page.tree.iter("table") if text_of(one.find("caption")).startswith("Reg")
    ]
    for line in table.find("tbody").iter("tr"):
        yield {"Délai": text_of(line.find("th"))} | {
            cell.get("data-label"): " ".join(text_of(cell).split()) for cell in line.iter("td")
        }


@pytest.fixture
def opened(world, browser):
    """Tell a story, and return the page that the agency then sees."""

    def open_after(script):
        story = Story(world).tell(*script)
        return browser("reviewer").get(f"/instruction/dossiers/{story.reference}")

    return open_after


@pytest.mark.parametrize(("script", "axis", "periods"), CASES)
def test_each_period_is_a_bar_from_its_origin_to_its_last_day(opened, script, axis, periods):
    page = opened(script)
    drawn = bars(page)
    assert len(drawn) == len(periods)
    for bar, (_, first, last, _) in zip(drawn, periods, strict=True):
        x, width = float(bar.get("x")), float(bar.get("width"))
        assert x == pytest.approx(place(first, axis), abs=0.06)
        assert x + width == pytest.approx(place(last, axis), abs=0.16)
    svg = drawing(page)
    parts = [svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")]
    assert [part.get("id") for part in parts] == svg.get("aria-labelledby").split()
    for name, first, last, outcome in periods:
        said = f"{name} ({outcome}) : du {short(first)} au {short(last)}."
        assert said in text_of(parts[1])


@pytest.mark.parametrize(("script", "axis", "periods"), CASES)
def test_each_period_is_a_row_of_the_table(opened, script, axis, periods):
    rows = list(cells(opened(script)))
    assert [(row["Délai"], row["Dernier jour"], row["Issue"].lower()) for row in rows] == [
        (name, short(last), outcome) for name, _, last, outcome in periods
    ]
    for row, (_, first, _, _) in zip(rows, periods, strict=True):
        assert row["Événement d’origine"].endswith(f"compté du {short(first)}")
        assert row["Moteur"] == "version 1"


def test_a_row_explains_itself(opened):
    """Case 1: the silence, from a confirmation that came after the day it counts from."""
    (row,) = [one for one in cells(opened(CASES[0].values[0])) if one["Délai"].startswith("Déc")]
    assert row == {
        "Délai": "Décision des ministres",
        "Règle": "P-18",
        "Article": "R. 251-1-B (décret n° 2023-929 du 7 octobre 2023, article 3)",
        "Édition": "du 10/10/2023, cote A",
        "Événement d’origine": "Complétude confirmée le 02/11/2023 ; compté du 16/10/2023",
        "Durée": "3 mois",
        "Dernier jour": "16/01/2024",
        "Effet (heure de Paris)": "17/01/2024 à 0 h 00",
        "Issue": "Respecté",
        "Moteur": "version 1",
    }


def test_what_is_replaced_is_told_without_colour(opened):
    """Case 11: the fill is a pattern and the outcome a word."""
    fills = [bar.get("fill") for bar in bars(opened(CASES[3].values[0]))]
    assert fills == ["none", "url(#ledger-hatch)", "url(#ledger-hatch)", *["none"] * 4]


def test_marks_are_the_days_that_count(opened):
    """Case 1: four events, numbered in the picture and named under it."""
    page = opened(CASES[0].values[0])
    circles = [one for one in drawing(page).iter(f"{SVG}circle") if one.get("class")]
    wanted = ["2023-10-16", "2023-11-02", "2023-12-08", "2023-12-15"]
    assert [float(one.get("cx")) for one in circles] == [
        pytest.approx(place(day, ("2023-10-01", "2026-01-01")), abs=0.06) for day in wanted
    ]
    named = "2 novembre 2023 : complétude confirmée"
    assert named in page.main


def test_an_open_question_is_a_forecast(opened):
    """Case 2 before the end of the month: confirmed, 31 January 2024; deemed, 29 February."""
    page = opened([("receive", "2023-10-31")])
    first, review, silence = bars(page)
    axis = ("2023-10-01", "2024-03-01")
    assert first.get("class").endswith("--running")
    assert review.get("class") == silence.get("class")
    assert silence.get("class").endswith("--forecast")
    assert float(silence.get("x")) == pytest.approx(place("2023-10-31", axis), abs=0.06)
    assert "dernier jour : du 31/01/2024 au 29/02/2024" in text_of(drawing(page))
    for day in ("31 janvier 2024", "29 février 2024"):
        assert f"rejet implicite à la fin du {day}" in page.main
    assert "Il n’y a pas de 31 novembre 2023" in page.main


def test_a_withdrawn_dossier_keeps_its_stopped_periods(world, browser):
    """Case 36."""
    story = Story(world).tell(
        ("receive", "2024-04-02"), ("confirm", "2024-04-10"), ("withdraw", "2024-04-25")
    )
    page = browser("manufacturer").get(f"/constructeur/dossiers/{story.reference}")
    assert [row["Issue"] for row in cells(page)] == ["Respecté", "Clos", "Clos"]
    assert not [one for one in page.tree.iter("details") if one.get("open") is not None]


def rules(page):
    return {row["Délai"]: row["Règle"] for row in cells(page)}


DEROGATION = (
    ("receive", "2024-01-10"),
    ("confirm", "2024-01-11"),
    ("refuse_by_order", "2024-01-15"),
    ("derogate", "2024-01-31"),
    ("request", "2024-02-05"),
    ("supply", "2024-02-10"),
)
DEROGATION_RULES = {
    "Vérification de la complétude": "P-22",
    "Vérification après complément": "P-22",
    "Instruction par l’agence": "P-23",
    "Décision des ministres": "P-24",
}


def test_a_derogation_names_the_rules_of_its_route(opened):
    """Section 6 of the procedure: D. 251-1-A, II."""
    assert rules(opened(DEROGATION)) == DEROGATION_RULES


def test_a_period_opened_before_each_route_had_its_rule_names_it_too(world, browser):
    """The rows of an existing database: every period said the rule of the reference route."""
    story = Story(world).tell(*DEROGATION)
    for period in story.dossier.periods:
        period.rule = "P-16"
    db.session.commit()
    page = browser("reviewer").get(f"/instruction/dossiers/{story.reference}")
    assert rules(page) == DEROGATION_RULES


def test_a_modification_names_the_rules_of_its_route(world, browser):
    """Section 6 of the procedure: D. 251-1-A, III."""
    world.listed(tvv="V1")
    world.days_pass(2)
    reference = reported(world).reference
    page = browser("reviewer").get(f"/instruction/dossiers/{reference}")
    assert rules(page) == {"Avis de l’agence": "P-26", "Décision des ministres": "P-28"}


def test_a_length_of_years_is_said_in_one_way(opened):
    """Case 1: D. 251-1-A, III, third paragraph says two years."""
    page = opened(CASES[0].values[0])
    (row,) = [one for one in cells(page) if one["Délai"].startswith("Contrôle")]
    assert row["Durée"] == "deux ans"
    assert "24" not in row["Article"]
    assert "24\u00a0mois" not in page.main
    assert "24 mois" not in page.main


def test_the_window_says_what_the_list_made_of_it_since(browser, world):
    """T-10, CAMB-11, decision 0025: an earlier order entered since, a removal still to come."""
    story = Story(world, tvv="V1").tell(*LISTED)
    address = f"/instruction/dossiers/{story.reference}"
    read = browser("reviewer")
    assert "des justificatifs peuvent" not in read.get(address).main
    orders.enter(story.world, ("Exemple", "Modèle E", "V1"), on="2023-12-05")
    story.on("2024-01-10")
    shown = browser("reviewer").get(address).main
    assert "des justificatifs peuvent être demandés jusqu’au 5 décembre 2025" in shown
    world.publish(orders.removal(world, ("V1", "Exemple")), effective_on=date(2024, 3, 1))
    shown = browser("reviewer").get(address).main
    assert "des justificatifs peuvent encore être demandés jusqu’au 29 février 2024" in shown
    story.on("2024-03-01")
    assert "des justificatifs peuvent" not in browser("reviewer").get(address).main
