"""The dossiers of a company once filed, and what no other company may see of them."""

import pytest

from app.domain.procedure import Route
from app.domain.specific import Target
from app.services.drafting import copy_draft
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from scoring.inputs import Component
from tests.builders import declaration
from tests.page_checks import text_of
from tests.web.silence import AUDIENCES

ROUTES = (
    "", "/version", "/vehicule", "/lignes", "/lignes/ajouter", "/lignes/1", "/lignes/1/retirer",
    "/batteries", "/batteries/ajouter", "/batteries/1", "/batteries/1/retirer", "/pieces",
    "/pieces/ajouter?piece=site_attestation&site=line:L1", "/importer", "/verification",
    "/reparabilite", "/valeurs", "/valeurs/ajouter", "/valeurs/1", "/valeurs/1/retirer",
    "/supprimer", "/accuse", "/complements", "/retrait", "/correction", "/correction/abandon",
    "/signalement", "/rejet-implicite", "/motifs", "/justificatifs", "/preuve",
    "/score", "/score.pdf", "/classeur", "/simulation", "/public",
)  # fmt: skip
ONLY_SENT = ("/pieces/retirer", "/derogation", "/nouveau")


def address(dossier, act=""):
    return f"/constructeur/dossiers/{dossier.reference}{act}"


def test_no_route_of_a_dossier_is_missing_from_the_list_of_this_test(app):
    prefix = "/constructeur/dossiers/<reference:reference>"
    known = {
        rule.rule.removeprefix(prefix).replace("<int:number>", "1")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(prefix)
    }
    assert known == {route.split("?")[0] for route in ROUTES} | set(ONLY_SENT)


@pytest.mark.parametrize("state", ["draft", "awaiting"])
def test_another_company_finds_no_page_of_a_dossier(browser, world, state):
    dossier = getattr(world, state)()
    rival = browser("rival")
    token = rival.get("/constructeur/dossiers/nouveau").form("tvv").values["csrf_token"]
    for route in ROUTES:
        assert rival.get(address(dossier, route)).status == 404, route
    for route in (*ROUTES, *ONLY_SENT):
        answer = rival.client.post(address(dossier, route), data={"csrf_token": token})
        assert answer.status_code in {404, 405}, route
    assert world.dossier(dossier.reference, "manufacturer").state.value.startswith(state)


def test_another_company_finds_no_document_of_a_dossier(browser, world):
    dossier = world.submitted()
    support = world.attach(dossier, "site_attestation", "line:L1")
    path = f"/constructeur/pieces/{support.document.reference}"
    with browser("manufacturer").client.get(path) as answer:
        assert answer.status_code == 200
    assert browser("rival").get(path).status == 404


@pytest.mark.parametrize("who", ["reviewer", "authority", "operator"])
def test_other_roles_do_not_enter_the_pages_of_the_manufacturer(browser, who):
    assert browser(who).get("/constructeur/dossiers").status == 403


def test_the_list_says_what_is_awaited_and_by_when(browser, world):
    world.draft(tvv="Brouillon1")
    awaiting = world.awaiting("Une chose", "Une autre", tvv="Attente1")
    world.submitted(tvv="Depose1")
    world.draft(tvv="Rival1", who="rival")
    page = browser("manufacturer").get("/constructeur/dossiers")
    text = page.main.replace("\u00a0", " ")
    assert "De vous : le terminer et le déposer." in text
    assert "De vous : 2 pièces à fournir avant la fin du 17 mars 2026." in text
    assert "Vérification de la complétude : jusqu’au 2 avril 2026" in text
    assert "Rival1" not in text
    assert page.links()["Fournir les pièces"] == address(awaiting, "/complements")


def test_a_draft_opens_at_its_first_unfinished_step(browser, world):
    client, content = browser("manufacturer"), declaration()
    del content["reference_vehicle"]
    assert client.get(address(world.draft(content=content))).title == "Véhicule de référence"
    assert client.get(address(world.draft(tvv="Autre1"))).title == "Pièces"


def test_the_steps_of_a_dossier_past_correction_lead_to_its_page(browser, world):
    dossier = world.proposed()
    page = browser("manufacturer").get(address(dossier, "/vehicule"))
    assert page.title == f"Dossier {dossier.reference}"


def test_the_page_of_a_dossier_shows_its_periods_and_its_score(browser, world):
    """Each day says where it comes from; the manufacturer sees its own score."""
    page = browser("manufacturer").get(address(world.complete()))
    text = page.main
    assert "Décision des ministres" in text
    assert "2 juin 2026" in text
    assert "R. 251-1-B" in text
    assert "80,0 points" in text
    assert "Atteindre le score n’ouvre aucune aide à lui seul" in text


