"""What changed between two declarations: the fields that differ, and nothing else.

Corrections and change reports show it before and after they are filed (D. 251-1-A, P-25).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final

from scoring.fields import Count, Field, Kind, ListOf, Quantity, Record, Text, escaped
from scoring.wire import BATTERY_SITE, DECLARATION, LINE, SPECIFIC_VALUE

BETWEEN: Final = ", "

Pair = tuple[int | None, int | None]


class DifferenceKind(StrEnum):
    """What happened to a field."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field that is not the same in two declarations.

    Attributes:
        pointer: where, as a JSON Pointer (RFC 6901): in the declaration after, or in the one
            before when the field is no longer in it.
        place: the part that holds the field, in French; empty at the top.
        label: the name of the field, in French.
        kind: added, removed or changed.
        before: its value in the wire format; None when it was not declared.
        after: the same, now.
        holds: what the field holds: a quantity, a country, a choice…
    """

    pointer: str
    place: str
    label: str
    kind: DifferenceKind
    before: Any
    after: Any
    holds: Kind

    @property
    def name(self) -> str:
        """The place and the label, for a list or a sentence."""
        return f"{self.place}{BETWEEN}{self.label}" if self.place else self.label


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the comparison stands in both declarations at once."""

    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def into(self, key: str, word: str) -> "_Place":
        return replace(self, keys=(*self.keys, key), words=(*self.words, word))


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return what differs between two declarations in wire form, in the order of the format.

    Lines and battery sites are matched by their ``id`` and specific values by what they replace,
    so that their order says nothing; stamping sites and legs are matched in order. A number is
    compared as a number, a field left out as what the format says of its absence.
    """
    return tuple(_compared(DECLARATION, before, after, _Place()))


def _compared(kind: Kind, before: Any, after: Any, place: _Place) -> Iterator[Difference]:  # noqa: ANN401 - any JSON
    if isinstance(kind, Record):
        for field in kind.fields:
            here = place.into(field.key, field.label)
            yield from _compared(field.kind, _held(field, before), _held(field, after), here)
    elif isinstance(kind, ListOf):
        yield from _compared_lists(kind, _items(before), _items(after), place)
    elif _sense(kind, before) != _sense(kind, after):
        yield Difference(
            pointer="".join(f"/{escaped(key)}" for key in place.keys),
            place=BETWEEN.join(place.words[:-1]),
            label=place.words[-1],
            kind=_what_happened(before, after),
            before=before,
            after=after,
            holds=kind,
        )


def _compared_lists(
    kind: ListOf, before: Sequence[Any], after: Sequence[Any], place: _Place
) -> Iterator[Difference]:
    for old, new in _pairs(kind.item, before, after):
        was = None if old is None else before[old]
        now = None if new is None else after[new]
        if new is not None:
            here = place.into(str(new), _name(now, new))
        else:
            here = place.into(str(old), _name(was, old or 0))
        yield from _compared(kind.item, was, now, here)


def _held(field: Field, record: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return what a record says of a field; nothing of a record that is not there."""
    if not isinstance(record, Mapping):
        return None
    value = record.get(field.key)
    return field.default if value is None else value


def _items(value: Any) -> Sequence[Any]:  # noqa: ANN401 - any JSON
    return value if isinstance(value, list) else ()


def _name(item: Any, rank: int) -> str:  # noqa: ANN401 - any JSON
    """Return how a person calls an item of a list: its name if it has one, its rank otherwise."""
    held = item if isinstance(item, Mapping) else {}
    if held.get("id"):
        return str(held["id"])
    owner = held.get("name") or held.get("line") or held.get("battery_site")
    return f"n° {rank + 1} ({owner})" if owner else f"n° {rank + 1}"


def _what_happened(before: Any, after: Any) -> DifferenceKind:  # noqa: ANN401 - any JSON
    if before is None:
        return DifferenceKind.ADDED
    return DifferenceKind.REMOVED if after is None else DifferenceKind.CHANGED


def _sense(kind: Kind, value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return what the format understands of a value, so that two spellings of it are equal."""
    if isinstance(kind, Text) and isinstance(value, str):
        return value.strip()
    if isinstance(kind, Quantity | Count) and not isinstance(value, bool):
        try:
            number = Decimal(str(value))
        except InvalidOperation:
            return value
        return number if number.is_finite() else value
    return value


def _pairs(item: Record, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Pair]:
    """Yield the ranks of the items that answer each other, those removed last."""
    identity = next((known_by for record, known_by in _IDENTITIES if record is item), None)
    old = [identity(one) for one in before] if identity else []
    new = [identity(one) for one in after] if identity else []
    if identity and _tell_apart(old) and _tell_apart(new):
        for rank, known in enumerate(new):
            yield (old.index(known) if known in old else None), rank
        yield from ((rank, None) for rank, known in enumerate(old) if known not in new)
    elif len(before) == len(after):
        yield from ((rank, rank) for rank in range(len(after)))
    else:
        yield from _aligned(item, before, after)


def _tell_apart(names: Sequence[Any]) -> bool:
    """Tell whether names are good enough to match items: there, and each one once."""
    return all(names) and len(set(names)) == len(names)


def _aligned(item: Record, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Pair]:
    """Yield the ranks of items in order: an item put in the middle does not change the others."""
    matcher = SequenceMatcher(
        a=[understood(item, one) for one in before],
        b=[understood(item, one) for one in after],
        autojunk=False,
    )
    for _, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        yield from zip_longest(range(old_from, old_to), range(new_from, new_to))


def understood(kind: Kind, value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a value as the format understands it, in a form that can be hashed.

    Two values show no difference exactly when they are understood alike.
    """
    if isinstance(kind, Record):
        return tuple(understood(field.kind, _held(field, value)) for field in kind.fields)
    if isinstance(kind, ListOf):
        return tuple(understood(kind.item, one) for one in _items(value))
    sense = _sense(kind, value)
    return repr(sense) if isinstance(sense, list | dict) else sense


def _site(item: Any) -> str:  # noqa: ANN401 - any JSON
    """Return the name of a line or of a battery site; empty when it has none."""
    found = item.get("id") if isinstance(item, Mapping) else None
    return found.strip() if isinstance(found, str) else ""


def _target(item: Any) -> tuple[str, ...]:  # noqa: ANN401 - any JSON
    """Return what a specific value replaces (S-13)."""
    held = item if isinstance(item, Mapping) else {}
    return tuple(str(held.get(key)) for key in ("component", "line", "battery_site", "leg"))


# How the items of a list are known, where something else than their order knows them.
_IDENTITIES: Final[tuple[tuple[Record, Callable[[Any], Any]], ...]] = (
    (LINE, _site),
    (BATTERY_SITE, _site),
    (SPECIFIC_VALUE, _target),
)
