"""Several declarations in one text: a JSON array, or one object a line (INV-05)."""

from contextlib import suppress
from typing import Any

from scoring.lines import LineError, decoded

ENOUGH = 2


def declarations_in(sent: bytes) -> list[Any] | None:
    """Return the declarations of an array or of JSON lines; none for anything else.

    A line that cannot be read is given back as the error that says why.
    """
    text = sent.removeprefix(b"\xef\xbb\xbf").strip()
    if text.startswith(b"["):
        with suppress(LineError):
            found = decoded(b'{"all":' + text + b"}")["all"]
            return found if isinstance(found, list) and _declares(found) else None
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < ENOUGH or not all(line.lstrip().startswith(b"{") for line in lines):
        return None
    read = [_line(line) for line in lines]
    # One object spread over lines has lines that are no objects.
    return None if all(isinstance(one, LineError) for one in read) else read


def _declares(found: list[Any]) -> bool:
    return any(isinstance(one, dict) for one in found)


def _line(line: bytes) -> dict[str, object] | LineError:
    try:
        return decoded(line)
    except LineError as error:
        return error
