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

from jinja2 import FileSystemBytecodeCache

from app import create_app
from app.clock import FixedClock
from app.extensions import db
from app.gateways.mail import FakeMail
from app.services.schema import upgrade_schema
from app.settings import Settings
from tests.builders import World, people
from tests.clients import PageClient

# A Monday morning in Paris, four years after the last change of the tables of the method.
START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

# Nothing set: SQLite. Otherwise the address of a PostgreSQL server on loopback.
SERVER = os.environ.get("SCORE_ENV_TEST_DATABASE", "")
NOTHING_SKIPPED = bool(os.environ.get("SCORE_ENV_TEST_ALL"))


def pytest_runtest_logreport(report):
    """In CI a skipped test is a failure: what it needs should have been installed."""
    if NOTHING_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        pytest.exit(f"{report.nodeid} was skipped: {report.longrepr}", returncode=1)


def settings(folder: Path, database_url: str) -> Settings:
    return Settings(
        instance=folder,
        database_url=database_url,
        secret_key="the key of the tests",
        upload_limit=1_000_000,
    )


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory):
    """The templates, compiled once for all the applications of the tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


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


@pytest.fixture
def database_url(migrated, tmp_path):
    """The address of a database of the test's own, at the last revision."""
    if not SERVER:
        path = tmp_path / "portal.db"
        shutil.copy(migrated.place, path)
        yield f"sqlite:///{path}"
        return
    name = f"{migrated.place}_test"
    _administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    _administer(f'CREATE DATABASE "{name}" TEMPLATE "{migrated.place}"')
    yield _address(name)
    _administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


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
def app(tmp_path, database_url, clock, mail, compiled_templates):
    application = create_app(settings(tmp_path, database_url), clock=clock, mail=mail)
    application.jinja_env.bytecode_cache = compiled_templates
    request_started.connect(forget_earlier_requests, application)
    with application.app_context():
        yield application
        db.session.remove()
        db.engine.dispose()


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
