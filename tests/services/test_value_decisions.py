"""Each specific value of a derogation is accepted or refused alone (D. 251-1-A, II; S-12, S-13)."""

from copy import deepcopy
from decimal import Decimal
from itertools import product

import pytest

from app.domain.differences import differences
from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    TransitionNotAllowedError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Action, Route, State
from app.domain.specific import Target, values_by_target
from app.domain.value_decisions import DecidedValue, Decision
from app.extensions import db
from app.queries.changes import decided_score, known_before, known_content
from app.queries.decided_values import (
    counted_content,
    decided_values,
    takes_values,
    values_to_decide,
)
from app.queries.dossiers import (
    decided_declaration,
    deposit_assessment,
    filed_declaration,
    last_assessment,
    proposal_of,
)
from app.services.assessment import preview
from app.services.changes import open_report
from app.services.completeness import confirm_complete
from app.services.corrections import file_correction
from app.services.drafting import (
    copy_draft,
    record_reference_vehicle,
    record_site,
    replace_declaration,
)
from app.services.lapse import record_due_effects
from app.services.opinion import give_opinion
from app.services.review import send_proposal
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from scoring.inputs import Component
from tests.gateways import samples
from tests.orders import keeping
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
    listed,
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
    with pytest.raises(NotAllowedError, match="titre du I"):
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


def report_on(world, dossier):
    return open_report(
        dossier.tvv, dossier.brand, changed_on=world.clock.today(), **by(world, "manufacturer")
    )


def put(world, report, part, **said):
    """The first line, or the first battery site, of a draft with something else in it."""
    site = deepcopy(report.content[part][0]) | said
    record_site(report.reference, part, site, revision=None, **by(world, "manufacturer"))
    return world.dossier(report.reference, "manufacturer")


def imported(world, report, change):
    """A draft replaced by an import of itself, changed."""
    content = deepcopy(report.content)
    change(content)
    replace_declaration(report.reference, content, revision=None, **by(world, "manufacturer"))
    return world.dossier(report.reference, "manufacturer")


class TestAnOrderRecordedLate:
    """Transition 17: what counts is the proposal of the day of the order, and what it rests on."""

    @pytest.fixture
    def story(self, world):
        """Proposed with 40 accepted; an order follows that day, which nobody records."""
        told = Story(world)
        told.reference = filed(world, {BATTERY: "40"}).reference
        told.request()
        told.supply()
        self.first = propose(world, told.dossier, {BATTERY: YES})
        self.day = world.clock.today()
        told.prepare()
        world.days_pass(2)
        return told

    def corrected(self, world, story, value):
        draft = story.dossier
        record_specific_value(
            draft.reference, BATTERY, value, revision=None, **by(world, "manufacturer")
        )
        file_correction(
            draft.reference, reason="Autre valeur", revision=None, **by(world, "manufacturer")
        )

    def published(self, world, story):
        world.days_pass(5)
        story.publish(self.day.isoformat())
        assert story.dossier.events[-1].action == Action.LIST_IN_TIME
        return story.dossier

    def test_a_value_corrected_since_was_not_decided(self, world, reference, story):
        """53 to 40 kg for 70 kWh was accepted; 1 was never proposed to anybody."""
        story.request("Une autre pièce")
        self.corrected(world, story, "1")
        dossier = self.published(world, story)
        assert [one.accepted for one in decided_values(dossier)] == [True]
        counted = computed(world, counted_content(dossier))
        saved = Decimal(reference["footprint_kg"]) - Decimal(counted["footprint_kg"])
        assert saved == (53 - 40) * 70
        assert decided_declaration(dossier).revision == 1
        assert deposit_assessment(dossier).declaration.revision == 1
        world.days_pass(3)
        report = report_on(world, dossier)
        assert [one["value"] for one in report.content["specific_values"]] == ["40"]
        assert decided_values(report) == self.first.assessment.decisions

    def test_the_report_says_which_declaration_it_is_compared_with(self, world, story):
        story.request("Une autre pièce")
        self.corrected(world, story, "1")
        dossier = self.published(world, story)
        world.days_pass(3)
        report = put(world, report_on(world, dossier), "battery_sites", cell_country="CN")
        submit_dossier(report.reference, **by(world, "manufacturer"))
        before = report.events[0].details["before"]
        assert (before["dossier"], before["revision"]) == (dossier.reference, 1)

    def test_a_second_proposal_sent_since_decides_nothing(self, world, story):
        story.request("Une autre pièce")
        story.supply()
        world.days_pass(1)
        propose(world, story.dossier, {BATTERY: NO})
        dossier = self.published(world, story)
        assert (dossier.proposed_on, proposal_of(dossier)) == (self.day, self.first)
        assert decided_values(dossier) == self.first.assessment.decisions
        assert decided_score(decided_declaration(dossier)) is self.first.assessment

    def test_nor_does_a_proposal_sent_after_the_silence(self, world, story):
        world.days_pass(300)
        story.tick()
        late = propose(world, story.dossier, {BATTERY: NO}, favourable=False)
        assert proposal_of(story.dossier) == late
        dossier = self.published(world, story)
        assert proposal_of(dossier) == self.first
        assert decided_values(dossier) == self.first.assessment.decisions

    def test_an_order_after_the_silence_rests_on_the_proposal_that_came_after_it(
        self, world, story
    ):
        """Row 16: the other side of the same rule."""
        world.days_pass(300)
        story.tick()
        late = propose(world, story.dossier, {BATTERY: NO})
        world.days_pass(5)
        story.publish()
        assert story.dossier.events[-1].action == Action.LIST_AFTER_SILENCE
        assert decided_values(story.dossier) == late.assessment.decisions


