"""Completeness, requests and proposals, from the pages of the agency."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.domain.procedure import Action, State
from app.services.completeness import open_items_of, supply
from app.services.requested import Supplied
from tests.page_checks import text_of


def address(dossier, act):
    return f"/instruction/dossiers/{dossier.reference}/{act}"


def last(world, dossier):
    return world.dossier(dossier.reference).events[-1]


def test_confirming_makes_the_dossier_complete_on_receipt(world, browser):
    """Reading T-4: complete on the day of receipt, whenever the agency says so in time."""
    dossier = world.submitted()
    world.days_pass(10)
    reviewer = browser("reviewer")
    page = reviewer.get(address(dossier, "completude"))
    assert "2 mai 2026" in page.main
    assert "2 juin 2026" in page.main
    done = reviewer.submit(page.form("seen"))
    assert "La complétude est confirmée" in done.main
    assert world.dossier(dossier.reference).complete_on == date(2026, 3, 2)


def test_a_request_in_time_makes_the_dossier_wait(world, browser):
    dossier = world.submitted()
    reviewer = browser("reviewer")
    page = reviewer.get(address(dossier, "demande"))
    assert "cette demande est dans le délai" in page.main
    assert "2 avril 2026" in page.main
    form = page.form("answer_by")
    assert form.values["answer_by"] == ["2026-03-17"]
    assert "site_attestation@line:L1" in form.values["items"]
    done = reviewer.submit(
        form,
        items=["site_attestation@line:L1"],
        others="Plan du site\n\nPhotographies",
        message="Merci.",
    )
    assert "le dossier attend les pièces" in done.main
    assert world.dossier(dossier.reference).state == State.AWAITING_DOCUMENTS
    for words in ("Plan du site", "Photographies", "Ligne L1 : Usine", "Merci.", "17 mars 2026"):
        assert words in done.main


def test_a_late_request_says_that_it_moves_nothing(world, browser):
    """D. 251-1-A, I: past the month the dossier is deemed complete (P-15)."""
    dossier = world.complete()
    reviewer = browser("reviewer")
    page = reviewer.get(address(dossier, "demande"))
    assert "ne déplace aucun délai" in page.main
    assert "déjà confirmé" in page.main
    done = reviewer.submit(page.form("answer_by"), items=[], others="Plan du site")
    assert "elle ne déplace aucun délai" in done.main
    assert last(world, dossier).action == Action.REQUEST_WITHOUT_EFFECT
    assert world.dossier(dossier.reference).state == State.COMPLETE


def test_a_request_prepared_in_time_and_sent_too_late_is_shown_again(world, browser):
    dossier = world.submitted()
    world.clock.move_to(datetime(2026, 4, 2, 21, 50, tzinfo=UTC))  # ten to midnight in Paris
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "demande")).form("answer_by")
    world.clock.advance(timedelta(minutes=20))
    page = reviewer.submit(form, others="Plan du site", answer_by="30/04/2026")
    assert page.status == 409
    assert "une échéance est passée entre-temps" in page.main
    assert "Échéance a agi" not in page.main
    assert "Échéance constatée le 3 avril 2026 à 0 h 10" in page.main
    assert "ne déplace aucun délai" in page.main
    again = page.form("answer_by")
    assert again.values["others"] == ["Plan du site"]
    done = reviewer.submit(again)
    assert done.status == 200
    assert last(world, dossier).action == Action.REQUEST_WITHOUT_EFFECT


def test_a_request_of_nothing_and_a_day_gone_by_are_refused(world, browser):
    dossier = world.submitted()
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "demande")).form("answer_by")
    nothing = reviewer.submit(form, items=[], others="  \n ", message="Bonjour")
    assert nothing.status == 422
    assert "Choisissez au moins une pièce à demander." in nothing.main
    assert nothing.form("answer_by").values["message"] == ["Bonjour"]
    past = reviewer.submit(form, answer_by="01/03/2026")
    assert "Le jour de réponse ne peut pas être déjà passé." in past.main
    badly = reviewer.submit(form, answer_by="31/02/2026", others="Plan")
    assert "Ce jour n’existe pas dans le calendrier." in badly.main
    assert badly.form("answer_by").values["others"] == ["Plan"]
    assert last(world, dossier).action == Action.SUBMIT


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param(
            "Plan du site\n" + "x" * 301,
            f"Écrivez au plus 300 caractères par ligne : « {'x' * 40}… » en compte 301.",
            id="long",
        ),
        pytest.param(
            "\n".join(f"Pièce {n}" for n in range(101)),
            "Demandez au plus 100 pièces à la fois : cette demande en compte 101.",
            id="many",
        ),
    ],
)
def test_what_was_typed_line_by_line_is_refused_beside_its_field(world, browser, typed, sentence):
    dossier = world.submitted()
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "demande")).form("answer_by")
    page = reviewer.submit(form, items=[], others=typed)
    assert page.status == 422
    beside = text_of(page.tree.find(".//*[@id='others-messages']"))
    assert sentence in " ".join(beside.split())
    assert f"Autres pièces ou précisions demandées : {sentence}" in page.main
    assert page.form("answer_by").values["others"][0].strip() == typed


def test_of_two_reviewers_the_second_keeps_the_text_and_learns_who_acted(world, browser):
    dossier = world.complete()
    first, second = browser("reviewer"), browser("colleague")
    kept = second.get(address(dossier, "proposition")).form("reasons")
    first.submit(
        first.get(address(dossier, "proposition")).form("reasons"),
        opinion="favorable",
        reasons="Score atteint.",
    )
    page = second.submit(kept, opinion="defavorable", reasons="Mes motifs, longs à écrire.")
    assert page.status == 409
    assert "Chloé Bernard a agi entre-temps" in page.main
    again = page.form("reasons")
    assert again.values["reasons"] == ["Mes motifs, longs à écrire."]
    refused = second.submit(again)
    assert refused.status == 409
    assert "L’état actuel du dossier ne permet pas cet acte" in refused.main
    assert refused.form("reasons").values["reasons"] == ["Mes motifs, longs à écrire."]


def test_a_proposal_needs_reasons(world, browser):
    dossier = world.complete()
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "proposition")).form("reasons")
    page = reviewer.submit(form, opinion="favorable", reasons="   ")
    assert page.status == 422
    assert "Indiquez les motifs." in page.main
    assert world.dossier(dossier.reference).state == State.COMPLETE


@pytest.mark.parametrize(
    ("named", "verdict"),
    [
        ({}, "Le score calculé atteint le minimum : le sens reste à choisir."),
        (
            {"case": "suv-china"},
            "Le score calculé n’atteint pas le minimum : le sens reste à choisir.",
        ),
    ],
    ids=["reached", "missed"],
)
def test_the_reviewer_chooses_beside_the_verdict(world, browser, named, verdict):
    """P-16: the proposal is the agency’s, not that of the calculator: nothing is chosen for it."""
    dossier = world.complete(**named)
    reviewer = browser("reviewer")
    page = reviewer.get(address(dossier, "proposition"))
    assert verdict in page.main
    form = page.form("reasons")
    assert form.values["opinion"] == []
    page = reviewer.submit(form, reasons="Score atteint.")
    assert page.status == 422
    assert "Choisissez le sens de la proposition." in page.main
    assert page.form("reasons").values["reasons"] == ["Score atteint."]
    assert world.dossier(dossier.reference).state == State.COMPLETE


def test_the_proposal_goes_with_its_score(world, browser):
    reviewer = browser("reviewer")
    missed = world.complete(tvv="MANQUE", case="suv-china")
    form = reviewer.get(address(missed, "proposition")).form("reasons")
    done = reviewer.submit(form, opinion="defavorable", reasons="Score insuffisant.")
    assert "La proposition défavorable est transmise aux quatre ministres" in done.main
    assert "Score joint : 1,1 point, minimum non atteint" in done.main


def test_a_proposal_after_the_silent_refusal_only_stands_beside_it(world, browser):
    """Reading T-8: a later order may still list the version."""
    dossier = world.refused_by_silence()
    reviewer = browser("reviewer")
    page = reviewer.get(address(dossier, "proposition"))
    assert "déjà rejetée par le silence des ministres" in page.main
    reviewer.submit(page.form("reasons"), opinion="favorable", reasons="Score atteint.")
    assert last(world, dossier).action == Action.PROPOSE_AFTER_SILENCE
    assert world.dossier(dossier.reference).state == State.REFUSED_BY_SILENCE


def test_an_act_that_the_state_does_not_allow_is_not_offered(world, browser):
    dossier = world.listed()
    reviewer = browser("reviewer")
    shown = reviewer.get(f"/instruction/dossiers/{dossier.reference}")
    assert "Rédiger la proposition" not in shown.main
    for act in ("completude", "demande", "proposition"):
        page = reviewer.get(address(dossier, act))
        assert page.status == 200
        assert "ne permet pas" in page.main
        assert not any("seen" in form.values for form in page.forms())


def test_a_stale_confirmation_is_shown_again_with_who_acted(world, browser):
    dossier = world.submitted()
    first, second = browser("reviewer"), browser("colleague")
    kept = second.get(address(dossier, "completude")).form("seen")
    first.submit(first.get(address(dossier, "completude")).form("seen"))
    page = second.submit(kept)
    assert page.status == 409
    assert "Chloé Bernard a agi entre-temps" in page.main


def test_a_page_whose_number_cannot_be_read_counts_as_stale(world, browser):
    dossier = world.submitted()
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "completude")).form("seen")
    assert reviewer.submit(form, seen="beaucoup").status == 409
    assert world.dossier(dossier.reference).state == State.SUBMITTED


def test_reasons_of_a_novel_are_refused_and_kept(world, browser):
    dossier = world.complete()
    reviewer = browser("reviewer")
    form = reviewer.get(address(dossier, "proposition")).form("reasons")
    page = reviewer.submit(form, reasons="a" * 10_001)
    assert page.status == 422
    assert "Écrivez au plus 10\u202f000 caractères : ce texte en compte 10\u202f001." in page.html
    assert page.form("reasons").values["reasons"] == ["a" * 10_001]


class TestTheButtonOfARequest:
    """Rows 4, 7 and 10: the same page asks, the button says what asking does that day."""

    def said(self, browser, dossier):
        page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
        asked = [said for said, to in page.links().items() if to == address(dossier, "demande")]
        assert len(asked) == 1
        return asked[0]

    def test_a_first_request(self, world, browser):
        assert self.said(browser, world.submitted()) == "Demander des pièces"

    def test_a_request_beside_one_that_waits(self, world, browser):
        """Row 4: a further request adds items."""
        assert self.said(browser, world.awaiting()) == "Demander d’autres pièces"

    def test_a_request_that_moves_nothing(self, world, browser):
        """Row 7."""
        said = self.said(browser, world.complete())
        assert said == "Demander des pièces, sans effet sur les délais"

    def test_a_request_after_the_last_supplement(self, world, browser):
        """Row 10: within one month of it, the dossier waits again."""
        dossier = world.awaiting()
        (item,) = open_items_of(dossier)
        supply(
            dossier.reference,
            {item.reference: Supplied(answer="Voici.")},
            by=world.actor("manufacturer"),
            clock=world.clock,
        )
        assert self.said(browser, dossier) == "Redemander des pièces"

    def test_a_late_request_beside_one_that_waits_says_what_goes_on(self, world, browser):
        """Row 7 in awaiting_documents: no review runs, and what was asked in time still counts."""
        dossier = world.awaiting()
        world.clock.move_to(datetime(2026, 4, 3, 9, 0, tzinfo=UTC))
        page = browser("reviewer").get(address(dossier, "demande"))
        assert "Envoyée aujourd’hui, cette demande ne déplace aucun délai" in page.main
        assert "continuent de courir" not in page.main
        assert "seules comptent les pièces demandées à temps" in page.main
