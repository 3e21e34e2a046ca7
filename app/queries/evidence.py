"""What a dossier still lacks, and what its company is still asked for."""

from collections import defaultdict
from datetime import date

from sqlalchemy import select

from app.domain.actor import Actor
from app.domain.completeness import RequiredDocument, missing, required_documents
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier
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
    required = required_documents(declared_content(dossier), on=dossier.received_on or today)
    return missing(required, [support.key for support in supports_of(dossier)])


def awaited_items(actor: Actor) -> dict[int, list[RequestedItem]]:
    """Return what is still asked for, by row of dossier, the most pressing first."""
    seen = visible(actor).with_only_columns(Dossier.id)
    found: dict[int, list[RequestedItem]] = defaultdict(list)
    for item in db.session.scalars(
        select(RequestedItem)
        .where(RequestedItem.supplied_on.is_(None), RequestedItem.dossier_id.in_(seen))
        .order_by(RequestedItem.answer_by, RequestedItem.id)
    ):
        found[item.dossier_id].append(item)
    return found
