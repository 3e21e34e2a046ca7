"""Four schedulers that are killed at random: each effect once, none early, each on its legal day.

Their clock is ahead so that midnight in Paris falls while they work: half of what they find is
overdue, the rest is born under their hands.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from app.clock import FixedClock, SystemClock
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.outbox import OutboxMessage
from app.queries.audit import broken_chains
from app.services.lapse import record_due_effects
from app.settings import ROOT
from tests.almanac import midnight_after, months_later
from tests.faults.herd import multiply
from tests.services.stories import instant

LETTERS = {Action.DEEM_COMPLETE: "complete", Action.REFUSE_BY_SILENCE: "silence"}
PATIENCE_SECONDS = 900
TODAY = date(2026, 6, 10)
OVERDUE, LONG_OVERDUE, AT_MIDNIGHT, TOMORROW = (
    date(2026, 5, 9),
    date(2026, 1, 31),
    date(2026, 5, 10),
    date(2026, 5, 11),
)

pytestmark = pytest.mark.long


@pytest.fixture
def herd(world):
    """Give dossiers of four days of receipt, so many of each; what each is due, by reference."""

    def make(count):
        due = {}
        for received_on in (OVERDUE, LONG_OVERDUE, AT_MIDNIGHT, TOMORROW):
            world.clock.move_to(instant(received_on.isoformat()))
            model = world.submitted(tvv=f"DU{received_on:%m%d}").reference
            copies = multiply([model], count - 1, besides=["outbox_message"])
            due |= {reference: effects_of(received_on) for reference in (model, *copies)}
        return due

    return make


def effects_of(received_on):
    """What silence does by the end of the day, by the calendar: the act and its legal day."""
    complete_on = months_later(received_on, 1)
    refused_on = months_later(complete_on, 3)
    effects = [(Action.DEEM_COMPLETE, complete_on), (Action.REFUSE_BY_SILENCE, refused_on)]
    return [one for one in effects if one[1] <= TODAY]


@pytest.fixture
def pack(tmp_path, environment):
    """Start so many schedulers, whose midnight comes in so many seconds; they end with the test."""
    one = Pack(tmp_path / "schedulers.log")
    yield one.start
    one.end()


class Pack:
    """Schedulers in processes of their own, and what they write."""

    def __init__(self, log):
        self.path, self.shift, self.running = log, None, []
        with log.open("w", encoding="utf-8") as written:
            self.nursery = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.shifted"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=written,
                text=True,
            )

    def start(self, count, *, midnight_in):
        assert self.nursery.stdout.readline() == "ready\n", self.written()
        left = timedelta(seconds=midnight_in)
        self.shift = midnight_after(TODAY) - left - SystemClock().now()
        self.running = [self._one_more() for _ in range(count)]
        return self

    def _one_more(self):
        self.nursery.stdin.write(f"{self.shift.total_seconds()}\n")
        self.nursery.stdin.flush()
        return int(self.nursery.stdout.readline())

    def kill_one(self, chance):
        """Kill one without a warning, and start another in its place."""
        place = chance.randrange(len(self.running))
        os.kill(self.running[place], signal.SIGKILL)
        self.running[place] = self._one_more()

    def end(self):
        for number in self.running:
            os.kill(number, signal.SIGKILL)
        self.running = []
        self.nursery.communicate(timeout=10)

    def written(self):
        return self.path.read_text(encoding="utf-8")


def recorded():
    """What the clock did, as often as it did it, by dossier."""
    db.session.rollback()
    rows = db.session.execute(
        sa.select(Dossier.reference, DossierEvent.action, DossierEvent.occurred_on)
        .join(DossierEvent.dossier)
        .where(DossierEvent.actor_id.is_(None))
    )
    return Counter(tuple(row) for row in rows)


def kill_until_done(pack, expected, step):
    """Kill a scheduler after every so many effects, until all are recorded; how many times.

    Those whom midnight surprised at rest are killed too, so that somebody comes to see.
    """
    chance, kills = random.Random(25), 0
    deadline = time.monotonic() + PATIENCE_SECONDS
    assert reached(1, within=PATIENCE_SECONDS)
    while (found := recorded().total()) < expected:
        assert time.monotonic() < deadline, f"{expected - found} effects are missing"
        pack.kill_one(chance)
        kills += 1
        reached(min(found + step, expected), within=5)
        time.sleep(chance.uniform(0, 0.3))
    return kills


def reached(count, *, within):
    """Tell whether so many effects are recorded before so many seconds."""
    patience = time.monotonic() + within
    while (found := recorded().total()) < count and time.monotonic() < patience:
        time.sleep(0.02)
    return found >= count


def check(due):
    assert recorded() == {
        (reference, action, day): 1 for reference, effects in due.items() for action, day in effects
    }
    none_is_early()
    letters_are_written_once(due)
    states = {one.reference: one.state for one in db.session.query(Dossier)}
    reached = {0: State.SUBMITTED, 1: State.COMPLETE, 2: State.REFUSED_BY_SILENCE}
    assert states == {reference: reached[len(effects)] for reference, effects in due.items()}
    assert list(broken_chains()) == []


def none_is_early():
    """What is due at the end of a day is recorded after it: midnight has struck."""
    by_the_clock = sa.select(DossierEvent.occurred_on, DossierEvent.recorded_at).where(
        DossierEvent.actor_id.is_(None)
    )
    for occurred_on, recorded_at in db.session.execute(by_the_clock):
        assert recorded_at >= midnight_after(occurred_on)


def letters_are_written_once(due):
    """One person of the company can sign in: a letter for each effect, and none other."""
    keys = [key.split("/") for key in db.session.scalars(sa.select(OutboxMessage.key))]
    written = Counter((name, reference) for name, reference, *_ in keys if name in LETTERS.values())
    assert written == {
        (LETTERS[action], reference): 1 for reference, acts in due.items() for action, _ in acts
    }


def kill_schedulers(due, schedulers, *, step, kills_at_least):
    expected = sum(len(effects) for effects in due.values())
    started = time.monotonic()
    kills = kill_until_done(schedulers, expected, step)
    seconds = time.monotonic() - started
    sys.stdout.write(f"\n{expected} effects, {kills} kills, {seconds:.1f} s\n")
    schedulers.end()
    last_pass = FixedClock(midnight_after(TODAY) + timedelta(minutes=1))
    assert record_due_effects(clock=last_pass) == []
    check(due)
    assert kills >= kills_at_least
    assert "could not be recorded" not in schedulers.written()


def test_a_killed_scheduler_leaves_no_effect_twice_nor_undone(herd, pack):
    kill_schedulers(herd(25), pack(4, midnight_in=3), step=40, kills_at_least=2)


@pytest.mark.slow
def test_four_killed_schedulers_record_two_thousand_due_rows_once(herd, pack):
    """Two thousand dossiers are due by the end of the day; as many as a third more are not."""
    due = herd(667)
    assert sum(1 for effects in due.values() if effects) > 2000
    kill_schedulers(due, pack(4, midnight_in=15), step=60, kills_at_least=10)
