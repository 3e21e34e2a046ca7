"""What does not hold, and where it stands in the journal of all dossiers."""

import sys
from dataclasses import dataclass
from typing import Final

from app.domain.chain import Damage

# Where no position of the journal is known: after all that are.
NOWHERE: Final = sys.maxsize

# What is wrong at one position: what came before it, the event, what came after, what rests on it.
BEFORE, AT, AFTER, RESTING = range(-1, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One event that does not hold, or what rests on it.

    Attributes:
        reference: its dossier; empty when nothing is left that tells which.
        number: its number in the dossier; its position in the journal when the dossier is unknown.
        damage: what was done.
        what: how it shows, in French.
        place: where it stands in the journal, to tell which is first: a position, what is wrong
            there, and after the last position the row.
    """

    reference: str
    number: int
    damage: Damage
    what: str
    place: tuple[int, ...]

    @property
    def key(self) -> tuple[str, int]:
        """The event."""
        return self.reference, self.number


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An event without its entry: an empty place of the journal may be its own.

    Attributes:
        after: the last position that comes before it.
        before: the first position that comes after it.
        row: its row, to tell which came first; 0 when it is gone too.
        placed: what does not hold when such a place is left for it.
        otherwise: what does not hold when none is.
    """

    after: int
    before: int
    row: int
    placed: Fault
    otherwise: Fault
