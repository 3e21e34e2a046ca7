"""Each specific value of a derogation is accepted or refused alone (D. 251-1-A, II; S-12, S-13)."""

from copy import deepcopy
from decimal import Decimal
from itertools import product

import pytest

from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    TransitionNotAllowedError,
)
from app.domain.procedure import Action, State
from app.domain.value_decisions import DecidedValue
from app.queries.changes import known_before
from app.queries.decided_values import counted_content, decided_values
from app.queries.dossiers import filed_declaration
from app.services.assessment import preview
from app.services.changes import open_report
from app.services.drafting import record_reference_vehicle, record_site, replace_declaration
from app.services.lapse import record_due_effects
from app.services.opinion import give_opinion
from app.services.submission import submit_dossier
from scoring.inputs import Component
from tests.services.derogations import (
    BATTERY,
    FERROUS,
    NO,
    ROAD,
    VALUES,
    YES,
    by,
    derogation,
    filed,
    propose,
)
from tests.services.stories import Story, messages

TARGETS = (BATTERY, FERROUS, ROAD)


def marked(dossier, *accepted):
    """The declaration that was filed, the values of *accepted* marked as such by hand."""
    content = deepcopy(filed_declaration(dossier).content)
    content["specific_values"] = [
        {**target.to_wire(), "value": value, "accepted": target in accepted}
        for target, value in VALUES.items()
    ]
    return content


def computed(world, content):
    return preview(content, on=world.clock.today()).to_wire()


@pytest.fixture
def reference(world):
    """The score of the same car without any specific value."""
    return computed(world, world.draft(tvv="SANS").content)


@pytest.mark.parametrize("answers", list(product((True, False), repeat=len(TARGETS))))
def test_a_decision_changes_its_component_only(world, reference, answers):
    dossier = derogation(world)
    taken = dict(zip(TARGETS, answers, strict=True))
    sent = propose(world, dossier, {one: YES if yes else NO for one, yes in taken.items()})
    found = sent.assessment.result
    alone = {one: computed(world, marked(dossier, one))["components_kg"] for one in TARGETS}
    for component in Component:
        target = next((one for one in TARGETS if one.component is component), None)
        counts = target is not None and taken[target]
        side = alone[target] if counts else reference["components_kg"]
        assert found["components_kg"][component.value] == side[component.value]
        assert (side[component.value] != reference["components_kg"][component.value]) == counts
    assert found == computed(world, marked(dossier, *(one for one in TARGETS if taken[one])))
    assert (found == reference) == (True not in answers)


def test_forty_in_place_of_fifty_three_for_seventy_kilowatt_hours(world, reference):
    dossier = derogation(world)
    sent = propose(world, dossier, {BATTERY: YES, FERROUS: NO, ROAD: NO})
    saved = Decimal(reference["footprint_kg"]) - sent.assessment.footprint_kg
    assert saved == (53 - 40) * 70


def test_the_decisions_are_kept_with_the_score_and_in_the_event(world):
    dossier = derogation(world)
    sent = propose(world, dossier, {BATTERY: YES, FERROUS: NO, ROAD: NO})
    kept = [
        {"component": "battery", "battery_site": "B1", "accepted": True, "reason": ""},
        {
            "component": "ferrous",
            "line": "L1",
            "accepted": False,
            "reason": "Preuve insuffisante.",
        },
        {
            "component": "delivery",
            "line": "L1",
            "leg": 1,
            "accepted": False,
            "reason": "Preuve insuffisante.",
        },
    ]
    assert sent.assessment.decided_values == kept
    assert sent.event.details["values"] == kept
    assert sent.assessment.decisions[0] == DecidedValue(target=BATTERY, accepted=True)
    # What the company declared stays as it declared it.
    declared = filed_declaration(dossier)
    assert [one["accepted"] for one in declared.content["specific_values"]] == [None] * 3


def test_at_the_deposit_nothing_is_decided_and_nothing_counts(world, reference):
    dossier = derogation(world)
    assert decided_values(dossier) == ()
    assert computed(world, counted_content(dossier)) == reference


@pytest.mark.parametrize("left", TARGETS)
def test_a_value_left_undecided_is_named(world, left):
    dossier = derogation(world)
    with pytest.raises(InvalidValueError) as refused:
        propose(world, dossier, {one: YES for one in TARGETS if one != left})
    assert refused.value.field == left.key
    assert left.label in str(refused.value)
    assert world.dossier(dossier.reference).state == State.COMPLETE


def test_a_refusal_needs_a_reason_and_an_acceptance_none(world):
    dossier = derogation(world, {BATTERY: "40"})
    mute = type(NO)(accepted=False, reason="  ")
    with pytest.raises(InvalidValueError, match="Indiquez pourquoi") as refused:
        propose(world, dossier, {BATTERY: mute})
    assert refused.value.field == BATTERY.key
    assert propose(world, dossier, {BATTERY: YES}).assessment.decisions[0].reason == ""


def test_a_value_that_is_not_declared_is_not_decided(world):
    dossier = derogation(world, {BATTERY: "40"})
    with pytest.raises(InvalidValueError, match="ne déclare plus") as refused:
        propose(world, dossier, {BATTERY: YES, FERROUS: YES})
    assert refused.value.field == FERROUS.key


