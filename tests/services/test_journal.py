"""The journal: one entry an event, without a gap, in the order of the commits."""

import threading
from itertools import pairwise

import pytest
import sqlalchemy as sa

from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import DossierEvent
from app.models.journal import JournalEntry
from app.queries.audit import broken_chains
from app.services.completeness import confirm_complete
from app.services.transaction import transaction
from tests.services.stories import Story

WORKERS, EACH = 8, 2


def journal():
    db.session.expire_all()
    return db.session.scalars(sa.select(JournalEntry).order_by(JournalEntry.position)).all()


def together(app, *acts):
    """Do the acts, each in its thread, from the same instant; give what they raised."""
    db.session.remove()
    start, raised = threading.Barrier(len(acts)), []

    def run(act):
        with app.app_context():
            start.wait(timeout=20)
            try:
                act()
            except Exception as error:  # noqa: BLE001 - told to the test
                raised.append(error)
            finally:
                db.session.remove()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads)
    return raised


def test_acts_on_different_dossiers_at_once_leave_no_gap(app, world):
    references = [world.submitted(tvv=f"V{number}").reference for number in range(WORKERS * EACH)]
    by = world.actor("reviewer")

    def confirm(mine):
        def act():
            for reference in mine:
                confirm_complete(reference, by=by, clock=world.clock)

        return act

    assert together(app, *(confirm(references[n::WORKERS]) for n in range(WORKERS))) == []
    entries = journal()
    assert [one.position for one in entries] == list(range(1, 2 * WORKERS * EACH + 1))
    assert all(two.previous_digest == one.digest for one, two in pairwise(entries))
    assert sorted(one.dossier for one in entries[WORKERS * EACH :]) == sorted(references)
    assert list(broken_chains()) == []


def test_the_order_is_that_of_the_commits(app, world):
    """An act that writes its event first and ends last is last; SQLite has one writer at a time."""
    several = db.engine.dialect.name == "postgresql"
    one, two = (Story(world, tvv=f"V{n}").tell(("receive", "2026-03-02")) for n in (1, 2))
    by, clock = world.actor("reviewer"), world.clock
    written, ended = threading.Event(), threading.Event()

    def long():
        with transaction():
            record_confirmation(world, one.reference, by)
            written.set()
            assert not several or ended.wait(timeout=20)

    def short():
        assert written.wait(timeout=20)
        confirm_complete(two.reference, by=by, clock=clock)
        ended.set()

    assert together(app, long, short) == []
    last = [entry.dossier for entry in journal()[-2:]]
    committed = [one.reference, two.reference]
    assert last == (committed[::-1] if several else committed)


def record_confirmation(world, reference, by):
    day, instant = world.clock.today(), world.clock.now()
    world.dossier(reference).record(
        Action.CONFIRM_COMPLETE, by=by, occurred_on=day, recorded_at=instant
    )
    db.session.flush()


def test_an_act_that_is_undone_leaves_nothing(world):
    story = Story(world).tell(("receive", "2026-03-02"))
    by = world.actor("reviewer")
    with pytest.raises(LookupError):
        undone(world, story.reference, by)
    story.tell(("confirm", "2026-03-03"))
    assert [(entry.position, entry.sequence) for entry in journal()] == [(1, 1), (2, 2)]
    assert db.session.query(DossierEvent).count() == 2
    assert list(broken_chains()) == []


def undone(world, reference, by):
    with transaction():
        record_confirmation(world, reference, by)
        raise LookupError
