"""What-if: a declaration scored before and after changes, and what each component alone can do.

A calculation only: what was declared, and the dossier it belongs to, are never touched.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from scoring.changes import ChangesError, apply, blamed, read_changes
from scoring.dated import Law, NotInForceError
from scoring.inputs import Component
from scoring.law import method_on
from scoring.levers import Levers, levers
from scoring.lines import KEYS as SCORE_KEYS
from scoring.lines import LineError, read_request, refused
from scoring.problems import DeclarationError
from scoring.rounding import nearest
from scoring.score import Score, score
from scoring.wire import read_declaration

KEYS: Final = (*SCORE_KEYS, "changes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What changes from one score of a version to another.

    Attributes:
        score: in points, signed.
        footprint_kg: in kg CO2e, signed.
        components: each term in kg CO2e, signed, in the order of the sum.
        category_changes: the two fall under different curves.
        verdict_changes: one reaches the minimum and the other does not.
    """

    score: Fraction
    footprint_kg: Fraction
    components: Mapping[Component, Fraction]
    category_changes: bool
    verdict_changes: bool

    def to_wire(self) -> dict[str, object]:
        """Return the difference as JSON values; figures with nine decimals, nearest."""
        return {
            "score": nearest(self.score),
            "footprint_kg": nearest(self.footprint_kg),
            "components_kg": {name.value: nearest(kg) for name, kg in self.components.items()},
            "category_changes": self.category_changes,
            "verdict_changes": self.verdict_changes,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """The answer to a what-if.

    Attributes:
        before: the score of what is declared.
        after: the score once changed; None without a change.
        levers: of the declaration once changed, or of the one declared without a change.
    """

    before: Score
    after: Score | None
    levers: Levers

    @property
    def difference(self) -> Difference | None:
        """From before to after; None without a change."""
        return None if self.after is None else difference(self.before, self.after)

    def to_wire(self) -> dict[str, object]:
        """Return the answer of the wire format, without the id."""
        found = self.difference
        return {
            "before": self.before.to_wire(),
            "after": None if self.after is None else self.after.to_wire(),
            "difference": None if found is None else found.to_wire(),
            "levers": self.levers.to_wire(),
        }


def whatif(declared: object, changes: object, *, on: date, law: Law) -> WhatIf:
    """Compare, on day *on*, a declaration in the wire form with the same once changed.

    *declared* and *changes* are decoded JSON and are not modified; None is no change. Once changed,
    the declaration is read and checked like any other.

    Raises:
        ChangesError: the changes cannot be read, lead nowhere, or make a declaration that is
            refused, such as masses that no longer close (S-10).
        DeclarationError: the declaration before the changes cannot be read.
        NotInForceError: the method does not exist on that day.
    """
    declaration = read_declaration(declared, on=on, law=law)
    before = score(declaration, on=on, law=law)
    made = () if changes is None else read_changes(changes, method=method_on(law, on))
    if not made:
        return WhatIf(before=before, after=None, levers=levers(declaration, on=on, law=law))
    try:
        changed = read_declaration(apply(made, declared), on=on, law=law)
    except ChangesError:
        raise
    except DeclarationError as error:
        raise ChangesError(blamed(problem, made) for problem in error.problems) from error
    return WhatIf(
        before=before,
        after=score(changed, on=on, law=law),
        levers=levers(changed, on=on, law=law),
    )


def difference(before: Score, after: Score) -> Difference:
    """Return what changes from *before* to *after*."""
    return Difference(
        score=after.score - before.score,
        footprint_kg=after.footprint_kg - before.footprint_kg,
        components={name: after.components[name] - kg for name, kg in before.components.items()},
        category_changes=after.category != before.category,
        verdict_changes=after.reached != before.reached,
    )


def answer(line: bytes, law: Law) -> dict[str, object]:
    """Return the answer to one *line* of `score-env whatif`, or `error` as `score-env score`."""
    try:
        asked = read_request(line, KEYS)
    except LineError as error:
        return refused(error.id, error)
    try:
        found = whatif(asked.declaration, asked.changes, on=asked.on, law=law)
    except (DeclarationError, NotInForceError) as error:
        return refused(asked.id, error)
    return {"id": asked.id, **found.to_wire()}
