"""One line of `score-env score`: a request in JSON, its answer or what is wrong with it."""

import json
import re
from contextlib import suppress
from datetime import date
from typing import Final, NoReturn

from scoring.dated import Law, NotInForceError
from scoring.fields import SHOWN, escaped
from scoring.problems import DeclarationError
from scoring.score import score
from scoring.wire import read_declaration

KEYS: Final = ("id", "on", "declaration")
IGNORED: Final = "expected"
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class LineError(Exception):
    """A line cannot be answered."""

    def __init__(self, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.field = field


def answer(line: bytes, law: Law, *, explain: bool = False) -> dict[str, object]:
    """Return the answer to one *line*: a score, or `error` with its code, message and field."""
    name: object = None
    try:
        request = decoded(line)
        name = _identifier(request)
        _refuse_unknown(request)
        on = _day(request)
        declaration = read_declaration(request.get("declaration"), on=on, law=law)
        return {"id": name, **score(declaration, on=on, law=law).to_wire(explain=explain)}
    except LineError as error:
        return refusal(name, error.code, str(error), error.field)
    except NotInForceError as error:
        return refusal(name, error.code, str(error), "/on")
    except DeclarationError as error:
        first = error.problems[0]
        return refusal(name, first.code, first.message, f"/declaration{first.field}")


def refusal(name: object, code: str, message: str, field: str | None) -> dict[str, object]:
    """Return the answer to a line that cannot be read."""
    return {"id": name, "error": {"code": code, "message": message, "field": field}}


def too_long() -> dict[str, object]:
    """Return the answer to a line too long to be kept in memory."""
    return refusal(None, "line_too_long", "La ligne est trop longue pour une déclaration.", None)


def encoded(content: dict[str, object]) -> bytes:
    """Return *content* as a line of JSON; what UTF-8 cannot hold is escaped."""
    try:
        return json.dumps(content, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(content).encode() + b"\n"


def decoded(line: bytes) -> dict[str, object]:
    """Return the JSON object of a *line*.

    Raises:
        LineError: it is not JSON, not an object, or a key appears twice.
    """
    try:
        request = json.loads(
            line.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant
        )
    except RecursionError:
        raise LineError("not_json", "La ligne imbrique trop d’objets ou de listes.") from None
    except ValueError:
        raise LineError("not_json", "La ligne n’est pas du JSON lisible.") from None
    if not isinstance(request, dict):
        raise LineError("wrong_type", "La ligne doit être un objet JSON.")
    return request


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Refuse an object that says a thing twice: nobody can know which one is meant."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise LineError("duplicate_key", f"La clé {key[:SHOWN]!r} apparaît deux fois.")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    """Refuse NaN and infinities, which are not JSON."""
    raise ValueError(name)


def _identifier(request: dict[str, object]) -> str | int:
    """Return the id of a request."""
    name = request.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise LineError("required", "« id » doit être un texte ou un nombre entier.", "/id")
    return name


def _refuse_unknown(request: dict[str, object]) -> None:
    """Refuse a key outside the format."""
    for key in request:
        if key not in KEYS and key != IGNORED:
            pointer = f"/{escaped(key)}"
            raise LineError("unknown_key", f"Clé inconnue : {key[:SHOWN]!r}.", pointer)


def _day(request: dict[str, object]) -> date:
    """Return the day whose method is applied."""
    value = request.get("on")
    if isinstance(value, str) and DAY.fullmatch(value):
        with suppress(ValueError):
            return date.fromisoformat(value)
    raise LineError("not_a_day", "« on » doit être un jour écrit AAAA-MM-JJ.", "/on")
