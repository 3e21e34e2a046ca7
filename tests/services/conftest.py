"""People are made once a session and copied with the database: six passwords cost a second."""

import copy
import shutil

import pytest

from app import create_app
from app.clock import FixedClock
from app.extensions import db
from tests import conftest as shared
from tests.builders import World


@pytest.fixture(scope="session")
def peopled(migrated, tmp_path_factory):
    """A database where the people of the world already have their accounts, to copy."""
    folder = tmp_path_factory.mktemp("people")
    if shared.SERVER:
        template = f"{migrated}_people"
        shared._administer(f'CREATE DATABASE "{template}" TEMPLATE "{migrated}"')
        url = shared._address(template)
    else:
        template = folder / "portal.db"
        shutil.copy(migrated, template)
        url = f"sqlite:///{template}"
    clock = FixedClock(shared.START)
    application = create_app(shared.settings(folder, url), clock=clock)
    with application.app_context():
        world = World(application, clock)
        db.session.remove()
        db.engine.dispose()
    yield template, world
    if shared.SERVER:
        shared._administer(f'DROP DATABASE IF EXISTS "{template}" WITH (FORCE)')


@pytest.fixture
def database_url(peopled, tmp_path):
    """The address of a database of the test's own, with its people."""
    template, _ = peopled
    if not shared.SERVER:
        path = tmp_path / "portal.db"
        shutil.copy(template, path)
        yield f"sqlite:///{path}"
        return
    name = f"{template}_test"
    shared._administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    shared._administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    yield shared._address(name)
    shared._administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture
def world(app, clock, peopled):
    """The people of ``tests.builders.World``, on the database and the clock of the test."""
    found = copy.copy(peopled[1])
    found.app, found.clock, found.secrets = app, clock, dict(found.secrets)
    return found
