"""The route of D. 251-1-A, II: what opens it, and what a draft of it holds."""

from dataclasses import replace
from datetime import date

import pytest

from app.domain.deadlines import PeriodKind
from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    OpenDossierExistsError,
    StaleDossierError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Route, State
from app.domain.specific import Target, values_by_target
from app.queries.dossiers import declared_content, earlier_refusal
from app.queries.evidence import missing_documents
from app.queries.filed import supports_of
from app.queries.meanwhile import listed_meanwhile
from app.queries.periods import last_day_of, periods_of
from app.services.completeness import confirm_complete
from app.services.corrections import file_correction
from app.services.drafting import copy_draft, record_site, remove_site, replace_declaration
from app.services.lapse import record_due_effects
from app.services.specific_values import record_specific_value, remove_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from scoring.inputs import Component
from tests.builders import declaration
from tests.services.stories import messages

BATTERY = Target(component=Component.BATTERY, owner="B1")
FERROUS = Target(component=Component.FERROUS, owner="L1")
LEG = Target(component=Component.DELIVERY, owner="L1", leg=0)


@pytest.fixture
def acts(world):
    return Acts(world)


class Acts:
    def __init__(self, world):
        self.world = world

    def by(self, who="manufacturer"):
        return {"by": self.world.actor(who), "clock": self.world.clock}

    def derogation(self, earlier, *, who="manufacturer"):
        return copy_draft(earlier.reference, route=Route.DEROGATION, **self.by(who))

    def value(self, draft, target=BATTERY, value="40"):
        return record_specific_value(
            draft.reference, target, value, revision=draft.content_revision, **self.by()
        )

    def submit(self, dossier, who="manufacturer"):
        return submit_dossier(dossier.reference, **self.by(who))

    def refused_by_order(self, **named):
        dossier = self.world.proposed(favourable=False, **named)
        self.world.publish(self.world.order(dossier, effect=LineEffect.REFUSE))
        return dossier


def targets(draft):
    return list(values_by_target(draft.content))


