"""The worked cases of the modification route, replayed as acts on a moved clock."""

import csv
from datetime import date, datetime, timedelta

import pytest

from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.status import Verdict, status
from tests.services.reports import Report
from tests.services.stories import Story
from tests.services.test_dated_cases import PERIODS, SECOND, ends

pytestmark = pytest.mark.long


def rows():
    with PERIODS.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["route"] == "modification"]


def reported(world, tvv, day):
    """A version listed some days before, and the report of a change that comes that day."""
    before = (date.fromisoformat(day) - timedelta(days=5)).isoformat()
    acts = ("receive", "confirm", "propose", "list_by_order")
    Story(world, tvv=tvv).tell(*((act, before) for act in acts))
    story = Report(world).on(day)
    story.open_version(tvv)
    story.change_supplier()
    story.file()
    return story


def check_the_days(story, row):
    """Reading T-5: both periods run from the day the agency is informed."""
    assert story.dossier.state == State.REPORTED
    columns = ("completeness_last_day", "complete_on", "review_last_day", "silence_last_day")
    assert ends(story) == tuple(row[column] or None for column in columns), row
    effect = datetime.fromisoformat(row["silence_effect_at"])
    assert story.period("silence").effect_at == effect, row
    return effect


def check_the_silence(story, row):
    """P-28, reading T-9: not a second before, and the version stays on the list."""
    effect = check_the_days(story, row)
    story.clock.move_to(effect - SECOND)
    story.tick()
    assert story.dossier.state == State.REPORTED, row
    story.clock.move_to(effect)
    story.tick()
    assert story.dossier.state == State.SILENT, row
    silence = story.dossier.events[-1]
    assert silence.action == Action.PASS_OVER_IN_SILENCE
    assert silence.occurred_on.isoformat() == row["silence_last_day"]
    assert status(story.dossier.tvv, on=silence.occurred_on).verdict == Verdict.LISTED


def test_the_acts_agree_with_the_worked_cases_of_the_modification_route(world):
    """D. 251-1-A, III; R. 251-1-B: the portal and the oracle tell the same days."""
    told = rows()
    for number, row in enumerate(told):
        check_the_silence(reported(world, f"V{number}", row["received_on"]), row)
    assert len(told) == 48
    assert list(broken_chains()) == []
