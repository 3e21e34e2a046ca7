"""The dossier of a listed version, once something happened to the version."""

import pytest

from app.domain.ministries import Ministry
from app.services.accounts import set_ministry
from app.services.evidence import request_evidence
from app.services.requested import Asked
from tests import orders
from tests.web.silence import AUDIENCES

REMOVED = "La version a été retirée de la liste"


@pytest.fixture
def listed(world):
    dossier = world.listed(tvv="V1")
    world.days_pass(2)
    return dossier


@pytest.mark.parametrize("who", AUDIENCES)
def test_the_dossier_of_a_removed_version_says_so_and_why(browser, world, listed, who):
    kept = world.listed(tvv="V2")
    order = orders.removal(world, ("V1", "Exemple"))
    world.publish(order)
    client = browser(who)
    page = client.get(f"/{AUDIENCES[who]}/dossiers/{listed.reference}")
    for said in (REMOVED, order.nor, "publié le 4 mars 2026", orders.REASONS):
        assert said in page.main, said
    assert REMOVED not in client.get(f"/{AUDIENCES[who]}/dossiers/{kept.reference}").main


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
