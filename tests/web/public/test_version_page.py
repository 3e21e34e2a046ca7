"""The page of a version: its time line, what was known before, the way to the aids."""

from datetime import date

import pytest

from app.queries.register import ever_listed
from app.queries.status import status
from app.web.public.listing_line import earlier_answers, listing_line
from app.web.public.version_views import AIDS, aids_address
from tests import orders


@pytest.fixture
def told(world):
    """Listed from 11 January, known on 2 March; removed from 11 February, known on 3 March."""
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title="Première liste")
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10", title="Il la retire")
    world.days_pass(1)


def text(page):
    return " ".join(page.main.split())


def test_the_time_line_is_drawn_and_told_in_words(visitor, told):
    page = visitor.get("/versions/f6")
    drawing = page.tree.find(".//{*}svg[@role='img']")
    assert drawing is not None
    said = " ".join(drawing.itertext())
    assert "Sur la liste" in said
    assert "du 11/01/2026 au 11/02/2026 exclu" in said
    marks = [" ".join("".join(one.itertext()).split()) for one in page.tree.findall(".//ol/li[a]")]
    listed, removed = marks[-2:]
    assert listed.startswith("11 janvier 2026 : Inscription par Première liste")
    assert "publié le 10 janvier 2026 (code de l’énergie, D. 251-1-A, I)" in listed
    assert "connu du portail le 2 mars 2026 à 10" in listed
    assert removed.startswith("11 février 2026 : Retrait de la liste par Il la retire")
    assert "(code de l’énergie, D. 251-1-A, III)" in removed
    assert page.links()["Première liste"].startswith("/arretes/")


def test_the_answer_of_an_earlier_day_is_given_again(visitor, told):
    now = visitor.get("/versions/f6?le=2026-02-20")
    assert "Retirée de la liste" in now.main
    page = visitor.get("/versions/f6?le=2026-02-20&su=2026-03-02")
    assert "figure sur la liste des versions" in text(page)
    assert "Réponse telle que le portail la connaissait à la fin du 2 mars 2026" in text(page)
    assert "Il la retire" not in page.main
    assert page.links()["Voir ce que la liste dit aujourd’hui"] == "/versions/f6"


@pytest.mark.parametrize("day", ["2026-03-04", "2030-01-01"])
def test_what_is_known_today_is_known_now(visitor, told, day):
    page = visitor.get(f"/versions/f6?le=2026-02-20&su={day}")
    assert "Retirée de la liste" in page.main
    assert "Réponse telle que" not in page.main


def test_before_the_portal_knew_the_order_the_code_is_unknown(visitor, told):
    page = visitor.get("/versions/f6?le=2026-02-01&su=2026-03-01")
    assert page.status == 404
    assert "À la fin du 1er mars 2026, le portail ne connaissait aucun arrêté" in text(page)


def test_what_is_no_day_is_refused_beside_its_field(visitor, told):
    for query in ("le=2026-02-01&su=hier", "le=hier&su=2026-03-02"):
        page = visitor.get(f"/versions/f6?{query}")
        assert page.status == 422
        assert "Réponse telle que" not in page.main


def test_what_the_portal_held_before_stays_readable(visitor, told):
    page = visitor.get("/versions/f6")
    assert "Ce que la liste disait avant" in page.main
    assert "sur la liste à compter du 11 janvier 2026." in text(page)
    (earlier,) = earlier_answers(ever_listed("f6"), None)
    assert (earlier.listed_from, earlier.listed_until) == (date(2026, 1, 11), None)
    assert earlier_answers(ever_listed("f6"), earlier.known_from) == []


@pytest.mark.parametrize(
    ("today", "styles"),
    [
        pytest.param("2026-01-05", ["forecast"], id="announced"),
        pytest.param("2026-01-20", ["running"], id="it holds"),
        pytest.param("2026-03-05", ["met"], id="over"),
    ],
)
def test_days_to_come_that_hold_and_over_are_drawn_apart(app, told, today, styles):
    day = date.fromisoformat(today)
    line = listing_line(status("f6", on=day), today=day)
    assert [one.style for one in line.picture.bars] == styles
    assert [one for one, _ in line.days] == [date(2026, 1, 11), date(2026, 2, 11)]
    assert "Le 11 février 2026 : retrait de la liste." in line.summary


def test_a_correction_has_its_mark(visitor, world):
    first = orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title="Première liste")
    world.publish(
        orders.correction(
            world,
            first,
            1,
            brand="Fiat",
            commercial_name="600e",
            tvv="F6",
            listed_from=orders.day("2026-01-11"),
        )
    )
    assert "2 mars 2026 : Rectification d’une ligne par" in text(visitor.get("/versions/F6"))


def test_the_way_to_the_aids_is_shown_where_there_is_such_a_page(app, visitor, told):
    """Reading L-3: the page is another one; nothing dangles without it."""
    missing = AIDS not in app.view_functions
    with app.test_request_context():
        address = aids_address("f6")
    assert (address is None) == missing
    assert ("Calculer les aides pour cette version" in visitor.get("/versions/f6").main) != missing
