"""The versions that their companies let be shown as under review (decision 0033)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, exists, select
from sqlalchemy.orm import aliased

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.procedure import Action
from app.domain.showing import CONSENTS, REVIEWED_STATES
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period
from app.queries.chunks import chunks


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderReview:
    """All that is shown of a dossier under review: no date, no company, least of all a score.

    Attributes:
        tvv: the code.
        brand: the brand, as declared.
        commercial_name: the model, as declared.
    """

    tvv: str
    brand: str
    commercial_name: str


def under_review(codes: Collection[str], *, at: datetime) -> dict[str, UnderReview]:
    """Return, by code, the versions shown as under review at the present instant.

    A dossier whose silence refused it is no longer under review, even before that is recorded
    (reading T-8).

    Args:
        codes: the codes, exactly (reading L-1).
        at: the present instant, in UTC.
    """
    found: dict[str, UnderReview] = {}
    for some in chunks(codes):
        found |= {one.tvv: one for one in _shown(some, at)}
    return found


def _shown(codes: list[str], at: datetime) -> list[UnderReview]:
    later = aliased(DossierEvent)
    taken_back = exists().where(
        later.dossier_id == DossierEvent.dossier_id,
        later.sequence > DossierEvent.sequence,
        later.action.in_(CONSENTS),
    )
    over = exists().where(
        Period.dossier_id == Dossier.id,
        Period.kind == PeriodKind.SILENCE,
        Period.outcome == PeriodOutcome.RUNNING,
        Period.effect_at <= at,
    )
    consent = and_(
        DossierEvent.dossier_id == Dossier.id,
        DossierEvent.action == Action.SHOW_PUBLICLY,
        ~taken_back,
    )
    chosen = (
        select(Dossier.tvv, Dossier.brand, Dossier.commercial_name)
        .join(DossierEvent, consent)
        .where(Dossier.tvv.in_(codes), Dossier.state.in_(REVIEWED_STATES), ~over)
        .order_by(Dossier.tvv, Dossier.id.desc())
    )
    return [
        UnderReview(tvv=row.tvv, brand=row.brand, commercial_name=row.commercial_name)
        for row in db.session.execute(chosen)
    ]
