"""Compute again every score that was kept, from what it was computed from (readings S-12, S-13).

That the events say the same is verified by `app.queries.audit`.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import Executable, Row, Text, cast, select

from app.domain.value_decisions import DecidedValue, with_decisions
from app.extensions import db
from app.models.assessment import Assessment
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from scoring.dated import Law, NotInForceError
from scoring.problems import DeclarationError
from scoring.score import ENGINE_VERSION, Score, score
from scoring.wire import read_declaration

# Scores read together: what bounds the memory.
AT_ONCE: Final = 100

# What a text that is no day, no JSON or no declaration raises on the way.
UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)

TRUTH: Final = {"1": True, "0": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One figure that is not found again.

    Attributes:
        figure: its name: a column of the score, or ``result.…`` inside the answer that was kept.
        kept: as it was kept; None when it is not there.
        found: as it is found now.
    """

    figure: str
    kept: object
    found: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """One score that was kept, and what of it is not found again.

    Attributes:
        id: its row.
        reference: its dossier; empty when it is not there any more.
        law_on: the day whose method it used, as it was kept.
        law_digest: the tables it used.
        engine_version: the calculation it used.
        differences: what differs; empty when all is found again.
        refusal: why it cannot be computed again; empty when it can.
    """

    id: int
    reference: str
    law_on: str
    law_digest: str
    engine_version: str
    differences: tuple[Difference, ...]
    refusal: str

    @property
    def holds(self) -> bool:
        """Whether all that was kept is found again."""
        return not self.differences and not self.refusal

    def used(self, law: Law) -> bool:
        """Tell whether it was computed with these tables and with the calculation of today."""
        return (self.law_digest, self.engine_version) == (law.digest, ENGINE_VERSION)


def replay(law: Law) -> Iterator[Replayed]:
    """Compute again every score that was kept, in the order they were, some rows at once.

    Rows are read as texts: one that was damaged is named like one that differs.

    Args:
        law: the tables to compute with; those of a score are named by its digest.
    """
    for row in db.session.execute(_kept().execution_options(yield_per=AT_ONCE)):
        yield _replayed(row, law)


def _kept() -> Executable:
    texts = ("law_on", "category", "footprint_kg", "score", "reached", "result", "decided_values")
    return (
        select(
            Assessment.id,
            Assessment.law_digest,
            Assessment.engine_version,
            Dossier.reference,
            cast(Declaration.content, Text).label("content"),
            *(cast(getattr(Assessment, name), Text).label(name) for name in texts),
        )
        .outerjoin(Dossier, Dossier.id == Assessment.dossier_id)
        .outerjoin(Declaration, Declaration.id == Assessment.declaration_id)
        .order_by(Assessment.id)
    )


def _replayed(row: Row[Any], law: Law) -> Replayed:
    differences: tuple[Difference, ...] = ()
    refusal = ""
    try:
        differences = tuple(_differences(row, _computed(row, law)))
    except (DeclarationError, NotInForceError) as error:
        refusal = str(error)
    except UNREADABLE:
        refusal = "Ce qui a été gardé est illisible."
    return Replayed(
        id=row.id,
        reference=row.reference or "",
        law_on=row.law_on,
        law_digest=row.law_digest,
        engine_version=row.engine_version,
        differences=differences,
        refusal=refusal,
    )


def _computed(row: Row[Any], law: Law) -> Score:
    """Return the score of a declaration with the values that were decided, on its day."""
    on = date.fromisoformat(row.law_on)
    decided = [DecidedValue.of_wire(one) for one in json.loads(row.decided_values)]
    content = with_decisions(json.loads(row.content), decided)
    return score(read_declaration(content, on=on, law=law), on=on, law=law)


def _differences(row: Row[Any], found: Score) -> Iterator[Difference]:
    wire = found.to_wire()
    columns = {
        "category": row.category,
        "footprint_kg": row.footprint_kg,
        "score": row.score,
        "reached": TRUTH.get(row.reached, row.reached),
    }
    for name, kept in columns.items():
        expected = str(wire[name]) if name == "category" else wire[name]
        if kept != expected:
            yield Difference(figure=name, kept=kept, found=wire[name])
    yield from _compared("result", json.loads(row.result), wire)


def _compared(
    figure: str, kept: Mapping[str, object], found: Mapping[str, object]
) -> Iterator[Difference]:
    """Compare two objects, and the objects in them, key by key."""
    for key in sorted(kept.keys() | found.keys()):
        name, one, other = f"{figure}.{key}", kept.get(key), found.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            yield from _compared(name, one, other)
        elif one != other:
            yield Difference(figure=name, kept=one, found=other)
