"""What of the dated files a person still has to look at: texts to compare, values to confirm."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from scoring.dated import Edition, Law, LawFile, Parameter, Row
from scoring.editions import Cell, Value, bare
from scoring.months import add_months

# One secondary source alone, and what was inferred.
DOUBTFUL_GRADES: Final = frozenset({"B1", "C"})
TO_CONFIRM: Final = "à confirmer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """One value that is not sure: that of an edition, or one row of its table.

    Attributes:
        parameter: the parameter it is a value of.
        edition: the days it is in force.
        row: its rank in the table, from 1; None for a value alone.
        label: what the row calls itself, in French; empty when it does not.
        value: the value, or the columns of the row.
        source: where it was read.
        grade: how sure it is.
        note: what remains to confirm, or None.
    """

    parameter: Parameter
    edition: Edition
    row: int | None
    label: str
    value: Value | Row
    source: str
    grade: str
    note: str | None

    @property
    def is_doubtful(self) -> bool:
        """Whether its grade or its note says that it is not sure."""
        return self.grade in DOUBTFUL_GRADES or TO_CONFIRM in (self.note or "").lower()


def compare_by(file: LawFile, *, months: int) -> date:
    """Return the last day on which a comparison of *file* with its text is fresh enough."""
    return add_months(file.checked_on, months)


def is_overdue(file: LawFile, *, on: date, months: int) -> bool:
    """Tell whether *file* was not compared with its text in the *months* up to *on*.

    A comparison dated after that day does not count: nobody made it yet.
    """
    return not file.checked_on <= on <= compare_by(file, months=months)


def doubts(law: Law) -> Iterator[Doubt]:
    """Yield the values that are not sure, in the order of the files, past editions included."""
    for parameter in law.parameters.values():
        for edition in parameter.editions:
            yield from (one for one in _values(parameter, edition) if one.is_doubtful)


def _values(parameter: Parameter, edition: Edition) -> Iterator[Doubt]:
    """Yield each value of an edition; a row that does not say it all repeats its edition."""
    if not edition.rows:
        yield _value(parameter, edition, None, {}, edition.value)
        return
    for rank, row in enumerate(edition.rows, start=1):
        yield _value(parameter, edition, rank, row, bare(row))


def _value(
    parameter: Parameter,
    edition: Edition,
    rank: int | None,
    row: Mapping[str, Cell],
    value: Value | Row,
) -> Doubt:
    note = row.get("note", edition.note)
    return Doubt(
        parameter=parameter,
        edition=edition,
        row=rank,
        label=str(row.get("label", "")),
        value=value,
        source=str(row.get("source", edition.source)),
        grade=str(row.get("grade", edition.grade)),
        note=None if note is None else str(note),
    )
