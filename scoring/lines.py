"""One line of `score-env score`: a request in JSON, its answer or what is wrong with it."""

import json
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import BinaryIO, Final, NoReturn

from scoring.dated import Law, NotInForceError
from scoring.fields import escaped
from scoring.problems import DeclarationError, quoted
from scoring.rounding import french
from scoring.score import Score, score
from scoring.wire import read_declaration

KEYS: Final = ("id", "on", "declaration")
IGNORED: Final = "expected"
LONGEST_LINE: Final = 1_000_000
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class LineError(Exception):
    """A line cannot be answered; the id is there when it could be read."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.id: str | int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What one line asks: the score of a declaration, not read yet, on one day.

    Attributes:
        id: repeated in the answer.
        on: the day whose method is applied.
        declaration: in the wire form.
        changes: what `score-env whatif` changes in it, None for nothing.
    """

    id: str | int
    on: date
    declaration: object
    changes: object = None

    def scored(self, law: Law, *, on: date | None = None) -> Score:
        """Return the score with the tables of *law*, on its day or on another one.

        Raises:
            DeclarationError: the declaration cannot be read.
            NotInForceError: the method does not exist on that day.
        """
        day = on or self.on
        return score(read_declaration(self.declaration, on=day, law=law), on=day, law=law)


def answer(line: bytes, law: Law, *, explain: bool = False) -> dict[str, object]:
    """Return the answer to one *line*: a score, or `error` with its code, message and field."""
    try:
        request = read_request(line)
    except LineError as error:
        return refused(error.id, error)
    try:
        return {"id": request.id, **request.scored(law).to_wire(explain=explain)}
    except (DeclarationError, NotInForceError) as error:
        return refused(request.id, error)


def lines_of(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines that are not blank; None for one too long to be kept in memory."""
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST_LINE)
            yield None
        elif not line.isspace():
            yield line


def read_request(line: bytes, keys: Collection[str] = KEYS) -> Request:
    """Return what a *line* asks, under *keys*.

    Raises:
        LineError: it cannot be read.
    """
    request = decoded(line)
    name = _identifier(request)
    try:
        _refuse_unknown(request, keys)
        return Request(
            id=name,
            on=_day(request),
            declaration=request.get("declaration"),
            changes=request.get("changes"),
        )
    except LineError as error:
        error.id = name
        raise


def refused(
    name: object, error: LineError | DeclarationError | NotInForceError
) -> dict[str, object]:
    """Return the answer to a line whose request, day or declaration cannot be read."""
    if isinstance(error, DeclarationError):
        first = error.problems[0]
        return refusal(name, first.code, first.message, f"{error.root}{first.field}")
    field = error.field if isinstance(error, LineError) else "/on"
    return refusal(name, error.code, str(error), field)


def refusal(name: object, code: str, message: str, field: str | None) -> dict[str, object]:
    """Return the answer to a line that cannot be read."""
    return {"id": name, "error": {"code": code, "message": message, "field": field}}


def too_long() -> dict[str, object]:
    """Return the answer to a line too long to be kept in memory."""
    message = f"La ligne dépasse {french(Fraction(LONGEST_LINE), 0)} octets : elle n’est pas lue."
    return refusal(None, "line_too_long", message, None)


def encoded(content: dict[str, object]) -> bytes:
    """Return *content* as a line of JSON; what UTF-8 cannot hold is escaped."""
    try:
        return READABLE.encode(content).encode() + b"\n"
    except UnicodeEncodeError:
        return ESCAPED.encode(content).encode() + b"\n"


def decoded(line: bytes) -> dict[str, object]:
    """Return the JSON object of a *line*.

    Raises:
        LineError: it is not JSON, not an object, or a key appears twice.
    """
    try:
        request = DECODER.decode(line.rstrip(b"\r\n").decode("utf-8-sig"))
    except RecursionError:
        raise LineError("not_json", "La ligne imbrique trop d’objets ou de listes.") from None
    except UnicodeDecodeError as error:
        message = f"La ligne n’est pas écrite en UTF-8 (octet {error.start + 1})."
        raise LineError("not_json", message) from None
    except json.JSONDecodeError as error:
        message = f"La ligne n’est pas du JSON lisible, à partir du caractère {error.pos + 1}."
        raise LineError("not_json", message) from None
    except ValueError:
        raise LineError("not_json", "La ligne contient un nombre de trop de chiffres.") from None
    if not isinstance(request, dict):
        raise LineError("wrong_type", "La ligne doit être un objet JSON.")
    return request


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that says a thing twice: nobody can know which one is meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        first: dict[str, int] = {}
        again = (key for n, (key, _) in enumerate(pairs) if first.setdefault(key, n) < n)
        raise LineError("duplicate_key", f"La clé {quoted(next(again))} apparaît deux fois.")
    return found


def _no_constant(name: str) -> NoReturn:
    """Refuse NaN and infinities, which are not JSON."""
    raise LineError("not_json", f"« {name} » n’est pas un nombre.")


# Made once: a new one for each line would take a tenth of the time of a score.
DECODER: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)
READABLE: Final = json.JSONEncoder(ensure_ascii=False)
ESCAPED: Final = json.JSONEncoder()


def _identifier(request: dict[str, object]) -> str | int:
    """Return the id of a request."""
    name = request.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise LineError("required", "« id » doit être un texte ou un nombre entier.", "/id")
    return name


def _refuse_unknown(request: dict[str, object], keys: Collection[str]) -> None:
    """Refuse a key outside the format."""
    for key in request:
        if key not in keys and key != IGNORED:
            pointer = f"/{escaped(key)}"
            raise LineError("unknown_key", f"Clé inconnue : {quoted(key)}.", pointer)


def _day(request: dict[str, object]) -> date:
    """Return the day whose method is applied."""
    value = request.get("on")
    if isinstance(value, str) and DAY.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    raise LineError("not_a_day", "« on » doit être un jour écrit AAAA-MM-JJ.", "/on")
