"""A value of the law with the days it is in force, its source and its grade."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

Scalar = bool | int | Decimal | str | date
Cell = Scalar | tuple[Scalar, ...]
Row = Mapping[str, Cell]
Value = Cell | tuple[Row, ...]

# What a row says about its values, and is no value.
ABOUT: Final = frozenset({"label", "grade", "source", "note"})


class LawFileError(Exception):
    """A dated file is not what a dated file must be."""


class NotInForceError(Exception):
    """No text covers the day asked for; nothing is extrapolated."""

    code = "not_in_force"

    def __init__(self, parameter: "Parameter", day: date) -> None:
        covered = " et ".join(_days_covered(edition) for edition in parameter.editions)
        super().__init__(
            f"« {parameter.label} » : aucune valeur en vigueur le {day:%d/%m/%Y}. "
            f"Jours couverts : {covered}."
        )
        self.parameter = parameter
        self.day = day


def _days_covered(edition: "Edition") -> str:
    if edition.until is None:
        return f"à partir du {edition.from_:%d/%m/%Y}"
    return f"du {edition.from_:%d/%m/%Y} au {edition.last_day:%d/%m/%Y}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A value and the days it is in force.

    Attributes:
        from_: first day in force.
        until: first day no longer in force, or None.
        value: a scalar, a tuple of scalars, or the tuple of the rows of a table.
        source: where the value was read, for a reader.
        grade: how sure it is: A, B, B1, B2, B3, C.
        note: what remains to confirm, or None.
    """

    from_: date
    until: date | None
    value: Value
    source: str
    grade: str
    note: str | None = None

    @property
    def last_day(self) -> date | None:
        """Last day in force, included; None while no end is known."""
        return None if self.until is None else date.fromordinal(self.until.toordinal() - 1)

    @property
    def number(self) -> Fraction:
        """The value as an exact fraction.

        Raises:
            LawFileError: the value is not a number.
        """
        return exact(self.value)

    @property
    def integer(self) -> int:
        """The value as a count (months, days, seats).

        Raises:
            LawFileError: the value is not a whole number.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise LawFileError(f"Valeur {self.value!r} : un nombre entier est attendu.")
        return self.value

    @property
    def text(self) -> str:
        """The value as a word.

        Raises:
            LawFileError: the value is not a text.
        """
        if not isinstance(self.value, str):
            raise LawFileError(f"Valeur {self.value!r} : un texte est attendu.")
        return self.value

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of a table; empty for any other parameter."""
        if not isinstance(self.value, tuple):
            return ()
        return tuple(row for row in self.value if isinstance(row, Mapping))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One named value of the law, with all its editions, oldest first.

    Attributes:
        name: its name in the code.
        label: its name in French.
        unit: its unit.
        gaps: whether days between two editions may have no value.
        editions: at least one.
    """

    name: str
    label: str
    unit: str
    gaps: bool
    editions: tuple[Edition, ...]

    def on(self, day: date) -> Edition:
        """Return the edition in force on *day*.

        Raises:
            NotInForceError: no edition covers that day.
        """
        for edition in self.editions:
            if edition.from_ <= day and (edition.until is None or day < edition.until):
                return edition
        raise NotInForceError(self, day)


@dataclass(frozen=True, slots=True, kw_only=True)
class LawFile:
    """What a dated file says of itself.

    Attributes:
        name: file name.
        title: the text it repeats.
        href: where that text is published.
        checked_on: last day someone compared the file with the text.
        parameters: names of the parameters it holds.
    """

    name: str
    title: str
    href: str
    checked_on: date
    parameters: tuple[str, ...]


def bare(row: Row) -> Row:
    """Return the values of a row, without what it says about them."""
    return {key: cell for key, cell in row.items() if key not in ABOUT}


def exact(value: object) -> Fraction:
    """Return a number of a dated file as an exact fraction.

    Raises:
        LawFileError: *value* is not a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise LawFileError(f"Valeur {value!r} : un nombre est attendu.")
    return Fraction(value)
