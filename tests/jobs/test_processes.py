"""The scheduler as a process: it records what is due, stops cleanly, and may have a double."""

import contextlib
import os
from collections import Counter
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.clock import FixedClock, SystemClock
from app.extensions import db
from app.models.dossier import DossierEvent
from app.settings import PREFIX
from tests.cli.processes import holds_back, started, stop, wait_until

DOSSIERS = 8


@pytest.fixture
def world(world):
    """Dossiers of more than four months ago, for processes that read the clock of the machine."""
    world.clock = FixedClock(SystemClock().now() - timedelta(days=130))
    return world


@pytest.fixture
def schedulers(tmp_path, database_url, monkeypatch):
    """Start several schedulers on the database of the test; they end with it."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv(f"{PREFIX}INSTANCE", str(tmp_path))
    monkeypatch.setenv(f"{PREFIX}DATABASE_URL", database_url)
    with contextlib.ExitStack() as stack:

        def start(count):
            processes = [started("scheduler") for _ in range(count)]
            for process in processes:
                stack.callback(lambda process=process: process.poll() is None and stop(process))
            # One that is told to stop before it listens would only be killed.
            wait_until(lambda: all(map(holds_back, processes)))
            return processes

        yield start


def effects():
    db.session.rollback()
    by_the_clock = sa.select(DossierEvent.dossier_id, DossierEvent.action).where(
        DossierEvent.actor_id.is_(None)
    )
    return Counter(tuple(row) for row in db.session.execute(by_the_clock))


@pytest.mark.long
def test_two_schedulers_record_each_effect_once(world, schedulers):
    """G6: deemed complete after a month, refused by silence after three, each dossier once."""
    for number in range(DOSSIERS):
        world.submitted(tvv=f"CODE{number}")
    db.session.rollback()
    processes = schedulers(2)
    wait_until(lambda: len(effects()) == 2 * DOSSIERS)
    ends = [stop(process) for process in processes]
    found = effects()
    assert set(found.values()) == {1}
    assert len(found) == 2 * DOSSIERS
    assert [status for status, _ in ends] == [0, 0]
    assert not any("Traceback" in out or "failed" in out for _, out in ends), ends
    written = db.session.execute(
        sa.text("SELECT sum(recorded), count(error) FROM scheduler_run WHERE job = 'effects'")
    ).one()
    assert tuple(written) == (2 * DOSSIERS, 0)
