"""A manufacturer takes its dossier back before a decision."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodOutcome
from app.domain.procedure import Action
from app.models.dossier import Dossier
from app.services.acts import act_on
from app.services.letters import withdrawal_notice
from app.services.periods import close_all


def withdraw(reference: str, *, by: Actor, clock: Clock, expected: int | None = None) -> Dossier:
    """Withdraw a dossier: the periods stop, and it is not a refusal (reading T-12).

    An order in preparation that holds the version keeps it, and says so: its authority takes it
    out, or records that the order had been published before.

    Raises:
        TransitionNotAllowedError: it is a draft, or already decided.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        event = dossier.record(
            Action.WITHDRAW, by=by, occurred_on=clock.today(), recorded_at=clock.now()
        )
        close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
        withdrawal_notice(dossier, event, clock=clock)
    return dossier
