"""What was found in a workbook, cell by cell, before anybody says what it means."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

MOST_BYTES = 1_000_000
"""The largest workbook received, as it is sent: the largest declaration in another format."""
MOST_CHARACTERS = 2_000
"""The longest text of one cell."""


class CellKind(Enum):
    """What a cell holds."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    FORMULA = "formula"
    DAY = "day"
    FAILURE = "failure"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell that is not blank.

    Attributes:
        kind: what it holds.
        value: its text; the decimal typed, for a number; « true » or « false », for a flag.
    """

    kind: CellKind
    value: str


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row that is not blank.

    Attributes:
        number: its number in the sheet, from 1.
        cells: its cells that are not blank, by the number of their column, from 1.
    """

    number: int
    cells: Mapping[int, ReadCell]


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet, its rows from top to bottom."""

    title: str
    rows: tuple[ReadRow, ...]


class WorkbookRefusedError(Exception):
    """A workbook that cannot be read, or not without danger; the sentence is in French."""
