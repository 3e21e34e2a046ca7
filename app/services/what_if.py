"""What a declaration would score once changed: a calculation of which nothing is kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from app.services.assessment import preview
from scoring import law
from scoring.changes import Change, apply
from scoring.inputs import Declaration
from scoring.levers import Levers, levers
from scoring.score import Score, score
from scoring.whatif import Difference, difference
from scoring.wire import read_declaration

# Of all the lines together. The levers run the engine some hundred times: a page answers at once.
MOST_LEGS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A declaration scored before and after changes.

    Attributes:
        before: the score of what is declared.
        after: the score once changed; none without a change.
        levers: what each component alone can do, the changes made; none above `MOST_LEGS`.
    """

    before: Score
    after: Score | None
    levers: Levers | None

    @property
    def last(self) -> Score:
        """The score that the levers start from."""
        return self.after or self.before

    @property
    def difference(self) -> Difference | None:
        """From before to after; none without a change."""
        return None if self.after is None else difference(self.before, self.after)


def simulate(content: Mapping[str, Any], changes: Sequence[Change], *, on: date) -> Simulation:
    """Score a declaration before and after changes, by the method of a day; nothing is kept.

    Args:
        content: the declaration, in its wire form; it is not modified.
        changes: what is changed in it.
        on: the day of the method.

    Raises:
        DeclarationError: one of the two cannot be read; the fields lead into the declaration.
        NotInForceError: no method is in force that day.
    """
    tables = law.load()
    changed = read_declaration(apply(changes, content), on=on, law=tables)
    return Simulation(
        before=preview(content, on=on),
        after=score(changed, on=on, law=tables) if changes else None,
        levers=levers(changed, on=on, law=tables) if legs_of(changed) <= MOST_LEGS else None,
    )


def legs_of(declaration: Declaration) -> int:
    """Return how many legs the lines of a declaration have together."""
    return sum(len(line.delivery) for line in declaration.manufacturing_lines)
