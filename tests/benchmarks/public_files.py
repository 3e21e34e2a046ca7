"""What the published files cost: requests a second beside a bare Flask, and the time to build them.

``python -m tests.benchmarks.public_files`` starts the portal and a Flask that only says hello, both
behind gunicorn with two workers, with lists of 200 kB and of 1 MB, and asks them in turn on kept
connections, in one run; medians of the rounds. Then it builds all the files of 10,000 and of
100,000 versions in a process of its own. The status is 1 when a goal is missed.
"""

import contextlib
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from app import create_app
from app.clock import FixedClock
from app.services.publication import publish_list
from app.services.schema import close_connections, upgrade_schema
from app.settings import ROOT
from tests.benchmarks.register_speed import fill
from tests.builders import World
from tests.cli.processes import free_port, gunicorn
from tests.conftest import START, settings

CONNECTIONS, ROUNDS, SECONDS = 4, 5, 1.0
# Versions that make a list of some 200 kB, and of some 1 MB, of JSON.
LISTS = {"200 kB": 480, "1 MB": 2_400}
BUILT = (10_000, 100_000)
HELLO = "tests.benchmarks.public_files:hello()"
FILE = "/data/versions.json"


def hello():
    """A bare Flask."""
    from flask import Flask  # noqa: PLC0415 - in the worker only

    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello")
    return app


@contextlib.contextmanager
def served(application, environment):
    """An application behind gunicorn, each request logged; its port."""
    port = free_port()
    with gunicorn(application, port, environment, "--access-logfile", os.devnull):
        yield port


def portal(folder, versions):
    """A portal with a published list; the environment of its workers."""
    chosen = settings(folder, f"sqlite:///{folder / 'portal.db'}")
    clock = FixedClock(START)
    app = create_app(chosen, clock=clock)
    with app.app_context():
        upgrade_schema()
        world = World(app, clock)
    fill(world, versions)
    with app.app_context():
        publish_list(folder / "public", clock=clock)
        close_connections()
    return chosen.for_children(DATABASE_URL=chosen.database_url, SECRET_KEY=chosen.secret_key)


class Caller:
    """Asks the same over and over on one connection, and counts."""

    def __init__(self, port, path, headers=()):
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]
        self.request = "\r\n".join(lines).encode()
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.count = 0

    def run(self, until):
        while time.monotonic() < until:
            self.connection.sendall(self.request)
            self.head()
            self.count += 1

    def head(self):
        """Read one answer whole; its head."""
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.connection.recv(262_144)
        head, _, body = received.partition(b"\r\n\r\n")
        size = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length" and not head.startswith(b"HTTP/1.1 304"):
                size = int(value)
        left = size - len(body)
        while left > 0:
            left -= len(self.connection.recv(min(left, 262_144)))
        return head


def rate(port, path, headers=()):
    """Requests a second of a few callers at once."""
    callers = [Caller(port, path, headers) for _ in range(CONNECTIONS)]
    started = time.monotonic()
    threads = [threading.Thread(target=one.run, args=(started + SECONDS,)) for one in callers]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    for one in callers:
        one.connection.close()
    return sum(one.count for one in callers) / (time.monotonic() - started)


def tag_of(port, path, headers):
    caller = Caller(port, path, headers)
    caller.connection.sendall(caller.request)
    head = caller.head().decode()
    caller.connection.close()
    assert head.startswith("HTTP/1.1 200"), head
    return next(line.split(": ", 1)[1] for line in head.split("\r\n") if line.startswith("ETag"))


def speeds(lists=LISTS, rounds=ROUNDS):
    """For each list, the requests a second of hello, of the file, and of the file already known."""
    for name, versions in lists.items():
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            environment = portal(Path(folder), versions)
            plain = stack.enter_context(served(HELLO, {}))
            port = stack.enter_context(served("app:create_app()", environment))
            accepted = ("Accept-Encoding: br",)
            known = (*accepted, f"If-None-Match: {tag_of(port, FILE, accepted)}")
            asked = {
                "hello": (plain, "/", ()),
                "200": (port, FILE, accepted),
                "304": (port, FILE, known),
            }
            found = {kind: [] for kind in asked}
            for _ in range(rounds + 1):  # the first one warms up
                for kind, one in asked.items():
                    found[kind].append(rate(*one))
            size = (Path(folder) / "public" / "current" / "versions.json").stat().st_size
        yield name, size, {kind: statistics.median(each[1:]) for kind, each in found.items()}


def build(versions):
    """Seconds to build the files of so many versions, and the megabytes it took at most."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.public_files", str(versions)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds), float(megabytes)


def built_here(versions):
    """The same in this process, once another one has entered the orders."""
    with tempfile.TemporaryDirectory() as folder:
        code = f"from tests.benchmarks.public_files import *; entered({folder!r}, {versions})"
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        path = Path(folder)
        app = create_app(settings(path, f"sqlite:///{path / 'portal.db'}"), clock=FixedClock(START))
        with app.app_context():
            started = time.perf_counter()
            publish_list(path / "public", clock=FixedClock(START))
            seconds = time.perf_counter() - started
            close_connections()
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def entered(folder, versions):
    """Fill a database with orders."""
    path = Path(folder)
    clock = FixedClock(START)
    app = create_app(settings(path, f"sqlite:///{path / 'portal.db'}"), clock=clock)
    with app.app_context():
        upgrade_schema()
        world = World(app, clock)
    fill(world, versions)


def main():
    missed = 0

    def told(name, figure, most, *, at_least=False):
        nonlocal missed
        met = figure >= most if at_least else figure <= most
        missed += not met
        sign = "≥" if at_least else "≤"
        sys.stdout.write(f"{name:34} {figure:9.2f} {sign} {most:<5} {'met' if met else 'MISSED'}\n")

    for name, size, found in speeds():
        each = ", ".join(f"{kind} {count:.0f}/s" for kind, count in found.items())
        sys.stdout.write(f"{name} ({size} bytes): {each}\n")
        told(f"{name}: 200 over hello", found["200"] / found["hello"], 0.75, at_least=True)
        told(f"{name}: 304 over hello", found["304"] / found["hello"], 0.70, at_least=True)
    (few, _), (many, megabytes) = (build(count) for count in BUILT)
    told("100,000 versions: build, s", many, 20)
    told("100,000 versions: memory, MB", megabytes, 300)
    told("build of 100,000 over 10,000", many / few, 11)
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(" ".join(map(str, built_here(int(sys.argv[1])))))
        sys.exit(0)
    sys.exit(main())
