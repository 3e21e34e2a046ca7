"""The processes that serve pages are killed while agents decide: all of a decision stays, or none.

State, events, letters and list say the same, and nothing that was acknowledged is lost.
"""

import contextlib
import http.client
import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import html5lib
import pytest
import sqlalchemy as sa

from app.clock import FixedClock, SystemClock
from app.domain.deadlines import PeriodOutcome
from app.domain.history import told
from app.domain.orders import OrderState
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order
from app.models.outbox import OutboxMessage
from app.queries.audit import broken_chains
from app.queries.status import Verdict, status
from tests.almanac import ONE_DAY
from tests.cli.processes import fetch, started, wait_until
from tests.clients import Page
from tests.faults.crowd import crowd
from tests.faults.herd import multiply

pytestmark = pytest.mark.long

HANDS = 4
NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass(frozen=True, eq=False)
class Act:
    """A decision that a person sends from a page, and what it leaves behind."""

    who: str
    address: str
    typed: dict
    dossier: str
    action: Action


@pytest.fixture
def world(world):
    """The processes read the clock of the machine."""
    world.clock = FixedClock(SystemClock().now())
    return world


class Server:
    """`score-env run` on a port: it can be killed, by its workers or whole."""

    def __init__(self, port):
        self.port = port
        self.process = None

    def start(self):
        self.process = started("run")
        wait_until(lambda: self.process.poll() is not None or fetch(self.port, "/"))

    def kill_workers(self):
        """Without a warning; their parent starts others."""
        for number in self._workers():
            os.kill(number, signal.SIGKILL)

    def kill(self):
        """All that serves pages, parent first; then the portal ends, and is started again."""
        parent, workers = self._parent(), self._workers()
        for number in (parent, *workers):
            os.kill(number, signal.SIGKILL)
        self.process.communicate(timeout=60)
        self.start()

    def _parent(self):
        return next(number for number in children_of(self.process.pid) if children_of(number))

    def _workers(self):
        return children_of(self._parent())

    def end(self):
        """At once: how it stops when it is asked to is the business of another test."""
        family = [self.process.pid]
        for number in family:
            family += children_of(number)
        for number in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.communicate(timeout=60)


def children_of(parent):
    """The processes that one started, and not theirs; none of one that is gone."""
    try:
        numbers = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    except FileNotFoundError:
        return []
    return [int(number) for number in numbers.split()]


@pytest.fixture
def server(environment, free_port):
    environment(PORT=free_port)
    server = Server(free_port)
    yield server
    server.end()


class Person:
    """Somebody whose browser is a plain HTTP client."""

    def __init__(self, port, browser):
        self.port = port
        self.cookie = f"session={browser.client.get_cookie('session').value}"

    def form(self, path):
        found = self._ask("GET", path)
        return Page(
            found, found.body, html5lib.parse(found.body, namespaceHTMLElements=False)
        ).form("seen")

    def send(self, form, typed):
        """Send a form; whether the portal said that it is done, or nothing when it died."""
        values = form.values | {name: [value] for name, value in typed.items()}
        try:
            return self._ask("POST", form.action, urlencode(values, doseq=True)).status_code
        except NO_ANSWER:
            return None

    def _ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if method == "GET" and answer.getheader("Set-Cookie"):
            self.cookie = answer.getheader("Set-Cookie").split(";")[0]
        return SimpleNamespace(
            status_code=answer.status, body=text, request=SimpleNamespace(path=path)
        )


def decisions(world, count):
    """So many decisions of each sort to take, in the order they come: sort by sort in turn."""
    submitted = world.submitted(tvv="DEPOSE").reference
    complete = world.complete(tvv="COMPLET").reference
    proposed = world.proposed(tvv="PROPOSE").reference
    confirms = [_confirmation(one) for one in multiply([submitted], count)]
    proposals = [_proposal(one) for one in multiply([complete], count)]
    orders = [_publication(world, *one) for one in enumerate(multiply([proposed], count))]
    return [act for trio in zip(confirms, proposals, orders, strict=True) for act in trio]


def _confirmation(dossier):
    address = f"/instruction/dossiers/{dossier}/completude"
    return Act("reviewer", address, {}, dossier, Action.CONFIRM_COMPLETE)


def _proposal(dossier):
    address = f"/instruction/dossiers/{dossier}/proposition"
    typed = {"opinion": "favorable", "reasons": "Score atteint."}
    return Act("reviewer", address, typed, dossier, Action.PROPOSE)


