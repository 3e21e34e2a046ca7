"""The proposal on a derogation, by its page: each specific value accepted or refused alone."""

from copy import deepcopy

import pytest

from app.domain.procedure import Route, State
from app.services.corrections import file_correction
from app.services.drafting import copy_draft, record_site, replace_declaration
from app.services.lapse import record_due_effects
from app.services.opinion import give_opinion
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.web.figures import kept_points
from app.web.review.proposal_form import ACCEPTED, REFUSED, decision_name, reason_name
from tests.services.derogations import BATTERY, FERROUS, NO, YES, derogation, filed, propose
from tests.services.stories import Story
from tests.web.changes import opened

pytestmark = pytest.mark.long

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


class TestWhatADecisionChanges:
    """Reading S-13: whoever reads the dossier reads what each decision changes, and why."""

    # suv-china, 70 kWh: 4 760 kg at the reference value of 68, 2 800 at 40.
    BATTERY_TOLD = "Batterie : 4 760,0 → 2 800,0 kg CO2e"
    PLACES = (
        ("manufacturer", "/constructeur/dossiers/{}"),
        ("authority", "/ministeres/dossiers/{}"),
        ("reviewer", "/instruction/dossiers/{}"),
        ("authority", "/ministeres/dossiers/{}/score"),
        ("reviewer", "/instruction/dossiers/{}/score"),
    )

    def table(self, browser, dossier, who, place):
        told = browser(who).get(place.format(dossier.reference)).main.replace("\u00a0", " ")
        return told.split("Valeurs employées à la place des valeurs de référence")[1]

    @pytest.mark.parametrize(("who", "place"), PLACES)
    def test_an_acceptance_and_a_refusal_with_its_reason(self, world, browser, dossier, who, place):
        propose(world, dossier, {BATTERY: YES, FERROUS: NO})
        told = self.table(browser, dossier, who, place)
        assert self.BATTERY_TOLD in told
        assert NO.reason in told
        assert "Acceptée, elle aurait changé : Métaux ferreux : " in told
        kept = world.dossier(dossier.reference).proposals[0].assessment
        assert f"→ {' '.join(kept_points(kept).split())}" in " ".join(told.split())

    @pytest.mark.parametrize(("who", "place"), PLACES)
    def test_before_the_proposal_nothing_was_decided(self, browser, dossier, who, place):
        told = browser(who).get(place.format(dossier.reference)).main
        assert "Effet de la décision" not in told

    def test_it_is_read_from_the_declaration_and_the_method_of_the_score(self, world, browser):
        """Transition 17: a correction of 40 into 1, filed after the day of the order."""
        story = Story(world)
        story.reference = filed(world, {BATTERY: "40"}, case="suv-china").reference
        story.request()
        story.supply()
        propose(world, story.dossier, {BATTERY: YES})
        day = world.clock.today()
        story.prepare()
        world.days_pass(2)
        story.request("Une autre pièce")
        by = {"by": world.actor("manufacturer"), "clock": world.clock}
        record_specific_value(story.reference, BATTERY, "1", revision=None, **by)
        file_correction(story.reference, reason="Autre valeur", revision=None, **by)
        world.days_pass(5)
        story.publish(day.isoformat())
        for who, place in self.PLACES[:3]:
            assert self.BATTERY_TOLD in self.table(browser, story.dossier, who, place)
            page = browser(who).get(place.format(story.reference))
            assert "n’est pas ce qui a été décidé" in page.main
            assert "Corrigée le" not in page.main

    def test_the_proposal_that_the_order_decided_on_is_named(self, world, browser):
        story = Story(world)
        story.reference = filed(world, {BATTERY: "40"}, case="suv-china").reference
        story.request()
        story.supply()
        propose(world, story.dossier, {BATTERY: YES})
        day = world.clock.today()
        story.prepare()
        world.days_pass(2)
        story.request("Une autre pièce")
        story.supply()
        world.days_pass(1)
        propose(world, story.dossier, {BATTERY: NO}, favourable=False)
        story.publish(day.isoformat())
        told = browser("authority").get(f"/ministeres/dossiers/{story.reference}").main
        first, second = told.split("Proposition défavorable du")
        assert "L’arrêté a statué au vu de cette proposition" in first
        assert "L’arrêté a statué" not in second

    def test_the_reference_value_is_the_one_of_the_day_of_the_proposal(self, world, browser):
        """Stamped in China, put together in France: from 25 January 2025 the line may count in
        China (reading S-7; arrêté du 23 janvier 2025), where the ferrous factor is 2.0."""
        story = Story(world)
        story.tell(("receive", "2024-03-01"), ("confirm", "2024-03-05"), ("tick", "2024-07-01"))
        story.on("2025-01-20")
        by = {"by": world.actor("manufacturer"), "clock": world.clock}
        draft = copy_draft(story.reference, route=Route.DEROGATION, **by)
        content = deepcopy(draft.content)
        for site in content["manufacturing_lines"][0]["stamping"]:
            site["country"] = "CN"
        content["specific_values"] = [{**FERROUS.to_wire(), "value": "1.2", "accepted": None}]
        replace_declaration(draft.reference, content, revision=None, **by)
        story.reference = story.submit(draft.reference)
        story.tell(("confirm", "2025-01-22"))
        story.on("2025-03-03")
        propose(world, story.dossier, {FERROUS: NO})
        for who, place in self.PLACES:
            told = self.table(browser, story.dossier, who, place)
            assert "au lieu de 2 " in told, told
            assert "(Chine)" in told