def test_a_refusal_without_a_proposal_decides_what_was_declared_by_then(world):
    """Row 13, from a complete dossier; the correction came after the day of the order."""
    story = Story(world)
    story.reference = derogation(world, {BATTERY: "40"}).reference
    day = world.clock.today()
    story.prepare(LineEffect.REFUSE)
    world.days_pass(2)
    manufacturer = by(world, "manufacturer")
    record_specific_value(story.reference, BATTERY, "30", revision=None, **manufacturer)
    file_correction(story.reference, reason="Autre valeur", revision=None, **manufacturer)
    assert decided_declaration(story.dossier).revision == 2
    story.publish(day.isoformat())
    assert story.dossier.state == State.REFUSED_BY_ORDER
    assert decided_declaration(story.dossier).revision == 1


class TestWhatAnAcceptanceStandsFor:
    """Decision 0023: evidence is given for a production site (method 7.2), hence the decision."""

    @pytest.fixture
    def report(self, world):
        return report_on(world, listed(world, VALUES, {BATTERY: YES, FERROUS: YES, ROAD: NO}))

    @pytest.mark.parametrize(
        "said", [{"name": "Autre usine"}, {"address": "99 rue Ailleurs, 59000 Lille"}]
    )
    def test_another_plant_of_the_same_country_was_not_accepted(self, world, report, said):
        report = put(world, report, "battery_sites", **said)
        assert {one.target for one in decided_values(report)} == {FERROUS, ROAD}

    @pytest.mark.parametrize("step", ["body_in_white", "painting", "assembly"])
    def test_nor_is_another_site_of_the_line(self, world, report, step):
        site = report.content["manufacturing_lines"][0][step] | {"name": "Autre usine"}
        report = put(world, report, "manufacturing_lines", **{step: site})
        assert {one.target for one in decided_values(report)} == {BATTERY, ROAD}

    def test_volumes_say_nothing_of_a_site(self, world, report):
        report = put(world, report, "battery_sites", volume_six_months=1200)
        report = put(world, report, "manufacturing_lines", volume_six_months=900)
        assert len(decided_values(report)) == len(TARGETS)

    @pytest.mark.parametrize("written", ["40.0", "40.00"])
    def test_the_same_number_written_otherwise_is_the_same_value(self, world, report, written):
        """The comparison shows no difference, so nothing is lost either."""

        def rewrite(content):
            content["specific_values"][0]["value"] = written

        report = imported(world, report, rewrite)
        assert differences(known_content(report), report.content) == ()
        assert len(decided_values(report)) == len(TARGETS)

    def test_outer_blanks_are_no_other_plant(self, world, report):
        name = f" {report.content['battery_sites'][0]['name']} "
        report = put(world, report, "battery_sites", name=name)
        assert differences(known_content(report), report.content) == ()
        assert len(decided_values(report)) == len(TARGETS)


