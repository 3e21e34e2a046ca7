"""The application under test, on a database of its own, with a clock that stands still."""

import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from flask import g, request_started
from hypothesis import settings as hypothesis_settings

from app import create_app
from app.clock import FixedClock
from app.context import CLOCK, FILES, MAIL, SETTINGS
from app.extensions import db
from app.gateways.files import LocalFiles
from app.gateways.mail import FakeMail
from app.services.schema import upgrade_schema
from app.settings import Settings
from tests.builders import World, people
from tests.clients import PageClient

# A busy machine makes no property false.
hypothesis_settings.register_profile("portal", deadline=None)
hypothesis_settings.load_profile("portal")

# A Monday morning in Paris, more than a year after the last change of the method.
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

# Nothing set: SQLite. Otherwise the address of a PostgreSQL server on loopback.
SERVER = os.environ.get("SCORE_ENV_TEST_DATABASE", "")
NOTHING_SKIPPED = bool(os.environ.get("SCORE_ENV_TEST_ALL"))


def refuse_skips(report):
    """In CI a skipped test, or a skipped file, is a failure: what it needs should be installed."""
    if NOTHING_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        pytest.exit(f"{report.nodeid} was skipped: {report.longrepr}", returncode=1)


pytest_runtest_logreport = refuse_skips
pytest_collectreport = refuse_skips


def settings(folder: Path, database_url: str) -> Settings:
    return Settings(
        instance=folder,
        database_url=database_url,
        secret_key="the key of the tests",
        upload_limit=1_000_000,
        # A test asks more in a second than a client in a minute; those of the limit set one.
        requests_a_minute=0,
    )


@dataclass(frozen=True)
class Template:
    """A database at the last revision, with people in it, to copy for each test.

    ``place`` is its file, or its name on the server; making people hashes passwords, which is
    slow by design.
    """

    place: Path | str
    secrets: dict


@pytest.fixture(scope="session")
def migrated(tmp_path_factory, worker_id):
    folder = tmp_path_factory.mktemp("template")
    if not SERVER:
        path = folder / "portal.db"
        yield Template(path, _prepare(folder, f"sqlite:///{path}"))
        return
    name = f"score_env_{os.getpid()}_{worker_id}"
    _administer(f'CREATE DATABASE "{name}"')
    yield Template(name, _prepare(folder, _address(name)))
    _administer(f'DROP DATABASE "{name}" WITH (FORCE)')


def _prepare(folder, url):
    clock = FixedClock(START)
    application = create_app(settings(folder, url), clock=clock)
    with application.app_context():
        upgrade_schema()
        secrets = people(clock)
        db.session.remove()
        db.engine.dispose()
    return secrets


def _address(name):
    return urlsplit(SERVER)._replace(path=f"/{name}").geturl()


def _administer(statement):
    engine = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture(scope="session")
def one_app(tmp_path_factory, migrated):
    """One application for the session: making it costs more than what most tests do with it."""
    folder = tmp_path_factory.mktemp("portal")
    url = f"sqlite:///{folder / 'portal.db'}"
    if SERVER:
        url = _address(f"{migrated.place}_test")
    application = create_app(settings(folder, url), clock=FixedClock(START), mail=FakeMail())
    request_started.connect(forget_earlier_requests, application)
    yield application
    if SERVER:
        _administer(f'DROP DATABASE IF EXISTS "{migrated.place}_test" WITH (FORCE)')


def put_back(folder, place):
    """Empty the instance and give it the database of the template."""
    for left in folder.iterdir():
        if left.is_dir():
            shutil.rmtree(left)
        else:
            left.unlink()
    if SERVER:
        _administer(f'DROP DATABASE IF EXISTS "{place}_test" WITH (FORCE)')
        _administer(f'CREATE DATABASE "{place}_test" TEMPLATE "{place}"')
    else:
        shutil.copy(place, folder / "portal.db")


@pytest.fixture
def clock():
    return FixedClock(START)


@pytest.fixture
def mail():
    return FakeMail()


def forget_earlier_requests(_application, **_more):
    """Empty ``g``: all requests of a test share the context of the test, two browsers included."""
    for name in list(g):
        g.pop(name)


@pytest.fixture
def app(one_app, migrated, clock, mail):
    """The application in its context, with its database, files, clock and mail as new."""
    folder = one_app.extensions[SETTINGS].instance
    put_back(folder, migrated.place)
    one_app.extensions |= {CLOCK: clock, MAIL: mail, FILES: LocalFiles(folder / "documents")}
    with one_app.app_context():
        yield one_app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def instance(app):
    """The folder of the application: its documents and the files it publishes."""
    return app.extensions[SETTINGS].instance


@pytest.fixture
def database_url(app):
    """The address of the database of the test, for another process."""
    return app.extensions[SETTINGS].database_url


@pytest.fixture
def world(app, clock, migrated):
    """Two companies, reviewers, an agent of a ministry and an operator, ready to act."""
    return World(app, clock, migrated.secrets)


@pytest.fixture
def browser(app, world):
    """Give a page client signed in as the person of a role: ``browser("reviewer")``."""

    def sign_in(who=None):
        client = PageClient(app, world)
        if who:
            client.sign_in(who)
        return client

    return sign_in
