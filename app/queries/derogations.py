"""What a derogation meets: a silence not yet observed, an order that lists the version."""

from datetime import date

from sqlalchemy import select

from app.domain.deadlines import PeriodKind, span
from app.domain.procedure import OPEN_STATES, Route, State
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.queries.dossiers import open_dossier
from app.queries.periods import last_day_of


def refusal_is_born(manufacturer_id: int, tvv: str, *, today: date) -> bool:
    """Tell whether silence already refused the open dossier of a company, observed or not (T-8).

    Read only: a page warns by it; the deposit records it.
    """
    other = open_dossier(manufacturer_id, tvv)
    if other is None:
        return False
    last_day = None
    if other.state in {State.COMPLETE, State.PROPOSED}:
        last_day = last_day_of(other, PeriodKind.SILENCE)
    elif other.state == State.SUBMITTED:
        # Deemed complete on the last day of its month, had any run recorded it (P-15).
        month = last_day_of(other, PeriodKind.COMPLETENESS)
        last_day = span(PeriodKind.SILENCE, other.route, month).last_day if month else None
    return last_day is not None and last_day < today


def listed_meanwhile(dossier: Dossier) -> Dossier | None:
    """Return the dossier by which an order listed the version while this derogation is open.

    An order may still list a version that silence refused (row 16, CAMB-15): the derogation has
    then nothing left to ask. What counts is what the company knew when it filed: the order may be
    of an earlier day, recorded since (row 17).
    """
    waits = dossier.state in OPEN_STATES - {State.DRAFT}
    if dossier.route != Route.DEROGATION or not waits:
        return None
    return db.session.scalars(
        select(Dossier)
        .join(DossierEvent, DossierEvent.dossier_id == Dossier.id)
        .where(
            Dossier.manufacturer_id == dossier.manufacturer_id,
            Dossier.tvv == dossier.tvv,
            Dossier.state == State.LISTED_BY_ORDER,
            DossierEvent.to_state == State.LISTED_BY_ORDER,
            DossierEvent.from_state != State.LISTED_BY_ORDER,
            DossierEvent.recorded_at >= dossier.events[0].recorded_at,
        )
        .order_by(DossierEvent.recorded_at.desc(), Dossier.id.desc())
        .limit(1)
    ).one_or_none()
