"""Report a change of a listed version from the pages of the manufacturer."""

from datetime import date

import pytest

from app.domain.procedure import State
from app.extensions import db
from app.models.dossier import Dossier
from app.services.orders import put_removal
from tests import orders
from tests.web.changes import changed, opened, reported

VERSIONS = "/constructeur/versions"
CHANGE = f"{VERSIONS}/modification?code=V1&marque=Exemple"


@pytest.fixture
def listed(world):
    dossier = world.listed(tvv="V1")
    world.days_pass(30)
    return dossier


def test_a_listed_version_leads_to_its_report(browser, world, listed):
    """P-25: the company finds its versions, says when, then what changed."""
    client = browser("manufacturer")
    page = client.get(VERSIONS)
    assert "Exemple Modèle E" in page.main
    assert "depuis le 3 mars 2026" in page.main.replace("\u00a0", " ")
    form = client.get(page.links()["Signaler une modification"]).form("changed_on")
    draft = client.submit(form, changed_on="15/03/2026")
    assert draft.title == "Vérifier et signaler"
    assert "Rien ne diffère encore de ce qui est déclaré" in draft.main
    assert "La version reste sur la liste" in draft.main
    assert "pas encore signalée" in client.get(VERSIONS).main


def test_a_report_shows_what_changes_and_both_scores_before_it_is_filed(browser, world, listed):
    """S-12: the score decided beside the one computed again, and what the version has to spare."""
    client = browser("manufacturer")
    report = opened(world)
    site = client.get(f"/constructeur/dossiers/{report.reference}/batteries/1").form("cell_country")
    client.submit(site, cell_country="CN")
    page = client.get(f"/constructeur/dossiers/{report.reference}/signalement")
    for words in ("France", "Chine", "Score décidé", "recalculé", "de marge", "1er juin 2026"):
        assert words in page.main, words
    done = client.submit(page.form("seen"))
    assert done.title == "Accusé de réception"
    # Two and three months from 1 April 2026.
    for words in ("1er juin 2026", "1er juillet 2026", "reste sur la liste", "R. 112-5"):
        assert words in done.main.replace("\u00a0", " "), words
    assert world.dossier(report.reference).state == State.REPORTED


def test_the_page_of_a_report_follows_it(browser, world, listed):
    report = reported(world)
    client = browser("manufacturer")
    page = client.get(f"/constructeur/dossiers/{report.reference}")
    assert "Modification signalée" in page.main
    assert "Chine" in page.main
    versions = client.get(VERSIONS)
    assert "modification signalée" in versions.main
    assert report.reference in versions.links()


def test_a_report_without_any_change_is_refused_in_its_page(browser, world, listed):
    report = opened(world)
    client = browser("manufacturer")
    form = client.get(f"/constructeur/dossiers/{report.reference}/signalement").form("seen")
    page = client.submit(form)
    assert page.status == 422
    assert "Rien ne diffère de ce qui est déjà déclaré" in page.main


def test_a_removal_to_come_is_told_beside_the_version(browser, world, listed):
    """Row 23: published today, in force later; the version is still on the list."""
    client = browser("manufacturer")
    assert "retire de la liste" not in client.get(VERSIONS).main
    order = world.order()
    put_removal(
        order.reference,
        "V1",
        "Exemple",
        reasons="La version a changé.",
        by=world.actor("authority"),
        clock=world.clock,
    )
    world.publish(order, effective_on=date(2026, 6, 1))
    main = client.get(VERSIONS).main.replace("\u00a0", " ")
    assert "depuis le 3 mars 2026" in main
    assert "Un arrêté publié la retire de la liste à compter du 1er juin 2026." in main


def test_a_report_is_not_filed_twice(browser, world, listed):
    report = changed(world, opened(world))
    client = browser("manufacturer")
    form = client.get(f"/constructeur/dossiers/{report.reference}/signalement").form("seen")
    client.submit(form)
    page = client.submit(form)
    assert page.title == "Accusé de réception"
    assert "déjà signalée : rien n’a été signalé une seconde fois." in page.text
    assert len(world.dossier(report.reference).events) == 1


