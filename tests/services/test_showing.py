"""A company lets its dossier be shown as under review, and takes that back (decision 0033)."""

from datetime import date, timedelta

import pytest

from app.domain.errors import (
    NotAllowedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownDossierError,
)
from app.extensions import db
from app.models.outbox import OutboxMessage
from app.queries.audit import broken_chains
from app.queries.status import Verdict, answers, status
from app.queries.under_review import UnderReview
from app.services.showing import show_publicly, stop_showing
from tests import orders
from tests.services.stories import Story

RECEIVED = ("receive", "2026-03-02")
COMPLETE = (RECEIVED, ("confirm", "2026-03-10"))


def today(world, code="CAS001", on=None):
    return status(code, on=on or world.clock.today(), now=world.clock.now())


def agree(story, **more):
    return show_publicly(story.reference, **story.by("manufacturer"), **more)


def take_back(story, **more):
    return stop_showing(story.reference, **story.by("manufacturer"), **more)


@pytest.fixture
def story(world):
    return Story(world).tell(*COMPLETE)


def test_nothing_is_shown_by_default(world, story):
    assert today(world).verdict == Verdict.UNKNOWN
    assert today(world).under_review is None


def test_what_is_shown_is_a_name_and_a_code(world, story):
    agree(story)
    found = today(world)
    assert found.verdict == Verdict.UNDER_REVIEW
    dossier = story.dossier
    assert found.under_review == UnderReview(
        tvv="CAS001", brand=dossier.brand, commercial_name=dossier.commercial_name
    )
    assert found.listings == ()
    (one, other) = answers(["CAS001", "AUTRE"], on=found.on, now=world.clock.now())
    assert (one.verdict, one.under_review) == (Verdict.UNDER_REVIEW, found.under_review)
    assert (other.verdict, other.under_review) == (Verdict.UNKNOWN, None)


def test_it_is_taken_back_at_once_and_given_again(world, story):
    agree(story)
    take_back(story)
    assert today(world).verdict == Verdict.UNKNOWN
    agree(story)
    assert today(world).verdict == Verdict.UNDER_REVIEW


def test_the_code_is_exact(world, story):
    """Reading L-1."""
    agree(story)
    assert today(world, "cas001").verdict == Verdict.UNKNOWN


def test_only_the_present_day_is_answered(world, story):
    agree(story)
    for days in (-1, 1):
        day = world.clock.today() + timedelta(days=days)
        assert today(world, on=day).verdict == Verdict.UNKNOWN
    found = status(
        "CAS001", on=world.clock.today(), known_at=world.clock.now(), now=world.clock.now()
    )
    assert found.verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        pytest.param([("withdraw", "2026-04-01")], Verdict.UNKNOWN, id="withdrawn"),
        pytest.param(
            [("propose", "2026-04-01"), ("refuse_by_order", "2026-04-02")],
            Verdict.UNKNOWN,
            id="refused",
        ),
        pytest.param([("propose", "2026-04-01")], Verdict.UNDER_REVIEW, id="proposed"),
    ],
)
def test_it_ends_with_the_dossier(world, story, script, verdict):
    agree(story)
    story.tell(*script)
    assert today(world).verdict == verdict


def test_a_listed_version_is_listed(world, story):
    agree(story)
    story.tell(("propose", "2026-04-01"), ("list_by_order", "2026-04-02")).on("2026-04-04")
    found = today(world)
    assert (found.verdict, found.under_review) == (Verdict.LISTED, None)


def test_silence_ends_it_at_its_instant_recorded_or_not(world, story):
    """Readings T-2 and T-8: complete on 2 March, silence refuses at the end of 2 June."""
    agree(story)
    story.on("2026-06-02T23:59")
    assert today(world).verdict == Verdict.UNDER_REVIEW
    story.on("2026-06-03T00:00")
    assert today(world).verdict == Verdict.UNKNOWN


def test_a_version_that_left_the_list_says_both(world):
    orders.enter(world, ("Exemple", "Un", "CAS001"), on="2026-01-10")
    orders.enter(world, ("Exemple", "Un", "CAS001", "remove"), on="2026-02-10")
    story = Story(world).tell(RECEIVED)
    agree(story)
    found = today(world)
    assert found.verdict == Verdict.REMOVED
    assert found.under_review is not None


def test_both_acts_are_events_told_to_nobody_and_move_no_period(world, story):
    before, messages = story.outcomes(), db.session.query(OutboxMessage).count()
    agree(story)
    agree(story)
    take_back(story)
    take_back(story)
    assert [event.action for event in story.dossier.events[-2:]] == [
        "show_publicly",
        "stop_showing",
    ]
    assert story.dossier.events[-3].action == "confirm_complete"
    assert story.outcomes() == before
    assert db.session.query(OutboxMessage).count() == messages
    assert list(broken_chains()) == []


def test_a_dossier_that_is_not_under_review_cannot_be_shown(world, story):
    story.tell(("withdraw", "2026-04-01"))
    for act in (agree, take_back):
        with pytest.raises(TransitionNotAllowedError):
            act(story)
    draft = world.draft(tvv="BROUILLON")
    with pytest.raises(TransitionNotAllowedError):
        show_publicly(draft.reference, **story.by("manufacturer"))


def test_nobody_else_agrees(world, story):
    with pytest.raises(NotAllowedError):
        show_publicly(story.reference, **story.by("reviewer"))
    with pytest.raises(UnknownDossierError):
        show_publicly(story.reference, **story.by("rival"))
    assert today(world).verdict == Verdict.UNKNOWN


def test_a_stale_page_is_refused(world, story):
    agree(story)
    with pytest.raises(StaleDossierError):
        take_back(story, expected=story.dossier.last_sequence - 1)
    assert today(world, on=date(2026, 3, 10)).verdict == Verdict.UNDER_REVIEW
