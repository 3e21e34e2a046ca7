"""`score-env periods FILE`: the periods of dossiers told in a CSV file, one answer a line."""

import csv
import io
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import date
from typing import Final, TextIO

from app.domain.completion import Acts, completion
from app.domain.procedure import Route
from scoring.dated import NotInForceError

DAYS: Final = (
    "confirmed_on",
    "requested_on",
    "supplied_on",
    "requested_again_on",
    "supplied_again_on",
)
COLUMNS: Final = ("route", "received_on", *DAYS)
USAGE: Final = "Usage : score-env periods FICHIER   (« - » lit l’entrée standard)\n"
MISUSED: Final = 2


class RowError(Exception):
    """A row cannot be read: a code, a French sentence, the column."""

    def __init__(self, code: str, message: str, field: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field


def run(arguments: Sequence[str]) -> int:
    """Answer each row; 1 if one of them could not be read, 2 if the file cannot."""
    if len(arguments) != 1 or arguments[0].startswith("--"):
        sys.stderr.write(USAGE)
        return 0 if arguments == ["--help"] else MISUSED
    with ExitStack() as stack:
        if arguments[0] == "-":
            given = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
            stack.callback(given.detach)
            return _answer_all(given)
        try:
            file = stack.enter_context(
                open(arguments[0], encoding="utf-8-sig", newline="")  # noqa: PTH123 - path as typed
            )
        except OSError:
            sys.stderr.write(f"Le fichier « {arguments[0]} » ne peut pas être lu.\n")
            return MISUSED
        return _answer_all(file)


def _answer_all(file: TextIO) -> int:
    status = 0
    try:
        rows = csv.DictReader(file)
        absent = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
        if absent:
            sys.stderr.write(f"Colonnes absentes de l’en-tête : {', '.join(absent)}.\n")
            return MISUSED
        for number, row in enumerate(rows, start=1):
            answer = _answer(number, row)
            status |= int("error" in answer)
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    except (csv.Error, UnicodeDecodeError):
        sys.stderr.write("Le fichier n’est pas un CSV en UTF-8 lisible jusqu’au bout.\n")
        return 1
    return status


def _answer(number: int, row: Mapping[str, str | None]) -> dict[str, object]:
    try:
        found = completion(_acts(row))
    except (RowError, NotInForceError) as error:
        field = getattr(error, "field", "received_on")
        return {
            "row": number,
            "error": {"code": error.code, "message": str(error), "field": field},
        }
    silence = found.silence
    return {
        "row": number,
        "complete_on": _written(found.complete_on),
        "completeness_last_day": _written(found.completeness_last_day),
        "review_last_day": _written(found.review.last_day if found.review else None),
        "silence_last_day": _written(silence.last_day if silence else None),
        "silence_effect_at": f"{silence.effect_at:%Y-%m-%dT%H:%M:%SZ}" if silence else None,
    }


def _acts(row: Mapping[str, str | None]) -> Acts:
    try:
        route = Route((row["route"] or "").strip())
    except ValueError:
        known = ", ".join(Route)
        raise RowError("unknown_route", f"La voie est l’une de : {known}.", "route") from None
    received_on = _day(row, "received_on")
    if received_on is None:
        raise RowError("missing_day", "Le jour de réception manque.", "received_on")
    return Acts(
        route=route, received_on=received_on, **{column: _day(row, column) for column in DAYS}
    )


def _day(row: Mapping[str, str | None], column: str) -> date | None:
    typed = (row[column] or "").strip()
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise RowError("not_a_day", "Écrivez le jour AAAA-MM-JJ.", column) from None


def _written(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
