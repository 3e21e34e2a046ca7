"""The agency gives its opinion on keeping a listed version that changed (P-26)."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import ReasonsMissingError
from app.domain.procedure import Action
from app.models.assessment import Proposal
from app.services.acts import act_on
from app.services.letters import tell
from app.services.review import NONE, Decisions, attach_proposal


def give_opinion(  # noqa: PLR0913 - what is given and why, of each value too, by whom
    reference: str,
    *,
    favourable: bool,
    reasons: str,
    decisions: Decisions = NONE,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Proposal:
    """Send the opinion to the ministers, with the score of the changed version that day.

    It comes within two months of the report, or late: no sanction is written, and after the
    silence of the ministers it stands beside it (transition 21).

    Args:
        reference: the change report.
        favourable: whether the agency proposes to keep the version on the list.
        reasons: why, in words.
        decisions: what the agency answers on each specific value that is new or changed, by the
            key of its target; the others keep the decision of the listing (decision 0026).
        by: a reviewer.
        clock: the clock of the act.
        expected: the number of the last event that the reviewer had seen.

    Raises:
        ReasonsMissingError: no reasons.
        InvalidValueError: a specific value is left undecided, refused without a reason, or decided
            when the version was listed.
        MethodChangedError: the method of the day no longer reads what was reported.
        TransitionNotAllowedError: it is no report that waits for an order.
        StaleDossierError: somebody acted since the page was shown.
    """
    if not reasons.strip():
        raise ReasonsMissingError
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        proposal = attach_proposal(
            dossier,
            Action.GIVE_OPINION,
            favourable=favourable,
            reasons=reasons,
            decisions=decisions,
            by=by,
            clock=clock,
        )
        tell(dossier, proposal.event, clock=clock)
    return proposal
