"""Fraud and breaches reported to the ministers: who is told what, and who reads the reporter."""

from datetime import date, timedelta

import pytest
from sqlalchemy import func, select

from app.domain.breaches import BreachKind, Reporter
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    UnknownThingError,
    VersionRuleError,
)
from app.domain.orders import LineEffect
from app.extensions import db
from app.models.breach import BreachReading, BreachReport, BreachReporter
from app.queries.breaches import (
    get_report,
    readings_of,
    reporter_is_known,
    reports,
    reports_on,
    told_of,
)
from app.services.accounts import create_account, disable_account
from app.services.breaches import Found, read_reporter, report_breach
from app.services.letters.text import Letter
from app.services.orders import PublishedRow, import_published_order
from tests.builders import PASSWORD
from tests.services.stories import messages

ACCOUNT = "Les masses déclarées sont fausses."
ZOE = Reporter(name="Zoé Lanceuse", contact="zoe@ailleurs.test")


@pytest.fixture
def listed(world):
    """A version on the list since yesterday."""
    dossier = world.listed()
    world.days_pass(2)
    return dossier


def found(world, **changed):
    told = {
        "tvv": "EXEMPLE001",
        "brand": "Exemple",
        "kind": BreachKind.FRAUD,
        "account": ACCOUNT,
        "found_on": world.clock.today(),
    }
    return Found(**told | changed)


def report(world, *, who="reviewer", reporter=None, **changed):
    return report_breach(
        found(world, **changed), reporter=reporter, by=world.actor(who), clock=world.clock
    )


def count(model):
    return db.session.scalar(select(func.count()).select_from(model))


def test_a_report_keeps_the_version_the_dossier_and_both_days(world, listed):
    """P-30."""
    found_on = world.clock.today() - timedelta(days=1)
    made = report(world, found_on=found_on, brand="EXEMPLE")
    row = get_report(made.reference, seen_by=world.actor("authority"))
    assert (row.tvv, row.brand, row.dossier_id) == ("EXEMPLE001", "Exemple", listed.id)
    assert (row.found_on, row.reported_on) == (found_on, world.clock.today())
    assert row.reported_at == world.clock.now()
    assert row.reported_by_name == "Chloé Bernard"
    assert not reporter_is_known(row)


def test_a_report_is_no_event_of_the_dossier(world, listed):
    """Decision 0020: the company reads its events."""
    before = world.dossier(listed.reference).last_sequence
    report(world, reporter=ZOE)
    assert world.dossier(listed.reference).last_sequence == before


def test_each_agent_of_the_ministries_is_told_that_it_exists_and_nothing_more(world, listed):
    create_account(
        "second@exemple.test",
        name="Gaël Roux",
        role=world.actor("authority").role,
        password=PASSWORD,
        clock=world.clock,
    )
    create_account(
        "parti@exemple.test",
        name="Henri Blanc",
        role=world.actor("authority").role,
        password=PASSWORD,
        clock=world.clock,
    )
    disable_account("parti@exemple.test", clock=world.clock)
    made = report(world, reporter=ZOE)
    told = messages("breach/")
    assert [one.to for one in told] == ["authority@exemple.test", "second@exemple.test"]
    for one in told:
        assert f"/ministeres/signalements/{made.reference}" in one.body
        said = one.subject + one.body
        for kept in (ACCOUNT, ZOE.name, ZOE.contact, "EXEMPLE001", "Modèle E", "Constructeur A"):
            assert kept not in said
        assert one.dossier_id is None
    assert told_of(made).written == 2
    assert told_of(made).sent == 0


def test_a_letter_that_cannot_be_written_holds_no_report_back(world, listed, monkeypatch):
    def broken(_self, **_shared):
        raise LookupError("no template")

    monkeypatch.setattr(Letter, "body", broken)
    made = report(world)
    assert [one.reference for one in reports(world.actor("authority"))] == [made.reference]
    assert told_of(made).written == 0


def test_the_same_report_sent_twice_is_one(world, listed):
    first = report(world, reporter=ZOE)
    assert report(world, reporter=ZOE).reference == first.reference
    assert (count(BreachReport), count(BreachReporter), len(messages("breach/"))) == (1, 1, 1)
    assert report(world, account="D’autres faits.").reference != first.reference


def test_a_version_that_no_order_ever_listed_has_nothing_to_report(world):
    world.proposed()
    with pytest.raises(VersionRuleError, match="jamais été sur la liste"):
        report(world)
    assert count(BreachReport) == 0


