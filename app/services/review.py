"""The agency reviews and sends its proposal to the four ministers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.errors import MethodChangedError, NotAllowedError, ReasonsMissingError
from app.domain.guards import proposal_action
from app.domain.procedure import Action, Route, rule
from app.domain.value_decisions import DecidedValue, Decision, decide
from app.extensions import db
from app.models.assessment import Proposal
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from app.queries.decided_values import inherited_values
from app.queries.dossiers import filed_declaration
from app.queries.periods import last_day_of
from app.services.acts import act_on
from app.services.assessment import assess
from app.services.letters import proposal_notice
from app.services.periods import close_period
from scoring.problems import DeclarationError

# By the key of the target.
Decisions = Mapping[str, Decision]
NONE: Final[Decisions] = MappingProxyType({})


def send_proposal(  # noqa: PLR0913 - what is proposed and why, of each value too, by whom
    reference: str,
    *,
    favourable: bool,
    reasons: str,
    decisions: Decisions = NONE,
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
        decisions: of a derogation, what the agency answers on each specific value, by the key of
            its target: those accepted count in the score (S-13).
        by: a reviewer.
        clock: the clock of the act.
        expected: the number of the last event that the reviewer had seen.

    Raises:
        ReasonsMissingError: no reasons.
        InvalidValueError: a specific value is left undecided, or refused without a reason.
        NotAllowedError: decisions on the reference route.
        MethodChangedError: the method of the day no longer reads what was filed.
        TransitionNotAllowedError: the state of the dossier does not allow it.
        StaleDossierError: somebody acted since the page was shown.
    """
    if not reasons.strip():
        raise ReasonsMissingError
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        proposal = attach_proposal(
            dossier,
            proposal_action(dossier.state),
            favourable=favourable,
            reasons=reasons,
            decisions=decisions,
            by=by,
            clock=clock,
        )
        proposal_notice(dossier, proposal, clock=clock)
    return proposal


def attach_proposal(  # noqa: PLR0913 - the act, what is proposed and why, by whom
    dossier: Dossier,
    action: Action,
    *,
    favourable: bool,
    reasons: str,
    decisions: Decisions = NONE,
    by: Actor,
    clock: Clock,
) -> Proposal:
    """Record a proposal on the declaration last filed, and end the review; called inside an act.

    Raises:
        InvalidValueError: a specific value is left undecided, refused without a reason, or decided
            when the version was listed.
        NotAllowedError: decisions on the reference route.
        MethodChangedError: the method of the day no longer reads what was filed.
        TransitionNotAllowedError: the state of the dossier does not allow it.
    """
    declaration = filed_declaration(dossier)
    assert declaration is not None  # noqa: S101 - the agency sees what was filed
    rule(dossier.state, action, dossier.route)
    decided = _decided(dossier, declaration, decisions)
    try:
        assessment = assess(dossier, declaration, decisions=decided, clock=clock)
    except DeclarationError as error:
        raise MethodChangedError(error.problems) from error
    event = dossier.record(
        action,
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
            **({"values": assessment.decided_values} if decided else {}),
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
    return proposal


def _decided(
    dossier: Dossier, declaration: Declaration, decisions: Decisions
) -> tuple[DecidedValue, ...]:
    """Return what is decided on the specific values: now, or when the version was listed."""
    if dossier.route == Route.REFERENCE and decisions:
        raise NotAllowedError("Un dossier au titre du I n’a pas de valeur spécifique à décider.")
    held = inherited_values(dossier, declaration.content)
    return decide(declaration.content, decisions, held=held)