LEGS = [
    {"mode": "road", "zone": "Europe without France", "distance_km": "100"},
    {"mode": "road", "zone": "Europe without France", "distance_km": "1500"},
    {"mode": "road", "zone": "France", "distance_km": "300"},
]


def leg(rank):
    return Target(component=Component.DELIVERY, owner="L1", leg=rank)


class TestTheLegsOfALine:
    """A leg is itself, whatever rank it has: its value, its evidence and its decision follow it."""

    @pytest.fixture
    def draft(self, world):
        refused = world.refused_by_silence()
        draft = copy_draft(refused.reference, route=Route.DEROGATION, **by(world, "manufacturer"))
        put(world, draft, "manufacturing_lines", delivery=deepcopy(LEGS))
        for rank, value in ((0, "0.01"), (1, "0.02")):
            record_specific_value(
                draft.reference, leg(rank), value, revision=None, **by(world, "manufacturer")
            )
        return world.dossier(draft.reference, "manufacturer")

    @pytest.fixture
    def report(self, world, draft):
        submit_dossier(draft.reference, **by(world, "manufacturer"))
        confirm_complete(draft.reference, **by(world, "reviewer"))
        propose(world, draft, {leg(0): YES, leg(1): NO})
        world.publish(world.order(world.dossier(draft.reference)))
        world.days_pass(10)
        return report_on(world, world.dossier(draft.reference))

    def test_a_removed_leg_takes_its_value_and_its_evidence(self, world, draft):
        world.attach(draft, "specific_value", leg(0).key, filename="premier.pdf")
        attach_other(world, draft)
        draft = put(world, draft, "manufacturing_lines", delivery=LEGS[1:])
        assert held(draft) == {leg(0): "0.02"}
        assert proofs(draft) == {leg(0).key: "second.pdf"}

    def test_two_legs_that_change_places_keep_their_values(self, world, draft):
        world.attach(draft, "specific_value", leg(0).key, filename="premier.pdf")
        draft = put(world, draft, "manufacturing_lines", delivery=[LEGS[1], LEGS[0], LEGS[2]])
        assert held(draft) == {leg(0): "0.02", leg(1): "0.01"}
        assert proofs(draft) == {leg(1).key: "premier.pdf"}

    def test_an_import_keeps_evidence_with_its_leg(self, world, draft):
        world.attach(draft, "specific_value", leg(0).key, filename="premier.pdf")
        attach_other(world, draft)

        def without_the_first(content):
            content["manufacturing_lines"][0]["delivery"] = deepcopy(LEGS[1:])
            content["specific_values"] = [{**leg(0).to_wire(), "value": "0.020", "accepted": None}]

        draft = imported(world, draft, without_the_first)
        assert proofs(draft) == {leg(0).key: "second.pdf"}

    def test_an_import_gives_no_value_the_evidence_of_another_leg(self, world, draft):
        world.attach(draft, "specific_value", leg(0).key, filename="premier.pdf")

        def without_the_first(content):
            content["manufacturing_lines"][0]["delivery"] = deepcopy(LEGS[1:])
            content["specific_values"] = [{**leg(0).to_wire(), "value": "0.01", "accepted": None}]

        assert proofs(imported(world, draft, without_the_first)) == {}

    def test_an_import_of_another_plant_takes_the_evidence_of_its_value(self, world, draft):
        record_specific_value(
            draft.reference, BATTERY, "40", revision=None, **by(world, "manufacturer")
        )
        world.attach(draft, "specific_value", BATTERY.key)

        def elsewhere(content):
            content["battery_sites"][0]["name"] = "Autre usine"

        draft = imported(world, world.dossier(draft.reference, "manufacturer"), elsewhere)
        assert held(draft)[BATTERY] == "40"
        assert proofs(draft) == {}

    def test_an_acceptance_goes_with_its_leg(self, world, report):
        report = put(world, report, "manufacturing_lines", delivery=LEGS[1:])
        assert held(report) == {leg(0): "0.02"}
        assert [(one.target, one.accepted) for one in decided_values(report)] == [(leg(0), False)]

    def test_another_leg_of_the_same_mode_and_zone_was_not_accepted(self, world, report):
        other = LEGS[0] | {"distance_km": "700"}
        report = put(world, report, "manufacturing_lines", delivery=[other, *LEGS[1:]])
        assert held(report) == {leg(0): "0.01", leg(1): "0.02"}
        assert [one.target for one in decided_values(report)] == [leg(1)]


