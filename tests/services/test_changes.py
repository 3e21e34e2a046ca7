"""A listed version changes: the report, the opinion of the agency, the silence (P-25 to P-28)."""

from datetime import date
from decimal import Decimal

import pytest

from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    NothingChangedError,
    VersionRuleError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.domain.versions import VersionState
from app.queries.audit import broken_chains
from app.queries.changes import decided_score, known_before
from app.queries.dossiers import last_assessment
from app.queries.status import Verdict, status
from app.queries.versions import version_on, versions_answered_for
from app.services.assessment import preview
from app.services.changes import open_report
from app.services.companies import add_brand
from app.services.drafting import (
    discard_draft,
    record_version,
    replace_declaration,
)
from app.services.orders import PublishedRow, import_published_order
from app.services.submission import submit_dossier
from tests.builders import declaration
from tests.services.reports import LISTED, Report
from tests.services.stories import Story, instant, messages


@pytest.fixture
def listed(world):
    return Story(world, tvv="V1").tell(*LISTED)


@pytest.fixture
def report(world, listed):
    return Report(world)


def by(world, who):
    return {"by": world.actor(who), "clock": world.clock}


def place(on):
    return version_on("V1", "Exemple", on=date.fromisoformat(on))


def test_a_change_is_reported_and_the_version_stays_on_the_list(report):
    """Case 27: P-25, P-26, P-28, CAMB-05; no 31 June, and silence leaves the list."""
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    assert report.dossier.state == State.REPORTED
    assert report.dossier.complete_on == date(2024, 5, 31)
    assert (report.last_day("review"), report.last_day("silence")) == ("2024-07-31", "2024-08-31")
    assert report.period("silence").origin_on == date(2024, 5, 31)
    assert place("2024-05-31").state == VersionState.UNDER_MODIFICATION
    assert report.on("2024-08-31T23:59").tick() != []  # the opinion was missed, the silence not yet
    assert report.dossier.state == State.REPORTED
    report.on("2024-09-01T00:00").tick()
    assert report.dossier.state == State.SILENT
    assert report.dossier.decided_on == date(2024, 8, 31)
    assert [event.action for event in report.dossier.events] == [
        Action.REPORT_CHANGE,
        Action.MISS_OPINION,
        Action.PASS_OVER_IN_SILENCE,
    ]
    assert [event.occurred_on.isoformat() for event in report.dossier.events] == [
        "2024-05-31",
        "2024-07-31",
        "2024-08-31",
    ]
    assert status("V1", on=date(2026, 1, 1)).verdict == Verdict.LISTED
    assert place("2024-09-01").silent
    assert list(broken_chains()) == []


def test_the_same_report_asked_twice_is_one(report, world):
    """A second click, or the back button: the draft that nothing changed since is given back."""
    first = report.on("2024-05-31").open()
    assert report.open().reference == first.reference
    assert report.open(changed_on="2024-05-30").reference != first.reference


@pytest.mark.parametrize("begun", ["changed", "documented", "filed", "discarded"])
def test_a_report_that_was_begun_does_not_stand_for_another(report, world, begun):
    """Reading T-9: several reports may be open on one version."""
    first = report.on("2024-05-31").open().reference
    if begun == "documented":
        world.attach(world.dossier(first, "manufacturer"), "other", "version")
    elif begun == "discarded":
        discard_draft(first, revision=None, by=world.actor("manufacturer"))
    else:
        report.change_supplier()
    if begun == "filed":
        report.file()
    assert report.open().reference != first


def test_a_report_that_a_later_one_overtook_does_not_stand_for_another(report, world):
    """An order kept the later one: the declaration to start from is not what the first copied."""
    first = report.on("2024-05-31").open().reference
    report.open(changed_on="2024-05-30")
    report.change_supplier()
    report.file()
    report.opine()
    report.prepare(LineEffect.KEEP)
    report.publish()
    assert report.open(changed_on="2024-05-31").reference != first


