"""The versions a company answers for, and what it declared of them last (D. 251-1-A, III)."""

import pytest

from app.domain.breaches import BreachKind
from app.domain.versions import VersionState
from app.queries.breaches import reports_on
from app.queries.changes import known_before
from app.queries.orders import orders_in_preparation, published_orders
from app.queries.versions import names_of, version_since, versions_answered_for
from app.services.breaches import Found, report_breach
from app.services.changes import open_report
from app.services.companies import add_brand
from app.services.drafting import replace_declaration
from app.services.submission import submit_dossier
from tests import orders
from tests.builders import declaration
from tests.queries.counting import statements

by = orders.by


@pytest.fixture
def company(world):
    """The row of a company that answers for two brands, known by the list alone."""
    for name in ("Fiat", "Jeep"):
        add_brand("Constructeur A", name)
    return world.actor("manufacturer").manufacturer_id


def opened(world, brand="Fiat", tvv="X1"):
    today = world.clock.today()
    return open_report(tvv, brand, changed_on=today, **by(world, "manufacturer"))


def kept(world, brand="Fiat"):
    """A change that the portal did not know the version before, and that an order keeps."""
    report = opened(world, brand)
    content = declaration(tvv="X1", brand=brand, name="600")
    replace_declaration(report.reference, content, revision=None, **by(world, "manufacturer"))
    filed = submit_dossier(report.reference, **by(world, "manufacturer"))
    world.publish(orders.keeping(world, filed))
    world.days_pass(2)
    return filed


def sent(act):
    with statements() as found:
        act()
    return len(found)


def test_what_was_kept_is_the_baseline_of_the_next_change(world, company):
    orders.enter(world, ("Fiat", "600", "X1"), on="2026-01-10")
    first = kept(world)
    assert known_before(opened(world)).dossier.reference == first.reference


def test_a_code_under_two_brands_is_two_baselines(world, company):
    """Reading L-1: a brand and a code make a version."""
    orders.enter(world, ("Fiat", "600", "X1"), ("Jeep", "Avenger", "X1"), on="2026-01-10")
    kept(world, "Fiat")
    report = opened(world, "Jeep")
    assert known_before(report) is None
    assert set(report.content) == {"version"}


def test_a_listing_after_a_removal_has_no_baseline_of_before(world, company):
    orders.enter(world, ("Fiat", "600", "X1"), on="2026-01-10")
    kept(world)
    world.publish(orders.removal(world, ("X1", "Fiat")))
    world.days_pass(5)
    orders.enter(world, ("Fiat", "600", "X1"), on=world.clock.today().isoformat())
    world.days_pass(5)
    assert known_before(opened(world)) is None


def test_the_versions_of_a_company_are_those_of_its_brands_and_of_its_dossiers(world, company):
    world.listed(tvv="V1")
    world.listed(tvv="V2", who="rival")
    orders.enter(world, ("Fiat", "600", "X1"), ("Autre", "Z", "Z1"), on="2026-01-10")
    orders.enter(world, ("FIAT", "600", "X2"), on="2026-01-10", effect="2027-01-10")
    world.days_pass(2)
    found = versions_answered_for(company, on=world.clock.today())
    assert [(one.brand, one.tvv) for one in found] == [("Exemple", "V1"), ("Fiat", "X1")]
    assert {one.manufacturer_id for one in found} == {company}


def test_a_brand_does_not_answer_for_what_another_company_filed(world, company):
    """The dossier counts before the brand: a rival's listing is not shown, nor reported on."""
    filed = world.listed(tvv="V9", who="rival", brand="Fiat")
    world.days_pass(2)
    assert filed.manufacturer_id != company
    assert versions_answered_for(company, on=world.clock.today()) == []


def test_an_open_change_marks_its_version_alone(world, company):
    orders.enter(world, ("Fiat", "600", "X1"), ("Jeep", "Avenger", "X1"), on="2026-01-10")
    report = opened(world)
    content = declaration(tvv="X1", brand="Fiat", name="600")
    replace_declaration(report.reference, content, revision=None, **by(world, "manufacturer"))
    submit_dossier(report.reference, **by(world, "manufacturer"))
    found = versions_answered_for(company, on=world.clock.today())
    assert [(one.brand, one.state) for one in found] == [
        ("Fiat", VersionState.UNDER_MODIFICATION),
        ("Jeep", VersionState.LISTED),
    ]


def test_more_versions_cost_no_more_statements(world, company):
    today = world.clock.today()
    orders.enter(world, ("Fiat", "600", "X1"), on="2026-01-10")
    few = sent(lambda: versions_answered_for(company, on=today))
    orders.enter(world, *(("Fiat", "600", f"f{n}") for n in range(30)), on="2026-01-10")
    assert sent(lambda: versions_answered_for(company, on=today)) == few


def test_more_orders_cost_no_more_statements(world):
    agent = world.actor("authority")

    def read():
        found = [*orders_in_preparation(agent), *published_orders()]
        return [len(order.lines) for order in found]

    def more(first, count):
        for n in range(first, first + count):
            orders.enter(world, ("Fiat", "600", f"f{n}"), on="2026-01-10")
            orders.prepared(world)

    more(0, 1)
    few = sent(read)
    more(1, 9)
    assert sent(read) == few
    assert sorted(read()) == [0] * 10 + [1] * 10


def test_a_breach_is_found_under_every_name_of_its_version(world):
    """Row 29: an order corrects the brand and the code; the report stays with the version."""
    entered = orders.enter(world, ("Exempel", "E", "V1"), on="2026-01-10")
    world.days_pass(1)
    found = Found(
        tvv="V1",
        brand="Exempel",
        kind=BreachKind.FRAUD,
        account="Masses fausses.",
        found_on=world.clock.today(),
    )
    made = report_breach(found, **by(world, "reviewer"))
    words = {"brand": "Exemple", "commercial_name": "E", "tvv": "V2"}
    corrected = orders.correction(world, entered, 1, listed_from=orders.day("2026-01-11"), **words)
    world.publish(corrected)
    world.days_pass(2)
    today, agent = world.clock.today(), world.actor("authority")
    now = version_since(made.tvv, made.brand, at=made.reported_at, on=today)
    assert (now.tvv, now.brand, now.on_the_list) == ("V2", "Exemple", True)
    assert [one.id for one in reports_on(names_of(now), seen_by=agent)] == [made.id]
