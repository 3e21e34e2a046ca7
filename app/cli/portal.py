"""Open the application for a command."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from app import create_app
from app.clock import Clock
from app.settings import Settings


@contextmanager
def portal(*, settings: Settings | None = None, clock: Clock | None = None) -> Iterator[Flask]:
    """Give the application in its context."""
    app = create_app(settings, clock=clock)
    with app.app_context():
        yield app
