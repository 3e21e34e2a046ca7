"""What the aids cost: evaluations a second, requests a second, many vehicles, the rule base.

``python -m tests.benchmarks.aid_speed`` measures each figure beside its reference in one run: a
plain Python function of one rule with four steps of explanation for the evaluations, a bare Flask
that says hello under the same server for the requests (one worker of gunicorn, eight connections).
Medians of the rounds. The status is 1 when a goal is missed.
"""

import csv
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import date
from decimal import Decimal
from pathlib import Path

from app import create_app
from app.clock import FixedClock
from app.services.schema import close_connections, upgrade_schema
from app.settings import ROOT
from scoring.aids.book import load
from scoring.aids.evaluation import evaluate
from scoring.aids.reading import read_facts
from scoring.aids.together import alone
from scoring.aids.wire import answer_opened, read_vehicles
from tests.benchmarks.public_files import HELLO
from tests.cli.processes import free_port, gunicorn
from tests.conftest import START, settings
from tests.scoring.declarations import CASES

CONNECTIONS, ROUNDS, SECONDS = 8, 5, 2.0
VEHICLES = 5_000
ONE_WORKER = ("--workers", "1", "--threads", "1")
LOADED = """
import resource, time
def size():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if "VmRSS" in line)
import csv, decimal, fractions, json, tomllib, inspect, hashlib, difflib
before, started = size(), time.perf_counter()
from scoring.aids.book import load
load()
print(time.perf_counter() - started, (size() - before) / 1024)
"""


def worked(name):
    """A worked case: its facts as they arrive, its day."""
    with (CASES / "aids.csv").open(encoding="utf-8", newline="") as file:
        row = next(one for one in csv.DictReader(file) if one["id"] == name)
    return json.loads(row["inputs_json"]), row["reference_date"]


def plain_rule(facts):
    """One rule written out: four conditions, each explained; its amount."""
    steps = [
        ("majeur et domicilié en France", facts["adult"] and facts["domicile_fr"]),
        ("électricité ou hydrogène", facts["energy"] <= {"electric", "hydrogen"}),
        ("coût de 47 000 € au plus", facts["cost_ttc"] <= 47000),
        ("masse inférieure à 2 400 kg", facts["mass_kg"] < 2400),
    ]
    explained = [
        {"text": text, "met": met, "article": f"D. 251-1, I, {n}°"}
        for n, (text, met) in enumerate(steps, 1)
    ]
    if not all(met for _, met in steps):
        return Decimal(0), explained
    amount = min(facts["cost_ttc"] * Decimal("0.27"), Decimal(5000))
    if facts["rfr_part"] <= 14089:
        amount += 2000
    return amount.quantize(Decimal("0.01")), explained


def each_second(function, rounds=ROUNDS, seconds=0.4):
    """How many times a second a function runs; the median of the rounds."""
    found = []
    for _ in range(rounds):
        count, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            for _ in range(100):
                function()
            count += 100
        found.append(count / (time.perf_counter() - started))
    return statistics.median(found)


def evaluations(rounds=ROUNDS):
    """Evaluations a second: the plain function, one bonus, all the regimes of a day."""
    given, day = worked("O0541")
    book, facts = load(), read_facts(given, date.fromisoformat(day))
    unknown = facts.but(rfr_part=None, old_handover_date=None, lez_home_in=None)
    told = {
        "adult": True,
        "domicile_fr": True,
        "energy": facts.energy,
        "cost_ttc": facts.cost_ttc,
        "mass_kg": facts.mass_kg,
        "rfr_part": facts.rfr_part,
    }
    return {
        "plain": each_second(lambda: plain_rule(told), rounds),
        "bonus": each_second(lambda: evaluate(book, "bonus-car-new", facts), rounds),
        "day": each_second(lambda: alone(book, unknown, book.of_day(unknown)), rounds),
    }


