"""Between a form and the declaration on the wire: the same table reads both.

``scoring.wire`` says what each key holds; here its quantities become decimals for the fields of a
form, and what the fields read becomes the object a draft keeps.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from scoring.fields import QUANTITY, Kind, ListOf, Quantity, Reading, Record
from scoring.law import Method
from scoring.problems import Problem


def for_form(kind: Kind, value: Any) -> Any:  # noqa: ANN401 - a JSON value
    """Return a value of the wire format as the fields of a form want it.

    An unfinished draft is shown as far as it goes: what is not of its kind is shown as absent.
    """
    if isinstance(kind, Record):
        held = value if isinstance(value, Mapping) else {}
        return {
            one.key: for_form(one.kind, held[one.key]) for one in kind.fields if one.key in held
        }
    if isinstance(kind, ListOf):
        items = value if isinstance(value, list) else []
        return [for_form(kind.item, item) for item in items]
    if isinstance(kind, Quantity):
        readable = isinstance(value, str) and re.fullmatch(QUANTITY, value)
        return Decimal(value) if readable else None
    return value


def for_wire(kind: Kind, value: Any) -> Any:  # noqa: ANN401 - what a form read
    """Return what a form read in the wire format: absent is unknown, null where it has a sense."""
    if isinstance(kind, Record):
        read = {one: for_wire(one.kind, value.get(one.key)) for one in kind.fields}
        return {
            one.key: found
            for one, found in read.items()
            if found is not None or (one.nullable and not one.omitted)
        }
    if isinstance(kind, ListOf):
        return [for_wire(kind.item, item) for item in value or ()]
    if isinstance(value, Decimal):
        return format(value, "f")
    return None if value == "" else value


def problems_in(record: Record, part: Mapping[str, Any], *, method: Method) -> list[Problem]:
    """Return what is wrong in one part of a declaration; pointers start at that part."""
    reading = Reading(method)
    record.read(dict(part), "Déclaration", "", reading)
    return reading.problems