def test_a_change_to_come_is_refused_beside_its_day(browser, world, listed):
    client = browser("manufacturer")
    page = client.submit(client.get(CHANGE).form("changed_on"), changed_on="02/04/2026")
    assert page.status == 422
    assert "Le jour de la modification est encore à venir." in page.main
    assert db.session.query(Dossier).count() == 1


def test_a_change_before_the_text_is_refused_beside_its_day(browser, world, listed):
    """D. 251-1-A: in force from 10 October 2023."""
    client = browser("manufacturer")
    page = client.submit(client.get(CHANGE).form("changed_on"), changed_on="09/10/2023")
    assert page.status == 422
    assert "vérifiez le jour de la modification" in page.main
    assert "10/10/2023" in page.main
    assert db.session.query(Dossier).count() == 1


def test_another_company_reports_nothing(browser, world, listed):
    rival = browser("rival")
    assert rival.get(CHANGE).status == 403
    assert "Aucune version dont votre entreprise répond" in rival.get(VERSIONS).main


def test_a_version_that_nobody_listed_has_no_report(browser, world):
    page = browser("manufacturer").get(f"{VERSIONS}/modification?code=V9&marque=Exemple")
    assert page.status == 409
    assert "Cette version n’est pas sur la liste" in page.main


def test_the_check_of_a_report_is_not_that_of_a_first_dossier(browser, world, listed):
    report, client = opened(world), browser("manufacturer")
    page = client.get(f"/constructeur/dossiers/{report.reference}/verification")
    assert page.title == "Vérifier et signaler"
    draft = world.draft(tvv="V2")
    page = client.get(f"/constructeur/dossiers/{draft.reference}/signalement")
    assert page.title == "Vérifier et déposer"


def test_the_listed_dossier_tells_where_changes_are_reported(browser, world, listed):
    page = browser("manufacturer").get(f"/constructeur/dossiers/{listed.reference}")
    assert page.links()["Signaler une modification de la version"] == VERSIONS


def test_the_draft_of_a_report_opens_where_something_is_left(browser, world, listed):
    report = opened(world, changed_on=date(2026, 3, 15))
    changed(world, report)
    page = browser("manufacturer").get(f"/constructeur/dossiers/{report.reference}")
    assert page.title == "Pièces"


@pytest.mark.parametrize(
    "asked", ["", "?code=V1", "?marque=Exemple", "?code=%20&marque=Exemple", "?code=V1&marque="]
)
def test_a_report_without_its_version_leads_to_the_versions(browser, world, listed, asked):
    page = browser("manufacturer").get(f"{VERSIONS}/modification{asked}")
    assert page.status == 200
    assert page.title == "Mes versions inscrites"
    assert "Choisissez la version qui a changé." in page.text


def test_the_documents_of_a_change_are_those_of_what_changes(browser, world, listed):
    """P-25: no complete set is asked for, and no completeness is checked."""
    report = opened(world)
    client = browser("manufacturer")
    page = client.get(f"/constructeur/dossiers/{report.reference}/pieces")
    assert "Joignez les pièces de ce qui change." in page.main
    assert "manquante" not in page.main
    assert "le dossier n’est alors complet" not in page.main
    check = client.get(f"/constructeur/dossiers/{report.reference}/signalement")
    assert "pièces requises" not in check.main
    assert "joindre les pièces de ce qui change" in check.main


def test_a_report_after_the_removal_was_published_names_the_day_of_the_order(
    browser, world, listed
):
    """P-25, decision 0025: published on 1 April, reported on 11 April, off the list on 1 May."""
    world.publish(orders.removal(world, ("V1", "Exemple")), effective_on=date(2026, 5, 1))
    world.days_pass(10)
    report = reported(world)
    page = browser("manufacturer").get(f"/constructeur/dossiers/{report.reference}")
    shown = page.main.replace("\u00a0", " ")
    assert "publié le 1er avril 2026, l’en retire à compter du 1er mai 2026" in shown