def to_decide(report):
    return list(values_to_decide(report, filed_declaration(report).content))


def attach_other(world, draft):
    """Another document, for the second leg."""
    world.attach(
        draft,
        "specific_value",
        leg(1).key,
        content=samples.pdf(catalog=b"/Lang(fr)"),
        filename="second.pdf",
    )


def held(dossier):
    return {target: one["value"] for target, one in values_by_target(dossier.content).items()}


def proofs(dossier):
    db.session.expire_all()
    return {one.site: one.document.filename for one in dossier.supports}


class TestTheValuesOfAChange:
    """Decision 0026: the opinion decides those that are new or changed, as a proposal does."""

    @pytest.fixture
    def dossier(self, world):
        return listed(world, {BATTERY: "40", FERROUS: "1.5"}, {BATTERY: YES, FERROUS: NO})

    @pytest.fixture
    def report(self, world, dossier):
        """Another plant of cells: the value of 40 is to be decided on anew."""
        report = put(world, report_on(world, dossier), "battery_sites", name="Autre usine")
        return submit_dossier(report.reference, **by(world, "manufacturer"))

    def opine(self, world, report, decisions):
        return give_opinion(
            report.reference,
            favourable=True,
            reasons="Maintien.",
            decisions={target.key: one for target, one in decisions.items()},
            **by(world, "reviewer"),
        )

    def test_until_the_opinion_it_does_not_count(self, world, dossier, report):
        decided = proposal_of(dossier).assessment.footprint_kg
        more = last_assessment(report).footprint_kg - decided
        assert more == (53 - 40) * 70
        assert to_decide(report) == [BATTERY]

    @pytest.mark.parametrize(("answer", "more"), [(YES, 0), (NO, (53 - 40) * 70)])
    def test_the_opinion_decides_it(self, world, dossier, report, answer, more):
        opinion = self.opine(world, report, {BATTERY: answer})
        decided = proposal_of(dossier).assessment.footprint_kg
        assert opinion.assessment.footprint_kg - decided == more
        assert {one.target: one.accepted for one in decided_values(report)} == {
            BATTERY: answer.accepted,
            FERROUS: False,
        }
        assert opinion.event.details["values"] == opinion.assessment.decided_values

    def test_one_left_undecided_is_named_and_a_refusal_says_why(self, world, report):
        with pytest.raises(InvalidValueError, match="Acceptez ou refusez") as refused:
            self.opine(world, report, {})
        assert refused.value.field == BATTERY.key
        with pytest.raises(InvalidValueError, match="Indiquez pourquoi"):
            self.opine(world, report, {BATTERY: Decision(accepted=False)})

    def test_a_decision_that_holds_is_not_taken_again(self, world, report):
        with pytest.raises(InvalidValueError, match="déjà décidée") as refused:
            self.opine(world, report, {BATTERY: YES, FERROUS: YES})
        assert refused.value.field == FERROUS.key

    def test_the_next_change_starts_from_what_the_opinion_decided(self, world, report):
        self.opine(world, report, {BATTERY: YES})
        world.publish(keeping(world, world.dossier(report.reference)))
        world.days_pass(10)
        following = report_on(world, report)
        assert {one.target: one.accepted for one in decided_values(following)} == {
            BATTERY: True,
            FERROUS: False,
        }

    def test_a_second_opinion_decides_again(self, world, report):
        self.opine(world, report, {BATTERY: YES})
        world.days_pass(100)
        record_due_effects(clock=world.clock)
        self.opine(world, report, {BATTERY: NO})
        assert {one.accepted for one in decided_values(report)} == {False}

    def test_a_report_writes_its_values_as_a_derogation_does(self, world, dossier):
        report = report_on(world, dossier)
        record_specific_value(
            report.reference, BATTERY, "38", revision=None, **by(world, "manufacturer")
        )
        report = submit_dossier(report.reference, **by(world, "manufacturer"))
        assert to_decide(report) == [BATTERY]

    def test_a_version_listed_with_reference_values_takes_none(self, world):
        """D. 251-1-A, II: another value is asked for by a derogation, in its own time."""
        dossier = world.listed(tvv="V1")
        world.days_pass(2)
        report = report_on(world, dossier)
        with pytest.raises(NotAllowedError, match="dérogation"):
            record_specific_value(
                report.reference, BATTERY, "40", revision=None, **by(world, "manufacturer")
            )

        def smuggled(content):
            content["specific_values"] = [{**BATTERY.to_wire(), "value": "40", "accepted": None}]

        report = imported(world, report, smuggled)
        with pytest.raises(DeclarationRefusedError) as refused:
            submit_dossier(report.reference, **by(world, "manufacturer"))
        assert [one.code for one in refused.value.problems] == ["specific_values_need_derogation"]


