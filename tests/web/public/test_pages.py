"""What a buyer, a seller or a lessor reads."""

from dataclasses import replace
from datetime import date
from urllib.parse import quote

import pytest

from app.context import SETTINGS, current_settings
from app.models.order import LineEffect
from app.services.orders import PublishedRow, import_published_order

TESLAS = ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")


@pytest.fixture
def published(world):
    def enter(*rows, effect=None, title="Arrêté d’essai"):
        return import_published_order(
            title,
            [PublishedRow(brand=brand, commercial_name=name, tvv=tvv) for brand, name, tvv in rows],
            published_on=world.clock.today(),
            effective_on=effect,
            by=world.actor("authority"),
            clock=world.clock,
        )

    return enter


def test_the_home_page_says_what_the_list_is_and_that_the_score_is_not_the_aid(
    visitor, world, published
):
    """Reading L-3."""
    published(("Citroën", "ë-C3", "c3"))
    world.days_pass(1)
    page = visitor.get("/")
    assert "La liste au 3 mars 2026 : 1 version" in page.main
    assert "Atteindre le score n’est pas obtenir une aide" in page.main
    assert page.response.headers["Cache-Control"] == "private, no-cache"
    assert "depuis le" in page.main


@pytest.mark.parametrize("typed", ["ë-C3", "e-c3", "citroen", "CITROËN", "c3/A+b"])
def test_a_version_is_found_by_brand_model_or_code(visitor, world, published, typed):
    """Reading L-1."""
    published(("Citroën", "ë-C3", "c3/A+b"), ("DS", "N°8", "n8"))
    world.days_pass(1)
    page = visitor.submit(visitor.get("/").form("q"), q=typed)
    assert "1 version inscrite" in page.main
    assert "3 mars 2026" in page.main
    version = visitor.get(page.links()["c3/A+b"])
    assert version.title == "Citroën ë-C3"
    assert "figure sur la liste" in version.main


def test_a_code_misread_gives_suggestions_and_no_answer(visitor, world, published):
    """Reading L-1."""
    published(*(("Tesla", "Model Y", tvv) for tvv in TESLAS))
    world.days_pass(1)
    for page in (
        visitor.submit(visitor.get("/").form("q"), q=TESLAS[0].lower()),
        visitor.get(f"/versions/{TESLAS[0].lower()}"),
    ):
        assert "Ce ne sont que des suggestions" in page.main
        assert TESLAS[0] in page.links()
        assert TESLAS[1] not in page.links()
        assert "cette version figure" not in page.main


def test_an_unknown_code_is_not_found(visitor, world, published):
    page = visitor.get("/versions/inconnu")
    assert page.status == 404
    assert "Aucun arrêté publié n’inscrit le code inconnu" in page.main


@pytest.mark.parametrize(
    "tvv",
    [
        "a/b",
        "a//b",
        "/a",
        "a/",
        "a/../b",
        "..",
        "é?x=1&y#z",
        "a%2Fb",
        "a+b c",
        "<b>\"'",
        "100%",
        "a\\b",
    ],
)
def test_a_code_of_any_characters_has_its_page(visitor, world, published, tvv):
    """Reading L-1: a code is opaque."""
    published(("Exemple", "E", tvv))
    world.days_pass(1)
    address = visitor.get("/").links()[tvv]
    page = visitor.get(address)
    assert page.status == 200
    assert f"Code type-variante-version : {tvv}" in page.main
    other = visitor.submit(page.form("le"), le="02/03/2026")
    assert "ne figure pas sur la liste" in other.main
    assert f"Code type-variante-version : {tvv}" in other.main


def test_a_version_says_since_when_and_by_which_order(visitor, world):
    world.listed(tvv="Ab1", brand="Citroën", name="ë-C3")
    world.days_pass(1)
    page = visitor.get("/versions/Ab1")
    for said in ("depuis le 3 mars 2026", "NOR ENER2600001A", "le 2 mars 2026", "Inscrite"):
        assert said in page.main
    order = visitor.get(page.links()["Arrêté d’essai n° 1"])
    assert order.title == "Arrêté d’essai n° 1"
    assert "ENER2600001A" in order.main
    assert "Ab1" in order.links()


