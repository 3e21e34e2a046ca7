"""What the ministers may decide: the dossiers with them, and what runs out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import func, select

from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind
from app.domain.guards import UNDER_DECISION
from app.domain.orders import LONGEST_WAIT, OrderState
from app.domain.procedure import UNSETTLED_STATES, State
from app.extensions import db
from app.models.assessment import Proposal
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.models.period import Period
from app.queries.dossiers import visible

# The states out of which an order that comes now may list or refuse; those of the past apart.
DECIDABLE_STATES: Final = UNDER_DECISION | {State.REFUSED_BY_SILENCE}
# What may have come after an order that is recorded late (transition 17).
OVERTAKEN_STATES: Final = frozenset({State.AWAITING_DOCUMENTS, State.WITHDRAWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Decidable:
    """A dossier that an order may list or refuse, or a change report that it may settle.

    Attributes:
        dossier: the dossier.
        proposal: the proposal, or the opinion, that stands; none while the agency has sent none.
        silence: the period whose end refuses, or refused, the dossier.
        order: the order in preparation that holds the version; none when it is free.
    """

    dossier: Dossier
    proposal: Proposal | None
    silence: Period
    order: Order | None

    def days_left(self, today: date) -> int:
        """Days until the silence refuses, its last day as zero; negative once passed."""
        return (self.silence.last_day - today).days


def changed(actor: Actor) -> Sequence[Decidable]:
    """Return the change reports that an order may settle, the first to fall silent on top."""
    return decidable(actor, UNSETTLED_STATES)


def overtaken(actor: Actor, *, today: date) -> Sequence[Decidable]:
    """Return the dossiers that only an order published before what happened since may decide.

    They were complete once, then asked about again, or withdrawn less than a year ago: an order
    so late would be entered once published.
    """
    since = today - LONGEST_WAIT
    return [
        one
        for one in decidable(actor, OVERTAKEN_STATES)
        if one.dossier.state != State.WITHDRAWN or one.dossier.events[-1].occurred_on > since
    ]


def decidable(actor: Actor, states: Collection[State] = DECIDABLE_STATES) -> Sequence[Decidable]:
    """Return the dossiers that an order may decide, the first to be refused by silence on top."""
    silence = (
        select(Period.dossier_id, func.max(Period.id).label("id"))
        .where(Period.kind == PeriodKind.SILENCE)
        .group_by(Period.dossier_id)
        .subquery()
    )
    proposal = (
        select(Proposal.dossier_id, func.max(Proposal.id).label("id"))
        .where(Proposal.lapsed_on.is_(None))
        .group_by(Proposal.dossier_id)
        .subquery()
    )
    held = (
        select(OrderLine.dossier_id, OrderLine.order_id)
        .join(Order, OrderLine.order_id == Order.id)
        .where(Order.state == OrderState.PREPARED)
        .subquery()
    )
    rows = db.session.execute(
        visible(actor)
        .add_columns(Proposal, Period, Order)
        .join(silence, silence.c.dossier_id == Dossier.id)
        .join(Period, Period.id == silence.c.id)
        .outerjoin(proposal, proposal.c.dossier_id == Dossier.id)
        .outerjoin(Proposal, Proposal.id == proposal.c.id)
        .outerjoin(held, held.c.dossier_id == Dossier.id)
        .outerjoin(Order, Order.id == held.c.order_id)
        .where(Dossier.state.in_(states))
        .order_by(Period.last_day, Dossier.id)
    ).all()
    return [
        Decidable(dossier=row[0], proposal=row[1], silence=row[2], order=row[3]) for row in rows
    ]