def test_another_brand_of_the_same_code_is_another_version(world, listed):
    with pytest.raises(VersionRuleError):
        report(world, brand="Autre")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"account": " \n"}, "account"),
        ({"found_on": date(2099, 1, 1)}, "found_on"),
        ({"found_on": date(1900, 1, 1)}, "found_on"),
        # D. 251-1-A is in force from 10 October 2023.
        ({"found_on": date(2023, 10, 9)}, "found_on"),
        ({"tvv": "  "}, "tvv"),
    ],
)
def test_a_report_says_what_and_when(world, listed, changed, field):
    with pytest.raises(InvalidValueError) as refused:
        report(world, **changed)
    assert refused.value.field == field
    assert count(BreachReport) == 0


def test_the_first_day_of_the_text_is_one(world, listed):
    assert report(world, found_on=date(2023, 10, 10)).found_on == date(2023, 10, 10)


def test_a_contact_without_a_name_is_refused(world, listed):
    with pytest.raises(InvalidValueError) as refused:
        report(world, reporter=Reporter(name=" ", contact="zoe@ailleurs.test"))
    assert refused.value.field == "reporter_name"


@pytest.mark.parametrize("who", ["manufacturer", "authority", "operator"])
def test_the_agency_alone_reports(world, listed, who):
    with pytest.raises(NotAllowedError):
        report(world, who=who)
    assert count(BreachReport) == 0


@pytest.mark.parametrize("who", ["manufacturer", "rival", "operator"])
def test_nobody_else_sees_a_report_or_a_reporter(world, listed, who):
    made = report(world, reporter=ZOE)
    other = world.actor(who)
    assert reports(other) == []
    assert reports_on({("exemple", "EXEMPLE001")}, seen_by=other) == []
    with pytest.raises(UnknownThingError):
        get_report(made.reference, seen_by=other)
    with pytest.raises(UnknownThingError):
        read_reporter(made.reference, by=other, clock=world.clock)
    assert count(BreachReading) == 0


def test_each_reading_of_the_reporter_is_recorded(world, listed):
    made = report(world, reporter=ZOE)
    hours = []
    for who in ("reviewer", "authority", "authority"):
        world.clock.advance(timedelta(hours=1))
        read = read_reporter(made.reference, by=world.actor(who), clock=world.clock)
        assert (read.name, read.contact) == (ZOE.name, ZOE.contact)
        hours.append(world.clock.now())
    kept = [(one.read_by_name, one.read_at) for one in readings_of(made)]
    assert kept == list(
        zip(["Élise Robert", "Élise Robert", "Chloé Bernard"], hours[::-1], strict=True)
    )


def test_a_report_without_reporter_has_nobody_to_read(world, listed):
    made = report(world)
    with pytest.raises(UnknownThingError):
        read_reporter(made.reference, by=world.actor("reviewer"), clock=world.clock)
    assert count(BreachReading) == 0


def test_the_reports_on_a_version_are_those_of_its_brand(world, listed):
    made = report(world)
    agent = world.actor("reviewer")
    assert [one.reference for one in reports_on({("exemple", "EXEMPLE001")}, seen_by=agent)] == [
        made.reference
    ]
    assert reports_on({("autre", "EXEMPLE001")}, seen_by=agent) == []
    assert reports_on({("exemple", "EXEMPLE002")}, seen_by=agent) == []


def test_a_version_that_was_removed_or_has_no_dossier_is_reported_too(world, listed):
    """Row 26; CAMB-13: any day, whatever became of the version."""
    rows = [
        PublishedRow(
            brand="Exemple",
            commercial_name="Modèle E",
            tvv="EXEMPLE001",
            effect=LineEffect.REMOVE,
        ),
        PublishedRow(brand="Ailleurs", commercial_name="Modèle X", tvv="REPRIS01"),
    ]
    import_published_order(
        "Arrêté modificatif",
        rows,
        published_on=world.clock.today(),
        by=world.actor("authority"),
        clock=world.clock,
    )
    world.days_pass(30)
    removed, imported = report(world), report(world, tvv="REPRIS01", brand="Ailleurs")
    assert (removed.dossier_id, imported.dossier_id) == (listed.id, None)


def test_an_order_that_refuses_lists_nothing_to_report(world):
    dossier = world.proposed(favourable=False)
    world.publish(world.order(dossier, effect=LineEffect.REFUSE))
    world.days_pass(2)
    with pytest.raises(VersionRuleError):
        report(world)
