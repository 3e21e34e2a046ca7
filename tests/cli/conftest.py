"""The command line: in this process for the commands, in its own for what is served."""

import os
import socket
from dataclasses import dataclass

import pytest

from app.settings import PREFIX
from scoring.command import main
from tests.cli.processes import free_port, started, stop


@dataclass
class Answer:
    """What a command did: its status, and what it wrote."""

    status: int
    out: str
    err: str

    def refused(self, words, status=1):
        """A refusal is a sentence on the error output, never a trace."""
        return (
            self.status == status
            and words in self.err
            and "Traceback" not in self.err
            and not self.out
        )


@pytest.fixture
def environment(monkeypatch, tmp_path):
    """An environment of its own: nothing set, an instance in a folder of the test."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)

    def change(**named):
        for name, value in named.items():
            monkeypatch.setenv(f"{PREFIX}{name}", str(value))

    change(INSTANCE=tmp_path)
    return change


@pytest.fixture
def score_env(environment, capfd):
    """Run `score-env` with its words in this process."""

    def run(*words):
        capfd.readouterr()
        status = main(words)
        written = capfd.readouterr()
        return Answer(status, written.out, written.err)

    return run


@pytest.fixture
def portal(app, database_url, environment):
    """The application under test, whose database is the one the commands open."""
    environment(DATABASE_URL=database_url)
    return app


@pytest.fixture(name="free_port")
def _free_port():
    return free_port()


@pytest.fixture
def listener():
    """The port of a program that already listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture
def start(environment):
    """Start `score-env` in a process of its own; whatever is left of it ends with the test."""
    running = []

    def run(*words):
        running.append(started(*words))
        return running[-1]

    yield run
    for process in running:
        if process.poll() is None:
            stop(process)
