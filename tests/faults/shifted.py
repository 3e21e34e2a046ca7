"""Schedulers of the portal by a clock that is ahead or behind: `-m tests.faults.shifted`.

It says "ready", then starts one scheduler for each line it reads: the line is the number of seconds
to add to the hour of the machine, the answer is the number of the process. They are forks of what
is already imported, so that a scheduler that was killed is replaced at once. The settings come from
the environment.
"""

import os
import signal
import sys
from datetime import timedelta

from app import create_app
from app.clock import SystemClock
from app.context import CLOCK
from app.domain.deadlines import legal_day
from app.jobs.run import run_scheduler


class ShiftedClock:
    """A clock that runs as the one of the machine, at another hour."""

    def __init__(self, shift):
        self.shift = shift

    def now(self):
        return SystemClock().now() + self.shift

    def today(self):
        return legal_day(self.now())


def answer(word):
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main():
    app = create_app()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever is killed leaves nothing behind
    answer("ready")
    for line in sys.stdin:
        number = os.fork()
        if number == 0:
            app.extensions[CLOCK] = ShiftedClock(timedelta(seconds=float(line)))
            run_scheduler(app)
            os._exit(0)
        answer(number)


if __name__ == "__main__":
    main()
