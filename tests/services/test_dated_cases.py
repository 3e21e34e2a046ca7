"""The dated cases of the procedure, section 11, replayed as acts on a moved clock."""

import csv
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.errors import ProposalMissingError, TransitionNotAllowedError
from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.status import Verdict, status
from tests.services.stories import Story, instant

PERIODS = Path(__file__).parents[1] / "cases" / "periods.csv"
SECOND = timedelta(seconds=1)

# Case, acts, then: end of the month of receipt, complete on, end of the review, end of silence.
UNDECIDED = (
    pytest.param(
        [("receive", "2023-10-31"), ("tick", "2023-12-01")],
        ("2023-11-30", "2023-11-30", "2024-01-30", "2024-02-29"),
        id="2, no 31 November, no 30 February",
    ),
    pytest.param(
        [("receive", "2024-01-31"), ("tick", "2024-03-01")],
        ("2024-02-29", "2024-02-29", "2024-04-29", "2024-05-29"),
        id="3, leap year",
    ),
    pytest.param(
        [("receive", "2025-01-31"), ("tick", "2025-03-01")],
        ("2025-02-28", "2025-02-28", "2025-04-28", "2025-05-28"),
        id="4, common year",
    ),
    pytest.param(
        [("receive", "2025-01-29"), ("tick", "2025-03-01")],
        ("2025-02-28", "2025-02-28", "2025-04-28", "2025-05-28"),
        id="5, three starts, one end",
    ),
    pytest.param(
        [("receive", "2024-02-29"), ("confirm", "2024-03-11")],
        ("2024-03-29", "2024-02-29", "2024-04-29", "2024-05-29"),
        id="6, from a leap day",
    ),
    pytest.param(
        [("receive", "2024-03-05"), ("request", "2024-04-02"), ("supply", "2024-04-20")],
        ("2024-04-05", "2024-04-20", "2024-06-20", "2024-07-20"),
        id="7, one supplement",
    ),
    pytest.param(
        [("receive", "2024-03-31"), ("request", "2024-04-30T23:50"), ("supply", "2024-05-31")],
        ("2024-04-30", "2024-05-31", "2024-07-31", "2024-08-31"),
        id="8, asked on the last day at 23:50",
    ),
    pytest.param(
        [("receive", "2024-03-31"), ("request", "2024-05-01"), ("supply", "2024-05-15")],
        ("2024-04-30", "2024-04-30", "2024-06-30", "2024-07-30"),
        id="9, asked one day late",
    ),
    pytest.param(
        [
            ("receive", "2024-05-06"),
            ("request", "2024-05-20", "A", "B"),
            ("supply", "2024-05-27", "A"),
            ("supply", "2024-06-11", "B"),
        ],
        ("2024-06-06", "2024-06-11", "2024-08-11", "2024-09-11"),
        id="10, two batches, a Sunday does not move",
    ),
    pytest.param(
        [
            ("receive", "2024-05-06"),
            ("request", "2024-05-20"),
            ("supply", "2024-06-11"),
            ("request", "2024-07-05"),
            ("supply", "2024-07-22"),
        ],
        ("2024-06-06", "2024-07-22", "2024-09-22", "2024-10-22"),
        id="11, asked again within the month",
    ),
    pytest.param(
        [("receive", "2024-05-30"), ("request", "2024-06-14"), ("supply", "2024-06-30")],
        ("2024-06-30", "2024-06-30", "2024-08-30", "2024-09-30"),
        id="12, silence after the supplement",
    ),
    pytest.param(
        [("receive", "2024-01-31"), ("confirm", "2024-02-05")],
        ("2024-02-29", "2024-01-31", "2024-03-31", "2024-04-30"),
        id="14, a review that ends on the day of 23 hours",
    ),
    pytest.param(
        [("receive", "2024-02-12"), ("confirm", "2024-02-20"), ("propose", "2024-04-12")],
        ("2024-03-12", "2024-02-12", "2024-04-12", "2024-05-12"),
        id="18, ministers silent until a Sunday",
    ),
    pytest.param(
        [
            ("receive", "2024-09-30"),
            ("request", "2024-10-15", "Données du site B"),
            ("supply", "2024-11-30", "Données du site B"),
        ],
        ("2024-10-30", "2024-11-30", "2025-01-30", "2025-02-28"),
        id="37, a site was missing",
    ),
    pytest.param(
        [("receive", "2024-09-30"), ("tick", "2024-10-31"), ("request", "2024-11-04")],
        ("2024-10-30", "2024-10-30", "2024-12-30", "2025-01-30"),
        id="38, found missing too late",
    ),
)


