"""The opinion of the agency on keeping a listed version that changed (P-26, row 21)."""

from datetime import date

import pytest

from app.domain.errors import NotAllowedError, ReasonsMissingError, TransitionNotAllowedError
from app.domain.procedure import Action, State
from app.services.opinion import give_opinion
from tests.services.reports import LISTED, Report
from tests.services.stories import Story


@pytest.fixture
def listed(world):
    return Story(world, tvv="V1").tell(*LISTED)


@pytest.fixture
def report(world, listed):
    return Report(world)


@pytest.mark.parametrize(
    ("day", "outcome", "missed"),
    [
        pytest.param("2024-07-31", "met", False, id="on the last day"),
        pytest.param("2024-08-01", "expired", True, id="a day late"),
    ],
)
def test_an_opinion_is_in_time_or_late_and_goes_with_its_score(report, day, outcome, missed):
    """P-26: two months from the report; no sanction is written."""
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    opinion = report.on(day).opine(favourable=False, reasons=" Le score baisse. ")
    assert (opinion.favourable, opinion.reasons) == (False, "Le score baisse.")
    assert opinion.assessment.declaration.dossier.reference == report.reference
    assert report.dossier.state == State.REPORTED
    assert report.dossier.proposed_on.isoformat() == day
    assert ("review", outcome) in report.outcomes()
    assert ("silence", "running") in report.outcomes()
    actions = [event.action for event in report.dossier.events]
    assert (Action.MISS_OPINION in actions) == missed


def test_an_opinion_after_the_silence_stands_beside_it(report):
    """Row 21: the report still waits for an order."""
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    report.on("2024-09-05").opine()
    assert report.dossier.state == State.SILENT
    assert report.dossier.decided_on == date(2024, 8, 31)


def test_an_opinion_needs_reasons_and_a_report(report, listed):
    report.on("2024-05-31").open()
    report.change_supplier()
    report.file()
    with pytest.raises(ReasonsMissingError):
        report.opine(reasons=" ")
    with pytest.raises(TransitionNotAllowedError):
        give_opinion(listed.reference, favourable=True, reasons="Rien.", **report.by("reviewer"))
    with pytest.raises(NotAllowedError):
        give_opinion(report.reference, favourable=True, reasons="Moi.", **report.by("manufacturer"))
