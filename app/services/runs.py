"""Write down when the jobs ran: the operator sees that the clock is wound."""

from datetime import datetime

from sqlalchemy import select

from app.clock import Clock
from app.extensions import db
from app.models.outbox import SchedulerRun
from app.services.transaction import transaction


def record_run(
    job: str, *, started_at: datetime, recorded: int, clock: Clock, error: str | None = None
) -> None:
    """Write down one pass of a job.

    A pass that found nothing to do only moves the hour of the one before it, when that one found
    nothing either: a quiet month is one row.
    """
    with transaction():
        last = db.session.scalars(
            select(SchedulerRun).where(SchedulerRun.job == job).order_by(SchedulerRun.id.desc())
        ).first()
        if last is not None and not (recorded or error or last.recorded or last.error):
            last.finished_at = clock.now()
            return
        db.session.add(
            SchedulerRun(
                job=job,
                started_at=started_at,
                finished_at=clock.now(),
                recorded=recorded,
                error=error[:300] if error else None,
            )
        )
