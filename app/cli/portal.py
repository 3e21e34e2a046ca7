"""Open the application for a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from app import create_app
from app.clock import Clock
from app.services.schema import check_schema, close_connections
from app.settings import Settings


@contextmanager
def portal(
    *, settings: Settings | None = None, clock: Clock | None = None, upgraded: bool = True
) -> Iterator[Flask]:
    """Give the application in its context, and close its connections afterwards.

    Args:
        settings: the settings; read from the environment when none are given.
        clock: the clock; the one of the machine when none is given.
        upgraded: whether the command needs a database at the last revision.

    Raises:
        SchemaError: the database is not at that revision.
    """
    app = create_app(settings, clock=clock)
    with app.app_context():
        try:
            if upgraded:
                check_schema()
            yield app
        finally:
            close_connections()
