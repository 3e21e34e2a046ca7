"""The agency reviews and sends its proposal to the four ministers."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.errors import MethodChangedError, ReasonsMissingError
from app.domain.procedure import proposal_action
from app.extensions import db
from app.models.assessment import Proposal
from app.queries.dossiers import filed_declaration
from app.queries.periods import last_day_of
from app.services.acts import act_on
from app.services.assessment import assess
from app.services.letters import proposal_notice
from app.services.periods import close_period
from scoring.problems import DeclarationError


def send_proposal(
    reference: str,
    *,
    favourable: bool,
    reasons: str,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Proposal:
    """Send the proposal, with the score computed that day attached to it (P-16, S-12).

    A proposal after the silent refusal stands beside it: a later order may still list the
    version (reading T-8).

    Args:
        reference: the dossier.
        favourable: whether the agency proposes to list the version.
        reasons: why, in words.
        by: a reviewer.
        clock: the clock of the act.
        expected: the number of the last event that the reviewer had seen.

    Raises:
        ReasonsMissingError: no reasons.
        MethodChangedError: the method of the day no longer reads what was filed.
        TransitionNotAllowedError: the state of the dossier does not allow it.
        StaleDossierError: somebody acted since the page was shown.
    """
    if not reasons.strip():
        raise ReasonsMissingError
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        declaration = filed_declaration(dossier)
        assert declaration is not None  # noqa: S101 - the agency sees what was filed
        try:
            assessment = assess(dossier, declaration, clock=clock)
        except DeclarationError as error:
            raise MethodChangedError(error.problems) from error
        event = dossier.record(
            proposal_action(dossier.state),
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={
                "favourable": favourable,
                "reasons": reasons.strip(),
                "declaration": declaration.digest,
                "law": assessment.law_digest,
                "score": str(assessment.score),
                "reached": assessment.reached,
            },
        )
        proposal = Proposal(
            dossier=dossier,
            event=event,
            assessment=assessment,
            favourable=favourable,
            reasons=reasons.strip(),
            sent_on=clock.today(),
        )
        db.session.add(proposal)
        db.session.flush()
        review_last_day = last_day_of(dossier, PeriodKind.REVIEW)
        in_time = review_last_day is not None and clock.today() <= review_last_day
        outcome = PeriodOutcome.MET if in_time else PeriodOutcome.EXPIRED
        close_period(dossier, PeriodKind.REVIEW, outcome, at=clock.now())
        proposal_notice(dossier, proposal, clock=clock)
    return proposal
