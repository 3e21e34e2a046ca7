"""The dossier of a listed version, once something happened to the version."""

import pytest

from app.domain.ministries import Ministry
from app.domain.procedure import State
from app.services.accounts import set_ministry
from app.services.evidence import request_evidence
from app.services.requested import Asked
from tests import orders
from tests.page_checks import text_of
from tests.web.silence import AUDIENCES

REMOVED = "La version a été retirée de la liste"


def rows_by_code(page):
    rows = [" ".join(text_of(row).split()) for row in page.tree.findall(".//tbody/tr")]
    return {code: row for row in rows for code in ("V1", "V2") if code in row}


@pytest.fixture
def listed(world):
    dossier = world.listed(tvv="V1")
    world.days_pass(2)
    return dossier


def badge(page):
    """The first badge of the page: the state of the dossier."""
    spans = page.tree.findall(".//main//span")
    return next(one.text for one in spans if "fr-badge" in (one.get("class") or ""))


@pytest.mark.parametrize("who", AUDIENCES)
def test_the_dossier_of_a_removed_version_says_so_and_why(browser, world, listed, who):
    kept = world.listed(tvv="V2")
    order = orders.removal(world, ("V1", "Exemple"))
    world.publish(order)
    world.days_pass(1)
    client = browser(who)
    page = client.get(f"/{AUDIENCES[who]}/dossiers/{listed.reference}")
    for said in (REMOVED, order.nor, "publié le 4 mars 2026", orders.REASONS):
        assert said in page.main, said
    assert REMOVED not in client.get(f"/{AUDIENCES[who]}/dossiers/{kept.reference}").main


@pytest.mark.parametrize("who", AUDIENCES)
def test_a_removed_version_is_no_longer_shown_as_listed(browser, world, listed, who):
    """Reading T-11: published on 4 March, the removal takes effect on the 5th."""
    world.publish(orders.removal(world, ("V1", "Exemple")))
    address = f"/{AUDIENCES[who]}/dossiers/{listed.reference}"
    client = browser(who)
    announced = client.get(address)
    assert badge(announced) == "Retrait de la liste annoncé"
    assert "Retrait de la liste annoncé au 5 mars 2026" in announced.main
    assert "un arrêté retire la version de la liste à compter du 5 mars 2026" in announced.main
    assert REMOVED not in announced.main
    world.days_pass(1)
    removed = browser(who).get(address)  # a session does not last so long
    assert badge(removed) == "Retirée de la liste"
    assert "Retirée de la liste depuis le 5 mars 2026" in removed.main
    assert "un arrêté a retiré la version de la liste, depuis le 5 mars 2026" in removed.main
    assert "un arrêté a inscrit la version" not in removed.main
    assert "Inscrit sur la liste" not in removed.main
    assert world.dossier(listed.reference).state == State.LISTED_BY_ORDER


@pytest.mark.parametrize(
    ("who", "address"),
    [("manufacturer", "/constructeur/dossiers"), ("reviewer", "/instruction/?etat=tous")],
)
def test_a_list_of_dossiers_tells_the_removed_version_apart(browser, world, listed, who, address):
    world.listed(tvv="V2")
    world.publish(orders.removal(world, ("V1", "Exemple")))
    rows = rows_by_code(browser(who).get(address))
    assert "Retrait de la liste annoncé au 5 mars 2026" in rows["V1"]
    assert "Inscription annoncée au 5 mars 2026" in rows["V2"]
    world.days_pass(1)
    rows = rows_by_code(browser(who).get(address))
    assert "Retirée de la liste depuis le 5 mars 2026" in rows["V1"]
    assert "Inscrit sur la liste" in rows["V2"]


def test_a_version_listed_again_says_both_days(browser, world, listed):
    world.publish(orders.removal(world, ("V1", "Exemple")))
    world.days_pass(10)
    world.publish(world.order(world.proposed(tvv="V1")))
    world.days_pass(1)
    page = browser("manufacturer").get(f"/constructeur/dossiers/{listed.reference}")
    assert "Retirée de la liste depuis le 5 mars 2026" in page.main
    assert "inscrite de nouveau depuis le 15 mars 2026" in page.main


def test_a_listing_that_has_no_effect_yet_says_from_when(browser, world):
    """Reading T-11: the order of 2 March takes effect on the 3rd."""
    dossier = world.listed(tvv="V1")
    page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}")
    assert badge(page) == "Inscription annoncée"
    assert "Inscription annoncée au 3 mars 2026" in page.main
    world.days_pass(1)
    page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}")
    assert badge(page) == "Inscrit sur la liste"


def test_no_change_is_offered_on_a_version_off_the_list(browser, world, listed):
    """P-25 is about a listed version; so is the evidence of P-29."""
    page = f"/dossiers/{listed.reference}"
    world.publish(orders.removal(world, ("V1", "Exemple")))
    told = "Signaler une modification de la version"
    asked = "Demander des justificatifs"
    assert told in browser("manufacturer").get(f"/constructeur{page}").links()
    assert asked in browser("reviewer").get(f"/instruction{page}").links()
    world.days_pass(1)
    for who, link in (("manufacturer", told), ("reviewer", asked)):
        after = browser(who).get(f"/{AUDIENCES[who]}{page}")
        assert "Retirée de la liste" in after.main
        assert link not in after.links()


def test_the_list_of_dossiers_leads_to_the_evidence_that_is_asked_for(browser, world, listed):
    request_evidence(
        listed.reference,
        [Asked(label="Bons de livraison")],
        answer_by=world.clock.today(),
        **orders.by(world, "reviewer"),
    )
    client = browser("manufacturer")
    page = client.get("/constructeur/dossiers")
    assert "De vous : 1 justificatif à fournir" in page.main
    assert "Rien à faire" not in page.main
    answer = client.get(page.links()["Fournir les justificatifs"])
    assert answer.title == "Fournir les justificatifs demandés"


def test_the_proposals_say_once_that_no_minister_took_a_position(browser, world):
    world.proposed()
    page = browser("authority").get("/ministeres/propositions")
    assert page.main.count("Aucune position encore") == 1
    assert "rien encore" not in page.main


def test_each_page_names_the_ministry_of_its_agent(browser, world):
    set_ministry(world.email("authority"), Ministry.ECOLOGY)
    assert "Ministères (Écologie)" in browser("authority").get("/ministeres/propositions").text
    assert "Écologie" in browser("operator").get("/exploitation/comptes").main
