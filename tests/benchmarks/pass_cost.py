"""What a pass of the scheduler costs: what is due, and not what exists.

``python -m tests.benchmarks.pass_cost`` measures the effects of a hundred due dossiers among ten
thousand open ones and among a hundred thousand, turn by turn in one run: what else the machine does
weighs on both. The databases are SQLite in a temporary folder, or fresh ones on the server that
SCORE_ENV_TEST_DATABASE names.
"""

import gc
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app import create_app
from app.clock import FixedClock
from app.extensions import db
from app.services.lapse import record_due_effects
from app.services.schema import close_connections, upgrade_schema
from tests.builders import World
from tests.conftest import SERVER, START, _address, _administer, settings
from tests.faults.herd import multiply
from tests.services.stories import instant

DUE = 100
FEW, MANY = 10_000, 100_000
DATABASE = "score_env_pass_cost"
# What no pass reads of the dossiers that are not due, and that would only fill the disk.
LEFT_OUT = ("assessment", "declaration", "outbox_message")
RECEIVED, PASSED, OPENED = "2026-04-15", "2026-05-16", "2026-06-01"
# Several passes for each size: one alone may fall on a moment when the machine is busy.
PASSES = 5


@contextmanager
def portal(database):
    """A portal with a database of its own, with people and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/portal.db"
        if SERVER:
            url = _address(database)
            _administer(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')
            _administer(f'CREATE DATABASE "{database}"')
        clock = FixedClock(START)
        app = create_app(settings(Path(folder), url), clock=clock)
        with app.app_context():
            upgrade_schema()
            world = World(app, clock)
        yield world
        with app.app_context():
            close_connections()
        if SERVER:
            _administer(f'DROP DATABASE "{database}" WITH (FORCE)')


class Crowd:
    """Open dossiers, half of them under review, and some that are due at each pass."""

    def __init__(self, world):
        self.world = world
        self.passes = 0

    def fill(self, count):
        """Have so many open dossiers, none of them due when the passes come."""
        with self.world.app.app_context():
            self.world.clock.move_to(instant(OPENED))
            models = [
                self.world.submitted(tvv="OPENS").reference,
                self.world.complete(tvv="OPENC").reference,
            ]
            multiply(models, count - len(models), besides=LEFT_OUT)

    def pass_once(self):
        """Have a hundred dossiers due; the seconds of the pass that records them."""
        self.passes += 1
        with self.world.app.app_context():
            self.world.clock.move_to(instant(RECEIVED))
            model = self.world.submitted(tvv=f"DUE{self.passes}").reference
            multiply([model], DUE - 1, besides=LEFT_OUT)
            self.world.clock.move_to(instant(PASSED))
            db.session.remove()
            started = time.perf_counter(), time.process_time()
            effects = record_due_effects(clock=self.world.clock)
            ended = time.perf_counter(), time.process_time()
            assert len(effects) == DUE, len(effects)
        return ended[0] - started[0], ended[1] - started[1]


def measure(few=FEW, many=MANY):
    """Passes among few dossiers and among many: the medians of their seconds, then of processor.

    The processor is that of this process: all there is with SQLite, half of it with a server.
    """
    with ExitStack() as stack:
        crowds = [
            Crowd(stack.enter_context(portal(f"{DATABASE}_{count}"))) for count in (few, many)
        ]
        for crowd, count in zip(crowds, (few, many), strict=True):
            crowd.fill(count)
        gc.collect()
        rounds = [[crowd.pass_once() for crowd in crowds] for _ in range(PASSES)]
    return [
        tuple(statistics.median(one) for one in zip(*passes, strict=True))
        for passes in zip(*rounds, strict=True)
    ]


def ratio(few, many):
    """How much more a pass costs among many: by the processor where it does all the work."""
    which = 0 if SERVER else 1
    return many[which] / few[which]


def main():
    few, many = measure()
    for count, (seconds, worked) in ((FEW, few), (MANY, many)):
        told = f"{DUE} due among {count} open dossiers: {seconds:.3f} s"
        sys.stdout.write(f"{told}, {worked:.3f} s of processor\n")
    sys.stdout.write(f"ratio: {ratio(few, many):.2f}\n")


if __name__ == "__main__":
    main()
