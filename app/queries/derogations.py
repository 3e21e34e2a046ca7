"""What a derogation meets: a silence not yet observed, an order that lists the version."""

from datetime import date

from sqlalchemy import select

from app.domain.deadlines import PeriodKind
from app.domain.procedure import OPEN_STATES, Route, State
from app.extensions import db
from app.models.dossier import Dossier
from app.queries.dossiers import open_dossier
from app.queries.periods import last_day_of


def refusal_to_observe(dossier: Dossier, *, today: date) -> Dossier | None:
    """Return the dossier that silence already refused, and that no run has observed yet.

    The refusal is born at the end of its day, whenever it is recorded (reading T-8): a derogation
    deposited meanwhile is admissible.
    """
    other = open_dossier(dossier.manufacturer_id, dossier.tvv)
    if other is None or other.state not in {State.COMPLETE, State.PROPOSED}:
        return None
    last_day = last_day_of(other, PeriodKind.SILENCE)
    return other if last_day is not None and last_day < today else None


def listed_meanwhile(dossier: Dossier) -> Dossier | None:
    """Return the dossier by which an order listed the version while this derogation is open.

    An order may still list a version that silence refused (row 16, CAMB-15): the derogation has
    then nothing left to ask.
    """
    waits = dossier.state in OPEN_STATES - {State.DRAFT}
    if dossier.route != Route.DEROGATION or not waits:
        return None
    return db.session.scalars(
        select(Dossier)
        .where(
            Dossier.manufacturer_id == dossier.manufacturer_id,
            Dossier.tvv == dossier.tvv,
            Dossier.state == State.LISTED_BY_ORDER,
            Dossier.decided_on >= dossier.received_on,
        )
        .order_by(Dossier.decided_on.desc(), Dossier.id.desc())
        .limit(1)
    ).one_or_none()
