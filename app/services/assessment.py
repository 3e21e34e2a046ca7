"""Compute the score of a declaration, and keep it with all that is needed to compute it again."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from app.clock import Clock
from app.domain.errors import DeclarationRefusedError
from app.domain.value_decisions import DecidedValue, with_decisions
from app.extensions import db
from app.models.assessment import Assessment
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from scoring import law
from scoring.problems import Problem
from scoring.score import ENGINE_VERSION, Score, score
from scoring.wire import problems_of, read_declaration


def problems(content: Mapping[str, Any], *, on: date) -> tuple[Problem, ...]:
    """Return what a declaration still lacks, or has wrong; empty when it can be scored."""
    return problems_of(content, on=on, law=law.load())


def check_readable(content: Mapping[str, Any], *, on: date) -> None:
    """Refuse a declaration that cannot be scored on a day.

    Raises:
        DeclarationRefusedError: with all that is wrong in it.
        NotInForceError: no method is in force that day.
    """
    found = problems(content, on=on)
    if found:
        raise DeclarationRefusedError(found)


def preview(content: Mapping[str, Any], *, on: date) -> Score:
    """Compute the score that a declaration would get on a day; nothing is kept.

    Raises:
        DeclarationError: the declaration cannot be read.
        NotInForceError: no method is in force that day.
    """
    tables = law.load()
    return score(read_declaration(content, on=on, law=tables), on=on, law=tables)


def assess(
    dossier: Dossier,
    declaration: Declaration,
    *,
    decisions: Iterable[DecidedValue] = (),
    clock: Clock,
) -> Assessment:
    """Compute and keep the score of a filed declaration; called inside an act (reading S-12).

    Args:
        dossier: the dossier.
        declaration: one that it filed.
        decisions: what was decided on its specific values; one left undecided does not count.
        clock: the clock of the act.

    Raises:
        DeclarationError: the method of the day does not read the declaration.
        NotInForceError: no method is in force that day.
    """
    decided = tuple(decisions)
    result = preview(with_decisions(declaration.content, decided), on=clock.today())
    wire = result.to_wire()
    assessment = Assessment(
        dossier=dossier,
        declaration=declaration,
        law_on=clock.today(),
        computed_at=clock.now(),
        law_digest=law.load().digest,
        engine_version=ENGINE_VERSION,
        category=result.category,
        footprint_kg=Decimal(str(wire["footprint_kg"])),
        score=Decimal(str(wire["score"])),
        reached=result.reached,
        result=wire,
        decided_values=[one.to_wire() for one in decided],
    )
    db.session.add(assessment)
    db.session.flush()
    return assessment