def test_a_larger_battery_is_another_reference_vehicle(report):
    """Case 28: P-02, S-3; the February of 2025 has no 31st day.

    53 kg CO2e a kWh in France (3,710 for 70 kWh in the worked case); delivery follows the mass
    (88.54 kg for 1,900 kg, S-9).
    """
    report.on("2024-06-03").open()
    report.enlarge(battery={"mass_kg": "400", "capacity_kwh": "60"})
    report.file()
    small = last_assessment(report.dossier)
    report.on("2024-12-31").open()
    report.enlarge(running_mass_kg="2055", battery={"mass_kg": "480", "capacity_kwh": "77"})
    report.file()
    large = last_assessment(report.dossier)
    grown = Decimal(17) * 53 + Decimal("88.54") * 80 / 1900
    assert abs(large.footprint_kg - small.footprint_kg - grown) < Decimal("1E-8")
    assert (report.last_day("review"), report.last_day("silence")) == ("2025-02-28", "2025-03-31")


def test_a_late_report_keeps_its_lag_and_its_periods_run_from_the_information(report):
    """Case 29: P-25, P-26: 29 days of February, 31, 30, 31 and 3."""
    report.on("2024-06-03").open(changed_on="2024-02-01")
    report.change_supplier()
    event = report.file().events[0]
    assert (event.details["changed_on"], event.details["lag_days"]) == ("2024-02-01", 122 + 1)
    assert report.last_day("review") == "2024-08-03"
    assert report.period("review").origin_on == date(2024, 6, 3)


def test_a_report_starts_from_what_was_declared_and_keeps_what_differs(report, listed):
    report.on("2024-05-31")
    draft = report.open()
    assert draft.content == listed.dossier.declarations[0].content
    assert draft.follows.reference == listed.reference
    report.change_supplier()
    details = report.file().events[0].details
    assert details["differences"] == [
        {"pointer": "/battery_sites/0/cell_country", "before": "FR", "after": "CN"}
    ]
    assert details["before"] == {
        "dossier": listed.reference,
        "revision": 1,
        "declaration": listed.dossier.declarations[0].digest,
    }


def test_the_score_decided_is_the_one_attached_to_the_proposal(report, listed):
    """Reading S-12."""
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    decided = decided_score(known_before(report.dossier))
    assert decided.id == listed.dossier.proposals[0].assessment_id
    assert decided.footprint_kg < last_assessment(report.dossier).footprint_kg


def test_what_does_not_change_does_not_change_the_score(report, listed):
    draft = report.on("2024-05-31").open()
    day = date(2024, 5, 31)
    before = preview(listed.dossier.declarations[0].content, on=day)
    assert preview(draft.content, on=day).to_wire() == before.to_wire()


def test_nothing_is_reported_when_nothing_changed(report):
    report.on("2024-05-31").open()
    with pytest.raises(NothingChangedError):
        report.file()
    assert report.world.dossier(report.reference, "manufacturer").state == State.DRAFT


def test_several_changes_may_be_open_on_one_version(report):
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    report.on("2024-06-10").open()
    report.change_supplier("KR")
    report.file()
    assert [one.state for one in place("2024-06-10").reports] == [State.REPORTED] * 2


def test_a_report_names_the_version_of_the_list(report):
    """One version, one report: its code stays, and the list keeps its own names."""
    draft = report.on("2024-05-31").open()
    version = dict(draft.content["version"])
    with pytest.raises(InvalidValueError) as refused:
        record_version(
            draft.reference, version | {"tvv": "V2"}, revision=1, **report.by("manufacturer")
        )
    assert refused.value.field == "tvv"
    named = record_version(
        draft.reference, version | {"brand": "Autre"}, revision=1, **report.by("manufacturer")
    )
    assert (named.tvv, named.brand) == ("V1", "Exemple")


def test_a_change_to_come_is_not_reported(report):
    report.on("2024-05-31")
    with pytest.raises(InvalidValueError) as refused:
        report.open(changed_on="2024-06-01")
    assert refused.value.field == "changed_on"


@pytest.mark.parametrize("day", ["1999-01-01", "2023-10-09"])
def test_a_change_does_not_come_before_the_text_that_makes_the_list(report, day):
    """D. 251-1-A, in force from 10 October 2023: nothing was to be reported before."""
    report.on("2024-05-31")
    with pytest.raises(InvalidValueError, match="10/10/2023") as refused:
        report.open(changed_on=day)
    assert refused.value.field == "changed_on"
    assert report.open(changed_on="2023-10-10").changed_on == date(2023, 10, 10)


@pytest.mark.parametrize("who", ["rival", "reviewer", "authority"])
def test_only_the_company_of_the_version_reports(report, who):
    report.on("2024-05-31")
    with pytest.raises(NotAllowedError):
        report.open(who=who)