def test_a_score_below_the_minimum_says_what_is_lacking(browser, world):
    """Reading S-1: 1.1 points of 60 leave 58.9."""
    draft = world.draft(case="suv-china")
    text = browser("manufacturer").get(address(draft, "/verification")).main
    text = text.replace("\u00a0", " ")
    assert "1,1 point" in text
    assert "Le score n’atteint pas le minimum : il manque 58,9 points." in text


def test_a_refusal_by_silence_shows_its_day_and_the_remedies(browser, world):
    """R. 251-1-B; CJA R. 421-1 and R. 421-5, reading T-13: 2 June, two months, one day more."""
    dossier = world.refused_by_silence()
    text = browser("manufacturer").get(address(dossier)).main
    assert "Aucun arrêté n’a statué avant la fin du 2 juin 2026" in text
    assert "Saisir le tribunal administratif jusqu’au 3 août 2026 (date indicative" in text
    assert "Demander les motifs" in text


def test_a_listed_version_shows_its_order(browser, world):
    dossier = world.listed()
    text = browser("manufacturer").get(address(dossier)).main
    assert "Arrêté : inscription" in text
    assert "ENER2600001A" in text
    assert "Prend effet le3 mars 2026" in text


def test_a_dossier_is_withdrawn_after_a_confirmation(browser, world):
    client, dossier = browser("manufacturer"), world.submitted()
    page = client.submit(client.get(address(dossier, "/retrait")).form("seen"))
    assert "Le dossier est retiré. Les délais sont arrêtés." in page.text
    assert "Dossier retiré" in page.main
    assert "Retirer ce dossier" not in page.links()


def test_a_withdrawal_from_a_stale_page_is_shown_again(browser, world):
    client, dossier = browser("manufacturer"), world.submitted()
    form = client.get(address(dossier, "/retrait")).form("seen")
    world.attach(dossier, "site_attestation", "line:L1")
    page = client.submit(form)
    assert page.status == 409
    assert "Vous avez déjà agi sur le dossier" in page.main
    assert "Anne Martin a agi" not in page.main
    assert "Le dossier est retiré." in client.submit(page.form("seen")).text


def test_a_decided_dossier_is_not_withdrawn(browser, world):
    client, dossier = browser("manufacturer"), world.proposed()
    form = client.get(address(dossier, "/retrait")).form("seen")
    world.publish(world.order(dossier))
    page = client.submit(form)
    assert page.status == 409


def test_a_dossier_is_shown_as_under_review_and_no_longer(browser, world):
    """Decision 0033: off by default, a name and a code, nothing else."""
    client, dossier = browser("manufacturer"), world.submitted(tvv="EXAMEN1")
    visitor = browser()
    assert visitor.get("/versions/EXAMEN1").status == 404
    page = client.get(address(dossier, "/public"))
    assert "Non montré au public" in page.main
    assert "En cours d’examen" in page.main
    shown = client.submit(page.form("accord"))
    assert "Le dossier est montré au public comme en cours d’examen." in shown.text
    found = visitor.get("/versions/EXAMEN1")
    assert found.status == 200
    assert "Un dossier déposé pour elle est en cours d’examen" in found.main
    for secret in (dossier.reference, dossier.manufacturer.name, "score de"):
        assert secret not in found.main
    assert "Ce code est celui d’une version en cours d’examen." in visitor.get("/?q=EXAMEN1").main
    hidden = client.submit(client.get(address(dossier, "/public")).form("accord"))
    assert "Le dossier n’est pas montré au public." in hidden.text
    assert visitor.get("/versions/EXAMEN1").status == 404


def test_a_consent_that_is_neither_yes_nor_no_is_refused(browser, world):
    client, dossier = browser("manufacturer"), world.submitted(tvv="EXAMEN1")
    form = client.get(address(dossier, "/public")).form("accord")
    page = client.submit(form, accord="peut-être")
    assert page.status == 422
    assert "Choisissez de montrer le dossier ou non." in page.main
    assert browser().get("/versions/EXAMEN1").status == 404


def test_a_decided_dossier_is_not_shown_as_under_review(browser, world):
    client, dossier = browser("manufacturer"), world.proposed()
    form = client.get(address(dossier, "/public")).form("accord")
    world.publish(world.order(dossier))
    assert client.submit(form).status == 409
    page = client.get(address(dossier, "/public"))
    assert "ne permet pas de le montrer" in page.main
    assert "/public" not in str(client.get(address(dossier)).links())


def test_there_is_no_receipt_of_a_draft(browser, world):
    assert browser("manufacturer").get(address(world.draft(), "/accuse")).status == 404


def test_the_company_is_told_that_it_holds_its_dossier(world, browser):
    dossier = world.awaiting()
    page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}")
    assert "Vous : l’agence vous a demandé des pièces." in page.main
    assert "Le constructeur :" not in page.main


