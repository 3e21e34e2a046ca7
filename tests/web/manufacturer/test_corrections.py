"""Correct a filed declaration from the pages of the manufacturer."""

import json
from copy import deepcopy

import pytest

from app.domain.procedure import Action
from tests.builders import declaration
from tests.page_checks import text_of


def step(dossier, name):
    return f"/constructeur/dossiers/{dossier.reference}/{name}"


def page_of(dossier):
    return f"/constructeur/dossiers/{dossier.reference}"


def corrected(client, dossier, litres="199"):
    form = client.get(step(dossier, "vehicule")).form("seats")
    return client.submit(form, boot_litres=litres)


def test_a_value_is_corrected_step_by_step_then_filed(browser, world):
    """Row 19: the difference, both scores, the reason; no day moves."""
    dossier = world.complete(case="exactly-60-one-line")
    client = browser("manufacturer")
    page = client.get(page_of(dossier))
    start = client.get(page.links()["Corriger une valeur déclarée"])
    assert start.title == "Corriger la déclaration"
    assert "Rien ne diffère encore" in start.main
    assert not any("reason" in form.values for form in start.forms())
    assert "Correction non déposée." in corrected(client, dossier, "199,9").main
    assert "Vous avez changé des valeurs déclarées" in client.get(page_of(dossier)).main
    check = client.get(step(dossier, "correction"))
    for words in (
        "Volume du coffre",
        "300",
        "199,9",
        "60,0 points",
        "20,0 points",
        "14 250 kg",
    ):
        assert words in check.main, words
    done = client.submit(check.form("reason"), reason="Le coffre était mal mesuré.")
    assert "La correction est déposée. Elle ne déplace aucun délai." in done.main
    assert "Motif : Le coffre était mal mesuré." in done.main
    assert "Correction non déposée" not in done.main
    assert world.dossier(dossier.reference).events[-1].action == Action.CORRECT


def test_the_steps_of_a_correction_have_no_document_and_no_deposit(browser, world):
    dossier = world.submitted()
    page = browser("manufacturer").get(step(dossier, "vehicule"))
    assert "Vérifier la correction" in page.links()
    assert "Vérifier et déposer" not in page.links()
    assert "Pièces" not in page.links()


def test_every_part_of_a_filed_declaration_opens_for_a_correction(browser, world):
    dossier = world.awaiting()
    client = browser("manufacturer")
    for name in (
        "version",
        "vehicule",
        "lignes",
        "lignes/1",
        "batteries",
        "batteries/1",
        "reparabilite",
    ):
        page = client.get(step(dossier, name))
        assert "Vous corrigez un dossier déposé." in page.main, name
        assert "Correction non déposée." not in page.main, name
    assert step(dossier, "correction") in client.get(step(dossier, "batteries")).html
    assert "Supprimer ce brouillon" not in client.get(step(dossier, "version")).main


def test_only_what_was_corrected_is_said_to_wait_for_its_deposit(browser, world):
    dossier = world.submitted()
    client = browser("manufacturer")
    corrected(client, dossier)
    for name in ("version", "lignes", "batteries/1", "correction"):
        assert "Correction non déposée." in client.get(step(dossier, name)).main, name


def test_a_form_left_open_on_a_decided_dossier_speaks_of_no_correction(browser, world):
    dossier = world.submitted()
    client = browser("manufacturer")
    form = client.get(step(dossier, "vehicule")).form("seats")
    client.submit(client.get(f"{page_of(dossier)}/retrait").form("seen"))
    page = client.submit(form, boot_litres="199")
    assert page.status == 403
    assert page.form("seats").values["boot_litres"] == ["199"]
    assert "Vous corrigez un dossier déposé." not in page.main
    assert "Correction non déposée." not in page.main


def test_a_correction_that_cannot_be_scored_says_what_to_correct(browser, world):
    """S-10."""
    dossier = world.submitted()
    content = deepcopy(dossier.content)
    content["reference_vehicle"]["ferrous_mass_kg"] = "1"
    dossier.content = content
    world.app.extensions["sqlalchemy"].session.commit()
    page = browser("manufacturer").get(step(dossier, "correction"))
    assert "La correction ne peut pas être déposée" in page.main


def test_the_code_of_a_filed_dossier_does_not_change(browser, world):
    dossier = world.submitted(tvv="V1")
    client = browser("manufacturer")
    page = client.submit(client.get(step(dossier, "version")).form("tvv"), tvv="V2")
    assert page.status == 422
    assert "Le code de la version ne change pas ici" in page.main
    assert page.form("tvv").values["tvv"] == ["V2"]


def test_a_correction_without_reason_keeps_the_page(browser, world):
    dossier = world.submitted()
    client = browser("manufacturer")
    corrected(client, dossier)
    page = client.submit(client.get(step(dossier, "correction")).form("reason"), reason=" ")
    assert page.status == 422
    assert "Indiquez pourquoi vous corrigez la déclaration." in page.main


def test_a_correction_read_before_an_act_of_the_agency_is_shown_again(browser, world):
    dossier = world.submitted()
    client, reviewer = browser("manufacturer"), browser("reviewer")
    corrected(client, dossier)
    form = client.get(step(dossier, "correction")).form("reason")
    ask = reviewer.get(f"/instruction/dossiers/{dossier.reference}/demande").form("answer_by")
    reviewer.submit(ask, others="Un plan")
    page = client.submit(form, reason="Le coffre était mal mesuré.")
    assert page.status == 409
    assert "Chloé Bernard a agi entre-temps" in page.main
    again = page.form("reason")
    assert again.values["reason"] == ["Le coffre était mal mesuré."]
    assert "La correction est déposée" in client.submit(again).main


