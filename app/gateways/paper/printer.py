"""Have a page made into a PDF by a process apart; a machine without Pango makes none."""

import logging
import subprocess
import sys
import threading
from ctypes.util import find_library
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

CHILD: Final = "app.gateways.paper.child"
ROOT: Final = Path(__file__).resolve().parents[3]
LIBRARIES: Final = ("pango-1.0", "pangoft2-1.0")
LONGEST_SECONDS: Final = 30
# The fonts in a PDF would otherwise bear the second at which it was made.
ENVIRONMENT: Final = {"LANG": "C.UTF-8", "SOURCE_DATE_EPOCH": "0"}
SIGNATURE: Final = b"%PDF-"

_log = logging.getLogger(__name__)


class NotPrintedError(Exception):
    """No PDF was made: what it needs is not on this machine, or it took too long."""


class Printer(Protocol):
    """Anything that makes a PDF of a page."""

    @property
    def available(self) -> bool:
        """Whether this machine has what it needs."""

    def as_pdf(self, html: str) -> bytes:
        """Return *html* as a PDF, or raise ``NotPrintedError``."""


class PangoPrinter:
    """WeasyPrint on Pango, one page at a time: each takes the memory of a small portal.

    Args:
        child: the module that a process apart runs.
        libraries: those of the machine that it needs.
        seconds: how long it may take.
    """

    def __init__(
        self,
        *,
        child: str = CHILD,
        libraries: tuple[str, ...] = LIBRARIES,
        seconds: int = LONGEST_SECONDS,
    ) -> None:
        self._child = child
        self._libraries = libraries
        self._seconds = seconds
        self._turn = threading.Lock()

    @cached_property
    def available(self) -> bool:
        """Whether WeasyPrint and Pango are there; looked for once, when first asked."""
        return find_spec("weasyprint") is not None and all(map(find_library, self._libraries))

    def as_pdf(self, html: str) -> bytes:
        """Return *html* as a tagged PDF.

        Raises:
            NotPrintedError: the process apart did not answer with a PDF in time.
        """
        with self._turn:
            try:
                done = subprocess.run(  # noqa: S603 - this very interpreter, on a page of ours
                    [sys.executable, "-m", self._child],
                    cwd=ROOT,
                    env=ENVIRONMENT,
                    input=html.encode(),
                    capture_output=True,
                    timeout=self._seconds,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise NotPrintedError("the page took too long") from None
        if done.returncode or not done.stdout.startswith(SIGNATURE):
            _log.warning("a PDF ended with status %d: %s", done.returncode, _last_line(done.stderr))
            raise NotPrintedError("no PDF came out")
        return done.stdout


class NoPrinter:
    """A machine without Pango."""

    available = False

    def as_pdf(self, html: str) -> bytes:
        """Refuse.

        Raises:
            NotPrintedError: always.
        """
        raise NotPrintedError(f"{len(html)} characters to print, and nothing to print them with")


def _last_line(told: bytes) -> str:
    return told.decode(errors="replace").strip().rpartition("\n")[2]
