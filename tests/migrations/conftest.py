"""Empty databases to migrate: SQLite always, PostgreSQL when a server answers."""

import os
import secrets
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from app import create_app
from app.clock import FixedClock
from app.extensions import db
from tests.conftest import START, settings

SERVER = (
    os.environ.get("SCORE_ENV_TEST_DATABASE") or "postgresql://postgres@127.0.0.1:5432/postgres"
)


def administer(statement):
    engine = sa.create_engine(SERVER, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


@pytest.fixture(scope="session")
def postgresql():
    """The address of a server, or the reason why the PostgreSQL half is skipped."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra postgresql)")
    try:
        administer("SELECT 1")
    except sa.exc.OperationalError:
        pytest.skip(f"no PostgreSQL server answers at {urlsplit(SERVER).netloc}")
    return SERVER


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgresql, pytest.mark.long])]
)
def new_database(request, tmp_path):
    """Make an empty database and give its address: ``new_database("name")``."""
    made = []

    def make(name):
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path / name}.db"
        server = request.getfixturevalue("postgresql")
        unique = f"score_env_{name}_{secrets.token_hex(4)}"
        administer(f'CREATE DATABASE "{unique}"')
        made.append(unique)
        return urlsplit(server)._replace(path=f"/{unique}").geturl()

    yield make
    for name in made:
        administer(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def clock():
    return FixedClock(START)


@pytest.fixture
def empty(new_database, tmp_path, clock):
    """The application in its context, on a database without any table."""
    app = create_app(settings(tmp_path, new_database("migrated")), clock=clock)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()
