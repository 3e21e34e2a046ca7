"""Dated files of the law: values with the days they apply, their source and their grade.

One TOML file an article or annex. The table `[file]` says what the file repeats; every other
table is a parameter::

    [file]
    title = "Arrêté …, article 4"
    href = "https://…"
    checked_on = 2026-04-03        # last day someone compared this file with the text

    [minimum]
    label = "score minimal"        # optional, French, shown in messages
    unit = "point"
    gaps = false                   # optional: true lets days without any value exist
    edition = [
      { from = 2023-10-10, value = 60, source = "art. 3", grade = "A", note = "…" },
    ]

Editions are half-open, `[from, until[`, sorted, without overlap. An edition holds a `value`
(a scalar or a list of scalars) or `rows` (tables of such values); a row may carry its own
`source`, `grade` and `note`. Grades: A read in the official text, B in secondary sources (B1 one
source, B3 three or more), C inferred.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from scoring.editions import (
    Cell,
    Edition,
    LawFile,
    LawFileError,
    NotInForceError,
    Parameter,
    Row,
    Scalar,
    Value,
    exact,
)

__all__ = [
    "Edition",
    "Law",
    "LawFile",
    "LawFileError",
    "NotInForceError",
    "Parameter",
    "Row",
    "exact",
]

GRADE: Final = re.compile(r"A|B[1-9]?|C")
FILE_KEYS: Final = {"title": str, "href": str, "checked_on": date}
PARAMETER_KEYS: Final = {"label", "unit", "gaps", "edition"}
TEXTS: Final = {"source", "note"}
# The tables of the wordings and of the transitional clauses of the aids.
OF_AIDS: Final = frozenset({"wording", "transition"})
EDITION_KEYS: Final = {"from", "until", "value", "rows", "source", "grade", "note"}


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """All values of a set of dated files, by name and day.

    Attributes:
        files: the files read, by name.
        parameters: every parameter by name.
        digest: SHA-256 of the files, kept with every result so that it can be computed again.
    """

    files: tuple[LawFile, ...]
    parameters: Mapping[str, Parameter]
    digest: str

    @classmethod
    def read(cls, *paths: Path) -> Self:
        """Read *paths*; their order does not matter.

        Raises:
            LawFileError: a file is malformed, or two parameters have the same name.
        """
        digest = hashlib.sha256()
        files: list[LawFile] = []
        parameters: dict[str, Parameter] = {}
        for path in sorted(paths, key=lambda path: path.name):
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
            file, found = read_file(path.name, content)
            if twice := sorted(parameters.keys() & found.keys()):
                raise LawFileError(f"{path.name} : paramètre déjà défini ailleurs : {twice[0]}.")
            files.append(file)
            parameters |= found
        return cls(tuple(files), MappingProxyType(parameters), digest.hexdigest())

    def edition(self, name: str, *, on: date) -> Edition:
        """Return the edition of parameter *name* in force on day *on*.

        Raises:
            NotInForceError: no edition covers that day.
            KeyError: the files hold no such parameter.
        """
        return self.parameters[name].on(on)

    def value(self, name: str, *, on: date) -> Value:
        """Return the value of parameter *name* in force on day *on*; as `edition`."""
        return self.edition(name, on=on).value

    def number(self, name: str, *, on: date) -> Fraction:
        """Return the number *name* in force on day *on*, exact; as `edition`."""
        return self.edition(name, on=on).number

    def integer(self, name: str, *, on: date) -> int:
        """Return the count *name* in force on day *on*; as `edition`."""
        return self.edition(name, on=on).integer

    def text(self, name: str, *, on: date) -> str:
        """Return the word *name* in force on day *on*; as `edition`."""
        return self.edition(name, on=on).text

    def rows(self, name: str, *, on: date) -> tuple[Row, ...]:
        """Return the rows of table *name* in force on day *on*; as `edition`."""
        return self.edition(name, on=on).rows


def dated_files(folder: Path) -> list[Path]:
    """Return the dated files below *folder*, by name; other TOML files have no table `[file]`.

    Nor are the wordings of the aids, which hold conditions: see `scoring.aids.upkeep`.
    """
    return sorted(path for path in folder.rglob("*.toml") if _is_dated(path.read_bytes()))


def _is_dated(content: bytes) -> bool:
    """Tell whether a file says what it repeats; one that cannot be read might."""
    try:
        tables = tomllib.loads(content.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return True
    return "file" in tables and tables.keys().isdisjoint(OF_AIDS)


def read_file(name: str, content: bytes) -> tuple[LawFile, dict[str, Parameter]]:
    """Read the *content* of the dated file called *name*.

    Raises:
        LawFileError: it is malformed; the message says where.
    """
    try:
        tables = tomllib.loads(content.decode(), parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LawFileError(f"{name} : {error}") from error
    head = tables.pop("file", None)
    if not isinstance(head, dict) or head.keys() != FILE_KEYS.keys():
        raise LawFileError(f"{name} : la table [file] porte title, href et checked_on.")
    for key, kind in FILE_KEYS.items():
        if type(head[key]) is not kind or not str(head[key]).strip():
            raise LawFileError(f"{name} : [file] {key} est vide ou d’un autre type.")
    parameters = {key: _parameter(f"{name} [{key}]", key, table) for key, table in tables.items()}
    return LawFile(name=name, parameters=tuple(parameters), **head), parameters


def _parameter(where: str, name: str, table: object) -> Parameter:
    """Check one parameter and return it."""
    if not isinstance(table, dict):
        raise LawFileError(f"{where} : une table est attendue.")
    _refuse_unknown(where, table, PARAMETER_KEYS)
    label = _text(where, table, "label") if "label" in table else name
    unit = _text(where, table, "unit")
    gaps = table.get("gaps", False)
    raw = table.get("edition")
    if not isinstance(gaps, bool) or not isinstance(raw, list) or not raw:
        raise LawFileError(f"{where} : edition est une liste non vide, gaps un booléen.")
    editions = tuple(_edition(f"{where} édition {n}", one) for n, one in enumerate(raw, 1))
    for n, (earlier, later) in enumerate(pairwise(editions), 2):
        if earlier.until is None or later.from_ < earlier.until:
            raise LawFileError(f"{where} édition {n} : chevauche la précédente.")
        if later.from_ > earlier.until and not gaps:
            raise LawFileError(f"{where} édition {n} : laisse des jours sans valeur.")
    return Parameter(name=name, label=label, unit=unit, gaps=gaps, editions=editions)


def _edition(where: str, table: object) -> Edition:
    """Check one edition and return it."""
    if not isinstance(table, dict):
        raise LawFileError(f"{where} : une table est attendue.")
    _refuse_unknown(where, table, EDITION_KEYS)
    from_ = _day(where, table, "from")
    until = _day(where, table, "until") if "until" in table else None
    if until is not None and until <= from_:
        raise LawFileError(f"{where} : until ne suit pas from.")
    if ("value" in table) == ("rows" in table):
        raise LawFileError(f"{where} : une édition porte soit value, soit rows.")
    value = _rows(where, table["rows"]) if "rows" in table else _cell(where, table["value"])
    return Edition(
        from_=from_,
        until=until,
        value=value,
        source=_text(where, table, "source"),
        grade=_grade(where, table),
        note=_text(where, table, "note") if "note" in table else None,
    )


def _rows(where: str, raw: object) -> tuple[Row, ...]:
    """Check the rows of a table and freeze them."""
    if not isinstance(raw, list) or not raw:
        raise LawFileError(f"{where} : rows est une liste non vide.")
    return tuple(_frozen_rows(where, raw))


def _frozen_rows(where: str, raw: Iterable[object]) -> Iterator[Row]:
    for n, row in enumerate(raw, 1):
        if not isinstance(row, dict) or not row:
            raise LawFileError(f"{where} ligne {n} : une table non vide est attendue.")
        if "grade" in row:
            _grade(f"{where} ligne {n}", row)
        for key in TEXTS & row.keys():
            _text(f"{where} ligne {n}", row, key)
        yield MappingProxyType({k: _cell(f"{where} ligne {n}", v) for k, v in row.items()})


def _cell(where: str, value: object) -> Cell:
    """Check a value: a finite number, a text, a boolean, a day, or a list of them."""
    if isinstance(value, list):
        return tuple(_scalar(where, one) for one in value)
    return _scalar(where, value)


def _scalar(where: str, value: object) -> Scalar:
    if isinstance(value, datetime) or not isinstance(value, bool | int | Decimal | str | date):
        raise LawFileError(f"{where} : valeur d’un type non prévu : {value!r}.")
    if isinstance(value, Decimal) and not value.is_finite():
        raise LawFileError(f"{where} : nombre non fini.")
    return value


def _refuse_unknown(where: str, table: Mapping[str, object], known: set[str]) -> None:
    if unknown := sorted(table.keys() - known):
        raise LawFileError(f"{where} : clé inconnue : {unknown[0]}.")


def _text(where: str, table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise LawFileError(f"{where} : {key} manque ou n’est pas un texte.")
    return value


def _day(where: str, table: Mapping[str, object], key: str) -> date:
    value = table.get(key)
    if not isinstance(value, date) or isinstance(value, datetime):
        raise LawFileError(f"{where} : {key} manque ou n’est pas un jour.")
    return value


def _grade(where: str, table: Mapping[str, object]) -> str:
    grade = _text(where, table, "grade")
    if not GRADE.fullmatch(grade):
        raise LawFileError(f"{where} : grade inconnu : {grade}.")
    return grade
