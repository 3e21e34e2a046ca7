"""Entry point of `score-env`: the calculator starts with the standard library alone.

`score` runs here; every other sub-command is found in `app.cli`, loaded when asked.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import BinaryIO, Final

from scoring.dated import Law
from scoring.law import load
from scoring.lines import answer, encoded, too_long

USAGE: Final = """\
Usage : score-env COMMANDE [OPTIONS]

Calculs, sans base ni réseau (« - » lit l’entrée standard) :
  score FICHIER [--explain]    calcule le score de chaque déclaration (une par ligne, JSON)
  periods FICHIER              calcule les délais de chaque dossier (CSV)
"""
REASONS: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        FileNotFoundError: "il n’existe pas",
        IsADirectoryError: "c’est un dossier",
        PermissionError: "l’accès est refusé",
    }
)
LONGEST_LINE: Final = 1_000_000
BROKEN_PIPE: Final = 141
INTERRUPTED: Final = 130
MISUSED: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `score-env` with *arguments*, those of the process by default; return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _dispatch(words)
    except BrokenPipeError:
        # The reader left. Nothing may be written any more, not even by the interpreter at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED


def _dispatch(words: list[str]) -> int:
    """Find the sub-command; the web code is imported only for those that need it."""
    if words[:1] == ["score"]:
        return _score(words[1:])
    if words[:1] == ["periods"]:
        return int(import_module("app.cli.periods").run(words[1:]))
    if words in ([], ["--help"], ["-h"]):
        sys.stdout.write(f"{USAGE}\nAutres commandes :\n")
        sys.stdout.flush()
        words = ["--help"]
    return int(import_module("app.cli").main(words) or 0)


def _score(words: list[str]) -> int:
    """Answer each line of a file; 1 if one of them could not be read, 2 if the file cannot."""
    names = [word for word in words if not word.startswith("--")]
    options = {word for word in words if word.startswith("--")}
    if "--help" in options:
        sys.stdout.write(USAGE)
        return 0
    if len(names) != 1 or not options <= {"--explain"}:
        sys.stderr.write("Usage : score-env score FICHIER [--explain]\n")
        return MISUSED
    explain = "--explain" in options
    if names[0] == "-":
        return _answer_all(sys.stdin.buffer, load(), explain=explain)
    try:
        file = open(names[0], "rb")  # noqa: PTH123, SIM115 - closed below, path as typed
    except (OSError, ValueError) as error:
        reason = REASONS.get(type(error), "le système le refuse")
        sys.stderr.write(f"Le fichier « {names[0]} » ne peut pas être lu : {reason}.\n")
        return MISUSED
    with file:
        return _answer_all(file, load(), explain=explain)


def _answer_all(file: BinaryIO, law: Law, *, explain: bool) -> int:
    """Write one line of answer a line of *file*, in constant memory."""
    out = sys.stdout.buffer
    status = 0
    for line in _lines(file):
        found = too_long() if line is None else answer(line, law, explain=explain)
        if "error" in found:
            status = 1
        out.write(encoded(found))
        if file is sys.stdin.buffer:
            out.flush()
    out.flush()
    return status


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines that are not blank; None for one too long to be kept in memory."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST_LINE)
            yield None
        elif not line.isspace():
            yield line
