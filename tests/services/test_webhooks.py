"""Messages to re-users: proved first, in order, again after a failure, stopped after many."""

import importlib.util
import json
import random
from datetime import timedelta

import pytest

from app.context import WEBHOOKS
from app.domain.errors import InvalidValueError, SubscriptionRefusedError, UnknownThingError
from app.domain.subscriptions import (
    MOST_FAILURES,
    SubscriptionState,
    checked_address,
    is_public,
    retry_after,
    spread,
)
from app.extensions import db
from app.gateways.webhooks import ListWebhooks, NotDeliveredError, Reply
from app.models.outbox import OutboxMessage
from app.models.subscription import Subscription
from app.queries.list_changes import changes, last_change
from app.services.public_contents import public_change
from app.services.subscriptions import (
    prove,
    purge_subscriptions,
    replay,
    stop_subscription,
    subscribe,
    subscription_of,
    unsubscribe,
)
from app.services.webhooks import CLAIM_LASTS, send_changes
from app.settings import ROOT
from tests import orders

ADDRESS = "https://exemple.test/liste?x=1"
BASE_URL = "http://127.0.0.1:8000"


def consumer_of_docs():
    path = ROOT / "docs" / "webhook_consumer.py"
    spec = importlib.util.spec_from_file_location("webhook_consumer", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Consumer


class Reader:
    """A re-user: the consumer of docs/, and a network that can be told to fail."""

    def __init__(self, world, *, brand="", email="", since=0):
        self.clock = world.clock
        self.opened = subscribe(ADDRESS, brand=brand, email=email, since=since, clock=world.clock)
        self.consumer = consumer_of_docs()(
            self.opened.secret,
            self.missing,
            last=since,
            now=lambda: world.clock.now().timestamp(),
        )
        self.asked_again = 0
        self.fails = None
        self.webhooks = ListWebhooks(self.answer)
        prove(self.opened.key, webhooks=self.webhooks, clock=world.clock)

    def missing(self, since, most=None):
        self.asked_again += 1
        return json.loads(
            json.dumps([public_change(one, BASE_URL) for one in changes(since=since, most=most)])
        )

    def answer(self, address, body, headers):
        assert address == ADDRESS
        if self.fails is not None:
            if isinstance(self.fails, Exception):
                raise self.fails
            return Reply(status=self.fails, body=b"")
        status, said = self.consumer.receive(headers, body)
        return Reply(status=status, body=json.dumps(said).encode())

    def pass_by(self):
        return send_changes(self.webhooks, clock=self.clock)

    @property
    def row(self):
        db.session.expire_all()
        return subscription_of(self.opened.key)

    @property
    def numbers(self):
        return [one["sequence"] for one in self.consumer.changes]


@pytest.fixture
def two_changes(world):
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    assert last_change() == 2


@pytest.fixture
def reader(world, two_changes):
    return Reader(world)


def test_nothing_is_sent_before_the_address_is_proved(world, two_changes):
    opened = subscribe(ADDRESS, brand="", email="", since=0, clock=world.clock)
    silent = ListWebhooks(lambda *_: Reply(status=200, body=b'{"challenge": "autre"}'))
    assert send_changes(silent, clock=world.clock) == 0
    with pytest.raises(SubscriptionRefusedError, match="n’est pas prouvée"):
        prove(opened.key, webhooks=silent, clock=world.clock)
    with pytest.raises(SubscriptionRefusedError, match="Attendez une minute"):
        prove(opened.key, webhooks=silent, clock=world.clock)
    for reply in (
        Reply(status=200, body=b"[]"),
        Reply(status=200, body=b"not json"),
        Reply(status=204, body=b""),
        Reply(status=302, body=b""),
    ):
        world.clock.advance(timedelta(minutes=1))
        answering = ListWebhooks(lambda *_, r=reply: r)
        with pytest.raises(SubscriptionRefusedError, match="n’est pas prouvée"):
            prove(opened.key, webhooks=answering, clock=world.clock)
    with pytest.raises(SubscriptionRefusedError, match="pas encore été prouvée"):
        replay(opened.key, 0, clock=world.clock)
    assert subscription_of(opened.key).state == SubscriptionState.ASKED


def test_the_changes_arrive_signed_and_in_order(reader, world):
    assert reader.pass_by() == 1
    assert reader.numbers == [1, 2]
    assert reader.consumer.changes == reader.missing(0)
    assert reader.pass_by() == 0
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    assert reader.pass_by() == 1
    assert reader.numbers == [1, 2, 3]
    assert reader.asked_again == 1  # by this test alone
    _, body, headers = reader.webhooks.sent[-1]
    assert (headers["Score-Previous"], headers["Score-Sequence"]) == ("2", "3")
    assert json.loads(body)["subscription"] == reader.opened.subscription.reference


def test_a_brand_alone_may_be_followed(world, two_changes):
    reader = Reader(world, brand="ds")
    assert reader.pass_by() == 1
    assert [one["brand"] for one in reader.consumer.changes] == ["DS"]
    orders.enter(world, ("Fiat", "600", "f7"), on="2026-02-10")
    before = len(reader.webhooks.sent)
    assert reader.pass_by() == 0
    assert len(reader.webhooks.sent) == before
    assert reader.row.position == 3


def test_what_fails_is_sent_again_later_and_holds_what_follows(reader, world):
    reader.fails = 503
    assert reader.pass_by() == 0
    assert (reader.row.failures, reader.row.last_result) == (1, "L’adresse répond 503.")
    assert reader.pass_by() == 0
    assert reader.row.failures == 1  # not before its time
    reader.fails = NotDeliveredError("L’adresse ne répond pas, ou pas à temps.")
    world.clock.advance(timedelta(minutes=1, seconds=7))
    reader.pass_by()
    assert reader.row.failures == 2
    world.clock.advance(timedelta(minutes=1))
    reader.pass_by()
    assert reader.row.failures == 2  # twice as late
    reader.fails = None
    world.clock.advance(timedelta(minutes=2))
    assert reader.pass_by() == 1
    assert (reader.row.failures, reader.row.last_result, reader.numbers) == (0, None, [1, 2])


def test_a_redirect_is_a_failure(reader):
    reader.fails = 301
    reader.pass_by()
    assert reader.row.last_result.startswith("L’adresse renvoie ailleurs (301)")


def test_repeated_failure_stops_and_tells_the_owner(world, two_changes):
    reader = Reader(world, email="moi@exemple.test")
    reader.fails = 500
    for _ in range(MOST_FAILURES):
        reader.pass_by()
        world.clock.advance(timedelta(hours=7))
    assert reader.row.state == SubscriptionState.STOPPED
    (told,) = db.session.query(OutboxMessage).filter_by(to="moi@exemple.test")
    assert "n° 0" in told.body
    assert "/abonnements" in told.body
    reader.fails = None
    assert reader.pass_by() == 0
    replay(reader.opened.key, 1, clock=world.clock)
    reader.consumer.last = 1
    assert reader.pass_by() == 1
    assert reader.numbers == [2]


@pytest.mark.parametrize(
    ("failures", "minutes"), [(1, 1), (2, 2), (5, 16), (9, 256), (10, 360), (10_000, 360)]
)
def test_the_wait_doubles_up_to_six_hours(failures, minutes):
    assert retry_after(failures) == timedelta(minutes=minutes)


def test_those_who_failed_at_once_return_apart():
    waits = {spread(timedelta(minutes=10), one) for one in range(100)}
    assert len(waits) == 100
    assert (min(waits), max(waits)) == (timedelta(minutes=10), timedelta(seconds=659.4))


def test_what_was_received_may_be_asked_again(reader, world):
    reader.pass_by()
    replay(reader.opened.key, 0, clock=world.clock)
    assert reader.pass_by() == 1
    assert reader.numbers == [1, 2]  # doubles are known
    with pytest.raises(InvalidValueError, match="n° 2"):
        replay(reader.opened.key, 3, clock=world.clock)


def test_lost_doubled_and_reordered_messages_end_with_the_same_list(world, two_changes):
    """A network that loses, doubles and reorders: each change is kept once, in order."""
    reader = Reader(world, since=0)
    carried = []
    reader.webhooks._answers = lambda address, body, headers: (
        carried.append((headers, body)) or Reply(status=200, body=b"")
    )
    for n in range(12):
        world.days_pass(1)
        orders.enter(world, ("Renault", f"R{n}", f"r{n}"), on="2026-01-10")
        reader.pass_by()
    assert len(carried) == 12
    chance = random.Random(25102)
    for _ in range(30):
        trial = consumer_of_docs()(
            reader.opened.secret,
            lambda since: reader.missing(since, most=2),  # a page at a time
            now=lambda: world.clock.now().timestamp(),
        )
        trial.is_signed = lambda *_: True  # the days that passed are not what is tried here
        network = [one for one in carried if chance.random() > 0.3]
        network += chance.choices(carried, k=4)
        chance.shuffle(network)
        for headers, body in [*network, carried[-1]]:
            assert trial.receive(headers, body)[0] == 200
        assert [one["sequence"] for one in trial.changes] == list(range(1, 15))
        assert trial.changes == reader.missing(0)


def test_a_bad_or_old_signature_is_refused(reader, world):
    reader.pass_by()
    _, body, headers = reader.webhooks.sent[-1]
    receive = reader.consumer.receive
    assert receive(headers, body)[0] == 200
    assert receive(headers, body + b" ")[0] == 401
    assert receive({}, body)[0] == 401
    assert receive({"Score-Signature": "t=x,v1="}, body)[0] == 401
    world.clock.advance(timedelta(seconds=301))
    assert receive(headers, body)[0] == 401


def test_two_senders_never_write_at_once(reader, world):
    """What one has claimed, the other leaves; a claim that nobody settles runs out."""
    taken = []
    reader.webhooks._answers = lambda *_: (
        taken.append(reader.pass_by()) or Reply(status=200, body=b"")
    )
    assert reader.pass_by() == 1
    assert taken == [0]
    replay(reader.opened.key, 0, clock=world.clock)
    row = reader.row
    row.claimed_at = world.clock.now()
    db.session.commit()
    assert reader.pass_by() == 0
    world.clock.advance(CLAIM_LASTS)
    reader.webhooks._answers = lambda *_: Reply(status=200, body=b"")
    assert reader.pass_by() == 1


def test_an_owner_who_leaves_is_forgotten(reader, world):
    reader.webhooks._answers = lambda *_: (
        unsubscribe(reader.opened.key) or Reply(status=200, body=b"")
    )
    assert reader.pass_by() == 1
    assert db.session.query(Subscription).count() == 0
    with pytest.raises(UnknownThingError):
        subscription_of(reader.opened.key)


def test_the_operator_stops_an_address(reader, world):
    stop_subscription(reader.opened.subscription.reference, clock=world.clock)
    assert reader.pass_by() == 0
    with pytest.raises(UnknownThingError):
        replay(reader.opened.key, 0, clock=world.clock)  # its key begins nothing again
    world.days_pass(90)
    assert purge_subscriptions(clock=world.clock) == 1
    with pytest.raises(UnknownThingError):
        stop_subscription("AB-AAAA-AAAA", clock=world.clock)


def test_what_nobody_proves_is_forgotten_and_bounded(world, two_changes):
    for host in ("exemple.test", "exemple.test.", "EXEMPLE.test", "exemple.test", "exemple.test"):
        subscribe(f"https://{host}/x", brand="", email="", since=None, clock=world.clock)
    with pytest.raises(SubscriptionRefusedError, match="Trop d’adresses"):
        subscribe(ADDRESS, brand="", email="", since=None, clock=world.clock)
    subscribe("https://autre.exemple.test/", brand="", email="", since=None, clock=world.clock)
    world.days_pass(1)
    assert purge_subscriptions(clock=world.clock) == 6


def test_a_replay_during_a_message_wins(reader, world):
    reader.pass_by()
    replay(reader.opened.key, 1, clock=world.clock)
    reader.webhooks._answers = lambda *_: (
        replay(reader.opened.key, 0, clock=world.clock) and Reply(status=200, body=b"")
    )
    reader.pass_by()
    assert reader.row.position == 0


@pytest.mark.parametrize(
    "address",
    [
        "http://exemple.test/",
        "https://exemple.test:8443/",
        "https://moi:secret@exemple.test/",
        "https://exemple.test/#x",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://2130706433/",
        "https://127.1/",
        "https://localhost/",
        "https:///x",
        "ftp://exemple.test/",
        "https://exemple.test/a b",
        "https://exemple.test/\n",
        "https://" + "a" * 600 + ".test/",
        "https://exemple.test:99999/",
        "",
    ],
)
def test_an_address_that_is_not_a_public_one_is_refused(address):
    if address == "https://exemple.test/\n":
        assert checked_address(address) == "https://exemple.test/"
        return
    with pytest.raises(InvalidValueError) as caught:
        checked_address(address)
    assert caught.value.field == "address"


@pytest.mark.parametrize(
    ("number", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", False),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("203.0.113.1", False),
        ("3fff::1", False),
        ("fec0::1", False),
        ("2001:db8::1", False),
        ("64:ff9b:1::1", False),
        ("fe80::1%eth0", False),
        ("nom", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:7f00:1::", False),
    ],
)
def test_only_the_public_internet_is_written_to(number, public):
    assert is_public(number) is public


@pytest.mark.parametrize(
    ("named", "field"),
    [
        ({"brand": "Inconnue"}, "brand"),
        ({"email": "moi"}, "email"),
        ({"email": "moi@exemple"}, "email"),
        ({"since": 3}, "since"),
        ({"since": -1}, "since"),
    ],
)
def test_what_cannot_be_subscribed_to_is_refused(world, two_changes, named, field):
    asked = {"brand": "", "email": "", "since": None} | named
    with pytest.raises(InvalidValueError) as caught:
        subscribe(ADDRESS, **asked, clock=world.clock)
    assert caught.value.field == field


def test_the_portal_has_a_way_out(app):
    assert app.extensions[WEBHOOKS].post


def test_a_replay_from_the_same_number_during_a_failure_wins(reader, world):
    """The failure is that of a message which is no longer expected."""
    reader.webhooks._answers = lambda *_: (
        replay(reader.opened.key, 0, clock=world.clock) and Reply(status=500, body=b"")
    )
    reader.pass_by()
    assert (reader.row.failures, reader.row.last_result) == (0, None)


def test_a_claim_that_ran_out_settles_nothing(reader, world):
    """A sender that slept wakes up: another one has claimed since, and is writing."""

    def slept(*_):
        world.clock.advance(CLAIM_LASTS)
        row = reader.row
        row.claimed_at = world.clock.now()
        db.session.commit()
        return Reply(status=500, body=b"")

    reader.webhooks._answers = slept
    reader.pass_by()
    assert reader.row.claimed_at == world.clock.now()
    assert reader.row.failures == 0
