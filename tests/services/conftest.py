"""One application for all the acts: only the database, the files and the clock are new each time.

Making an application, and compiling its queries, costs more than the acts of a test.
"""

import shutil

import pytest

from app import create_app
from app.context import CLOCK, FILES, MAIL, SETTINGS
from app.extensions import db
from app.gateways.files import LocalFiles
from tests import conftest as shared


@pytest.fixture(scope="session")
def one_app(tmp_path_factory, migrated):
    """An application whose database is put back before each test."""
    folder = tmp_path_factory.mktemp("acts")
    url = f"sqlite:///{folder / 'portal.db'}"
    if shared.SERVER:
        url = shared._address(f"{migrated.place}_acts")
    application = create_app(
        shared.settings(folder, url), clock=shared.FixedClock(shared.START), mail=shared.FakeMail()
    )
    yield application
    if shared.SERVER:
        shared._administer(f'DROP DATABASE IF EXISTS "{migrated.place}_acts" WITH (FORCE)')


def put_back(folder, place):
    if shared.SERVER:
        name = f"{place}_acts"
        shared._administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        shared._administer(f'CREATE DATABASE "{name}" TEMPLATE "{place}"')
        return
    for left in folder.glob("portal.db*"):
        left.unlink()
    shutil.copy(place, folder / "portal.db")


@pytest.fixture
def app(one_app, tmp_path, migrated, clock, mail):
    put_back(one_app.extensions[SETTINGS].instance, migrated.place)
    one_app.extensions |= {CLOCK: clock, MAIL: mail, FILES: LocalFiles(tmp_path / "documents")}
    with one_app.app_context():
        yield one_app
        db.session.remove()
        db.engine.dispose()
