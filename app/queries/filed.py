"""What stands in a filed dossier: documents, requested items, proposals."""

from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import func, select

from app.domain.deadlines import PeriodKind
from app.domain.guards import request_action
from app.domain.procedure import Action
from app.extensions import db
from app.models.assessment import Proposal
from app.models.document import DocumentSupport, RequestedItem
from app.models.dossier import Dossier
from app.queries.periods import last_day_of


def supports_of(dossier: Dossier) -> Sequence[DocumentSupport]:
    """Return what the documents of a dossier support, in the order they came."""
    return db.session.scalars(
        select(DocumentSupport)
        .where(DocumentSupport.dossier_id == dossier.id)
        .order_by(DocumentSupport.id)
    ).all()


def items_of(dossier: Dossier) -> Sequence[RequestedItem]:
    """Return all that the agency ever asked for, in the order it was asked."""
    return db.session.scalars(
        select(RequestedItem)
        .where(RequestedItem.dossier_id == dossier.id)
        .order_by(RequestedItem.id)
    ).all()


def proposals_of(dossier: Dossier) -> Sequence[Proposal]:
    """Return the proposals of the agency, lapsed ones included, in the order they were sent."""
    return db.session.scalars(
        select(Proposal).where(Proposal.dossier_id == dossier.id).order_by(Proposal.id)
    ).all()


def asked_on(dossiers: Iterable[Dossier]) -> dict[int, date]:
    """Return the day of the last request that made each dossier wait, by row of the dossier."""
    rows = db.session.execute(
        select(RequestedItem.dossier_id, func.max(RequestedItem.asked_on))
        .where(
            RequestedItem.dossier_id.in_([dossier.id for dossier in dossiers]),
            RequestedItem.binding,
        )
        .group_by(RequestedItem.dossier_id)
    )
    return {row[0]: row[1] for row in rows}


def request_today(dossier: Dossier, *, on: date) -> Action:
    """Name what a request of the agency would be if it were sent on a day (P-14, reading T-4)."""
    confirmed = any(event.action == Action.CONFIRM_COMPLETE for event in dossier.events)
    return request_action(
        dossier.state,
        on=on,
        completeness_last_day=None if confirmed else last_day_of(dossier, PeriodKind.COMPLETENESS),
        recheck_last_day=last_day_of(dossier, PeriodKind.RECHECK),
    )
