"""What the antivirus says of a file; a scan never delays an act of the procedure."""

from enum import StrEnum
from typing import Final


class Scan(StrEnum):
    """What the antivirus said of a file."""

    NOT_SCANNED = "not_scanned"
    PENDING = "pending"
    CLEAN = "clean"
    INFECTED = "infected"
    ERROR = "error"


# What nobody may download.
UNAVAILABLE: Final = frozenset({Scan.PENDING, Scan.INFECTED})
