"""What changed between two declarations, as a page shows it: in French, before and after."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from decimal import InvalidOperation
from typing import Any

from app.domain.differences import Difference, DifferenceKind
from app.labels import words
from app.web.dossier_page import country_name
from app.web.filters import NOTHING, nombre
from scoring.fields import Choice, Count, CountryCode, Kind, Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDifference:
    """A field that changed, in words.

    Attributes:
        place: the part that holds the field; empty at the top of the declaration.
        label: its name.
        kind: added, removed or changed.
        before: its value before; a dash when it was not declared.
        after: its value now; a dash when it is no longer declared.
    """

    place: str
    label: str
    kind: DifferenceKind
    before: str
    after: str


def shown(found: Iterable[Difference]) -> list[ShownDifference]:
    """Return differences as the macro ``differences_table`` takes them."""
    return [
        ShownDifference(
            place=one.place,
            label=one.label,
            kind=one.kind,
            before=_written(one, one.before),
            after=_written(one, one.after),
        )
        for one in found
    ]


def _written(difference: Difference, value: Any) -> str:  # noqa: ANN401 - any JSON
    ranked = difference.pointer.startswith("/specific_values/") and difference.pointer.endswith(
        "/leg"
    )
    if ranked and isinstance(value, int):
        return nombre(value + 1)  # a person counts legs from one
    return written(difference.holds, value)


def written(kind: Kind, value: Any) -> str:  # noqa: ANN401 - any JSON
    """Return a value of the wire format in French; a dash for nothing, as it is if it is wrong."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "oui" if value else "non"
    with suppress(InvalidOperation, KeyError, ValueError, TypeError):
        if isinstance(kind, Quantity | Count):
            return nombre(value)
        if isinstance(kind, CountryCode):
            return country_name(value)
        if isinstance(kind, Choice):
            return words(kind.words(value))
    return str(value)
