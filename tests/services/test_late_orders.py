"""An order recorded late meets the dossier of the day it was published (transition 17, T-14)."""

from datetime import date

import pytest

from app.domain.errors import OrderRefusedError, ProposalMissingError
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.status import Verdict, status
from app.services.orders import take_out_of_order
from tests.services.stories import Story, messages

# Received on 2 March, asked and supplied: complete on 20 March, silence at the end of 20 June.
ASKED_ONCE = (
    ("receive", "2026-03-02"),
    ("request", "2026-03-10"),
    ("supply", "2026-03-20"),
    ("propose", "2026-04-01"),
    ("prepare", "2026-04-10"),
)
ASKED_AGAIN = (*ASKED_ONCE, ("request", "2026-04-15"))
SUPPLIED_AGAIN = (*ASKED_AGAIN, ("supply", "2026-04-20"))
PROPOSED_AGAIN = (*SUPPLIED_AGAIN, ("propose", "2026-04-25"))
WITHDRAWN = (*ASKED_ONCE, ("withdraw", "2026-04-15"))
SILENT = (*SUPPLIED_AGAIN, ("tick", "2026-07-21"))

MET = [
    pytest.param(WITHDRAWN, State.WITHDRAWN, id="withdrawn after publication"),
    pytest.param(ASKED_AGAIN, State.AWAITING_DOCUMENTS, id="asked again after publication"),
    pytest.param(SUPPLIED_AGAIN, State.COMPLETE, id="supplied again"),
    pytest.param(PROPOSED_AGAIN, State.PROPOSED, id="proposed again"),
    pytest.param(SILENT, State.REFUSED_BY_SILENCE, id="silence on the second round"),
]


def silences(story):
    return [one.outcome.value for one in story.dossier.periods if one.kind == "silence"]


@pytest.mark.parametrize(("script", "state"), MET)
def test_the_order_lists_the_version_that_was_proposed_that_day(world, script, state):
    """L-2: the orders prevail; the days of the dossier are those of that day."""
    story = Story(world, tvv="V1").tell(*script)
    assert story.dossier.state == state
    story.tell(("publish", "2026-08-01", "2026-04-14"))
    listed = story.dossier
    assert listed.events[-1].action == Action.LIST_IN_TIME
    assert listed.state == State.LISTED_BY_ORDER
    assert (listed.complete_on, listed.proposed_on) == (date(2026, 3, 20), date(2026, 4, 1))
    assert listed.decided_on == date(2026, 4, 14)
    assert status("V1", on=date(2026, 4, 15)).verdict == Verdict.LISTED
    assert {one.kind.value for one in listed.periods if one.outcome == "running"} == {"inspection"}
    assert story.last_day("inspection") == "2028-04-14"
    assert not {"running", "expired"} & set(silences(story))
    assert len(messages(f"decision/{story.reference}")) == 1
    assert list(broken_chains()) == []


@pytest.mark.parametrize(("script", "state"), MET)
def test_the_order_refuses_the_version_that_was_under_decision_that_day(world, script, state):
    """Row 17: as 13."""
    script = [
        (name, when, "refuse") if name == "prepare" else (name, when, *rest)
        for name, when, *rest in script
    ]
    story = Story(world, tvv="V1").tell(*script)
    assert story.dossier.state == state
    story.tell(("publish", "2026-08-01", "2026-04-14"))
    assert story.dossier.events[-1].action == Action.REFUSE_IN_TIME
    assert story.dossier.state == State.REFUSED_BY_ORDER
    assert not {"running", "expired"} & set(silences(story))


@pytest.mark.parametrize("script", [WITHDRAWN, ASKED_AGAIN], ids=["withdrawn", "asked again"])
def test_an_order_published_afterwards_meets_the_dossier_as_it_is(world, script):
    """Decision 0019: the line is taken out by hand, or the order came first."""
    story = Story(world, tvv="V1").tell(*script)
    before = story.dossier.state
    with pytest.raises(OrderRefusedError, match="V1"):
        story.tell(("publish", "2026-04-20", "2026-04-16"))
    assert story.dossier.state == before
    assert status("V1", on=date(2026, 5, 1)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize("effect", ["list", "refuse"])
@pytest.mark.parametrize(("script", "state"), MET)
def test_an_order_never_prepared_here_is_entered_all_the_same(world, script, state, effect):
    """Decision 0019: an order published in time can always be recorded, whatever came since."""
    told = [step for step in script if step[0] != "prepare"]
    story = Story(world, tvv="V1").tell(*told)
    assert story.dossier.state == state
    story.tell(("prepare", "2026-08-01", effect), ("publish", "2026-08-01", "2026-04-14"))
    action = {"list": Action.LIST_IN_TIME, "refuse": Action.REFUSE_IN_TIME}[effect]
    assert story.dossier.events[-1].action == action
    assert list(broken_chains()) == []


def test_a_dossier_withdrawn_before_it_was_complete_is_in_no_order(world):
    """No order can have met it."""
    story = Story(world, tvv="V1").tell(("receive", "2026-03-02"), ("withdraw", "2026-03-05"))
    for effect in ("list", "refuse"):
        with pytest.raises(OrderRefusedError, match="clos"):
            story.tell(("prepare", "2026-03-06", effect))


def test_a_dossier_asked_in_its_first_month_is_in_no_order(world):
    story = Story(world, tvv="V1").tell(("receive", "2026-03-02"), ("request", "2026-03-05"))
    with pytest.raises(OrderRefusedError, match="en cours de constitution"):
        story.tell(("prepare", "2026-03-06", "refuse"))


def test_an_order_published_between_the_two_proposals_lists_nothing(world):
    """INV-02: the first lapsed before that day, the second came after it."""
    story = Story(world, tvv="V1").tell(*PROPOSED_AGAIN)
    with pytest.raises(ProposalMissingError, match="ne tenait le 22/04/2026") as refused:
        story.tell(("publish", "2026-05-01", "2026-04-22"))
    assert "transmise le 1er avril 2026, le 25 avril 2026" in str(refused.value)


def test_one_version_of_several_is_withdrawn_at_the_last_minute(world):
    """It holds the whole order back, and is named; taken out, the others are decided."""
    first = Story(world, tvv="V1").tell(*ASKED_ONCE[:-1])
    second = Story(world, tvv="V2").tell(*ASKED_ONCE[:-1])
    order = world.order(first.dossier, second.dossier, effect=LineEffect.LIST)
    second.tell(("withdraw", "2026-04-12"))
    second.on("2026-04-14")
    with pytest.raises(OrderRefusedError, match="V2"):
        world.publish(order)
    assert first.dossier.state == State.PROPOSED
    take_out_of_order(order.reference, second.reference, by=world.actor("authority"))
    world.publish(order)
    assert first.dossier.state == State.LISTED_BY_ORDER
    assert second.dossier.state == State.WITHDRAWN
