"""The specific values that were decided on, for whoever computes a score again (S-12, S-13)."""

from collections.abc import Mapping
from typing import Any

from app.domain.procedure import Route
from app.domain.specific import Target, values_by_target
from app.domain.value_decisions import DecidedValue, still_decided, with_decisions
from app.models.dossier import Dossier
from app.queries.changes import known_before
from app.queries.dossiers import decided_declaration, declared_content, proposal_of
from app.queries.filed import proposals_of


def decided_values(dossier: Dossier) -> tuple[DecidedValue, ...]:
    """Return the decisions on the values of the declaration that counts (`decided_declaration`).

    Those of the proposal or of the opinion that it rests on; until its opinion, a change report
    has those of the dossier that listed the version, as far as they still hold (decision 0026).
    """
    proposal = proposal_of(dossier)
    if proposal is not None:
        return proposal.assessment.decisions
    return inherited_values(dossier, declared_content(dossier))


def inherited_values(dossier: Dossier, content: Mapping[str, Any]) -> tuple[DecidedValue, ...]:
    """Return the decisions that a dossier starts from; none but for a change report.

    Args:
        dossier: any dossier.
        content: what it declares.
    """
    if dossier.route != Route.MODIFICATION:
        return ()
    known = known_before(dossier)
    source = decided_declaration(known.dossier) if known else None
    if known is None or source is None:
        return ()
    return still_decided(source.content, content, decided_values(known.dossier))


def values_to_decide(dossier: Dossier, content: Mapping[str, Any]) -> tuple[Target, ...]:
    """Return the values that the next proposal, or opinion, has to decide, in their order.

    Each value of a derogation; of a change report, those that are new or changed (decision 0026).

    Args:
        dossier: any dossier.
        content: what it declares.
    """
    if dossier.route == Route.REFERENCE:
        return ()
    held = {one.target for one in inherited_values(dossier, content)}
    return tuple(one for one in values_by_target(content) if one not in held)


def decided_before(dossier: Dossier, content: Mapping[str, Any]) -> tuple[DecidedValue, ...]:
    """Return what the last proposal or opinion decided, lapsed or not, as far as it still holds.

    Args:
        dossier: any dossier.
        content: what it declares.
    """
    earlier = proposals_of(dossier)
    if not earlier:
        return ()
    kept = earlier[-1].assessment
    return still_decided(kept.declaration.content, content, kept.decisions)


def takes_values(dossier: Dossier) -> bool:
    """Tell whether a dossier may put other values in place of reference values.

    A derogation may (D. 251-1-A, II), and the change of a version that was listed with some, one
    accepted at least, or that the portal knows by the list alone (decision 0026).
    """
    if dossier.route != Route.MODIFICATION:
        return dossier.route == Route.DEROGATION
    known = known_before(dossier)
    return known is None or any(one.accepted for one in decided_values(known.dossier))


def counted_content(dossier: Dossier) -> dict[str, Any]:
    """Return the declaration that counts with the specific values that do, and no other."""
    declaration = decided_declaration(dossier)
    content = dossier.content if declaration is None else declaration.content
    return with_decisions(content, decided_values(dossier))
