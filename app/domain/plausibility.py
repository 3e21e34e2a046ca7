"""Declared values to read again: the law sets no bound, so nothing is refused (decision 0024)."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from app.domain.specific import SPECIFIC_VALUES, Target, reference_values, values_by_target
from scoring.fields import QUANTITY
from scoring.law import Method
from scoring.problems import Problem
from scoring.rounding import WIRE_PLACES, french

READ_AGAIN: Final = "vérifiez cette valeur et son unité."


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Beyond what a value is unusual.

    Attributes:
        times: how many times a specific value is larger or smaller than the reference value.
        quantities: the least and the most of a quantity, by its key in the declaration.
    """

    times: int
    quantities: Mapping[str, tuple[int, int]]


@cache
def bounds() -> Bounds:
    """Return the bounds of the product, read once."""
    content = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return Bounds(
        times=content["specific_value"]["times"],
        quantities=MappingProxyType(
            {key: (least, most) for key, (least, most) in content["quantity"].items()}
        ),
    )


def doubts(content: Mapping[str, Any], *, method: Method) -> tuple[Problem, ...]:
    """Return what to read again in a declaration, even unfinished; it prevents nothing.

    Args:
        content: what a draft or a dossier holds.
        method: the method whose reference values stand beside the specific ones.
    """
    return tuple(chain(_unusual_quantities(content), _unusual_values(content, method)))


def value_doubt(
    content: Mapping[str, Any], target: Target, value: object, *, method: Method
) -> str:
    """Return why a specific value is to be read again, as a sentence; nothing when it is not.

    Args:
        content: the declaration, even unfinished.
        target: what the value replaces.
        value: the value in its wire form.
        method: the method that gives the reference value.
    """
    number = _number(value)
    references = [step.number for step in reference_values(content, target, method=method)]
    if number is None or not references:
        return ""
    times = bounds().times
    if number > times * max(references):
        return f"Plus de {times} fois plus grande que la valeur de référence : {READ_AGAIN}"
    if number * times < min(references):
        return f"Plus de {times} fois plus petite que la valeur de référence : {READ_AGAIN}"
    return ""


def _unusual_values(content: Mapping[str, Any], method: Method) -> Iterator[Problem]:
    for target, value in values_by_target(content).items():
        sentence = value_doubt(content, target, value.get("value"), method=method)
        if sentence:
            message = f"{target.label}. {sentence}"
            yield Problem("unusual_specific_value", message, f"/{SPECIFIC_VALUES}")


def _unusual_quantities(content: Mapping[str, Any]) -> Iterator[Problem]:
    for pointer, value in _leaves(content):
        usual = bounds().quantities.get(pointer.rpartition("/")[2])
        number = _number(value)
        if usual is None or number is None or usual[0] <= number <= usual[1]:
            continue
        least, most = (french(Fraction(bound), 0) for bound in usual)
        message = (
            f"{french(number, WIRE_PLACES)} sort de ce qui se rencontre, de {least} à {most} :"
            f" {READ_AGAIN}"
        )
        yield Problem("unusual_value", message, pointer)


def _leaves(part: object, pointer: str = "") -> Iterator[tuple[str, object]]:
    """Yield each value of a declaration that holds no other, with its JSON Pointer."""
    if isinstance(part, Mapping):
        inside: Iterator[tuple[object, object]] = iter(part.items())
    elif isinstance(part, list):
        inside = iter(enumerate(part))
    else:
        yield pointer, part
        return
    for key, value in inside:
        yield from _leaves(value, f"{pointer}/{key}")


def _number(value: object) -> Fraction | None:
    """Return a number of the wire form; nothing for what its reader refuses."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    return Fraction(value) if isinstance(value, str) and QUANTITY.fullmatch(value) else None
