"""Commands in processes of their own: start, wait, ask, stop."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from app.settings import ROOT

SCORE_ENV = [sys.executable, "-c", "import sys; from scoring.command import main; sys.exit(main())"]
PATIENCE_SECONDS = 40


def free_port():
    """A port of loopback that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def answers(port):
    """Whether something listens on a port of loopback."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def gunicorn(application, port, environment, *options):
    """An application served as the portal is, by two workers, until the block ends."""
    command = [
        *(sys.executable, "-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}"),
        *("--workers", "2", "--worker-class", "gthread", "--threads", "4"),
        *("--preload", "--no-control-socket", "--log-level", "warning", *options),
    ]
    process = subprocess.Popen(command, env={**os.environ, **environment}, cwd=ROOT)
    try:
        wait_until(lambda: answers(port))
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def started(*words):
    """Start `score-env`; what it writes is kept in one pipe, small enough never to fill it."""
    return subprocess.Popen(
        [*SCORE_ENV, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def stop(process, number=signal.SIGTERM):
    """Stop a process as an operator does; its status, and all it wrote."""
    process.send_signal(number)
    out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, out


def holds_back(process, number=signal.SIGTERM):
    """Whether a process holds a signal back from one of its threads (Linux tells).

    The thread that waits for it does not show it.
    """
    for status in Path(f"/proc/{process.pid}/task").glob("*/status"):
        with contextlib.suppress(OSError):  # a thread that ended meanwhile
            told = status.read_text(encoding="ascii").splitlines()
            blocked = next(line.split()[1] for line in told if line.startswith("SigBlk:"))
            if int(blocked, 16) >> number - 1 & 1:
                return True
    return False


def wait_until(condition):
    """Wait for what another process does, and give what the condition gave."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("It did not happen in time.")


def fetch(port, path):
    """The status and the body of a page, or none while nobody listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except urllib.error.URLError as error:
        if isinstance(error.reason, ConnectionError):
            return None
        raise
