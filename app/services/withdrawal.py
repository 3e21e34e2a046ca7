"""A manufacturer takes its dossier back before a decision."""

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodOutcome
from app.domain.orders import OrderState
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.services.acts import act_on
from app.services.letters import withdrawal_notice
from app.services.periods import close_all


def withdraw(reference: str, *, by: Actor, clock: Clock, expected: int | None = None) -> Dossier:
    """Withdraw a dossier: the periods stop, and it is not a refusal (reading T-12).

    The version leaves the orders in preparation.

    Raises:
        TransitionNotAllowedError: it is a draft, or already decided.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        event = dossier.record(
            Action.WITHDRAW, by=by, occurred_on=clock.today(), recorded_at=clock.now()
        )
        close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
        lines = db.session.scalars(
            select(OrderLine)
            .join(Order)
            .where(OrderLine.dossier_id == dossier.id, Order.state == OrderState.PREPARED)
        ).all()
        for line in lines:
            line.order.revision += 1
            db.session.delete(line)
        withdrawal_notice(dossier, event, clock=clock)
    return dossier
