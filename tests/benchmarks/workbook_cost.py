"""What a hostile workbook costs the process that receives it: seconds, and memory.

``python -m tests.benchmarks.workbook_cost`` makes each workbook of ``tests.gateways.workbooks`` and
an honest one, then has a fresh process refuse or read them one by one. Memory is the growth of the
largest size that this process ever had, before and after each; the child that reads is not it.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from app.gateways.workbook.cells import WorkbookRefusedError
from app.gateways.workbook.reading import read_workbook
from tests.gateways.workbooks import HOSTILE

MEGABYTE = 1024  # the system counts in kilobytes
HONEST = "an honest declaration"
SEPARATOR = "\t"


def make(folder):
    """Write the workbooks, each under its name."""
    # Here only: the process that measures has no need of it.
    from tests.web.workbook.filled import declaration, written  # noqa: PLC0415

    (folder / HONEST).write_bytes(written(declaration()))
    for name, hostile in HOSTILE.items():
        (folder / name).write_bytes(hostile())


def measure(folder):
    """Read each workbook; its name, what became of it, the seconds and the growth in MB."""
    read_workbook((folder / HONEST).read_bytes())  # what the first reading loads is no growth
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        before, started = _largest(), time.perf_counter()
        try:
            read_workbook(content)
            became = "read"
        except WorkbookRefusedError:
            became = "refused"
        seconds = time.perf_counter() - started
        yield path.name, became, seconds, _largest() - before


def _largest():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE


def costs():
    """Have it all measured in a fresh process: name, what became of it, seconds, megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.workbook_cost", folder],
            capture_output=True,
            text=True,
            check=True,
        )
    for line in done.stdout.splitlines():
        name, became, seconds, megabytes = line.split(SEPARATOR)
        yield name, became, float(seconds), float(megabytes)


def main():
    if len(sys.argv) > 1:
        for line in measure(Path(sys.argv[1])):
            sys.stdout.write(SEPARATOR.join(map(str, line)) + "\n")
        return
    for name, became, seconds, megabytes in costs():
        sys.stdout.write(f"{name:42} {became:8} {seconds:5.2f} s {megabytes:+6.1f} MB\n")


if __name__ == "__main__":
    main()
