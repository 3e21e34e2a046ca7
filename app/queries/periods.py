"""What runs out, and when."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import selectinload

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.extensions import db
from app.models.dossier import Dossier
from app.models.period import Period

# Written in the statement itself: a database cannot tell that a parameter is the word its index
# of running periods is about.
RUNS: Final = Period.outcome == bindparam(None, PeriodOutcome.RUNNING, literal_execute=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Dossiers whose oldest effect was born at one instant, their rows locked."""

    born_at: datetime
    dossiers: Sequence[Dossier]


def due_periods(dossier: Dossier, *, at: datetime) -> Sequence[Period]:
    """Return the periods of *dossier* whose effect is born and not yet recorded, oldest first."""
    due = [period for period in all_running(dossier) if period.effect_at <= at]
    return sorted(due, key=lambda period: (period.effect_at, period.id))


def next_due(*, at: datetime, most: int = 1, besides: Collection[int] = ()) -> Due | None:
    """Return the dossiers whose effect was born first, with what an effect reads of them.

    A row that another process holds is left to it.

    Args:
        at: the instant by which the effect was born.
        most: how many dossiers at most.
        besides: rows to leave out.
    """
    found = db.session.execute(
        select(Dossier, Period.effect_at)
        .join(Period, Period.dossier_id == Dossier.id)
        .where(RUNS, Period.effect_at <= at, Dossier.id.not_in(besides))
        .order_by(Period.effect_at, Period.id)
        .limit(most)
        .with_for_update(of=Dossier, skip_locked=True)
        .options(selectinload(Dossier.events), selectinload(Dossier.periods))
    ).all()
    if not found:
        return None
    born_at = found[0][1]
    same = {row[0].id: row[0] for row in found if row[1] == born_at}
    return Due(born_at=born_at, dossiers=tuple(same.values()))


def all_running(dossier: Dossier) -> Sequence[Period]:
    """Return the running periods of a dossier, whatever their kind."""
    return [period for period in dossier.periods if period.outcome == PeriodOutcome.RUNNING]


def running(dossier: Dossier, kind: PeriodKind) -> Period | None:
    """Return the running period of a kind."""
    return next((period for period in all_running(dossier) if period.kind == kind), None)


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
