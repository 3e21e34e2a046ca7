"""What a dossier still lacks, and what its company is still asked for."""

from collections import defaultdict
from datetime import date

from sqlalchemy import or_, select

from app.domain.actor import Actor
from app.domain.completeness import RequiredDocument, missing, required_documents
from app.domain.procedure import OPEN_STATES
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.queries.dossiers import declared_content, visible
from app.queries.filed import supports_of


def missing_documents(dossier: Dossier, *, today: date) -> tuple[RequiredDocument, ...]:
    """Return the required documents that nothing supports; they never bar the deposit (P-12).

    Args:
        dossier: a draft or a filed dossier.
        today: the day whose table applies to a draft; a filed one keeps that of its receipt.

    Raises:
        NotInForceError: no text covers the day.
    """
    required = required_documents(
        declared_content(dossier), on=dossier.received_on or today, route=dossier.route
    )
    return missing(required, [support.key for support in supports_of(dossier)])


def awaited_items(actor: Actor) -> dict[int, list[RequestedItem]]:
    """Return what is still asked for, by row of dossier, the most pressing first.

    Only while an answer still serves: before a decision, or in the state the request came in.
    """
    seen = visible(actor).with_only_columns(Dossier.id)
    found: dict[int, list[RequestedItem]] = defaultdict(list)
    for item in db.session.scalars(
        select(RequestedItem)
        .join(DossierEvent, RequestedItem.event_id == DossierEvent.id)
        .join(Dossier, RequestedItem.dossier_id == Dossier.id)
        .where(
            RequestedItem.supplied_on.is_(None),
            RequestedItem.dossier_id.in_(seen),
            or_(Dossier.state.in_(OPEN_STATES), Dossier.state == DossierEvent.to_state),
        )
        .order_by(RequestedItem.answer_by, RequestedItem.id)
    ):
        found[item.dossier_id].append(item)
    return found