def ends(story):
    """The days that count; while a request waits, review and silence are superseded."""
    complete_on = story.dossier.complete_on
    if complete_on is None:
        assert not {kind for kind, outcome in story.outcomes() if outcome == "running"}
        return (story.last_day("completeness"), None, None, None)
    return (
        story.last_day("completeness"),
        complete_on.isoformat(),
        story.last_day("review"),
        story.last_day("silence"),
    )


@pytest.mark.parametrize(("script", "expected"), UNDECIDED)
def test_an_undecided_case_has_its_days_then_silence_refuses(world, script, expected):
    """D. 251-1-A, I; R. 251-1-B: refused at midnight after the last day, not a second before."""
    story = Story(world).tell(*script)
    assert ends(story) == expected
    effect = story.period("silence").effect_at
    assert effect == instant(f"{expected[3]}T23:59:59") + SECOND
    world.clock.move_to(effect - SECOND)
    assert story.tick() == []
    assert story.dossier.state in {State.COMPLETE, State.PROPOSED}
    world.clock.move_to(effect)
    (observed,) = story.tick()
    assert (observed.action, observed.born_at) == (Action.REFUSE_BY_SILENCE, effect)
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert story.dossier.decided_on == date.fromisoformat(expected[3])


@pytest.mark.parametrize(
    ("stamp", "received_on", "effect"),
    [
        pytest.param(
            "2024-03-30T23:30:00+00:00", (2024, 3, 31), (2024, 4, 30, 22), id="13, spring night"
        ),
        pytest.param(
            "2024-10-26T22:30:00+00:00", (2024, 10, 27), (2024, 11, 27, 23), id="15, autumn night"
        ),
        pytest.param(
            "2024-01-31T22:59:59+00:00", (2024, 1, 31), (2024, 2, 29, 23), id="16, just before"
        ),
        pytest.param(
            "2024-01-31T23:00:00+00:00", (2024, 2, 1), (2024, 3, 1, 23), id="17, midnight"
        ),
    ],
)
def test_the_day_received_is_the_day_in_paris(world, stamp, received_on, effect):
    """Reading T-1; the instant of effect has the offset of the end."""
    story = Story(world).tell(("receive", stamp))
    assert story.dossier.received_on == date(*received_on)
    assert story.period("completeness").effect_at == datetime(*effect, tzinfo=UTC)


def test_the_review_of_case_14_ends_in_summer_time(world):
    """Case 14: an offset fixed at the origin would give 23:00Z."""
    story = Story(world).tell(("receive", "2024-01-31"), ("confirm", "2024-02-05"))
    assert story.period("review").effect_at == datetime(2024, 3, 31, 22, tzinfo=UTC)


def test_a_plain_case_is_listed_the_day_after_its_order(world):
    """Cases 1 and 33: P-14, P-16, P-17, P-29."""
    story = Story(world, tvv="V1").tell(
        ("receive", "2023-10-16"),
        ("confirm", "2023-11-02"),
        ("propose", "2023-12-08"),
        ("list_by_order", "2023-12-15"),
    )
    assert ends(story) == ("2023-11-16", "2023-10-16", "2023-12-16", "2024-01-16")
    assert story.dossier.state == State.LISTED_BY_ORDER
    assert story.dossier.decided_on == date(2023, 12, 15)
    assert story.last_day("inspection") == "2025-12-15"
    assert story.outcomes() == {
        ("completeness", "met"),
        ("review", "met"),
        ("silence", "met"),
        ("inspection", "running"),
    }
    assert status("V1", on=date(2023, 12, 15)).verdict == Verdict.NOT_LISTED
    assert status("V1", on=date(2023, 12, 16)).verdict == Verdict.LISTED


def test_a_dossier_waits_from_the_day_of_the_request(world):
    """Case 7: no period runs while the company has the hand."""
    story = Story(world).tell(("receive", "2024-03-05"), ("request", "2024-04-02"))
    assert story.dossier.state == State.AWAITING_DOCUMENTS
    assert story.dossier.complete_on is None
    assert story.outcomes() == {("completeness", "met")}
    assert story.on("2030-01-01").tick() == []


