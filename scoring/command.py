"""Entry point of `score-env`: the calculator starts with the standard library alone.

`score` and `whatif` run here; every other sub-command is found in `app.cli`, loaded when asked.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import BinaryIO, Final

from scoring import whatif
from scoring.dated import LawFileError
from scoring.law import load
from scoring.lines import answer, encoded, lines_of, too_long

USAGE: Final = """\
Usage : score-env COMMANDE [OPTIONS]

Calculs, sans base ni réseau (« - » lit l’entrée standard) :
  score FICHIER [--explain]    calcule le score de chaque déclaration (une par ligne, JSON)
  whatif FICHIER               compare le score avant et après des changements, et dit jusqu’où
                               chaque composante peut aller pour atteindre le minimum
  periods FICHIER              calcule les délais de chaque dossier (CSV)
  aids FICHIER [--explain]     évalue les aides de chaque cas (CSV), avec leurs raisons
"""
# The commands that answer line by line, with their options.
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"score": ("--explain",), "whatif": ()}
)
REASONS: Final[Mapping[type[Exception], str]] = MappingProxyType(
    {
        FileNotFoundError: "il n’existe pas",
        IsADirectoryError: "c’est un dossier",
        PermissionError: "l’accès est refusé",
    }
)
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
    except LawFileError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _dispatch(words: list[str]) -> int:
    """Find the sub-command; the web code is imported only for those that need it."""
    if words and words[0] in OPTIONS:
        return _calculate(words[0], words[1:])
    if words[:1] == ["aids"]:
        return int(import_module("scoring.aids.command").run(words[1:]))
    if words[:1] == ["periods"]:
        return int(import_module("app.cli.periods").run(words[1:]))
    if words in ([], ["--help"], ["-h"]):
        sys.stdout.write(f"{USAGE}\nAutres commandes :\n")
        sys.stdout.flush()
        words = ["--help"]
    return int(import_module("app.cli").main(words) or 0)


def _calculate(command: str, words: list[str]) -> int:
    """Answer each line of a file; 1 if one of them could not be read, 2 if the file cannot."""
    names = [word for word in words if not word.startswith("--")]
    options = {word for word in words if word.startswith("--")}
    if "--help" in options:
        sys.stdout.write(USAGE)
        return 0
    if len(names) != 1 or not options <= set(OPTIONS[command]):
        known = "".join(f" [{option}]" for option in OPTIONS[command])
        sys.stderr.write(f"Usage : score-env {command} FICHIER{known}\n")
        return MISUSED
    answered = {
        "score": partial(answer, law=load(), explain="--explain" in options),
        "whatif": partial(whatif.answer, law=load()),
    }[command]
    if names[0] == "-":
        return _answer_all(sys.stdin.buffer, answered)
    try:
        file = open(names[0], "rb")  # noqa: PTH123, SIM115 - closed below, path as typed
    except (OSError, ValueError) as error:
        reason = REASONS.get(type(error), "le système le refuse")
        sys.stderr.write(f"Le fichier « {names[0]} » ne peut pas être lu : {reason}.\n")
        return MISUSED
    with file:
        return _answer_all(file, answered)


def _answer_all(file: BinaryIO, answered: Callable[[bytes], dict[str, object]]) -> int:
    """Write one line of answer a line of *file*, in constant memory."""
    out = sys.stdout.buffer
    status = 0
    for line in lines_of(file):
        found = too_long() if line is None else answered(line)
        if "error" in found:
            status = 1
        out.write(encoded(found))
        if file is sys.stdin.buffer:
            out.flush()
    out.flush()
    return status
