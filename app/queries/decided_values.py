"""The specific values that were decided on, for whoever computes a score again (S-12, S-13)."""

from collections.abc import Mapping
from typing import Any

from app.domain.procedure import Route
from app.domain.value_decisions import DecidedValue, still_decided, with_decisions
from app.models.dossier import Dossier
from app.queries.changes import known_before
from app.queries.dossiers import declared_content, standing_proposal


def decided_values(dossier: Dossier) -> tuple[DecidedValue, ...]:
    """Return the decisions on the values of a dossier: those of the proposal that stands.

    A change report has those of the dossier that listed the version, as far as they still hold:
    they are not taken again (P-26).
    """
    content = declared_content(dossier)
    if dossier.route == Route.MODIFICATION:
        return inherited_values(dossier, content)
    proposal = standing_proposal(dossier)
    return proposal.assessment.decisions if proposal else ()


def inherited_values(dossier: Dossier, content: Mapping[str, Any]) -> tuple[DecidedValue, ...]:
    """Return the decisions that a dossier starts from; none but for a change report.

    Args:
        dossier: any dossier.
        content: what it declares.
    """
    if dossier.route != Route.MODIFICATION:
        return ()
    known = known_before(dossier)
    if known is None:
        return ()
    return still_decided(known.content, content, decided_values(known.dossier))


def counted_content(dossier: Dossier) -> dict[str, Any]:
    """Return the declaration of a dossier with the specific values that count, and no other."""
    return with_decisions(declared_content(dossier), decided_values(dossier))
