"""The dated cases 27 and 30 to 35 of the procedure, on the side of the list."""

from datetime import date

import pytest

from app.domain.procedure import Action, State
from app.domain.versions import VersionAction, VersionState, version_rule
from app.queries.register import Wanted, listed
from app.queries.status import Verdict, status
from app.queries.versions import version_on
from app.services.publication import publish_list
from tests import orders
from tests.orders import day
from tests.services.stories import Story
from tests.web.changes import reported

LISTED = (
    ("receive", "2023-10-16"),
    ("confirm", "2023-11-02"),
    ("propose", "2023-12-08"),
    ("list_by_order", "2023-12-15"),
)


@pytest.fixture
def story(world):
    return Story(world, tvv="V1").tell(*LISTED)


def verdict(on):
    return status("V1", on=day(on)).verdict


def test_case_27_a_changed_version_stays_listed_until_an_order_is_in_force(world, story):
    """P-25, P-26, P-28, CAMB-05: informed on 31 May, silence at the end of 31 August."""
    story.on("2024-05-31")
    report = reported(world)
    assert status("V1", on=day("2024-05-31")).change_reported
    story.tell(("tick", "2024-09-01"))
    assert world.dossier(report.reference).state == State.SILENT
    assert verdict("2024-09-01") == Verdict.LISTED
    assert version_on("V1", "Exemple", on=day("2024-09-01")).silent
    story.on("2024-09-10")
    world.publish(orders.removal(world, ("V1", "Exemple")))
    assert verdict("2024-09-10") == Verdict.LISTED
    assert verdict("2024-09-11") == Verdict.REMOVED
    assert not status("V1", on=day("2024-09-11")).change_reported


@pytest.mark.parametrize(
    ("published_on", "last_day"),
    [
        pytest.param("2023-12-15", "2025-12-15", id="30"),
        pytest.param("2024-02-29", "2026-02-28", id="31, from a leap day"),
    ],
)
def test_cases_30_and_31_the_window_ends_two_years_after_publication(world, published_on, last_day):
    """P-29, T-10."""
    orders.enter(world, ("Exemple", "E", "V1"), on=published_on)
    version = version_on("V1", "Exemple", on=day(last_day))
    assert version.inspection_last_day == day(last_day)


def test_case_32_a_version_is_removed_for_fraud_long_after_the_window(world, story):
    """P-30, P-31, CAMB-13: found on 4 May 2026."""
    story.tell(("tick", "2026-05-04"))
    assert story.period("inspection").outcome == "expired"
    version = version_on("V1", "Exemple", on=day("2026-05-04"))
    assert version.inspection_last_day < day("2026-05-04")
    reportable = version_rule(version.state, VersionAction.REPORT_BREACH)
    assert reportable.target == VersionState.LISTED
    world.publish(orders.removal(world, ("V1", "Exemple")))
    assert verdict("2026-05-05") == Verdict.REMOVED
    assert story.dossier.events[-1].action == Action.REMOVE_BY_ORDER
    gone = version_on("V1", "Exemple", on=day("2026-05-05"))
    assert version_rule(gone.state, VersionAction.REPORT_BREACH).target == VersionState.REMOVED


@pytest.mark.parametrize(
    ("invoice", "expected"),
    [
        pytest.param("2023-12-15", Verdict.NOT_LISTED, id="33, the day of publication"),
        pytest.param("2023-12-16", Verdict.LISTED, id="33, the day of effect"),
        pytest.param("2024-09-10", Verdict.LISTED, id="34, the day the removal is published"),
        pytest.param("2024-09-11", Verdict.REMOVED, id="34, the day it takes effect"),
    ],
)
def test_cases_33_and_34_an_invoice_meets_the_list_of_its_own_day(world, story, invoice, expected):
    """P-01, P-27, INV-10."""
    story.on("2024-09-10")
    world.publish(orders.removal(world, ("V1", "Exemple")))
    assert verdict(invoice) == expected
    on_the_list = [one.tvv for one in listed(Wanted(on=day(invoice)))]
    assert on_the_list == (["V1"] if expected == Verdict.LISTED else [])


def test_case_35_the_order_prevails_over_the_files_that_come_late(world, story, tmp_path):
    """P-33, INV-09: removed from 11 September, recorded on the 13th, invoice on the 12th."""
    story.on("2024-09-10")
    order = orders.removal(world, ("V1", "Exemple"))
    story.on("2024-09-12")
    publish_list(tmp_path, clock=world.clock)
    assert (
        '"V1"'
        in (tmp_path / "current" / "versions.json")
        .read_text(encoding="utf-8")
        .split('"removed"')[0]
    )
    story.on("2024-09-13")
    world.publish(order, published_on=date(2024, 9, 10))
    assert verdict("2024-09-12") == Verdict.REMOVED
    publish_list(tmp_path, clock=world.clock)
    current, gone = (
        (tmp_path / "current" / "versions.json").read_text(encoding="utf-8").split('"removed": [')
    )
    assert '"V1"' not in current
    assert '"V1"' in gone