def test_a_correction_is_given_up_after_a_confirmation(browser, world):
    dossier = world.submitted()
    client = browser("manufacturer")
    corrected(client, dossier)
    page = client.get(step(dossier, "correction/abandon"))
    assert "199" in page.main
    done = client.submit(page.form("seen"))
    assert "La correction est abandonnée" in done.main
    filed = world.dossier(dossier.reference)
    assert filed.content == filed.declarations[0].content


def test_a_whole_declaration_is_imported_as_a_correction(browser, world):
    dossier = world.submitted(tvv="V1")
    content = declaration(tvv="V1")
    content["reference_vehicle"]["boot_litres"] = "199"
    client = browser("manufacturer")
    form = client.get(step(dossier, "importer")).form("text")
    page = client.submit(form, text=json.dumps(content))
    assert "Vérifiez ce qui change, puis déposez la correction." in page.main
    assert page.title == "Corriger la déclaration"


@pytest.mark.parametrize("state", ["proposed", "listed", "draft"])
def test_what_cannot_be_corrected_offers_nothing(browser, world, state):
    dossier = getattr(world, state)()
    client = browser("manufacturer")
    assert "Corriger une valeur déclarée" not in client.get(page_of(dossier)).main
    assert client.get(step(dossier, "correction")).title != "Corriger la déclaration"


def test_a_correction_written_too_late_is_refused_in_its_page(browser, world):
    dossier = world.complete()
    client, reviewer = browser("manufacturer"), browser("reviewer")
    corrected(client, dossier)
    form = client.get(step(dossier, "correction")).form("reason")
    propose = reviewer.get(f"/instruction/dossiers/{dossier.reference}/proposition")
    said = {"opinion": "favorable", "reasons": "Score atteint."}
    reviewer.submit(propose.form("reasons"), **said)
    page = client.submit(form, reason="Le coffre était mal mesuré.")
    assert page.status == 409
    refused = client.submit(page.form("reason"))
    assert refused.status == 409
    assert "L’état actuel du dossier ne permet pas cet acte" in refused.main


def test_the_agency_and_the_ministries_read_each_correction_with_both_scores(browser, world):
    dossier = world.complete(case="exactly-60-one-line")
    client = browser("manufacturer")
    corrected(client, dossier, "199,9")
    client.submit(client.get(step(dossier, "correction")).form("reason"), reason="Coffre mesuré.")
    for who, place in (("reviewer", "instruction"), ("authority", "ministeres")):
        page = browser(who).get(f"/{place}/dossiers/{dossier.reference}")
        for words in ("Motif : Coffre mesuré.", "199,9", "60,0 points", "20,0 points"):
            assert words in page.main, (who, words)


def test_the_agency_sees_nothing_of_a_correction_that_is_not_filed(browser, world):
    dossier = world.submitted()
    corrected(browser("manufacturer"), dossier, "199,9")
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert "199,9" not in page.main


def test_the_documents_of_a_line_taken_away_are_still_shown(browser, world):
    dossier = world.submitted(case="exactly-60-three-lines-3-3-1")
    world.attach(dossier, "site_attestation", "line:L2", filename="ligne-deux.pdf")
    client = browser("manufacturer")
    client.submit(client.get(step(dossier, "lignes/2/retirer")).form("seen"))
    client.submit(client.get(step(dossier, "correction")).form("reason"), reason="Ligne arrêtée.")
    for who, page in (("manufacturer", "constructeur"), ("reviewer", "instruction")):
        shown = browser(who).get(f"/{page}/dossiers/{dossier.reference}")
        assert "ligne-deux.pdf" in shown.main
        assert "(retiré de la déclaration)" in shown.main


def score_title(page):
    return next(text_of(one) for one in page.tree.iter("h2") if one.get("id") == "score")


def test_the_score_says_of_which_declaration_it_is(browser, world):
    """S-12: the score kept with the correction is by the method of its own day."""
    dossier = world.complete(case="exactly-60-one-line")
    client = browser("manufacturer")
    before = client.get(page_of(dossier))
    assert score_title(before) == "Score à la date du dépôt"
    assert "Déclaration déposée" in before.main
    world.days_pass(10)
    client = browser("manufacturer")
    corrected(client, dossier, "199,9")
    check = client.get(step(dossier, "correction"))
    client.submit(check.form("reason"), reason="Le coffre était mal mesuré.")
    page = client.get(page_of(dossier))
    assert score_title(page) == "Score de la déclaration corrigée le 12 mars 2026"
    section = page.main.partition(score_title(page))[2].partition("Pièces du dossier")[0]
    assert "20,0 points" in section
    assert "Méthode en vigueur le12 mars 2026" in section
    assert "Déclaration corrigée le 12 mars 2026" in page.main
    for who, area in (("reviewer", "instruction"), ("authority", "ministeres")):
        told = browser(who).get(f"/{area}/dossiers/{dossier.reference}").main
        assert "Corrigée le 12 mars 2026 ; déposée d’abord le 2 mars 2026." in told
        assert "Telle que déposée" not in told
