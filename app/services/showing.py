"""A company lets its dossier be shown as under review, or no longer (decision 0033)."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.procedure import Action, rule
from app.domain.showing import agreed
from app.models.dossier import Dossier
from app.services.acts import act_on


def show_publicly(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Dossier:
    """Show a dossier as under review, from now until its decision; agreeing twice is once.

    Raises:
        TransitionNotAllowedError: it is a draft, a change report, or it is decided.
        NotAllowedError: the actor is not of the company.
        StaleDossierError: somebody acted since the page was shown.
    """
    return _say(Action.SHOW_PUBLICLY, reference, by=by, clock=clock, expected=expected)


def stop_showing(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Dossier:
    """Take that back: the dossier is no longer shown; what was not shown stays so.

    Raises:
        TransitionNotAllowedError: it is a draft, a change report, or it is decided.
        NotAllowedError: the actor is not of the company.
        StaleDossierError: somebody acted since the page was shown.
    """
    return _say(Action.STOP_SHOWING, reference, by=by, clock=clock, expected=expected)


def _say(
    action: Action, reference: str, *, by: Actor, clock: Clock, expected: int | None
) -> Dossier:
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, action, dossier.route)
        if agreed(dossier.events) != (action == Action.SHOW_PUBLICLY):
            dossier.record(action, by=by, occurred_on=clock.today(), recorded_at=clock.now())
    return dossier