class TestTheOpinionOnAChange:
    """Decision 0026: it decides the values that are new or changed, and no other."""

    @pytest.fixture
    def report(self, world):
        listed = derogation(world, VALUES, case="suv-china")
        propose(world, listed, {BATTERY: YES, FERROUS: NO})
        world.publish(world.order(world.dossier(listed.reference)))
        world.days_pass(2)
        report = opened(world, tvv=listed.tvv)
        site = report.content["battery_sites"][0] | {"name": "Autre usine"}
        by = {"by": world.actor("manufacturer"), "clock": world.clock}
        record_site(report.reference, "battery_sites", site, revision=None, **by)
        return submit_dossier(report.reference, **by)

    def page(self, reviewer, report):
        return reviewer.get(f"/instruction/dossiers/{report.reference}/avis")

    def test_only_the_value_of_another_plant_is_asked_about(self, report, reviewer):
        page = self.page(reviewer, report)
        form = page.form("reasons")
        assert form.values[decision_name(BATTERY)] == []
        assert decision_name(FERROUS) not in form.values
        assert "Batterie : 4 760,0 → 2 800,0 kg CO2e" in page.main
        assert "Avec 0 valeur acceptée sur 1" in page.main.replace("\u00a0", " ")
        assert "le sens reste à choisir" not in page.main

    def test_computing_again_sends_nothing(self, world, report, reviewer):
        form = self.page(reviewer, report).form("reasons")
        again = reviewer.submit(form, button="compute", **{decision_name(BATTERY): ACCEPTED})
        assert "Avec 1 valeur acceptée sur 1" in again.main.replace("\u00a0", " ")
        assert world.dossier(report.reference).proposals == []

    def test_it_is_sent_with_its_decision_which_everybody_reads(
        self, world, report, browser, reviewer
    ):
        form = self.page(reviewer, report).form("reasons")
        said = {
            decision_name(BATTERY): REFUSED,
            "opinion": "defavorable",
            "reasons": "Sans preuve.",
        }
        bare = reviewer.submit(form, **said)
        assert bare.status == 422
        assert "Indiquez pourquoi cette valeur est refusée." in bare.main
        done = reviewer.submit(bare.form("reasons"), **{reason_name(BATTERY): WHY})
        assert "L’avis est transmis aux ministres" in done.main
        (opinion,) = world.dossier(report.reference).proposals
        assert [(one.target, one.accepted) for one in opinion.assessment.decisions] == [
            (BATTERY, False),
            (FERROUS, False),
        ]
        for who, path in (("manufacturer", "constructeur"), ("authority", "ministeres")):
            told = browser(who).get(f"/{path}/dossiers/{report.reference}").main
            assert "Acceptée, elle aurait changé : Batterie : 4 760,0 → 2 800,0 kg CO2e" in told
            assert WHY in told
            assert "à décider par l’agence" not in told

    @pytest.mark.parametrize("who", ["manufacturer", "authority", "reviewer"])
    def test_until_then_the_change_says_what_is_to_decide(self, browser, report, who):
        path = {"manufacturer": "constructeur", "authority": "ministeres"}.get(who, "instruction")
        told = browser(who).get(f"/{path}/dossiers/{report.reference}").main
        assert "à décider par l’agence avec son avis : Batterie, site B1." in told
        assert "Métaux ferreux, ligne L1 ;" not in told

    def test_a_second_opinion_starts_from_the_first(self, world, report, reviewer):
        give_opinion(
            report.reference,
            favourable=True,
            reasons="Maintien.",
            decisions={BATTERY.key: YES},
            by=world.actor("reviewer"),
            clock=world.clock,
        )
        world.days_pass(100)
        record_due_effects(clock=world.clock)
        reviewer.sign_in("reviewer")
        page = self.page(reviewer, report)
        assert "ceux de l’avis précédent" in page.main
        assert page.form("reasons").values[decision_name(BATTERY)] == [ACCEPTED]
