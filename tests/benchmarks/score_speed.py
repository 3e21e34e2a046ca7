"""What the calculation costs: the command on many declarations, its start, a score with its trace.

``python -m tests.benchmarks.score_speed`` runs ``score-env score`` itself on 1,000, 10,000 and
100,000 declarations made from the worked cases, on many days, in one run: medians of five. Memory
is the largest that each process of the command had. The figures are compared with the goals, and
the status is 1 when one is missed.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from app.settings import ROOT
from scoring.score import score
from scoring.wire import read_declaration
from tests.scoring.declarations import BY_ID, LAW

SIZES = (1_000, 10_000, 100_000)
RUNS = 5
COMMAND = (sys.executable, "-c", "from scoring.command import main; raise SystemExit(main())")
FIRST_DAY = date(2023, 10, 10)
DAYS = 1_000
KILOBYTE = 1024


def write(path, count):
    """Write so many requests: the worked cases in turn, each on another day and under its name."""
    cases = list(BY_ID.values())
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            asked = {
                "id": f"{number}",
                "on": f"{FIRST_DAY + timedelta(days=number * 7 % DAYS)}",
                "declaration": cases[number % len(cases)]["declaration"],
            }
            file.write(json.dumps(asked, ensure_ascii=False) + "\n")


def run(path):
    """Run the command on a file; the seconds, and the megabytes that the process had at most."""
    started = time.perf_counter()
    with subprocess.Popen(
        [*COMMAND, "score", str(path)], stdout=subprocess.DEVNULL, cwd=ROOT
    ) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return time.perf_counter() - started, used.ru_maxrss / KILOBYTE


def explained(runs):
    """Milliseconds of one score with its whole trace, over the worked cases."""
    read = [
        (read_declaration(case["declaration"], on=date.fromisoformat(case["on"]), law=LAW), case)
        for case in BY_ID.values()
    ]
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        for declaration, case in read:
            score(declaration, on=date.fromisoformat(case["on"]), law=LAW).to_wire(explain=True)
        taken.append((time.perf_counter() - started) * 1000 / len(read))
    return statistics.median(taken)


def measure(sizes=SIZES, runs=RUNS):
    """Seconds and megabytes by size, seconds of a start, milliseconds of an explained score."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size}.jsonl" for size in (0, *sizes)}
        for size, path in paths.items():
            write(path, size)
        found = {size: [] for size in paths}
        for _ in range(runs):  # turn by turn: what else the machine does weighs on all
            for size, path in paths.items():
                found[size].append(run(path))
    seconds = {size: statistics.median(one for one, _ in each) for size, each in found.items()}
    megabytes = {size: statistics.median(one for _, one in each) for size, each in found.items()}
    return seconds, megabytes, explained(runs)


def goals(seconds, megabytes, trace):
    """Each figure with what it may be at most."""
    few, some, many = sorted(size for size in seconds if size)
    return [
        (f"{many:,} declarations, s", seconds[many], 45),
        (f"time of {many:,} over {some:,}", seconds[many] / seconds[some], 11),
        (f"memory of {many:,} over {few:,}", megabytes[many] / megabytes[few], 1.1),
        ("start of the command, s", seconds[0], 0.5),
        ("a score with its trace, ms", trace, 1),
    ]


def main():
    seconds, megabytes, trace = measure()
    for size in sorted(size for size in seconds if size):
        sys.stdout.write(f"{size:>8,}: {seconds[size]:6.2f} s, {megabytes[size]:5.1f} MB\n")
    missed = 0
    for name, figure, most in goals(seconds, megabytes, trace):
        met = figure < most
        missed += not met
        sys.stdout.write(f"{name:36} {figure:8.3f}  < {most:<4} {'met' if met else 'MISSED'}\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
