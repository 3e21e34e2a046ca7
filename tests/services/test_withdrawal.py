"""A company takes its dossier back before a decision (row 18, reading T-12)."""

from datetime import date

import pytest

from app.domain.errors import (
    NotAllowedError,
    OrderRefusedError,
    TransitionNotAllowedError,
    UnknownDossierError,
)
from app.domain.procedure import State
from app.queries.status import Verdict, status
from app.services.orders import take_out_of_order
from app.services.withdrawal import withdraw
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def prepared(world):
    story = Story(world, tvv="V1").tell(*COMPLETE, ("propose", "2026-04-01"))
    other = Story(world, tvv="V2").tell(*COMPLETE, ("propose", "2026-04-01"))
    return story, other, world.order(story.dossier, other.dossier)


def test_a_version_withdrawn_before_the_order_is_taken_out_by_hand(world):
    """Decision 0019: nothing leaves an order without its authority knowing."""
    story, other, order = prepared(world)
    story.tell(("withdraw", "2026-04-10"))
    assert len(messages(f"withdrawal/{story.reference}")) == 1
    story.on("2026-04-12")
    with pytest.raises(OrderRefusedError, match="V1"):
        world.publish(order)
    take_out_of_order(order.reference, story.reference, by=world.actor("authority"))
    world.publish(order)
    assert other.dossier.state == State.LISTED_BY_ORDER
    assert status("V1", on=date(2026, 4, 20)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize("withdrawn_on", ["2026-04-10", "2026-04-11"])
def test_an_order_published_before_a_withdrawal_lists_the_version(world, withdrawn_on):
    """Reading L-2, decision 0019: the order came first, however late it is recorded."""
    story, _, order = prepared(world)
    story.tell(("withdraw", withdrawn_on)).on("2026-04-12")
    world.publish(order, published_on=date(2026, 4, 10))
    assert status("V1", on=date(2026, 4, 11)).verdict == Verdict.LISTED
    dossier = story.dossier
    assert (dossier.state, dossier.decided_on) == (State.LISTED_BY_ORDER, date(2026, 4, 10))
    assert (dossier.complete_on, dossier.proposed_on) == (date(2026, 3, 2), date(2026, 4, 1))
    assert ("inspection", "running") in story.outcomes()
    assert len(messages(f"decision/{story.reference}")) == 1


@pytest.mark.parametrize(
    "script",
    [
        pytest.param((("receive", "2026-03-02"),), id="submitted"),
        pytest.param((("receive", "2026-03-02"), ("request", "2026-03-05")), id="awaiting"),
        pytest.param(COMPLETE, id="complete"),
        pytest.param((*COMPLETE, ("propose", "2026-03-11")), id="proposed"),
    ],
)
def test_a_dossier_is_withdrawn_until_it_is_decided(world, script):
    story = Story(world).tell(*script, ("withdraw", "2026-03-12"))
    assert story.dossier.state == State.WITHDRAWN
    assert "running" not in {outcome for _, outcome in story.outcomes()}


@pytest.mark.parametrize(
    "script",
    [
        pytest.param((*COMPLETE, ("refuse_by_order", "2026-03-11")), id="refused"),
        pytest.param((*COMPLETE, ("tick", "2026-06-03")), id="refused by silence"),
        pytest.param((*COMPLETE, ("withdraw", "2026-03-11")), id="already withdrawn"),
        pytest.param(
            (*COMPLETE, ("propose", "2026-03-11"), ("list_by_order", "2026-03-11")), id="listed"
        ),
    ],
)
def test_a_decided_dossier_is_not_withdrawn(world, script):
    story = Story(world).tell(*script)
    with pytest.raises(TransitionNotAllowedError):
        story.tell(("withdraw", "2026-06-04"))


def test_only_the_company_withdraws(world):
    story = Story(world).tell(*COMPLETE)
    for who in ("reviewer", "authority"):
        with pytest.raises(NotAllowedError):
            withdraw(story.reference, **story.by(who))
    with pytest.raises(UnknownDossierError):
        withdraw(story.reference, **story.by("rival"))