class TestWhatOpensIt:
    def test_a_refusal_by_silence_opens_it_on_its_own_clocks(self, world, acts):
        """Row 2; R. 251-1-B: seven months, and six for the agency, from receipt once confirmed."""
        draft = acts.value(acts.derogation(world.refused_by_silence()))
        filed = acts.submit(draft)
        assert (filed.state, filed.route) == (State.SUBMITTED, Route.DEROGATION)
        assert filed.received_on == date(2026, 6, 30)
        confirm_complete(filed.reference, **acts.by("reviewer"))
        assert last_day_of(filed, PeriodKind.REVIEW) == date(2026, 12, 30)
        assert last_day_of(filed, PeriodKind.SILENCE) == date(2027, 1, 30)

    def test_a_refusal_by_order_opens_it(self, acts):
        filed = acts.submit(acts.value(acts.derogation(acts.refused_by_order())))
        assert filed.state == State.SUBMITTED

    def test_its_letter_names_its_own_days(self, world, acts):
        """CRPA R. 112-5: received on 30 June 2026, seven months of silence."""
        filed = acts.submit(acts.value(acts.derogation(world.refused_by_silence())))
        (letter,) = messages(f"receipt/{filed.reference}")
        assert "30 janvier 2027" in letter.body
        assert "28 février 2027" in letter.body  # deemed complete on 30 July 2026
        assert "déposer un nouveau dossier de dérogation" in letter.body

    def test_a_refused_derogation_opens_another(self, world, acts):
        """CAMB-10: repeated derogations are not limited."""
        first = acts.submit(acts.value(acts.derogation(world.refused_by_silence())))
        confirm_complete(first.reference, **acts.by("reviewer"))
        world.days_pass(300)
        record_due_effects(clock=world.clock)
        assert world.dossier(first.reference).state == State.REFUSED_BY_SILENCE
        second = acts.submit(acts.derogation(first))
        assert (second.state, second.follows.reference) == (State.SUBMITTED, first.reference)

    def test_without_a_refusal_it_is_inadmissible_and_no_period_runs(self, world, acts):
        """Row 3, test 23: an undecided dossier opens nothing."""
        filed = acts.submit(acts.value(acts.derogation(world.complete())))
        assert filed.state == State.INADMISSIBLE
        assert list(periods_of(filed)) == []
        (letter,) = messages(f"inadmissible/{filed.reference}")
        assert "Aucun délai ne court" in letter.body
        assert messages(f"receipt/{filed.reference}") == []

    def test_a_silence_that_no_run_observed_yet_opens_it(self, world, acts):
        """Reading T-8: the refusal is born at the end of its day, whenever it is recorded."""
        earlier = world.complete()
        draft = acts.value(acts.derogation(earlier))
        world.days_pass(120)
        assert acts.submit(draft).state == State.SUBMITTED
        assert world.dossier(earlier.reference).state == State.REFUSED_BY_SILENCE

    def test_a_withdrawal_opens_none(self, world, acts):
        """Reading T-12, CAMB-12."""
        earlier = world.submitted()
        withdraw(earlier.reference, **acts.by())
        assert acts.submit(acts.value(acts.derogation(earlier))).state == State.INADMISSIBLE

    def test_the_refusal_of_another_company_opens_none(self, world, acts):
        world.refused_by_silence(who="rival")
        mine = world.submitted()
        withdraw(mine.reference, **acts.by())
        assert acts.submit(acts.value(acts.derogation(mine))).state == State.INADMISSIBLE
        rival = world.actor("rival").manufacturer_id
        assert earlier_refusal(rival, mine.tvv) is not None

    def test_it_waits_for_the_open_dossier_of_the_version(self, world, acts):
        refused = world.refused_by_silence()
        draft = acts.value(acts.derogation(refused))
        world.submitted()
        with pytest.raises(OpenDossierExistsError):
            acts.submit(draft)


class TestOtherValues:
    """P-19: « des valeurs autres que les valeurs de référence », or it is no derogation."""

    NEEDED = [("derogation_needs_specific_values", "/specific_values")]  # noqa: RUF012

    def refused(self, acts, draft):
        with pytest.raises(DeclarationRefusedError) as refused:
            acts.submit(draft)
        assert acts.world.dossier(draft.reference, "manufacturer").state == State.DRAFT
        return [(one.code, one.field) for one in refused.value.problems]

    def test_a_derogation_without_any_value_is_refused(self, world, acts):
        draft = acts.derogation(world.refused_by_silence())
        assert self.refused(acts, draft) == self.NEEDED

    def test_so_is_one_that_nothing_opens(self, world, acts):
        """Row 3 is about a derogation; with a value it is inadmissible."""
        draft = acts.derogation(world.complete())
        assert self.refused(acts, draft) == self.NEEDED
        assert acts.submit(acts.value(draft)).state == State.INADMISSIBLE

    def test_a_value_that_repeats_the_reference_value_is_no_other(self, world, acts):
        """53 kg CO2e by kWh, cells of France: battery.toml."""
        draft = acts.value(acts.derogation(world.refused_by_silence()), value="53.0")
        assert self.refused(acts, draft) == self.NEEDED
        assert acts.submit(acts.value(draft, value="52.9")).state == State.SUBMITTED

    def test_one_other_value_is_enough(self, world, acts):
        draft = acts.value(acts.derogation(world.refused_by_silence()), value="53")
        filed = acts.submit(acts.value(draft, FERROUS, "1.1"))
        assert filed.state == State.SUBMITTED

    def test_a_correction_does_not_take_the_last_one_away(self, world, acts):
        """Row 19: what is filed stays a derogation."""
        filed = acts.submit(acts.value(acts.derogation(world.refused_by_silence())))
        draft = remove_specific_value(
            filed.reference, BATTERY, revision=filed.content_revision, **acts.by()
        )
        with pytest.raises(DeclarationRefusedError) as refused:
            file_correction(
                filed.reference, reason="Erreur.", revision=draft.content_revision, **acts.by()
            )
        assert [(one.code, one.field) for one in refused.value.problems] == self.NEEDED

    def test_the_refusal_says_what_to_do_and_the_other_way_is_open(self, world, acts):
        refused = world.refused_by_silence()
        draft = acts.derogation(refused)
        with pytest.raises(DeclarationRefusedError) as error:
            acts.submit(draft)
        (problem,) = error.value.problems
        assert "déclarez au moins une valeur spécifique" in problem.message
        assert "déposez un nouveau dossier au titre du I" in problem.message
        other = copy_draft(refused.reference, route=Route.REFERENCE, **acts.by())
        assert acts.submit(other).state == State.SUBMITTED


