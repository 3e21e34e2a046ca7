"""Kinds of fields of a wire format: each reads, writes and describes one sort of value.

A format is a table of fields. Reading collects every problem instead of stopping at the first,
and gives `FAILED` where there is one. The JSON Schema comes from the same table.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Final, Protocol

from scoring.law import Method
from scoring.problems import Problem, quoted
from scoring.rounding import exactly

FAILED: Final = object()

# Nine digits on each side hold any real quantity and keep exact arithmetic short.
QUANTITY: Final = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?")
POSITIVE: Final = re.compile(rf"(?=.*[1-9]){QUANTITY.pattern}")
NEGATIVE: Final = re.compile(f"-{QUANTITY.pattern}")
COUNTRY: Final = "[A-Z]{2}"
# Control characters and lone surrogates: neither a page nor a file can show them.
UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(slots=True)
class Reading:
    """The problems met so far, and the method of the day that some checks need."""

    method: Method
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, message: str, pointer: str) -> object:
        """Add a problem; return `FAILED` for the caller to return."""
        self.problems.append(Problem(code, message, pointer))
        return FAILED


class Kind(Protocol):
    """How one sort of value is read, written and described."""

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the value checked, or `FAILED` after having said why."""

    def write(self, value: object) -> object:
        """Return the JSON value."""

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema."""


class Plain:
    """A kind whose values are written as they are."""

    def write(self, value: object) -> object:
        """Return *value*."""
        return value


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """A line of text; outer blanks are removed, nothing else (L-1)."""

    most: int = 255

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the text without its outer blanks."""
        if not isinstance(value, str):
            return reading.refuse("wrong_type", f"« {label} » doit être un texte.", pointer)
        text = value.strip()
        if not text:
            return reading.refuse("blank", f"« {label} » ne peut pas être vide.", pointer)
        if len(text) > self.most:
            message = f"« {label} » dépasse {self.most} caractères."
            return reading.refuse("too_long", message, pointer)
        if not text.isprintable() and UNPRINTABLE.search(text):
            message = f"« {label} » contient un caractère non imprimable."
            return reading.refuse("unprintable", message, pointer)
        return text

    def schema(self) -> dict[str, object]:
        """Return the schema of a text that is not blank."""
        return {"type": "string", "minLength": 1, "maxLength": self.most, "pattern": r"\S"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A decimal string without sign, exponent, unit or separator; an exact fraction inside."""

    positive: bool = False

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the quantity as a fraction."""
        if not isinstance(value, str):
            message = f'« {label} » doit être un nombre écrit entre guillemets, comme "1650.5".'
            return reading.refuse("wrong_type", message, pointer)
        if not QUANTITY.fullmatch(value):
            return self._not_a_quantity(value, label, pointer, reading)
        whole, _, decimals = value.partition(".")
        digits = int(whole + decimals)
        if self.positive and not digits:
            return reading.refuse("not_positive", f"« {label} » doit dépasser zéro.", pointer)
        # Read as whole numbers: it takes a third of the time of Fraction(value).
        return Fraction(digits, 10 ** len(decimals)) if decimals else Fraction(digits)

    def _not_a_quantity(self, value: str, label: str, pointer: str, reading: Reading) -> object:
        if NEGATIVE.fullmatch(value):
            return reading.refuse("negative", f"« {label} » ne peut pas être négatif.", pointer)
        message = (
            f'« {label} » doit être un nombre décimal comme "1650.5" : neuf chiffres au plus '
            "de chaque côté du point, sans signe, exposant, unité ni séparateur de milliers."
        )
        return reading.refuse("not_a_quantity", message, pointer)

    def write(self, value: object) -> object:
        """Return the decimal string of a quantity."""
        return exactly(value) if isinstance(value, Fraction) else value

    def schema(self) -> dict[str, object]:
        """Return the schema of a decimal string."""
        pattern = POSITIVE if self.positive else QUANTITY
        return {"type": "string", "pattern": f"^{pattern.pattern}$"}


@dataclass(frozen=True, slots=True)
class Count(Plain):
    """A whole number between two bounds."""

    least: int
    most: int

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the count."""
        if not isinstance(value, int) or isinstance(value, bool):
            return reading.refuse("wrong_type", f"« {label} » doit être un nombre entier.", pointer)
        if not self.least <= value <= self.most:
            message = f"« {label} » doit être compris entre {self.least} et {self.most}."
            return reading.refuse("out_of_range", message, pointer)
        return value

    def schema(self) -> dict[str, object]:
        """Return the schema of a bounded integer."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag(Plain):
    """True or false."""

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the boolean."""
        if not isinstance(value, bool):
            message = f"« {label} » doit être vrai ou faux (true, false)."
            return reading.refuse("wrong_type", message, pointer)
        return value

    def schema(self) -> dict[str, object]:
        """Return the schema of a boolean."""
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words, as a member of an enumeration; written as its word."""

    words: type[StrEnum]

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the member."""
        known = members(self.words)
        if isinstance(value, str) and value in known:
            return known[value]
        message = f"« {label} » doit être l’une des valeurs : {', '.join(known)}."
        return reading.refuse("unknown_choice", message, pointer)

    def write(self, value: object) -> object:
        """Return the word."""
        return str(value)

    def schema(self) -> dict[str, object]:
        """Return the schema of the words."""
        return {"enum": list(members(self.words))}


@cache
def members(words: type[StrEnum]) -> Mapping[str, StrEnum]:
    """Return the members of an enumeration by their words."""
    return MappingProxyType({word.value: word for word in words})


@dataclass(frozen=True, slots=True)
class CountryCode(Plain):
    """A country the tables of the method know, as ISO 3166-1 alpha-2."""

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the code."""
        if isinstance(value, str) and value in reading.method.countries:
            return value
        message = f"« {label} » doit être le code à deux lettres d’un pays (ISO 3166-1), comme FR."
        return reading.refuse("unknown_country", message, pointer)

    def schema(self) -> dict[str, object]:
        """Return the schema of a country code."""
        return {"type": "string", "pattern": f"^{COUNTRY}$"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One key of a record.

    Attributes:
        key: its name in the format and in the object.
        label: its name in French.
        kind: what it holds.
        required: an absent key is a problem.
        nullable: null is a known "none".
        default: what an absent key means.
        omitted: a None is left out when written.
    """

    key: str
    label: str
    kind: Kind
    required: bool = True
    nullable: bool = False
    default: object = None
    omitted: bool = False

    def read_none(self, record: Mapping[str, object], pointer: str, reading: Reading) -> object:
        """Return what this key of *record* means, when it is absent or null."""
        if self.key in record:
            if self.nullable:
                return self.default
            return self.kind.read(None, self.label, f"{pointer}/{self.key}", reading)
        if not self.required:
            return self.default
        message = f"« {self.label} » est obligatoire."
        return reading.refuse("required", message, f"{pointer}/{self.key}")

    def schema(self) -> dict[str, object]:
        """Return the schema of the value of this key."""
        schema = self.kind.schema()
        if self.nullable:
            schema = {"anyOf": [schema, {"type": "null"}]}
        return {"title": self.label, **schema}


Check = Callable[[Mapping[str, object], str, Reading], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An object with known keys, built from them.

    Attributes:
        fields: its keys.
        build: makes the object once every key is read.
        check: looks at the keys together; one that failed is absent from what it sees.
    """

    fields: tuple[Field, ...]
    build: Callable[..., object]
    check: Check | None = None

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the object built, or `FAILED` if anything below was refused."""
        if not isinstance(value, dict):
            return reading.refuse("wrong_type", f"« {label} » doit être un objet.", pointer)
        before = len(reading.problems)
        values = {}
        for one in self.fields:
            key = one.key
            held = value.get(key)
            values[key] = (
                one.read_none(value, pointer, reading)
                if held is None
                else one.kind.read(held, one.label, f"{pointer}/{key}", reading)
            )
        if not value.keys() <= values.keys():
            self._refuse_unknown(value, label, pointer, reading)
        if self.check is not None:
            found = values
            if len(reading.problems) > before:
                found = {key: one for key, one in values.items() if one is not FAILED}
            self.check(found, pointer, reading)
        return self.build(**values) if len(reading.problems) == before else FAILED

    def _refuse_unknown(
        self, value: Mapping[str, object], label: str, pointer: str, reading: Reading
    ) -> None:
        known = {one.key for one in self.fields}
        for key in value:
            if key not in known:
                message = f"Clé inconnue dans « {label} » : {quoted(key)}."
                reading.refuse("unknown_key", message, f"{pointer}/{escaped(key)}")

    def write(self, value: object) -> object:
        """Return the JSON object."""
        pairs = ((one, getattr(value, one.key)) for one in self.fields)
        return {
            one.key: None if held is None else one.kind.write(held)
            for one, held in pairs
            if not (held is None and one.omitted)
        }

    def schema(self) -> dict[str, object]:
        """Return the schema of the object: no other key is allowed."""
        return {
            "type": "object",
            "properties": {one.key: one.schema() for one in self.fields},
            "required": [one.key for one in self.fields if one.required],
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf:
    """A list of records, a tuple inside.

    Attributes:
        item: what it holds.
        least: how many at least.
        most: how many at most.
    """

    item: Record
    least: int = 1
    most: int = 100

    def read(self, value: object, label: str, pointer: str, reading: Reading) -> object:
        """Return the items, or `FAILED` if one was refused."""
        if not isinstance(value, list):
            return reading.refuse("wrong_type", f"« {label} » doit être une liste.", pointer)
        if not self.least <= len(value) <= self.most:
            message = f"« {label} » doit compter de {self.least} à {self.most} éléments."
            return reading.refuse("wrong_length", message, pointer)
        before = len(reading.problems)
        items = [
            self.item.read(one, label, f"{pointer}/{n}", reading) for n, one in enumerate(value)
        ]
        return tuple(items) if len(reading.problems) == before else FAILED

    def write(self, value: object) -> object:
        """Return the JSON list."""
        return [self.item.write(one) for one in value] if isinstance(value, tuple) else value

    def schema(self) -> dict[str, object]:
        """Return the schema of the list."""
        return {
            "type": "array",
            "items": self.item.schema(),
            "minItems": self.least,
            "maxItems": self.most,
        }


def escaped(key: str) -> str:
    """Return *key* as a token of a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