def test_a_version_announced_says_from_when(visitor, world, published):
    """Reading T-11."""
    published(("Citroën", "ë-C3", "Ab1"), effect=date(2026, 4, 1))
    page = visitor.get("/versions/Ab1")
    assert "ne figure pas sur la liste" in page.main
    assert "Un arrêté publié l’y inscrit à compter du 1er avril 2026" in page.main
    search = visitor.get("/?q=Ab1")
    assert "n’a pas encore pris effet" in search.main
    assert "Ab1" in " ".join(search.links())


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("02/03/2026", "Au 2 mars 2026, cette version ne figure pas sur la liste"),
        ("2026-03-03", "Au 3 mars 2026, cette version figure sur la liste"),
    ],
)
def test_a_version_is_checked_on_the_day_that_counts_for_an_aid(
    visitor, world, published, day, said
):
    """Reading L-2."""
    published(("Citroën", "ë-C3", "Ab1"))
    world.days_pass(30)
    page = visitor.submit(visitor.get("/versions/Ab1").form("le"), le=day)
    assert said in page.main


def test_a_day_that_does_not_exist_is_refused_beside_its_field(visitor, published):
    published(("Citroën", "ë-C3", "Ab1"))
    page = visitor.submit(visitor.get("/versions/Ab1").form("le"), le="31/02/2026")
    assert page.status == 422
    assert page.form("le").values["le"] == ["31/02/2026"]


def test_the_orders_are_shown_the_last_first(visitor, world, published):
    assert "Aucun arrêté n’est encore publié" in visitor.get("/arretes").main
    published(("A", "1", "a1"), title="Premier arrêté")
    world.days_pass(1)
    published(("B", "2", "b2"), title="Second arrêté")
    text = visitor.get("/arretes").main
    assert text.index("Second arrêté") < text.index("Premier arrêté")


def test_what_is_not_published_has_no_page(visitor, world):
    prepared = world.order(world.proposed())
    assert visitor.get(f"/arretes/{prepared.reference}").status == 404
    refused = world.order(world.complete(tvv="R1"), effect=LineEffect.REFUSE)
    world.publish(refused)
    assert visitor.get(f"/arretes/{refused.reference}").status == 404
    assert visitor.get("/versions/R1").status == 404


@pytest.mark.parametrize(
    "address",
    ["/?page=0", "/?page=-1", "/?page=abc", "/?page=" + "9" * 400, "/?page=²", "/?q=%00", "/?q=%FF",
     "/version", "/version?code=%20", "/versions/%00", "/versions/" + "A" * 4000],
)  # fmt: skip
def test_a_strange_address_breaks_nothing(visitor, published, address):
    published(("Citroën", "ë-C3", "Ab1"))
    assert visitor.get(address).status in {200, 404, 422}


def test_a_search_too_long_is_refused_with_what_was_typed(visitor):
    page = visitor.get("/?q=" + quote("é" * 300))
    assert page.status == 422
    assert "Cette recherche est trop longue." in page.main
    assert page.form("q").values["q"] == ["é" * 300]


def test_a_long_list_has_pages(visitor, world, published):
    published(*(("Marque", f"Modèle {n:03}", f"T{n:03}") for n in range(120)))
    world.days_pass(1)
    first = visitor.get("/")
    assert "T000" in first.links()
    assert "T050" not in first.links()
    second = visitor.get(first.links()["Page suivante"])
    assert "T050" in second.links()
    assert "T119" in visitor.get("/?page=99").links()


@pytest.mark.parametrize("address", ["/donnees", "/accessibilite", "/contact"])
def test_the_pages_that_explain_are_there_for_everybody(browser, address):
    for who in (None, "manufacturer"):
        assert browser(who).get(address).status == 200


def test_the_contact_page_gives_the_address_of_the_service_once_it_is_known(
    app, visitor, monkeypatch
):
    """CRPA R. 112-5; until then the page says who must give it."""
    assert "n’est pas encore publiée" in visitor.get("/contact").main
    known = replace(
        current_settings(),
        service_address="1 rue de l’Essai, 49000 Angers",
        service_phone="01 00 00 00 00",
    )
    monkeypatch.setitem(app.extensions, SETTINGS, known)
    told = visitor.get("/contact").main
    assert "1 rue de l’Essai, 49000 Angers" in told
    assert "01 00 00 00 00" in told
    assert "n’est pas encore publiée" not in told


def test_every_link_of_the_public_pages_leads_somewhere(visitor, world, published):
    order = published(("Citroën", "ë-C3", "Ab1"))
    world.days_pass(1)
    addresses = ["/", "/arretes", "/donnees", "/contact", "/accessibilite", "/versions/Ab1"]
    addresses.append(f"/arretes/{order.reference}")
    links = {link for address in addresses for link in visitor.get(address).links().values()}
    for link in sorted(links - {"#contenu", "#navigation", "#pied"}):
        assert visitor.get(link).status == 200, link


def test_a_day_to_come_is_said_not_to_be_certain(world, browser):
    world.listed(tvv="Ab1")
    visitor = browser()
    assert (
        "un arrêté à venir peut changer la liste" in visitor.get("/versions/Ab1?le=2999-01-01").main
    )
