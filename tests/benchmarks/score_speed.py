"""What the calculation costs: the command on many declarations, its start, a score with its trace.

``python -m tests.benchmarks.score_speed [RUNS]`` runs ``score-env score`` itself on 1,000, 10,000
and 100,000 declarations made from the worked cases, each of another version and on another day,
turn by turn in one run: what else the machine does weighs on all. Medians of five, or of RUNS. Each
figure stands beside what it may be at most; the status is 1 when one is missed.
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
from typing import NamedTuple

from scoring.score import score
from scoring.wire import read_declaration
from tests.scoring.declarations import BY_ID, LAW

SIZES = (1_000, 10_000, 100_000)
RUNS = 5
COMMAND = str(Path(sys.executable).with_name("score-env"))
FIRST_DAY = date(2023, 10, 10)
DAYS = 1_000
WEB = {"app", "flask", "marshmallow", "sqlalchemy", "werkzeug"}
SAID = {True: "met", False: "MISSED"}
# A process never counts smaller than the one that started it, which is why a small one does: it
# says the status, the seconds, those of the processor, and the largest size in kilobytes.
LAUNCHER = """
import os, sys, time
out = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
started = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[out])
_, status, used = os.wait4(child, 0)
print(status, time.perf_counter() - started, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


class Run(NamedTuple):
    """What one run of the command took."""

    seconds: float
    processor: float
    megabytes: float


class Figure(NamedTuple):
    """A figure and the most it may be."""

    name: str
    found: float
    most: float

    @property
    def met(self):
        return self.found <= self.most


def write(path, count):
    """Write so many requests: the worked cases in turn, each another version on another day."""
    cases = list(BY_ID.values())
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            declaration = cases[number % len(cases)]["declaration"]
            version = declaration["version"] | {"tvv": f"T{number}"}
            asked = {
                "id": f"{number}",
                "on": f"{FIRST_DAY + timedelta(days=number * 7 % DAYS)}",
                "declaration": declaration | {"version": version},
            }
            file.write(json.dumps(asked, ensure_ascii=False) + "\n")


def run(path):
    """Run the command on a file that it answers without any error."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", LAUNCHER, COMMAND, "score", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    status, seconds, processor, kilobytes = done.stdout.split()
    assert os.waitstatus_to_exitcode(int(status)) == 0
    return Run(float(seconds), float(processor), int(kilobytes) / 1024)


def imported(path):
    """The packages that the command imports to answer a file."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", COMMAND, "score", str(path)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    modules = (line.rpartition("|")[2].strip() for line in done.stderr.splitlines())
    return {module.partition(".")[0] for module in modules}


def explained(runs):
    """Milliseconds of one score with its whole trace, a mean over the worked cases."""
    asked = [
        (read_declaration(case["declaration"], on=day, law=LAW), day)
        for case in BY_ID.values()
        for day in [date.fromisoformat(case["on"])]
    ]
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        for declaration, day in asked:
            score(declaration, on=day, law=LAW).to_wire(explain=True)
        taken.append((time.perf_counter() - started) * 1000 / len(asked))
    return statistics.median(taken)


def measure(sizes=SIZES, runs=RUNS):
    """The medians of the command by size, zero for its start alone; what it imports."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {size: Path(folder) / f"{size}.jsonl" for size in (0, *sizes)}
        for size, path in paths.items():
            write(path, size)
        rounds = [{size: run(path) for size, path in paths.items()} for _ in range(runs)]
        packages = imported(paths[sizes[0]])
    medians = {
        size: Run(*map(statistics.median, zip(*(one[size] for one in rounds), strict=True)))
        for size in paths
    }
    return medians, packages


def goals(medians, packages, trace):
    """Each figure with what it may be at most."""
    few, some, many = sorted(size for size in medians if size)
    return [
        Figure(f"{many:,} declarations, s", medians[many].seconds, 45),
        Figure(
            f"time of {many:,} over {some:,}", medians[many].seconds / medians[some].seconds, 11
        ),
        Figure(
            f"memory of {many:,} over {few:,}",
            medians[many].megabytes / medians[few].megabytes,
            1.1,
        ),
        Figure("start of the command, s", medians[0].seconds, 0.5),
        Figure("packages of the web it imports", len(packages & WEB), 0),
        Figure("a score with its trace, ms", trace, 1),
    ]


def told(medians, figures):
    """The lines of the table: each size, then each goal."""
    yield "declarations   seconds  processor  megabytes"
    for size, one in sorted(medians.items()):
        yield f"{size:>12,} {one.seconds:9.2f} {one.processor:10.2f} {one.megabytes:10.1f}"
    yield ""
    for one in figures:
        yield f"{one.name:36} {one.found:8.3f}  ≤ {one.most:<4} {SAID[one.met]}"


def main(words):
    runs = int(words[0]) if words else RUNS
    medians, packages = measure(runs=runs)
    figures = goals(medians, packages, explained(runs))
    sys.stdout.write("\n".join(told(medians, figures)) + "\n")
    return 0 if all(one.met for one in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
