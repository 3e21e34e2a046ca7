"""`score-env aids FILE [--explain]`: one case a row of a CSV file, one answer a line of JSON."""

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Final, TextIO

from scoring.aids.book import Book, load
from scoring.aids.reading import FactsError
from scoring.aids.wire import answer, read_case
from scoring.lines import LineError, decoded, encoded, refusal

COLUMNS: Final = ("id", "regime_id", "reference_date", "inputs_json")
OPTIONS: Final = frozenset({"--explain"})
USAGE: Final = "Usage : score-env aids FICHIER [--explain]   (« - » lit l’entrée standard)\n"
MISUSED: Final = 2
LONGEST_CELL: Final = 1_000_000


def run(words: Sequence[str]) -> int:
    """Answer each row; 1 if one of them could not be read, 2 if the file cannot."""
    names = [word for word in words if not word.startswith("--")]
    options = {word for word in words if word.startswith("--")}
    if options == {"--help"}:
        sys.stdout.write(USAGE)
        return 0
    if len(names) != 1 or not options <= OPTIONS:
        sys.stderr.write(USAGE)
        return MISUSED
    with ExitStack() as stack:
        if names[0] == "-":
            file = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
            stack.callback(file.detach)
        else:
            try:
                file = stack.enter_context(
                    open(names[0], encoding="utf-8-sig", newline="")  # noqa: PTH123 - as typed
                )
            except (OSError, ValueError):
                sys.stderr.write(f"Le fichier « {names[0]} » ne peut pas être lu.\n")
                return MISUSED
        return _answer_all(file, load(), explain="--explain" in options)


def _answer_all(file: TextIO, book: Book, *, explain: bool) -> int:
    """Write one line a row, in constant memory."""
    status = 0
    csv.field_size_limit(LONGEST_CELL)
    try:
        rows = csv.DictReader(file)
        if absent := [column for column in COLUMNS if column not in (rows.fieldnames or ())]:
            sys.stderr.write(f"Colonnes absentes de l’en-tête : {', '.join(absent)}.\n")
            return MISUSED
        for row in rows:
            found = answered(row, book, explain=explain)
            status |= int("error" in found)
            sys.stdout.buffer.write(encoded(found))
        sys.stdout.buffer.flush()
    except (csv.Error, UnicodeDecodeError):
        sys.stdout.buffer.flush()
        sys.stderr.write("Le fichier n’est pas un CSV en UTF-8 lisible jusqu’au bout.\n")
        return 1
    return status


def answered(row: Mapping[str, str | None], book: Book, *, explain: bool) -> dict[str, object]:
    """Return the answer to one *row*: an empty `regime_id` asks every regime of the day."""
    name = row["id"]
    asked = (row["regime_id"] or "").strip()
    given: dict[str, object] = {
        "id": name,
        "reference_date": (row["reference_date"] or "").strip(),
    }
    if asked:
        given["regimes"] = asked.split("+")
    try:
        given["facts"] = decoded((row["inputs_json"] or "").encode())
        return answer(read_case(given), book, explain=explain)
    except LineError as error:
        return refusal(name, error.code, str(error), "/facts")
    except FactsError as error:
        first = error.problems[0]
        return refusal(name, first.code, first.message, first.field)
