"""The dossier as the agency reads it, and its score explained."""

from datetime import UTC, date, datetime

import pytest

from app.services.submission import submit_dossier
from tests.gateways import samples
from tests.web.changes import changed, opened
from tests.web.silence import AUDIENCES


def test_the_dossier_shows_all_that_was_filed(world, browser):
    draft = world.draft(tvv="EXEMPLE001")
    world.attach(draft, "site_attestation", "line:L1", filename="attestation.pdf")
    dossier = submit_dossier(draft.reference, by=world.actor("manufacturer"), clock=world.clock)
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    for words in (
        "EXEMPLE001",
        "Constructeur A",
        "L’agence : elle vérifie que le dossier est complet.",
        "1 975",
        "Ligne de fabrication L1",
        "Ferroviaire, France",
        "Attestation de la direction sur les sites de fabrication",
        "attestation.pdf",
        "Adresse exacte du site de production des cellules",
        "Vérification de la complétude",
        "2 avril 2026",
        "Dépôt du dossier",
        "Anne Martin",
    ):
        assert words in page.main
    assert page.main.count("présente") == 1


def test_a_document_is_a_download_that_runs_nothing(world, browser):
    dossier = world.submitted()
    content = samples.pdf()
    support = world.attach(dossier, "site_attestation", "line:L1", content=content)
    reviewer = browser("reviewer")
    page = reviewer.get(f"/instruction/dossiers/{dossier.reference}")
    answer = reviewer.get(page.links()["piece.pdf"]).response
    assert answer.data == content
    answer.close()
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert support.document.reference in page.links()["piece.pdf"]


def test_an_event_recorded_later_shows_its_two_days(world, browser):
    """Reading T-8: the day silence takes effect and the day it is observed are both kept."""
    dossier = world.refused_by_silence()
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert dossier.decided_on == date(2026, 6, 2)
    assert "2 juin 2026, Échéance Enregistré plus tard, le 30 juin 2026" in page.main


@pytest.mark.parametrize(
    ("case", "shown", "verdict"),
    [("suv-france", "80,0 points", "minimum atteint"), ("suv-china", "1,1 point", "minimum non")],
)
def test_the_score_opens_down_to_the_row_of_the_table(world, browser, case, shown, verdict):
    dossier = world.submitted(case=case)
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}/score")
    assert shown in page.main
    assert verdict in page.main
    for words in (
        "Métaux ferreux",
        "Acheminement",
        "Facteur d’émission",
        "rattachement coté B",
        "cote B1",
        "à confirmer",
        "Site qui compte",
        "arrêté du 7 octobre 2023",
    ):
        assert words in page.main


def test_a_score_just_below_the_minimum_never_reads_as_the_minimum(world, browser):
    """Reading S-1: a score below the minimum is shown rounded down."""
    dossier = world.proposed(case="a-gram-above-60", favourable=False)
    reviewer = browser("reviewer")
    score = reviewer.get(f"/instruction/dossiers/{dossier.reference}/score").main
    page = reviewer.get(f"/instruction/dossiers/{dossier.reference}").main
    assert "59,9 points" in score
    assert "60,0 points" not in score
    assert "Score joint : 59,9 points, minimum non atteint" in page


def test_the_dossier_of_nobody_and_a_draft_are_not_found(world, browser):
    reviewer = browser("reviewer")
    draft = world.draft()
    for reference in (draft.reference, "SE-2222-2222"):
        assert reviewer.get(f"/instruction/dossiers/{reference}").status == 404
        assert reviewer.get(f"/instruction/dossiers/{reference}/proposition").status == 404


def test_a_period_whose_last_day_is_over_no_longer_runs_on_the_page(world, browser):
    """The review has no effect of its own when it ends (P-16): the page says that it is over."""
    dossier = world.complete()
    world.clock.move_to(datetime(2026, 5, 3, 9, 0, tzinfo=UTC))
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert "Instruction par l’agence, jusqu’au 2 mai 2026 (échu)" in page.main
    assert "Décision des ministres, jusqu’au 2 juin 2026 (en cours)" in page.main


@pytest.mark.parametrize("who", AUDIENCES)
def test_a_change_report_lacks_no_document(world, browser, who):
    """P-25: nobody asks a complete set of a change; what was joined to it is shown."""
    world.listed(tvv="V1")
    world.days_pass(1)
    draft = changed(world, opened(world))
    world.attach(draft, "battery_site_address", "battery:B1", filename="cellules.pdf")
    report = submit_dossier(draft.reference, by=world.actor("manufacturer"), clock=world.clock)
    page = browser(who).get(f"/{AUDIENCES[who]}/dossiers/{report.reference}")
    assert "manquante" not in page.main
    assert page.main.count("présente") == 1
    assert "cellules.pdf" in page.main
    bare = submit_dossier(
        changed(world, opened(world), country="JP").reference,
        by=world.actor("manufacturer"),
        clock=world.clock,
    )
    page = browser(who).get(f"/{AUDIENCES[who]}/dossiers/{bare.reference}")
    assert "Aucune pièce n’est jointe à ce signalement." in page.main