def test_the_reference_route_takes_no_decision(world):
    dossier = world.complete()
    with pytest.raises(NotAllowedError, match="dérogation"):
        propose(world, dossier, {BATTERY: YES})
    sent = propose(world, dossier, {})
    assert sent.assessment.decided_values == []
    assert "values" not in sent.event.details


def test_a_state_without_proposal_is_refused_before_its_values(world):
    dossier = derogation(world, {BATTERY: "40"})
    propose(world, dossier, {BATTERY: YES})
    with pytest.raises(TransitionNotAllowedError):
        propose(world, dossier, {})


def test_a_second_proposal_decides_again(world):
    """Row 10: documents asked for again; the first proposal lapses with its decisions."""
    story = Story(world)
    story.reference = filed(world, {BATTERY: "40"}).reference
    story.request()
    story.supply()
    first = propose(world, story.dossier, {BATTERY: NO})
    assert decided_values(story.dossier) == first.assessment.decisions
    story.request("Une autre pièce")
    assert decided_values(story.dossier) == ()
    story.supply()
    world.days_pass(60)
    story.tick()
    with pytest.raises(InvalidValueError):
        propose(world, story.dossier, {})
    second = propose(world, story.dossier, {BATTERY: YES})
    assert [one.accepted for one in decided_values(story.dossier)] == [True]
    assert second.assessment.footprint_kg < first.assessment.footprint_kg


def test_a_late_proposal_decides_each_value_too(world):
    """Transition of a proposal after the silence: it stands beside the refusal."""
    dossier = derogation(world, {BATTERY: "40", FERROUS: "1.5"})
    world.days_pass(300)
    record_due_effects(clock=world.clock)
    with pytest.raises(InvalidValueError):
        propose(world, dossier, {BATTERY: YES})
    late = propose(world, dossier, {BATTERY: YES, FERROUS: NO})
    assert late.event.action == Action.PROPOSE_AFTER_SILENCE
    assert [one.accepted for one in late.assessment.decisions] == [True, False]


class TestAChangeReportedAfterwards:
    """P-25, P-26: the version is compared with what was decided, not with reference values."""

    @pytest.fixture
    def listed(self, world):
        dossier = derogation(world)
        propose(world, dossier, {BATTERY: YES, FERROUS: YES, ROAD: NO})
        world.publish(world.order(dossier))
        world.days_pass(10)
        return world.dossier(dossier.reference)

    @pytest.fixture
    def report(self, world, listed):
        return open_report(
            listed.tvv,
            listed.brand,
            changed_on=world.clock.today(),
            **by(world, "manufacturer"),
        )

    def wider(self, world, report):
        vehicle = report.content["reference_vehicle"] | {"boot_litres": "410"}
        record_reference_vehicle(
            report.reference, vehicle, revision=None, **by(world, "manufacturer")
        )

    def test_the_same_car_keeps_the_score_decided_on(self, world, listed, report):
        decided = listed.proposals[0].assessment.result
        assert computed(world, counted_content(report)) == decided
        assert decided != computed(world, report.content)

    def test_filed_and_given_an_opinion_it_counts_the_accepted_values(self, world, listed, report):
        self.wider(world, report)
        submit_dossier(report.reference, **by(world, "manufacturer"))
        opinion = give_opinion(
            report.reference, favourable=True, reasons="Maintien.", **by(world, "reviewer")
        )
        decided = listed.proposals[0].assessment
        assert opinion.assessment.result["components_kg"] == decided.result["components_kg"]
        assert opinion.assessment.decided_values == decided.decided_values
        assert known_before(report).dossier is listed

    def test_it_is_edited_and_imported_as_any_draft(self, world, report):
        content = deepcopy(report.content)
        content["reference_vehicle"]["boot_litres"] = "420"
        replace_declaration(report.reference, content, revision=None, **by(world, "manufacturer"))
        assert len(decided_values(report)) == len(TARGETS)
        content["specific_values"][0]["accepted"] = True
        with pytest.raises(DeclarationRefusedError) as refused:
            replace_declaration(
                report.reference, content, revision=None, **by(world, "manufacturer")
            )
        assert [one.code for one in refused.value.problems] == ["not_yours_to_decide"]

    def test_another_value_or_another_supplier_was_not_accepted(self, world, report):
        content = deepcopy(report.content)
        content["specific_values"][1]["value"] = "0.1"
        replace_declaration(report.reference, content, revision=None, **by(world, "manufacturer"))
        assert [one.target for one in decided_values(report)] == [BATTERY, ROAD]
        site = report.content["battery_sites"][0] | {"cell_country": "CN"}
        record_site(
            report.reference,
            "battery_sites",
            site,
            revision=None,
            **by(world, "manufacturer"),
        )
        assert [one.target for one in decided_values(report)] == [ROAD]

    def test_the_letter_of_an_opinion_says_whether_silence_is_behind_it(self, world, report):
        self.wider(world, report)
        submit_dossier(report.reference, **by(world, "manufacturer"))
        opinion = {"favourable": True, "reasons": "Maintien."}
        give_opinion(report.reference, **opinion, **by(world, "reviewer"))
        world.days_pass(100)
        record_due_effects(clock=world.clock)
        give_opinion(report.reference, **opinion, **by(world, "reviewer"))
        before, after = messages(f"opinion/{report.reference}")
        assert "vaut rejet à la fin du" in before.body
        assert "vaut rejet depuis la fin du" in after.body
