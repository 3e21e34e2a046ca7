"""Changes to a declaration in its wire form: add, remove and replace of JSON Patch (RFC 6902)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from scoring.fields import Choice, Field, ListOf, Plain, Reading, Record
from scoring.law import Method
from scoring.problems import DeclarationError, Problem, quoted

MOST_CHANGES: Final = 1000
POINTER: Final = re.compile(r"(?:/(?:[^/~]|~[01])*)*")
RANK: Final = re.compile(r"-|0|[1-9][0-9]{0,8}")
# What a sentence shows of a pointer: the longest one into a declaration is shorter.
SHOWN: Final = 100
END: Final = "-"
ABSENT: Final = object()
ROOT: Final = "declaration"


class Operation(StrEnum):
    """What a change does at its place."""

    ADD = "add"
    REMOVE = "remove"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One operation on a declaration.

    Attributes:
        op: what is done.
        path: where, as a JSON Pointer (RFC 6901) into the declaration.
        value: the JSON value put there; `ABSENT` for a removal.
    """

    op: Operation
    path: str
    value: object


class ChangesError(DeclarationError):
    """Changes cannot be applied, or make a declaration that cannot be read.

    The fields of its problems lead into the list of changes.
    """

    code = "invalid_changes"
    root = "/changes"


class Pointer(Plain):
    """A JSON Pointer."""

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the pointer as written."""
        if isinstance(value, str) and POINTER.fullmatch(value):
            return value
        message = f"« {label} » doit être un pointeur JSON, comme /reference_vehicle/seats."
        return reading.refuse("not_a_pointer", message, pointer)

    def schema(self) -> dict[str, object]:
        """Return the schema of a pointer."""
        return {"type": "string", "pattern": f"^{POINTER.pattern}$"}


class Anything(Plain):
    """Any JSON value: the declaration is checked once it is changed."""

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return *value*."""
        del label, pointer, reading
        return value

    def schema(self) -> dict[str, object]:
        """Return the schema that accepts all."""
        return {}


def _check_value(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse a removal with a value, and any other operation without one."""
    if "op" not in values:
        return
    removal = values["op"] is Operation.REMOVE
    if (values["value"] is ABSENT) == removal:
        return
    fate = "n’a pas de sens" if removal else "est obligatoire"
    code = "not_applicable" if removal else "required"
    message = f"« Valeur » {fate} pour l’opération « {values['op']} »."
    reading.refuse(code, message, f"{pointer}/value")


CHANGES: Final = ListOf(
    least=0,
    most=MOST_CHANGES,
    item=Record(
        build=Change,
        check=_check_value,
        fields=(
            Field(key="op", label="Opération", kind=Choice(Operation)),
            Field(key="path", label="Chemin", kind=Pointer()),
            Field(key="value", label="Valeur", kind=Anything(), required=False, default=ABSENT),
        ),
    ),
)


def read_changes(value: object, *, method: Method) -> tuple[Change, ...]:
    """Return the changes held by a decoded JSON *value*.

    Raises:
        ChangesError: with all the problems found, not the first.
    """
    reading = Reading(method)
    changes = CHANGES.read(value, "Changements", "", reading)
    if reading.problems:
        raise ChangesError(reading.problems)
    return cast("tuple[Change, ...]", changes)


def apply(changes: Iterable[Change], document: object) -> object:
    """Return *document* once changed; neither it nor the changes are modified.

    Raises:
        ChangesError: a pointer leads nowhere in the document as the changes before it left it.
    """
    for n, change in enumerate(changes):
        try:
            document = _changed(document, change)
        except LookupError:
            message = f"{quoted(change.path, SHOWN)} ne mène nulle part dans la déclaration."
            raise ChangesError([Problem("unknown_pointer", message, f"/{n}/path")]) from None
    return document


def blamed(problem: Problem, changes: Sequence[Change]) -> Problem:
    """Return a *problem* of the changed declaration, told of the last change that touches it."""
    for n, change in reversed(tuple(enumerate(changes))):
        path = change.path.removesuffix(f"/{END}")
        if _inside(problem.field, path) or _inside(path, problem.field):
            return Problem(problem.code, problem.message, f"/{n}")
    return Problem(problem.code, problem.message, "")


def _changed(document: object, change: Change) -> object:
    """Return a copy of *document* after one change; what the change does not touch is shared.

    Raises:
        LookupError: the pointer leads nowhere.
    """
    holder: dict[object, object] = {ROOT: document}
    *way, last = (ROOT, *(_unescaped(token) for token in change.path.split("/")[1:]))
    node = holder
    for token in way:
        key = _key(node, token)
        node[key] = copy(node[key])
        # An object or a list, or the next key is refused: both are indexed alike.
        node = cast("dict[object, object]", node[key])
    key = _key(node, last, adding=change.op is Operation.ADD)
    if change.op is Operation.REMOVE:
        del node[key]
    elif change.op is Operation.ADD and isinstance(key, int):
        cast("list[object]", node).insert(key, change.value)
    else:
        node[key] = change.value
    return holder.get(ROOT)


def _key(node: object, token: str, *, adding: bool = False) -> object:
    """Return the key or the rank that a *token* names in an object or a list.

    Raises:
        LookupError: it names nothing there, and nothing that could be added there.
    """
    if isinstance(node, dict) and (adding or token in node):
        return token
    if isinstance(node, list) and RANK.fullmatch(token):
        rank = len(node) if token == END else int(token)
        if rank < len(node) + adding:
            return rank
    raise LookupError


def _unescaped(token: str) -> str:
    """Return the key that a *token* of a JSON Pointer says."""
    return token.replace("~1", "/").replace("~0", "~")


def _inside(field: str, path: str) -> bool:
    """Tell whether *field* is at *path* or below."""
    return field == path or field.startswith(f"{path}/")