def explained(page):
    """The periods whose date is explained."""
    return [one for one in page.tree.iter("details") if one.find("summary/strong") is not None]


def test_what_comes_next_is_at_the_top_and_what_runs_is_open(world, browser):
    """D. 251-1-A, I: two months for the review, which run before the three of the ministers."""
    dossier = world.complete()
    page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}")
    assert "Prochaine échéance Instruction par l’agence, jusqu’au 2 mai 2026" in page.main
    told = {text_of(one.find("summary/strong")): one.get("open") for one in explained(page)}
    assert told["Vérification de la complétude"] is None
    assert told["Instruction par l’agence"] is not None
    for link in ("Délais", "Score", "Pièces", "Déclaration", "Historique"):
        target = page.links()[link].removeprefix("#")
        assert any(element.get("id") == target for element in page.tree.iter("h2"))


def test_a_refused_dossier_leads_to_its_remedies(world, browser):
    dossier = world.refused_by_silence()
    company = browser("manufacturer")
    page = company.get("/constructeur/dossiers")
    assert page.links()["Voir vos recours"] == f"/constructeur/dossiers/{dossier.reference}#recours"


@pytest.mark.parametrize("who", AUDIENCES)
def test_who_acts_next_is_said_once(world, browser, who):
    page = browser(who).get(f"/{AUDIENCES[who]}/dossiers/{world.complete().reference}")
    assert page.main.count("elle instruit le dossier") == 1
    assert page.main.count("Qui a la main") == 1
    assert "Qui tient le dossier" not in page.main


def test_every_dossier_of_the_list_says_what_comes_next(world, browser):
    """What has no last day has a sentence all the same: nothing is awaited, or what is."""
    refused = world.refused_by_silence(tvv="V1")
    withdrawn = world.submitted(tvv="V2")
    withdraw(withdrawn.reference, by=world.actor("manufacturer"), clock=world.clock)
    early = copy_draft(
        withdrawn.reference,
        route=Route.DEROGATION,
        by=world.actor("manufacturer"),
        clock=world.clock,
    )
    record_specific_value(
        early.reference,
        Target(component=Component.BATTERY, owner="B1"),
        "12.5",
        revision=early.content_revision,
        by=world.actor("manufacturer"),
        clock=world.clock,
    )
    submit_dossier(early.reference, by=world.actor("manufacturer"), clock=world.clock)
    listed = world.listed(tvv="V3")
    page = browser("manufacturer").get("/constructeur/dossiers")
    told = {
        one.reference: text_of(row).replace("\u00a0", " ")
        for row in page.tree.findall(".//tbody/tr")
        for one in (refused, withdrawn, early, listed)
        if one.reference in text_of(row)
    }
    assert "Voir vos recours" in told[refused.reference]
    assert "Rien n’est attendu ; un nouveau dossier peut être déposé." in told[withdrawn.reference]
    assert "Rien n’est instruit et aucun délai ne court" in told[early.reference]
    assert "Rien n’est attendu ; une modification" in told[listed.reference]


def test_the_page_of_a_dossier_says_what_comes_next(world, browser):
    dossier = world.submitted()
    client = browser("manufacturer")
    withdraw(dossier.reference, by=world.actor("manufacturer"), clock=world.clock)
    page = client.get(address(dossier))
    assert "SuiteRien n’est attendu ; un nouveau dossier peut être déposé." in page.main


class TestAskingAgain:
    """Row 27: one open dossier of a company for a code; what the page offers is not refused."""

    def buttons(self, page):
        return {text_of(one).strip() for one in page.tree.findall(".//main//button")}

    def test_a_refused_version_may_be_asked_for_by_two_ways(self, world, browser):
        refused = world.refused_by_silence()
        page = browser("manufacturer").get(address(refused))
        assert {"Demander une dérogation", "Ouvrir un nouveau dossier"} <= self.buttons(page)

    def test_an_open_dossier_is_shown_in_place_of_its_button(self, world, browser):
        refused = world.refused_by_silence(tvv="V1")
        again = world.draft(tvv="V1")
        page = browser("manufacturer").get(address(refused))
        assert "Ouvrir un nouveau dossier" not in self.buttons(page)
        assert "Demander une dérogation" in self.buttons(page)
        assert page.links()[again.reference] == address(again)

    def test_an_open_derogation_leaves_nothing_to_ask(self, world, browser):
        refused = world.refused_by_silence(tvv="V1")
        derogation = copy_draft(
            refused.reference,
            route=Route.DEROGATION,
            by=world.actor("manufacturer"),
            clock=world.clock,
        )
        page = browser("manufacturer").get(address(refused))
        assert "Demander une dérogation" not in self.buttons(page)
        assert "Ouvrir un nouveau dossier" in self.buttons(page)
        assert page.links()[derogation.reference] == address(derogation)
