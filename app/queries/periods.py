"""What runs out, and when."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

from sqlalchemy import select

from app.domain.deadlines import EFFECTIVE, PeriodKind, PeriodOutcome
from app.extensions import db
from app.models.dossier import Dossier
from app.models.period import Period


def due_periods(dossier: Dossier, *, at: datetime) -> Sequence[Period]:
    """Return the periods of *dossier* whose effect is born and not yet recorded, oldest first."""
    return db.session.scalars(
        select(Period)
        .where(
            Period.dossier_id == dossier.id,
            Period.outcome == PeriodOutcome.RUNNING,
            Period.kind.in_(EFFECTIVE),
            Period.effect_at <= at,
        )
        .order_by(Period.effect_at, Period.id)
    ).all()


def next_due(*, at: datetime, besides: Collection[int] = ()) -> Dossier | None:
    """Return the dossier whose oldest effect is due, its row locked.

    A row that another process holds is left to it.

    Args:
        at: the instant by which the effect was born.
        besides: rows to leave out.
    """
    return db.session.scalars(
        select(Dossier)
        .join(Period, Period.dossier_id == Dossier.id)
        .where(
            Period.outcome == PeriodOutcome.RUNNING,
            Period.kind.in_(EFFECTIVE),
            Period.effect_at <= at,
            Dossier.id.not_in(besides),
        )
        .order_by(Period.effect_at, Period.id)
        .limit(1)
        .with_for_update(of=Dossier, skip_locked=True)
    ).first()


def running(dossier: Dossier, kind: PeriodKind) -> Period | None:
    """Return the running period of a kind."""
    return db.session.scalars(
        select(Period).where(
            Period.dossier_id == dossier.id,
            Period.kind == kind,
            Period.outcome == PeriodOutcome.RUNNING,
        )
    ).one_or_none()


def last_day_of(dossier: Dossier, kind: PeriodKind) -> date | None:
    """Return the last day of the latest period of a kind, whatever became of it."""
    return db.session.scalars(
        select(Period.last_day)
        .where(Period.dossier_id == dossier.id, Period.kind == kind)
        .order_by(Period.id.desc())
        .limit(1)
    ).one_or_none()


def periods_of(dossier: Dossier) -> Sequence[Period]:
    """Return all the periods of a dossier, in the order they were opened."""
    return db.session.scalars(
        select(Period).where(Period.dossier_id == dossier.id).order_by(Period.id)
    ).all()
