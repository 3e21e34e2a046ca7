"""`score-env run` and `score-env demo` as an operator starts and stops them."""

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.cli.processes import fetch, wait_until


def children_of(process):
    """The processes that a process started, and theirs."""
    found = []
    for task in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = task.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(after_name[1]) == process:
            child = int(task.parent.name)
            found += [child, *children_of(child)]
    return found


def alive(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def running(start, environment, free_port):
    """A portal that answers: its process and its port."""
    environment(PORT=free_port)
    process = start("run")
    wait_until(lambda: process.poll() is not None or fetch(free_port, "/"))
    return process, free_port


@pytest.mark.long
def test_a_portal_answers_then_stops_and_leaves_nobody(running):
    """The stop comes at the worst moment: half of a request is sent before, the rest after."""
    process, port = running
    assert fetch(port, "/")[0] == 200
    # The list is published by the first pass of the scheduler, in its own process.
    assert wait_until(lambda: fetch(port, "/data/versions.json")[0] == 200)
    family = children_of(process.pid)
    assert len(family) == 4  # the server, its two workers, the scheduler
    with socket.create_connection(("127.0.0.1", port)) as browser:
        browser.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        process.send_signal(signal.SIGTERM)
        browser.sendall(b"Connection: close\r\n\r\n")
        received = b"".join(iter(lambda: browser.recv(65536), b""))
    assert received.startswith(b"HTTP/1.1 200 OK")
    assert received.rstrip().endswith(b"</html>")
    out, _ = process.communicate(timeout=40)
    assert process.returncode == 0, out
    assert f"Le portail répond : http://127.0.0.1:{port}" in out
    assert "Traceback" not in out
    assert not [number for number in family if alive(number)]


def test_a_port_that_is_taken_is_a_sentence(score_env, environment, listener):
    environment(PORT=listener)
    assert score_env("run").refused(f"Le port {listener} est déjà pris")


@pytest.mark.long
def test_a_server_that_dies_stops_the_portal(running):
    process, _ = running
    server = min(children_of(process.pid))
    os.kill(server, signal.SIGKILL)
    out, _ = process.communicate(timeout=40)
    assert process.returncode == 1
    assert "Un des processus s’est arrêté" in out