def test_a_version_that_is_not_on_the_list_yet_has_no_change_to_report(report):
    """Published on 15 December, on the list from the 16th."""
    report.on("2023-12-15T18:00")
    with pytest.raises(VersionRuleError):
        report.open()
    assert report.on("2023-12-16").open().state == State.DRAFT


def test_a_code_that_nobody_knows_has_no_change_to_report(world):
    with pytest.raises(VersionRuleError):
        open_report(
            "INCONNU",
            "Exemple",
            changed_on=world.clock.today(),
            by=world.actor("manufacturer"),
            clock=world.clock,
        )


def test_the_versions_of_a_company_are_those_it_answers_for(world, listed):
    day = date(2024, 1, 1)
    company = world.actor("manufacturer").manufacturer_id
    rival = world.actor("rival").manufacturer_id
    assert [one.tvv for one in versions_answered_for(company, on=day)] == ["V1"]
    assert versions_answered_for(rival, on=day) == []
    assert versions_answered_for(company, on=date(2023, 12, 15)) == []


def test_a_report_still_in_draft_is_thrown_away(report):
    draft = report.on("2024-05-31").open()
    discard_draft(draft.reference, by=report.world.actor("manufacturer"))
    assert place("2024-05-31").state == VersionState.LISTED


def test_the_company_is_told_of_each_step(report):
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    report.on("2024-07-01").opine()
    report.on("2024-09-02").tick()
    (received,) = messages(f"report/{report.reference}")
    (opinion,) = messages(f"opinion/{report.reference}")
    (silence,) = messages(f"passed_over/{report.reference}")
    assert "31 juillet 2024" in received.body
    assert "31 août 2024" in received.body
    assert "son avis" in opinion.body
    assert "reste sur la liste" in silence.body
    assert messages("silence/") == []


def test_an_accepted_change_is_what_the_next_one_changes(report, world):
    """Row 22: an order kept the version as it changed; the report to come says only what is new."""
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    report.on("2024-06-20").opine()
    report.on("2024-07-15").prepare(LineEffect.KEEP)
    report.publish()
    first = report.dossier
    assert first.state == State.SETTLED
    report.on("2024-09-10").open()
    report.change_supplier("KR")
    details = report.file().events[0].details
    assert details["differences"] == [
        {"pointer": "/battery_sites/0/cell_country", "before": "CN", "after": "KR"}
    ]
    assert details["before"]["dossier"] == first.reference
    assert decided_score(known_before(report.dossier)).id == first.proposals[0].assessment_id


def test_a_version_listed_without_a_dossier_is_described_whole(world):
    """Transition 28: the company that answers for its brand reports; nothing was declared."""
    world.clock.move_to(instant("2024-01-10"))
    import_published_order(
        "Arrêté du 14 décembre 2023",
        [PublishedRow(brand="Marque C", commercial_name="Modèle C", tvv="C1")],
        published_on=date(2023, 12, 15),
        **by(world, "authority"),
    )
    with pytest.raises(NotAllowedError):
        open_report("C1", "Marque C", changed_on=date(2024, 1, 5), **by(world, "manufacturer"))
    add_brand("Constructeur A", "Marque C")
    draft = open_report("C1", "MARQUE C", changed_on=date(2024, 1, 5), **by(world, "manufacturer"))
    names = {"tvv": "C1", "brand": "Marque C", "commercial_name": "Modèle C"}
    assert (draft.follows, draft.content) == (None, {"version": names})
    whole = declaration(tvv="C1", brand="Marque C", name="Modèle C")
    replace_declaration(draft.reference, whole, revision=None, **by(world, "manufacturer"))
    event = submit_dossier(draft.reference, **by(world, "manufacturer")).events[0]
    assert (event.details["before"], event.details["differences"]) == (None, [])
    assert known_before(world.dossier(draft.reference)) is None


def test_a_version_removed_meanwhile_has_no_change_to_report(report, world):
    report.on("2024-05-31").open()
    report.change_supplier()
    report.on("2024-06-01")
    removed = PublishedRow(
        brand="Exemple", commercial_name="Modèle E", tvv="V1", effect=LineEffect.REMOVE
    )
    import_published_order(
        "Arrêté du 31 mai 2024",
        [removed],
        published_on=date(2024, 6, 1),
        **by(world, "authority"),
    )
    report.on("2024-06-02")
    with pytest.raises(VersionRuleError):
        report.file()
    assert world.dossier(report.reference, "manufacturer").state == State.DRAFT
