"""The dated cases of the procedure on the derogation route: section 11, cases 22 to 26."""

import csv
from datetime import date

import pytest

from app.domain.errors import OpenDossierExistsError, TransitionNotAllowedError
from app.domain.procedure import Action, Route, State
from app.services.drafting import copy_draft
from tests.services.stories import Story
from tests.services.test_dated_cases import PERIODS, ends

REFUSED = (
    ("receive", "2023-12-04"),
    ("confirm", "2023-12-20"),
    ("refuse_by_order", "2024-01-15"),
)
SILENT = (("receive", "2023-10-31"), ("tick", "2023-12-01"), ("tick", "2024-03-01"))


def test_a_derogation_after_an_express_refusal_has_its_own_lengths(world):
    """Case 22: P-19, P-22 to P-24."""
    story = Story(world).tell(*REFUSED)
    refused = story.dossier
    story.tell(("derogate", "2024-01-31"), ("tick", "2024-03-01"))
    assert ends(story) == ("2024-02-29", "2024-02-29", "2024-08-29", "2024-09-29")
    assert (story.dossier.route, story.dossier.follows_id) == (Route.DEROGATION, refused.id)
    story.tell(("tick", "2024-09-29T23:59"))
    assert story.dossier.state == State.COMPLETE
    story.tell(("tick", "2024-09-30T00:00"))
    assert story.dossier.state == State.REFUSED_BY_SILENCE


def test_a_derogation_filed_before_any_refusal_is_inadmissible(world):
    """Case 23: P-19, INV-03; no period runs, the undecided dossier goes on."""
    story = Story(world).tell(("receive", "2024-03-04"), ("confirm", "2024-03-20"))
    ordinary = story.reference
    story.tell(("derogate", "2024-04-10"))
    assert story.dossier.state == State.INADMISSIBLE
    assert story.dossier.received_on == date(2024, 4, 10)
    assert story.outcomes() == set()
    assert story.on("2030-01-01").dossier.events[-1].action == Action.SUBMIT_INADMISSIBLE
    story.reference = ordinary
    assert story.dossier.state == State.COMPLETE


def test_a_derogation_after_a_silent_refusal_is_admissible(world):
    """Case 24: CAMB-10."""
    story = Story(world).tell(*SILENT)
    assert story.dossier.decided_on == date(2024, 2, 29)
    story.tell(("derogate", "2024-03-01"), ("confirm", "2024-03-15"))
    assert ends(story) == ("2024-04-01", "2024-03-01", "2024-09-01", "2024-10-01")


def test_a_derogation_complete_at_the_end_of_august_ends_with_february(world):
    """Case 25: no 31 February."""
    story = Story(world).tell(*SILENT, ("derogate", "2024-07-31"), ("tick", "2024-09-01"))
    assert ends(story) == ("2024-08-31", "2024-08-31", "2025-02-28", "2025-03-31")


def test_a_review_may_end_on_a_leap_day(world):
    """Case 26."""
    story = Story(world).tell(("receive", "2023-12-30"), ("confirm", "2024-01-05"))
    assert ends(story) == ("2024-01-30", "2023-12-30", "2024-02-29", "2024-03-30")


def test_a_derogation_may_follow_another(world):
    """CAMB-10: repeated derogations are not limited."""
    story = Story(world).tell(*SILENT, ("derogate", "2024-03-01"), ("tick", "2024-12-01"))
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    story.tell(("derogate", "2024-12-02"))
    assert story.dossier.state == State.SUBMITTED


@pytest.mark.parametrize("who", ["withdrawn", "another company"])
def test_what_is_no_refusal_of_the_company_opens_no_derogation(world, who):
    """Reading T-12; case 36: a withdrawal is not a refusal."""
    if who == "another company":
        Story(world, who="rival").tell(*SILENT)
        story = Story(world).tell(("receive", "2024-03-05"), ("withdraw", "2024-03-06"))
    else:
        story = Story(world).tell(("receive", "2024-04-02"), ("withdraw", "2024-04-25"))
    story.tell(("derogate", "2024-05-06"))
    assert story.dossier.state == State.INADMISSIBLE


def test_a_derogation_waits_for_the_dossier_that_is_open(world):
    """INV-05: one track at a time; the draft may be written, not deposited."""
    story = Story(world).tell(*SILENT)
    refused = story.reference
    draft = copy_draft(refused, route=Route.DEROGATION, **story.by("manufacturer"))
    story.tell(("follow", "2024-03-02", "reference"))
    with pytest.raises(OpenDossierExistsError, match=story.reference):
        story.submit(story.give_value(draft).reference)


@pytest.mark.long
def test_the_acts_agree_with_the_worked_cases_of_the_derogation_route(world):
    """D. 251-1-A, II; R. 251-1-B: the portal and the oracle tell the same days."""
    with PERIODS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["route"] == "derogation"]
    acts = (
        ("confirm", "confirmed_on"),
        ("request", "requested_on"),
        ("supply", "supplied_on"),
        ("request", "requested_again_on"),
        ("supply", "supplied_again_on"),
    )
    for number, row in enumerate(rows):
        day = row["received_on"]
        story = Story(world, tvv=f"V{number}").tell(
            ("receive", day), ("confirm", day), ("refuse_by_order", day), ("derogate", day)
        )
        for name, column in acts:
            if row[column]:
                try:
                    story.tell((name, row[column]))
                except TransitionNotAllowedError:
                    assert name == "confirm"
        if not row["confirmed_on"] and not row["requested_on"]:
            world.clock.move_to(story.period("completeness").effect_at)
            story.tick()
        columns = ("completeness_last_day", "complete_on", "review_last_day", "silence_last_day")
        assert ends(story) == tuple(row[column] or None for column in columns), row
    assert len(rows) > 30
