"""Change reports as the agency and the ministries read them, and the opinion."""

from datetime import date, timedelta

import pytest

from app.domain.procedure import Action, State
from app.services.lapse import record_due_effects
from tests.web.changes import reported

KEPT = {"opinion": "favorable", "reasons": "Marge suffisante."}


@pytest.fixture
def report(world):
    world.listed(tvv="V1")
    world.days_pass(60)
    return reported(world, changed_on=world.clock.today() - timedelta(days=31))


def place(report, act=""):
    return f"/instruction/dossiers/{report.reference}{act}"


def test_the_worklist_holds_a_report_until_its_opinion(browser, world, report):
    client = browser("reviewer")
    page = client.get("/instruction/")
    assert "Modification signalée" in page.main
    assert "Avis de l’agence" in page.main
    client.submit(client.get(place(report, "/avis")).form("reasons"), **KEPT)
    assert "Aucun dossier ne répond" in client.get("/instruction/").main
    assert "V1" in client.get("/instruction/?etat=reported").main


def test_a_report_shows_what_changed_both_scores_and_how_late_it_is(browser, world, report):
    """P-25: 31 days are above the 30 of the deployment; the law gives no figure."""
    page = browser("reviewer").get(place(report))
    for words in (
        "Signalement tardif : 31 jours après la modification",
        "sans délai",
        "France",
        "Chine",
        "Score décidé",
        "Score recalculé avec la modification",
    ):
        assert words in page.main.replace("\u00a0", " "), words
    form = browser("reviewer").get(page.links()["Signaler un manquement aux ministres"]).form("tvv")
    assert (form.values["tvv"], form.values["brand"]) == (["V1"], ["Exemple"])


def test_a_report_within_the_threshold_is_not_called_late(browser, world):
    world.listed(tvv="V1")
    world.days_pass(60)
    report = reported(world, changed_on=world.clock.today() - timedelta(days=30))
    page = browser("reviewer").get(place(report))
    assert "30 jours" in page.main.replace("\u00a0", " ")
    assert "Signalement tardif" not in page.main


def test_the_reviewer_chooses_the_opinion_which_goes_with_its_score(browser, world, report):
    """P-26: nothing is chosen for the agency."""
    client = browser("reviewer")
    page = client.get(place(report, "/avis"))
    assert "Le score calculé atteint le minimum : le sens reste à choisir." in page.main
    form = page.form("reasons")
    assert form.values["opinion"] == []
    page = client.submit(form, reasons="Batterie non documentée.")
    assert page.status == 422
    assert "Choisissez le sens de l’avis." in page.main
    done = client.submit(form, opinion="defavorable", reasons="Batterie non documentée.")
    assert "L’avis est transmis aux ministres" in done.main
    assert "Avis défavorable au maintien" in done.main
    filed = world.dossier(report.reference)
    assert filed.events[-1].action == Action.GIVE_OPINION
    assert not filed.proposals[0].favourable


def test_an_opinion_needs_reasons(browser, world, report):
    client = browser("reviewer")
    page = client.submit(
        client.get(place(report, "/avis")).form("reasons"), opinion="favorable", reasons=" "
    )
    assert page.status == 422
    assert "Indiquez les motifs." in page.main


def test_an_opinion_read_before_the_silence_is_shown_again(browser, world, report):
    client = browser("reviewer")
    form = client.get(place(report, "/avis")).form("reasons")
    world.days_pass(100)
    client.sign_in("reviewer")
    form.values["csrf_token"] = (
        client.get(place(report, "/avis")).form("reasons").values["csrf_token"]
    )
    page = client.submit(form, **KEPT)
    assert page.status == 409
    assert "Les ministres ont gardé le silence" in page.main
    client.submit(page.form("reasons"))
    assert world.dossier(report.reference).state == State.SILENT


def test_a_dossier_of_certification_takes_no_opinion(browser, world):
    dossier = world.complete()
    page = browser("reviewer").get(place(dossier, "/avis"))
    assert page.path == place(dossier)
    assert "Rendre l’avis" not in page.main


def test_a_settled_change_takes_no_proposal_of_certification(browser, world, report):
    page = browser("reviewer").get(place(report, "/proposition"))
    assert "ne permet pas de transmettre une proposition" in page.main


def test_the_ministries_read_the_change_the_opinion_and_the_day_of_silence(browser, world, report):
    client = browser("reviewer")
    client.submit(client.get(place(report, "/avis")).form("reasons"), **KEPT)
    page = browser("authority").get(f"/ministeres/dossiers/{report.reference}")
    text = page.main.replace("\u00a0", " ")
    # Three months from 1 May 2026.
    for words in ("Modification signalée", "Chine", "Avis favorable au maintien", "1er août 2026"):
        assert words in text, words


def test_a_silence_on_a_change_reads_as_one(browser, world, report):
    world.days_pass(100)
    record_due_effects(clock=world.clock)
    assert world.dossier(report.reference).decided_on == date(2026, 8, 1)
    page = browser("reviewer").get(place(report))
    assert "Silence sur la modification" in page.main
    assert "reste inscrite" in page.main
