"""What the agency may still ask about a listed version, and what it asked (P-29, reading T-10)."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select

from app.domain.listing import intervals
from app.domain.procedure import Action
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.queries.published import rows_of_code
from app.queries.versions import Version, version_to_come


def version_of(dossier: Dossier, *, on: date) -> Version:
    """Return the version that a dossier put on the list, under the code that an order gives it.

    Args:
        dossier: the dossier of the listing.
        on: the day the version is looked at; one that is only announced then is looked at on its
            first day, for its window is counted from the publication (decision 0025).
    """
    for (_, code), found in intervals(rows_of_code(dossier.tvv)).items():
        listing = next((one for one in found if dossier.id in one.dossier_ids), None)
        if listing is not None:
            return version_to_come(code, listing.opened_by.last.brand, on=on)
    return version_to_come(dossier.tvv, dossier.brand, on=on)


def may_be_asked(dossier: Dossier, version: Version) -> bool:
    """Tell whether evidence about a version is asked for in a dossier on the day of *version*.

    The version is on the list by that dossier, and its window is not over (INV-12).
    """
    return (
        version.on_the_list
        and is_listed_by(dossier, version)
        and version.inspection_last_day is not None
        and version.on <= version.inspection_last_day
    )


def is_listed_by(dossier: Dossier, version: Version) -> bool:
    """Tell whether a dossier is one of those that hold a version on the list."""
    return version.interval is not None and dossier.id in version.interval.dossier_ids


def evidence_items(dossier: Dossier) -> Sequence[RequestedItem]:
    """Return what was asked for after the listing, in the order it was asked."""
    return db.session.scalars(
        select(RequestedItem)
        .join(DossierEvent, RequestedItem.event_id == DossierEvent.id)
        .where(
            RequestedItem.dossier_id == dossier.id,
            DossierEvent.action == Action.REQUEST_EVIDENCE,
        )
        .order_by(RequestedItem.id)
    ).all()


def open_evidence(dossier: Dossier) -> list[RequestedItem]:
    """Return what was asked for after the listing and is not supplied yet."""
    return [item for item in evidence_items(dossier) if item.supplied_on is None]