def test_a_change_is_compared_with_the_last_dossier_that_an_order_listed(world):
    """Rows 16 and 2: a refused dossier listed late, then its derogation, which says more."""
    derogated = derogation(world, {BATTERY: "40"})
    propose(world, derogated, {BATTERY: YES})
    refused = derogated.follows
    send_proposal(refused.reference, favourable=True, reasons="Tard.", **by(world, "reviewer"))
    world.publish(world.order(world.dossier(refused.reference)))
    world.days_pass(2)
    assert report_on(world, refused).follows == refused
    world.publish(world.order(world.dossier(derogated.reference)))
    # The order of the derogation takes effect the day after.
    assert report_on(world, refused).follows == refused
    world.days_pass(1)
    report = report_on(world, derogated)
    assert report.follows == derogated
    assert [one.accepted for one in decided_values(report)] == [True]


def test_a_draft_opened_before_a_later_listing_is_compared_with_it(world):
    """Decision 0026: on the day it is reported, not the day it was opened."""
    derogated = derogation(world, {BATTERY: "40"})
    propose(world, derogated, {BATTERY: YES})
    refused = derogated.follows
    send_proposal(refused.reference, favourable=True, reasons="Tard.", **by(world, "reviewer"))
    world.publish(world.order(world.dossier(refused.reference)))
    world.days_pass(2)
    report = put(world, report_on(world, refused), "battery_sites", name="Autre usine")
    assert report.follows == refused
    world.publish(world.order(world.dossier(derogated.reference)))
    world.days_pass(1)
    filed = submit_dossier(report.reference, **by(world, "manufacturer"))
    assert filed.follows == derogated
    assert filed.events[0].details["before"]["dossier"] == derogated.reference


def test_a_version_listed_with_every_value_refused_takes_none_in_a_change(world):
    """Decision 0026: it was listed with reference values."""
    dossier = listed(world, {BATTERY: "40"}, {BATTERY: NO})
    assert not takes_values(report_on(world, dossier))
    accepted = listed(world, {BATTERY: "40"}, {BATTERY: YES}, tvv="V2")
    assert takes_values(report_on(world, accepted))