class TestACopy:
    def test_it_takes_up_the_filed_declaration_and_none_of_the_evidence(self, world, acts):
        """Row 27: all clocks anew, evidence given again."""
        earlier = world.submitted()
        world.attach(earlier, "site_attestation", "line:L1")
        withdraw(earlier.reference, **acts.by())
        draft = copy_draft(earlier.reference, route=Route.REFERENCE, **acts.by())
        assert (draft.state, draft.received_on) == (State.DRAFT, None)
        assert (
            draft.content["manufacturing_lines"]
            == (declared_content(earlier)["manufacturing_lines"])
        )
        assert list(supports_of(draft)) == []

    def test_a_new_reference_dossier_leaves_the_specific_values_behind(self, world, acts):
        filed = acts.submit(acts.value(acts.derogation(world.refused_by_silence())))
        withdraw(filed.reference, **acts.by())
        again = copy_draft(filed.reference, route=Route.REFERENCE, **acts.by())
        assert again.content["specific_values"] == []

    def test_another_company_copies_nothing(self, world, acts):
        refused = world.refused_by_silence()
        with pytest.raises(Exception, match="n’existe pas ou ne vous est pas accessible"):
            acts.derogation(refused, who="rival")


class TestItsValues:
    @pytest.fixture
    def draft(self, world, acts):
        return acts.derogation(world.refused_by_silence())

    def test_a_value_is_added_then_changed_under_the_same_target(self, acts, draft):
        acts.value(acts.value(draft, value="40"), value="38.5")
        assert draft.content["specific_values"] == [
            {"component": "battery", "battery_site": "B1", "value": "38.5", "accepted": None}
        ]

    def test_a_stale_page_records_nothing(self, acts, draft):
        seen = draft.content_revision
        acts.value(draft)
        for act in (
            lambda: record_specific_value(
                draft.reference, FERROUS, "1", revision=seen, **acts.by()
            ),
            lambda: remove_specific_value(draft.reference, BATTERY, revision=seen, **acts.by()),
        ):
            with pytest.raises(StaleDossierError):
                act()
        assert targets(draft) == [BATTERY]

    def test_what_the_dossier_does_not_declare_cannot_be_replaced(self, acts, draft):
        with pytest.raises(InvalidValueError, match="ne déclare plus"):
            acts.value(draft, Target(component=Component.BATTERY, owner="B9"))

    def test_a_reference_dossier_takes_none(self, world, acts):
        """Reading S-16."""
        with pytest.raises(NotAllowedError, match="dérogation"):
            acts.value(world.draft(tvv="Autre1"))

    def test_a_removed_value_takes_its_evidence_with_it(self, world, acts, draft):
        acts.value(draft)
        world.attach(draft, "specific_value", BATTERY.key)
        world.attach(draft, "no_reserved_parts", "version")
        remove_specific_value(
            draft.reference, BATTERY, revision=draft.content_revision, **acts.by()
        )
        assert targets(draft) == []
        assert [one.requirement for one in supports_of(draft)] == ["no_reserved_parts"]

    def test_evidence_is_asked_for_each_value_and_never_bars_the_deposit(self, world, acts, draft):
        """P-20, P-21."""
        acts.value(draft)
        today = world.clock.today()
        lacking = {one.key for one in missing_documents(draft, today=today)}
        assert {"specific_value@specific:battery:B1", "no_reserved_parts@version"} <= lacking
        world.attach(draft, "specific_value", BATTERY.key)
        lacking = {one.key for one in missing_documents(draft, today=today)}
        assert "specific_value@specific:battery:B1" not in lacking
        assert acts.submit(draft).state == State.SUBMITTED

    def test_values_go_with_the_site_or_the_leg_they_were_for(self, acts, draft):
        """A leg goes with its value when another one comes before it (decision 0026)."""
        for target in (BATTERY, FERROUS, LEG):
            acts.value(draft, target, "1")
        line = draft.content["manufacturing_lines"][0]
        legs = [{"mode": "rail", "zone": "Asia", "distance_km": "1"}, *line["delivery"]]
        moved = replace(LEG, leg=LEG.leg + 1)
        record_site(
            draft.reference,
            "manufacturing_lines",
            {**line, "delivery": legs},
            revision=draft.content_revision,
            **acts.by(),
        )
        assert targets(draft) == [BATTERY, FERROUS, moved]
        remove_site(
            draft.reference,
            "battery_sites",
            "B1",
            revision=draft.content_revision,
            **acts.by(),
        )
        assert targets(draft) == [FERROUS, moved]
        record_site(
            draft.reference,
            "manufacturing_lines",
            {**line, "delivery": legs[:1]},
            revision=draft.content_revision,
            **acts.by(),
        )
        assert targets(draft) == [FERROUS]

    def test_an_import_keeps_the_evidence_of_the_values_it_leaves_as_they_are(
        self, world, acts, draft
    ):
        acts.value(acts.value(draft), FERROUS, "1")
        for target in (BATTERY, FERROUS):
            world.attach(draft, "specific_value", target.key)
        content = {**draft.content, "specific_values": [dict(draft.content["specific_values"][0])]}
        replace_declaration(draft.reference, content, revision=None, **acts.by())
        assert [one.site for one in supports_of(draft)] == [BATTERY.key]

    def test_the_company_does_not_accept_its_own_values(self, acts, draft):
        value = {"component": "battery", "battery_site": "B1", "value": "1", "accepted": True}
        content = {**draft.content, "specific_values": [value]}
        with pytest.raises(DeclarationRefusedError) as refused:
            replace_declaration(draft.reference, content, revision=None, **acts.by())
        assert [one.code for one in refused.value.problems] == ["not_yours_to_decide"]


def test_an_order_that_lists_the_version_leaves_its_derogation_without_object(world, acts):
    """Row 16, CAMB-15: an order may still list what silence refused."""
    refused = world.proposed()
    world.days_pass(120)
    record_due_effects(clock=world.clock)
    filed = acts.submit(acts.value(acts.derogation(refused)))
    today = world.clock.today()
    assert listed_meanwhile(filed, on=today) is None
    world.publish(world.order(world.dossier(refused.reference)))
    listed = listed_meanwhile(world.dossier(filed.reference), on=today)
    assert listed.first.dossier_id == refused.id
    withdraw(filed.reference, **acts.by())
    assert listed_meanwhile(world.dossier(filed.reference), on=today) is None
    assert listed_meanwhile(world.dossier(refused.reference), on=today) is None


def test_a_reference_dossier_with_specific_values_stays_refused(world, acts):
    """Reading S-16."""
    content = declaration()
    content["specific_values"] = [{**BATTERY.to_wire(), "value": "1", "accepted": None}]
    with pytest.raises(DeclarationRefusedError):
        acts.submit(world.draft(content=content))