def test_a_late_proposal_carries_no_sanction(world):
    """Case 19: CAMB-15."""
    story = Story(world, tvv="V1").tell(
        ("receive", "2024-02-12"),
        ("confirm", "2024-02-20"),
        ("propose", "2024-04-30"),
        ("list_by_order", "2024-05-10"),
    )
    assert story.dossier.state == State.LISTED_BY_ORDER
    assert ("review", "expired") in story.outcomes()
    assert status("V1", on=date(2024, 5, 11)).verdict == Verdict.LISTED


def test_an_order_replaces_the_silent_refusal(world):
    """Case 20: refused from the end of 12 May, listed from 22 May; both are kept."""
    story = Story(world, tvv="V1").tell(
        ("receive", "2024-02-12"),
        ("confirm", "2024-02-20"),
        ("propose", "2024-04-02"),
        ("tick", "2024-05-13"),
    )
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    story.tell(("list_by_order", "2024-05-21"))
    assert story.dossier.events[-1].action == Action.LIST_AFTER_SILENCE
    assert ("silence", "expired") in story.outcomes()
    assert story.dossier.decided_on == date(2024, 5, 21)
    assert status("V1", on=date(2024, 5, 21)).verdict == Verdict.NOT_LISTED
    assert status("V1", on=date(2024, 5, 22)).verdict == Verdict.LISTED


def test_no_order_lists_a_version_without_proposal(world):
    """Case 21: P-11, INV-02."""
    story = Story(world).tell(("receive", "2024-02-12"), ("confirm", "2024-02-20"))
    with pytest.raises(ProposalMissingError):
        story.tell(("prepare", "2024-03-15"))
    assert story.dossier.state == State.COMPLETE


def test_a_withdrawal_stops_the_periods_and_refuses_nothing(world):
    """Case 36: CAMB-12; reading T-12."""
    story = Story(world).tell(
        ("receive", "2024-04-02"), ("confirm", "2024-04-10"), ("withdraw", "2024-04-25")
    )
    assert story.dossier.state == State.WITHDRAWN
    assert story.dossier.decided_on is None
    assert story.outcomes() == {
        ("completeness", "met"),
        ("review", "stopped"),
        ("silence", "stopped"),
    }
    assert story.on("2026-01-01").tick() == []
    again = Story(world).tell(("receive", "2024-05-06"))
    assert again.last_day("completeness") == "2024-06-06"


def test_two_versions_deposited_together_have_their_own_periods(world):
    """Case 39: P-04, INV-05."""
    one, two = Story(world, tvv="V1"), Story(world, tvv="V2")
    one.tell(("receive", "2024-06-17"))
    two.tell(("receive", "2024-06-17"), ("request", "2024-07-01"))
    one.tell(("confirm", "2024-07-01"))
    two.tell(("supply", "2024-07-17"))
    assert ends(one) == ("2024-07-17", "2024-06-17", "2024-08-17", "2024-09-17")
    assert ends(two) == ("2024-07-17", "2024-07-17", "2024-09-17", "2024-10-17")


@pytest.mark.long
def test_the_acts_agree_with_the_worked_cases_of_the_reference_route(world):
    """D. 251-1-A, I; R. 251-1-B: the portal and the oracle tell the same days."""
    with PERIODS.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["route"] == "reference"]
    acts = (
        ("receive", "received_on"),
        ("confirm", "confirmed_on"),
        ("request", "requested_on"),
        ("supply", "supplied_on"),
        ("request", "requested_again_on"),
        ("supply", "supplied_again_on"),
    )
    for number, row in enumerate(rows):
        story = Story(world, tvv=f"V{number}")
        for name, column in acts:
            if row[column]:
                try:
                    story.tell((name, row[column]))
                except TransitionNotAllowedError:
                    # Confirmed after the month: the dossier was deemed complete before.
                    assert name == "confirm"
        if not row["confirmed_on"] and not row["requested_on"]:
            world.clock.move_to(story.period("completeness").effect_at)
            story.tick()
        columns = ("completeness_last_day", "complete_on", "review_last_day", "silence_last_day")
        assert ends(story) == tuple(row[column] or None for column in columns), row
    assert len(rows) == 74
    assert list(broken_chains()) == []
