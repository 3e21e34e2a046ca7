"""Each figure with its formula, its inputs, its article and the edition it comes from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple, Self

from scoring.dated import Edition
from scoring.rounding import exactly, nearest

ORDER: Final = "arrêté du 7 octobre 2023"

Figure = Fraction | int | bool | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A value a step takes, with its name in French and its unit."""

    label: str
    value: Figure
    unit: str = ""

    def to_wire(self) -> dict[str, object]:
        """Return the input as JSON values, its figure as that of a step."""
        return {"label": self.label, **_figure("value", self.value), "unit": self.unit}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One figure of a score and how it was obtained.

    Attributes:
        name: its name in the code.
        label: its name in French.
        result: the figure, exact.
        unit: its unit.
        formula: how it is computed, in French; empty for a value read.
        inputs: what it takes.
        edition: the edition of the law it comes from, if it comes from one.
        grade: how sure the value is, when a row is surer or less sure than its edition.
        article: the text it applies.
        notes: choices made and points to confirm, in French.
        children: the steps it rests on.
    """

    name: str
    label: str
    result: Figure
    unit: str = ""
    formula: str = ""
    inputs: tuple[Input, ...] = ()
    edition: Edition | None = None
    grade: str | None = None
    article: str = ORDER
    notes: tuple[str, ...] = ()
    children: tuple["Step", ...] = ()

    @property
    def number(self) -> Fraction:
        """The figure, for the steps that hold one."""
        return self.result if isinstance(self.result, Fraction) else Fraction(self.result)

    def noting(self, *notes: str) -> Self:
        """Return the same step with more notes."""
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    def holding(self, *children: "Step") -> Self:
        """Return the same step with more children."""
        return replace(self, children=(*self.children, *children))

    def to_wire(self) -> dict[str, object]:
        """Return the step and all below it as JSON values.

        A quantity is an exact decimal string; when no decimal is exact, it is the nearest at nine
        decimals and `exact` gives the fraction.
        """
        wire: dict[str, object] = {"name": self.name, "label": self.label}
        wire |= _figure("result", self.result)
        wire |= {"unit": self.unit, "formula": self.formula}
        wire["inputs"] = [one.to_wire() for one in self.inputs]
        wire["article"] = self.article
        if self.edition is not None:
            wire |= {
                "edition": {
                    "from": self.edition.from_.isoformat(),
                    "until": _day(self.edition.until),
                },
                "source": self.edition.source,
                "grade": self.grade or self.edition.grade,
            }
        wire["notes"] = list(self.notes)
        wire["children"] = [child.to_wire() for child in self.children]
        return wire


class Term(NamedTuple):
    """A figure computed now, whose explanation is written when somebody asks for it.

    Attributes:
        number: the figure, exact.
        told: writes the step that tells how it was obtained, from the same figure.
    """

    number: Fraction
    told: Callable[[], Step]


def _figure(key: str, value: Figure) -> dict[str, object]:
    """Return a figure under *key*, and under `exact` when a decimal cannot hold it."""
    if not isinstance(value, Fraction):
        return {key: value}
    text = exactly(value)
    return {key: nearest(value), "exact": text} if "/" in text else {key: text}


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