def _publication(world, number, dossier):
    order = world.order(world.dossier(dossier), title=f"Arrêté {number}")
    typed = {
        "nor": f"ENER26{number:05}A",
        "published_on": world.clock.today().isoformat(),
    }
    address = f"/ministeres/arretes/{order.reference}/publication"
    return Act("authority", address, typed, dossier, Action.LIST_BY_ORDER)


def burst(acts, people, kill, chance):
    """Send the acts by several hands, kill in the middle, and give the answer to each act."""
    forms = {act: people[act.who].form(act.address) for act in acts}
    answers, left, lock = {}, list(acts), threading.Lock()

    def hand():
        while True:
            with lock:
                if not left:
                    return
                act = left.pop(0)
            answers[act] = people[act.who].send(forms[act], act.typed)

    hands = [threading.Thread(target=hand) for _ in range(HANDS)]
    for one in hands:
        one.start()
    time.sleep(chance.uniform(0.02, 0.35))
    kill()
    for one in hands:
        one.join()
    assert answers.keys() == set(acts)
    return answers


def rounds(world, server, count, *, each):
    """Kill the workers, and every fifth time the whole server, while decisions are sent."""
    acts = decisions(world, count * each)
    people = {}
    for who in ("reviewer", "authority"):
        (browser,) = crowd(world, who, 1).values()
        people[who] = Person(server.port, browser)
    db.session.remove()
    server.start()
    chance, answers = random.Random(25), {}
    for number in range(count):
        these = acts[number * each * 3 : (number + 1) * each * 3]
        kill = server.kill if number % 5 == 4 else server.kill_workers
        answers |= burst(these, people, kill, chance)
        wait_until(lambda: fetch(server.port, "/"))
        check(world, answers)
    return Counter(answers.values())


def check(world, answers):
    db.session.rollback()
    dossiers = {one.reference: one for one in db.session.query(Dossier)}
    for act, answer in answers.items():
        events = [one.action for one in dossiers[act.dossier].events]
        assert events.count(act.action) <= 1
        if answer == 302:
            assert events.count(act.action) == 1, f"{act} was acknowledged and is lost"
        else:
            assert answer is None, (act, answer)
    assert list(broken_chains()) == []
    for dossier in dossiers.values():
        whole(dossier, world.clock.today())
    letters_are_those_of_the_events(dossiers)


RUNNING = {
    State.SUBMITTED: {"completeness"},
    State.COMPLETE: {"review", "silence"},
    State.PROPOSED: {"silence"},
    State.LISTED_BY_ORDER: {"inspection"},
}


def whole(dossier, today):
    """State, periods, order and list are those that the events tell."""
    state = told(dossier.events, dossier.route).state
    assert dossier.state == state
    running = {one.kind for one in dossier.periods if one.outcome == PeriodOutcome.RUNNING}
    assert running == RUNNING[state]
    listed = state == State.LISTED_BY_ORDER
    verdict = status(dossier.tvv, on=today + ONE_DAY).verdict
    assert (verdict == Verdict.LISTED) == listed
    published = sa.select(sa.func.count(Order.id)).where(
        Order.state == OrderState.PUBLISHED,
        Order.lines.any(dossier_id=dossier.id),
    )
    assert db.session.scalar(published) == int(listed)


LETTERS = {
    Action.SUBMIT: "receipt",
    Action.CONFIRM_COMPLETE: "complete",
    Action.PROPOSE: "proposal",
    Action.LIST_BY_ORDER: "decision",
}


def letters_are_those_of_the_events(dossiers):
    keys = [key.split("/") for key in db.session.scalars(sa.select(OutboxMessage.key))]
    written = Counter((name, reference) for name, reference, *_ in keys if name in LETTERS.values())
    assert written == Counter(
        (LETTERS[event.action], dossier.reference)
        for dossier in dossiers.values()
        for event in dossier.events
    )


def test_a_killed_portal_keeps_a_decision_whole_or_not_at_all(world, server):
    answers = rounds(world, server, 1, each=5)
    assert answers[302]
    assert answers[None], "nobody was served when the processes died"


@pytest.mark.slow
def test_a_portal_killed_fifteen_times_loses_nothing_it_acknowledged(world, server):
    answers = rounds(world, server, 15, each=8)
    sys.stdout.write(f"\n{answers[302]} decisions acknowledged, {answers[None]} cut off\n")
    assert answers[302] > 100
    assert answers[None] > 15
