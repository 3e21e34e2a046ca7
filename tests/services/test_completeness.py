"""Requests of the agency and supplements of the company."""

from datetime import date, timedelta

import pytest

from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    NothingRequestedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownDossierError,
    UnknownItemError,
)
from app.domain.procedure import Action, State
from app.services.completeness import (
    Asked,
    Supplied,
    confirm_complete,
    open_items_of,
    request_documents,
    supply,
)
from tests.services.stories import Story

ASKED = (("receive", "2026-03-02"), ("request", "2026-03-10", "A", "B"))


def test_items_are_answered_partly_then_wholly(world):
    """D. 251-1-A, I: the dossier waits for the last item (rows 8 and 9)."""
    story = Story(world).tell(*ASKED, ("supply", "2026-03-12", "A"))
    assert story.dossier.state == State.AWAITING_DOCUMENTS
    assert [item.label for item in open_items_of(story.dossier)] == ["B"]
    story.tell(("supply", "2026-03-20", "B"))
    assert story.dossier.state == State.COMPLETE
    assert story.dossier.complete_on == date(2026, 3, 20)
    assert [event.action for event in story.dossier.events[-2:]] == [
        Action.SUPPLY_ITEM,
        Action.SUPPLY_LAST_ITEM,
    ]


def test_a_further_request_in_the_month_adds_items(world):
    """Row 4."""
    story = Story(world).tell(*ASKED, ("request", "2026-04-02", "C"))
    assert [item.label for item in open_items_of(story.dossier)] == ["A", "B", "C"]
    story.tell(("supply", "2026-04-10", "A", "B"))
    assert story.dossier.state == State.AWAITING_DOCUMENTS


def test_a_further_request_after_the_month_adds_nothing_to_wait_for(world):
    """P-15, reading T-4: a request after the month has no effect on any period."""
    story = Story(world).tell(*ASKED, ("request", "2026-04-03", "C"))
    assert story.dossier.events[-1].action == Action.REQUEST_WITHOUT_EFFECT
    story.tell(("supply", "2026-04-10", "A", "B"))
    assert story.dossier.complete_on == date(2026, 4, 10)
    story.tell(("supply", "2026-04-20", "C"))
    assert story.dossier.complete_on == date(2026, 4, 10)
    assert story.dossier.state == State.COMPLETE


@pytest.mark.parametrize("day", ["2026-03-11", "2026-04-03"])
def test_a_request_after_a_confirmation_moves_no_period(world, day):
    """Row 7: the dossier was complete on the day it was received."""
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    before = story.outcomes(), story.last_day("silence")
    story.tell(("request", day))
    assert story.dossier.state == State.COMPLETE
    assert (story.outcomes(), story.last_day("silence")) == before
    (item,) = open_items_of(story.dossier)
    assert not item.binding


def test_a_request_again_makes_the_proposal_lapse(world):
    """Row 10: review and silence are superseded, the dossier waits again (CAMB-02)."""
    story = Story(world).tell(
        *ASKED,
        ("supply", "2026-03-20"),
        ("propose", "2026-04-01"),
        ("request", "2026-04-20", "C"),
    )
    dossier = story.dossier
    assert dossier.state == State.AWAITING_DOCUMENTS
    assert (dossier.complete_on, dossier.proposed_on) == (None, None)
    assert [proposal.lapsed_on for proposal in dossier.proposals] == [date(2026, 4, 20)]
    assert ("silence", "superseded") in story.outcomes()
    assert "running" not in {outcome for _, outcome in story.outcomes()}
    story.tell(("supply", "2026-05-05"), ("tick", "2026-06-30"))
    assert story.dossier.state == State.COMPLETE
    assert story.last_day("silence") == "2026-08-05"


def test_a_request_one_day_after_the_second_month_changes_nothing(world):
    """Reading T-4: within one month of the last supplement, last day included."""
    story = Story(world).tell(*ASKED, ("supply", "2026-03-20"), ("request", "2026-04-21"))
    assert story.dossier.state == State.COMPLETE
    assert story.dossier.complete_on == date(2026, 3, 20)


