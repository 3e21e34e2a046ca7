"""A version on a day: its state, its evidence window, its company, its code after a correction."""

from datetime import date

from app.domain.versions import VersionState
from app.queries.audit import broken_chains
from app.queries.status import status
from app.queries.versions import version_on, version_to_come, versions_of
from tests import orders
from tests.orders import day
from tests.queries.counting import statements
from tests.services.stories import Story
from tests.web.changes import reported

TO_THE_ORDER = (
    ("receive", "2024-01-02"),
    ("confirm", "2024-01-03"),
    ("propose", "2024-02-01"),
)


def test_an_unknown_version_is_unlisted(world):
    version = version_on(" V1 ", "Fiat", on=date(2026, 3, 2))
    assert (version.state, version.tvv, version.brand) == (VersionState.UNLISTED, "V1", "Fiat")
    assert version.interval is None
    assert version.inspection_last_day is None
    assert not version.on_the_list


def test_a_version_is_announced_then_listed_then_removed(world):
    orders.enter(world, ("Fiat", "600", "f6"), on="2024-01-10", effect="2024-02-01")
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2024-05-02")
    for on, state in (
        ("2024-01-31", VersionState.UNLISTED),
        ("2024-02-01", VersionState.LISTED),
        ("2024-05-02", VersionState.LISTED),
        ("2024-05-03", VersionState.REMOVED),
    ):
        assert version_on("f6", "fiat", on=day(on)).state == state
    assert version_to_come("f6", "Fiat", on=day("2024-01-31")).on == day("2024-02-01")


def test_the_window_counts_from_the_order_that_first_listed_the_version(world):
    """T-10, CAMB-11: an imported order listed it before the one of the portal."""
    orders.enter(world, ("Exemple", "E", "V1"), on="2023-12-15")
    story = Story(world, tvv="V1").tell(*TO_THE_ORDER, ("list_by_order", "2024-03-01"))
    version = version_on("V1", "Exemple", on=day("2024-03-02"))
    assert version.inspection_last_day == day("2025-12-15")
    assert version.listing.reference == story.reference
    assert story.last_day("inspection") == "2025-12-15"
    assert list(broken_chains()) == []


def test_a_new_listing_after_a_removal_has_its_own_window(world):
    """CAMB-11."""
    orders.enter(world, ("Exemple", "E", "V1"), on="2023-12-15")
    orders.enter(world, ("Exemple", "E", "V1", "remove"), on="2024-02-10")
    story = Story(world, tvv="V1").tell(*TO_THE_ORDER, ("list_by_order", "2024-03-01"))
    version = version_on("V1", "Exemple", on=day("2024-03-02"))
    assert version.inspection_last_day == day("2026-03-01")
    assert story.last_day("inspection") == "2026-03-01"
    before = version_on("V1", "Exemple", on=day("2024-02-10"))
    assert before.inspection_last_day == day("2025-12-15")


def test_a_repetition_restarts_nothing(world):
    """CAMB-11."""
    orders.enter(world, ("Exemple", "E", "V1"), on="2023-12-15")
    orders.enter(world, ("EXEMPLE", "E bis", "V1"), on="2024-06-01")
    version = version_on("V1", "Exemple", on=day("2024-07-01"))
    assert version.inspection_last_day == day("2025-12-15")
    assert version.commercial_name == "E"


def test_one_code_may_be_two_versions_of_two_brands(world):
    orders.enter(world, ("Fiat", "600", "x"), ("Jeep", "Avenger", "x"), on="2024-01-10")
    orders.enter(world, ("Fiat", "600", "x", "remove"), on="2024-05-02")
    found = versions_of("x", on=day("2024-06-01"))
    assert [(one.brand, one.state) for one in found] == [
        ("Fiat", VersionState.REMOVED),
        ("Jeep", VersionState.LISTED),
    ]


def test_a_report_of_another_company_does_not_mark_the_version(world):
    world.listed(tvv="V1")
    world.days_pass(2)
    report = reported(world)
    version = version_on("V1", "Exemple", on=world.clock.today())
    assert [one.reference for one in version.reports] == [report.reference]
    assert version.state == VersionState.UNDER_MODIFICATION
    assert not version.silent
    orders.enter(world, ("Autre", "E", "V1"), on="2026-03-03")
    assert version_on("V1", "Autre", on=day("2026-03-04")).state == VersionState.LISTED


def test_the_place_of_one_code_is_asked_by_indexes(world):
    """One status does not read the whole list."""
    orders.enter(world, *(("Fiat", "600", f"f{n}") for n in range(30)), on="2024-01-10")
    orders.enter(world, ("Fiat", "600", "f7", "remove"), on="2024-03-10")
    with statements() as read:
        status("f7", on=day("2024-02-01"))
    asked = [statement for statement in read if "FROM order_line" in statement]
    assert asked
    for statement in asked:
        where = statement.partition("WHERE")[2]
        assert any(f"order_line.{name} " in where for name in ("tvv", "id", "replaces_id"))