class Poster:
    """Sends the same request over and over on one connection, and times each answer."""

    def __init__(self, port, request):
        self.request = request
        self.connection = socket.create_connection(("127.0.0.1", port))
        self.times = []

    def run(self, until):
        while (started := time.monotonic()) < until:
            self.connection.sendall(self.request)
            self.answer()
            self.times.append(time.monotonic() - started)

    def answer(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.connection.recv(65_536)
        head, _, body = received.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        size = next(
            int(line.partition(b":")[2])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        while len(body) < size:
            body += self.connection.recv(65_536)


def rate(port, request, seconds=SECONDS):
    """Requests a second of eight callers, and the 99th percentile in milliseconds."""
    callers = [Poster(port, request) for _ in range(CONNECTIONS)]
    started = time.monotonic()
    threads = [threading.Thread(target=one.run, args=(started + seconds,)) for one in callers]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    times = sorted(each for one in callers for each in one.times)
    for one in callers:
        one.connection.close()
    return len(times) / (time.monotonic() - started), times[len(times) * 99 // 100] * 1000


def requests(rounds=ROUNDS, seconds=SECONDS):
    """Requests a second: hello, and an evaluation; the 99th percentile of the second."""
    given, day = worked("O0001")
    case = {"id": 1, "regimes": ["bonus-car-new"], "reference_date": day, "facts": given}
    body = json.dumps(case).encode()
    post = (
        b"POST /api/v1/aids/evaluate HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    )
    hello = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    found = {"hello": [], "evaluate": []}
    slowest = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        chosen = settings(path, f"sqlite:///{path / 'portal.db'}")
        with create_app(chosen, clock=FixedClock(START)).app_context():
            upgrade_schema()
            close_connections()
        environment = chosen.for_children(
            DATABASE_URL=chosen.database_url, SECRET_KEY=chosen.secret_key
        )
        plain, served = free_port(), free_port()
        with (
            gunicorn(HELLO, plain, {}, *ONE_WORKER),
            gunicorn("app:create_app()", served, environment, *ONE_WORKER),
        ):
            for _ in range(rounds + 1):  # the first one warms up
                found["hello"].append(rate(plain, hello, seconds)[0])
                each, slow = rate(served, post, seconds)
                found["evaluate"].append(each)
                slowest.append(slow)
    return (
        {kind: statistics.median(each[1:]) for kind, each in found.items()},
        statistics.median(slowest[1:]),
    )


def vehicles(count=VEHICLES):
    """Seconds to tell which aids so many vehicles open to one buyer, read from the wire."""
    given, day = worked("O0541")
    several = [{"cost_ttc": f"{10_000 + n}.00", "mass_kg": str(1_000 + n)} for n in range(count)]
    asked = {"reference_date": day, "facts": given, "vehicles": several}
    book, started = load(), time.perf_counter()
    for one in read_vehicles(asked):
        answer_opened(one, book)
    return time.perf_counter() - started


def loaded():
    """Seconds to load the rule base in a new process, and the megabytes it adds."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, cwd=ROOT
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds), float(megabytes)


def main():
    missed = 0

    def told(name, figure, bound, *, at_least=False):
        nonlocal missed
        met = figure >= bound if at_least else figure <= bound
        missed += not met
        sign = "≥" if at_least else "≤"
        sys.stdout.write(
            f"{name:38} {figure:10.2f} {sign} {bound:<7} {'met' if met else 'MISSED'}\n"
        )

    speed = evaluations()
    told("bonus, evaluations a second", speed["bonus"], 40_000, at_least=True)
    told("bonus over a plain function", speed["bonus"] / speed["plain"], 0.4, at_least=True)
    told("all regimes of a day, a second", speed["day"], 2_000, at_least=True)
    told("all regimes over a plain function", speed["day"] / speed["plain"], 0, at_least=True)
    found, slow = requests()
    sys.stdout.write(", ".join(f"{kind} {each:.0f}/s" for kind, each in found.items()) + "\n")
    told("evaluate over hello", found["evaluate"] / found["hello"], 0.5, at_least=True)
    told("evaluate, 99th percentile, ms", slow, 15)
    told("5,000 vehicles, s", statistics.median(vehicles() for _ in range(3)), 1)
    seconds, megabytes = loaded()
    told("rule base loaded, s", seconds, 0.1)
    told("rule base, MB", megabytes, 20)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