def test_the_month_after_a_supplement_starts_again_with_each(world):
    """Row 10: may repeat after each supplement."""
    story = Story(world).tell(
        *ASKED,
        ("supply", "2026-03-20"),
        ("request", "2026-04-20"),
        ("supply", "2026-05-10"),
        ("request", "2026-06-10"),
        ("supply", "2026-06-15"),
    )
    assert story.dossier.complete_on == date(2026, 6, 15)
    assert story.last_day("recheck") == "2026-07-15"


def test_an_answer_to_a_late_request_opens_no_new_month(world):
    """Reading T-4: only the last requested document that completes the dossier does."""
    story = Story(world).tell(
        ("receive", "2026-03-02"),
        ("request", "2026-04-03"),
        ("supply", "2026-04-10"),
        ("request", "2026-04-12"),
    )
    assert story.dossier.events[-1].action == Action.REQUEST_WITHOUT_EFFECT
    assert story.dossier.complete_on == date(2026, 4, 2)


def test_a_confirmation_after_the_month_is_refused(world):
    """P-15: the dossier is already deemed complete."""
    story = Story(world).tell(("receive", "2026-03-02"))
    with pytest.raises(TransitionNotAllowedError):
        story.tell(("confirm", "2026-04-03"))


def test_a_request_needs_items_words_and_a_day_to_come(world):
    story = Story(world).tell(("receive", "2026-03-02"))
    today = world.clock.today()
    wrong = (
        ([], today, NothingRequestedError),
        ([Asked(label="  ")], today, InvalidValueError),
        ([Asked(label="é" * 301)], today, InvalidValueError),
        ([Asked(label="A")] * 101, today, InvalidValueError),
        ([Asked(label="A")], today - timedelta(days=1), InvalidValueError),
    )
    for items, answer_by, error in wrong:
        with pytest.raises(error):
            request_documents(story.reference, items, answer_by=answer_by, **story.by("reviewer"))
    assert story.dossier.last_sequence == 1


def test_a_supplement_answers_what_is_asked_and_nothing_else(world):
    story = Story(world).tell(*ASKED)
    item = open_items_of(story.dossier)[0].reference
    by = story.by("manufacturer")
    with pytest.raises(InvalidValueError):
        supply(story.reference, {}, **by)
    with pytest.raises(InvalidValueError) as refused:
        supply(story.reference, {item: Supplied(answer="  ")}, **by)
    assert refused.value.field == item
    with pytest.raises(UnknownItemError):
        supply(story.reference, {"PI-2222-2222": Supplied(answer="Voici.")}, **by)
    supply(story.reference, {item: Supplied(answer="Voici.")}, **by)
    with pytest.raises(UnknownItemError):
        supply(story.reference, {item: Supplied(answer="Encore.")}, **by)


def test_each_act_belongs_to_one_role(world):
    """Section 2 of the procedure: the agency checks, the company supplies."""
    story = Story(world).tell(*ASKED)
    item = open_items_of(story.dossier)[0].reference
    given = {item: Supplied(answer="Voici.")}
    for who in ("reviewer", "authority"):
        with pytest.raises(NotAllowedError):
            supply(story.reference, given, **story.by(who))
    for who in ("rival", "operator"):
        with pytest.raises(UnknownDossierError):
            supply(story.reference, given, **story.by(who))
    assert len(open_items_of(story.dossier)) == 2


def test_a_company_confirms_nothing_itself(world):
    story = Story(world).tell(("receive", "2026-03-02"))
    for who in ("manufacturer", "authority"):
        with pytest.raises(NotAllowedError):
            confirm_complete(story.reference, **story.by(who))
    with pytest.raises(UnknownDossierError):
        confirm_complete(story.reference, **story.by("rival"))


def test_a_stale_page_is_told_who_acted(world):
    """Issue 2: somebody else acted first."""
    story = Story(world).tell(("receive", "2026-03-02"))
    seen = story.dossier.last_sequence
    story.tell(("request", "2026-03-10"))
    with pytest.raises(StaleDossierError) as refused:
        confirm_complete(story.reference, expected=seen, **story.by("colleague"))
    assert refused.value.who == "Chloé Bernard"
    assert "Chloé Bernard" in str(refused.value)
