"""The proposal on a derogation, by its page: each specific value accepted or refused alone."""

import pytest

from app.domain.procedure import State
from app.services.lapse import record_due_effects
from app.web.figures import kept_points
from app.web.review.proposal_form import ACCEPTED, REFUSED, decision_name, reason_name
from tests.services.derogations import BATTERY, FERROUS, NO, YES, derogation, propose

VALUES = {BATTERY: "40", FERROUS: "1.5"}
WHY = "La preuve porte sur un autre site."


def address(dossier):
    return f"/instruction/dossiers/{dossier.reference}/proposition"


def answers(battery, ferrous, **named):
    said = {decision_name(BATTERY): battery, decision_name(FERROUS): ferrous}
    return said | named


@pytest.fixture
def dossier(world):
    return derogation(world, VALUES, case="suv-china")


@pytest.fixture
def reviewer(browser):
    return browser("reviewer")


def test_each_value_stands_beside_its_reference_with_its_effect(world, dossier, reviewer):
    world.attach(dossier, "specific_value", BATTERY.key, filename="cellules.pdf")
    page = reviewer.get(address(dossier))
    assert "Batterie, site B1" in page.main
    assert "cellules.pdf" in page.links()
    assert "aucune pièce" in page.main  # of the other value
    # 70 kWh at 68 kg (China) and at 40.
    assert "Batterie : 4 760,0 → 2 800,0 kg CO2e" in page.main
    form = page.form("reasons")
    assert form.values[decision_name(BATTERY)] == []
    assert form.values["opinion"] == []  # the verdict waits for the decisions


def test_computing_again_shows_the_score_of_the_choice_and_keeps_what_was_typed(
    world, dossier, reviewer
):
    page = reviewer.get(address(dossier))
    none = "Avec 0 valeur acceptée sur 2"
    assert none in page.main
    sent = answers(ACCEPTED, REFUSED, reasons="Un début", **{reason_name(FERROUS): ""})
    again = reviewer.submit(page.form("reasons"), button="compute", **sent)
    assert again.status == 200
    assert "Avec 1 valeur acceptée sur 2" in again.main
    assert "n’est pas enregistré" not in again.main
    form = again.form("reasons")
    assert form.values[decision_name(BATTERY)] == [ACCEPTED]
    assert form.values[decision_name(FERROUS)] == [REFUSED]
    assert form.values["reasons"] == ["Un début"]
    assert lead(again).split()[-2] != lead(page).split()[-2]
    assert world.dossier(dossier.reference).state == State.COMPLETE
    sent = reviewer.submit(form, opinion="defavorable", **{reason_name(FERROUS): WHY})
    assert sent.status == 200, sent.main
    kept = world.dossier(dossier.reference).proposals[0].assessment
    assert lead(again).endswith(f" {' '.join(kept_points(kept).split())}, ")


def lead(page):
    """The score of the page, in its line of the verdict."""
    return page.main.split("Score à joindre")[1].split("pour un minimum")[0]


def test_a_proposal_says_who_reads_it_what_was_decided(world, dossier, reviewer, browser):
    page = reviewer.get(address(dossier))
    done = reviewer.submit(
        page.form("reasons"),
        **answers(ACCEPTED, REFUSED, opinion="defavorable", reasons="Insuffisant."),
        **{reason_name(FERROUS): WHY},
    )
    assert "est transmise aux quatre ministres" in done.main
    kept = world.dossier(dossier.reference).proposals[0].assessment.decisions
    assert [(one.target, one.accepted, one.reason) for one in kept] == [
        (BATTERY, True, ""),
        (FERROUS, False, WHY),
    ]
    told = f"Valeur spécifique refusée (Métaux ferreux, ligne L1) : {WHY}"
    for who, path in (
        ("manufacturer", f"/constructeur/dossiers/{dossier.reference}"),
        ("authority", f"/ministeres/dossiers/{dossier.reference}"),
    ):
        seen = browser(who).get(path)
        assert told in seen.main, path
        assert "pas encore" not in seen.main


def test_an_undecided_value_and_a_bare_refusal_are_shown_beside_their_fields(
    world, dossier, reviewer
):
    form = reviewer.get(address(dossier)).form("reasons")
    said = {decision_name(FERROUS): REFUSED, "opinion": "defavorable", "reasons": "Insuffisant."}
    page = reviewer.submit(form, **said)
    assert page.status == 422
    assert "Décision, Batterie, site B1 : Acceptez ou refusez cette valeur." in page.main
    assert "Indiquez pourquoi cette valeur est refusée." in page.main
    assert page.form("reasons").values["reasons"] == ["Insuffisant."]
    assert page.form("reasons").values[decision_name(FERROUS)] == [REFUSED]
    assert world.dossier(dossier.reference).state == State.COMPLETE


def test_a_stale_page_keeps_each_decision_and_its_reason(world, dossier, reviewer):
    form = reviewer.get(address(dossier)).form("reasons")
    world.attach(dossier, "specific_value", BATTERY.key)
    said = answers(ACCEPTED, REFUSED, opinion="defavorable", reasons="Insuffisant.")
    page = reviewer.submit(form, **said, **{reason_name(FERROUS): WHY})
    assert page.status == 409
    assert "Anne Martin a agi entre-temps" in page.main
    again = page.form("reasons")
    assert again.values[decision_name(BATTERY)] == [ACCEPTED]
    assert again.values[reason_name(FERROUS)] == [WHY]
    assert "est transmise aux quatre ministres" in reviewer.submit(again).main


def test_a_late_proposal_starts_from_the_decisions_of_the_earlier_one(world, dossier, browser):
    propose(world, dossier, {BATTERY: YES, FERROUS: NO}, favourable=False)
    world.days_pass(300)
    record_due_effects(clock=world.clock)
    page = browser("reviewer").get(address(dossier))
    assert "ceux de la proposition précédente" in page.main
    form = page.form("reasons")
    assert form.values[decision_name(BATTERY)] == [ACCEPTED]
    assert form.values[reason_name(FERROUS)] == [NO.reason]


def test_on_the_reference_route_there_is_nothing_to_decide(world, reviewer):
    page = reviewer.get(address(world.complete()))
    assert "Recalculer" not in page.main
    assert page.form("reasons").buttons == {}
