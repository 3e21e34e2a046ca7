"""Have a workbook read by a process apart, and take its answer for what it is worth."""

import json
import logging
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

from app.gateways.workbook.cells import (
    MOST_BYTES,
    CellKind,
    ReadCell,
    ReadRow,
    ReadSheet,
    WorkbookRefusedError,
)

CHILD: Final = "app.gateways.workbook.child"
ROOT: Final = Path(__file__).resolve().parents[3]
LONGEST_SECONDS: Final = 10

UNREADABLE: Final = (
    "Ce classeur ne peut pas être lu : il est abîmé, ou bien plus grand qu’une déclaration."
    " Repartez du modèle et enregistrez-le en XLSX."
)

_log = logging.getLogger(__name__)


def read_workbook(content: bytes) -> tuple[ReadSheet, ...]:
    """Return the sheets of a workbook.

    Args:
        content: the bytes of the file, as they were received.

    Raises:
        WorkbookRefusedError: it is no workbook, holds what the portal does not receive, or more
            than a declaration can hold; with the sentence to show.
    """
    if len(content) > MOST_BYTES:
        raise WorkbookRefusedError(
            "Ce classeur est trop grand pour une déclaration (1 Mo au plus)."
        )
    with (
        tempfile.NamedTemporaryFile(suffix=".xlsx") as received,
        tempfile.TemporaryFile() as answer,
    ):
        received.write(content)
        received.flush()
        _run(Path(received.name), answer)
        answer.seek(0)
        return _sheets(answer)


def _run(path: Path, answer: BinaryIO) -> None:
    """Run the child on one file; it gets nothing of what this process knows."""
    try:
        done = subprocess.run(  # noqa: S603 - this very interpreter, on a name made here
            [sys.executable, "-m", CHILD, str(path)],
            cwd=ROOT,
            env={},
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise WorkbookRefusedError(UNREADABLE) from None
    if done.returncode:
        _log.warning("the reading of a workbook ended with status %d", done.returncode)


def _sheets(lines: Iterable[bytes]) -> tuple[ReadSheet, ...]:
    """Return what the lines of an answer say.

    Raises:
        WorkbookRefusedError: the answer is a refusal, or stops before its end.
    """
    found: list[tuple[str, list[ReadRow]]] = []
    for line in lines:
        try:
            said = json.loads(line)
        except ValueError:  # cut off in the middle of a line
            break
        if "refused" in said:
            raise WorkbookRefusedError(said["refused"])
        if "done" in said:
            return tuple(ReadSheet(title, tuple(rows)) for title, rows in found)
        if "sheet" in said:
            found.append((said["sheet"], []))
        else:
            cells = {rank: ReadCell(CellKind(kind), text) for rank, kind, text in said["cells"]}
            found[-1][1].append(ReadRow(said["row"], cells))
    raise WorkbookRefusedError(UNREADABLE)
