"""The limit of the API: announced on each answer, exact across processes, never a failure."""

import concurrent.futures
import io
import json
import sqlite3
import urllib.error
import urllib.request
from dataclasses import replace
from datetime import timedelta

import pytest

from app import create_app
from app.clock import FixedClock
from app.domain.rates import client_of, period_of, units
from app.gateways.rates import Rates
from app.services.schema import close_connections, upgrade_schema
from tests.cli.processes import free_port, gunicorn
from tests.conftest import START, settings

STATUS = "/api/v1/versions/status?tvv=f6"


@pytest.fixture
def limited(app):
    """The portal of the test behind a limit, its clock, and a client of it."""
    chosen = replace(app.extensions["score_env.settings"], requests_a_minute=3, proxies=1)
    clock = FixedClock(START)
    other = create_app(chosen, clock=clock)

    def ask(path=STATUS, address="192.0.2.7", **named):
        headers = {"X-Forwarded-For": address} | named.pop("headers", {})
        return other.test_client().open(path, headers=headers, **named)

    ask.clock = clock
    ask.app = other
    yield ask
    with other.app_context():
        close_connections()


def left(answer):
    assert answer.headers["RateLimit-Policy"] == '"client";q=3;w=60'
    name, remaining, reset = answer.headers["RateLimit"].split(";")
    assert name == '"client"'
    return int(remaining.removeprefix("r=")), int(reset.removeprefix("t="))


def test_the_limit_is_announced_until_it_is_reached(limited):
    assert [left(limited())[0] for _ in range(3)] == [2, 1, 0]
    refused = limited()
    assert refused.status_code == 429
    assert refused.mimetype == "application/problem+json"
    assert refused.json["code"] == "too_many_requests"
    assert refused.json["detail"].startswith("Trop de demandes")
    assert left(refused) == (0, int(refused.headers["Retry-After"]))
    assert limited(address="192.0.2.8").status_code == 200


def test_the_next_minute_begins_anew(limited):
    for _ in range(4):
        answer = limited()
    limited.clock.advance(timedelta(seconds=left(answer)[1]))
    assert left(limited()) == (2, 60)


def test_every_answer_of_the_api_announces_it(limited):
    first = limited()
    known = limited(headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, left(known)[0]) == (304, 1)
    nothing = limited("/api/v1/nothing")
    assert (nothing.status_code, left(nothing)[0]) == (404, 0)
    exposed = first.headers["Access-Control-Expose-Headers"]
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))
    assert "RateLimit" not in limited("/").headers


def test_a_body_counts_for_what_it_weighs(limited):
    codes = json.dumps({"codes": [f"{n:030}" for n in range(600)]})
    answer = limited(
        "/api/v1/versions/check", method="POST", data=codes, content_type="application/json"
    )
    assert (answer.status_code, left(answer)[0]) == (200, 0)
    assert (units(0), units(9_999), units(10_000), units(20_000)) == (1, 1, 2, 3)


def test_a_body_that_announces_no_size_counts_as_the_largest(limited):
    answer = limited(
        "/api/v1/aids/evaluate",
        method="POST",
        input_stream=io.BytesIO(b"{}"),
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
    )
    assert answer.status_code == 429


def test_what_cannot_be_counted_is_not_refused(limited, caplog):
    rates = limited.app.extensions["score_env.rates"]
    with sqlite3.connect(rates._path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        answer = limited()
        other.execute("ROLLBACK")
    assert answer.status_code == 200
    assert "RateLimit" not in answer.headers
    assert "not counted" in caplog.text
    assert left(limited())[0] == 2  # the counter is opened anew


def test_an_operation_says_that_too_much_may_be_asked(anybody):
    described = anybody.get("/openapi.json").json
    for item in described["paths"].values():
        for method, operation in item.items():
            if method != "parameters":
                assert operation["responses"]["429"] == {
                    "$ref": "#/components/responses/TOO_MANY_REQUESTS"
                }
                done = [
                    answer
                    for status, answer in operation["responses"].items()
                    if status.startswith("2")
                ]
                assert all("RateLimit" in answer["headers"] for answer in done)


@pytest.mark.parametrize("path", ["/versions/check", "/aids/evaluate", "/versions/status"])
def test_a_page_of_another_site_may_ask(anybody, path):
    """A browser asks first whether it may send JSON."""
    answer = anybody.call("OPTIONS", path)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]
    assert "OPTIONS" in answer.headers["Allow"]


def test_without_a_limit_nothing_is_announced(anybody):
    assert "RateLimit" not in anybody.get("/versions/status?tvv=f6").headers


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("unknown", "unknown", True),
    ],
)
def test_a_client_is_an_address_or_the_start_of_one(one, other, same):
    assert (client_of(one) == client_of(other)) is same


def test_what_is_old_is_forgotten(tmp_path):
    rates = Rates(tmp_path / "rates.db")
    number, _ = period_of(START)
    assert [rates.count("a", number, 1), rates.count("a", number, 2)] == [1, 3]
    assert rates.count("b", number + 2, 1) == 1
    with sqlite3.connect(tmp_path / "rates.db") as other:
        assert other.execute("SELECT client FROM asked").fetchall() == [("b",)]
    assert (tmp_path / "rates.db").stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_two_processes_let_exactly_the_limit_through(tmp_path):
    chosen = settings(tmp_path, f"sqlite:///{tmp_path / 'portal.db'}")
    with create_app(chosen, clock=FixedClock(START)).app_context():
        upgrade_schema()
        close_connections()
    port = free_port()
    environment = chosen.for_children(
        DATABASE_URL=chosen.database_url,
        SECRET_KEY=chosen.secret_key,
        REQUESTS_A_MINUTE="20",
        # Each request is that of another minute of the wall clock at most once: they are quick.
    )

    def ask(_number):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{STATUS}", timeout=20) as answer:
                return answer.status, answer.headers["RateLimit"]
        except urllib.error.HTTPError as error:
            return error.code, error.headers["RateLimit"]

    with (
        gunicorn("app:create_app()", port, environment),
        concurrent.futures.ThreadPoolExecutor(8) as pool,
    ):
        found = list(pool.map(ask, range(32)))
    let_through = {limit.split(";")[1] for status, limit in found if status == 200}
    refused = [status for status, _ in found if status != 200]
    minutes = 1 + (len(let_through) < 20)
    assert set(refused) <= {429}
    assert len(found) - len(refused) <= 20 * minutes
    assert let_through == {f"r={n}" for n in range(20)}
