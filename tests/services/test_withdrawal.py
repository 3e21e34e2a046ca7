"""A company takes its dossier back before a decision (row 18, reading T-12)."""

import pytest

from app.domain.errors import NotAllowedError, TransitionNotAllowedError, UnknownDossierError
from app.domain.procedure import State
from app.extensions import db
from app.models.order import Order
from app.services.withdrawal import withdraw
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def test_a_withdrawn_version_leaves_the_order_in_preparation(world):
    story = Story(world, tvv="V1").tell(*COMPLETE, ("propose", "2026-04-01"))
    other = Story(world, tvv="V2").tell(*COMPLETE, ("propose", "2026-04-01"))
    order = world.order(story.dossier, other.dossier)
    before = order.revision
    story.tell(("withdraw", "2026-04-10"))
    db.session.expire_all()
    found = db.session.query(Order).filter_by(reference=order.reference).one()
    assert [line.dossier.reference for line in found.lines] == [other.reference]
    assert found.revision == before + 1
    world.publish(found)
    assert other.dossier.state == State.LISTED_BY_ORDER
    assert len(messages(f"withdrawal/{story.reference}")) == 1


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
