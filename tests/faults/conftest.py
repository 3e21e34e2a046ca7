"""What the tests under fault share: processes on the database of the test."""

import os
import socket

import pytest

from app.settings import PREFIX


@pytest.fixture
def environment(tmp_path, database_url, monkeypatch):
    """Give processes the database of the test, and an instance of their own."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)

    def change(**named):
        for name, value in named.items():
            monkeypatch.setenv(f"{PREFIX}{name}", str(value))

    change(INSTANCE=tmp_path, DATABASE_URL=database_url, SECRET_KEY="the key of the tests")
    return change


@pytest.fixture
def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
