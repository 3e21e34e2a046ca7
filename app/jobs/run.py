"""The process that runs the jobs; several of them are safe."""

import logging
import signal
from typing import Final

from apscheduler.schedulers.background import BackgroundScheduler
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from app.context import current_clock
from app.jobs.schedule import JOBS, Job
from app.services.runs import record_run

STOPS: Final = (signal.SIGTERM, signal.SIGINT)

logger = logging.getLogger(__name__)


def run_job(app: Flask, job: Job) -> int:
    """Run one pass of a job and write it down; a failure is logged and tried again next time."""
    with app.app_context():
        started_at = current_clock().now()
        done, error = 0, None
        try:
            done = job.act()
        except Exception as failure:  # the next pass must come, whatever this one met
            logger.exception("job %s failed", job.name)
            error = f"{type(failure).__name__}: {failure}"
        try:
            record_run(
                job.name, started_at=started_at, recorded=done, error=error, clock=current_clock()
            )
        except SQLAlchemyError:
            logger.exception("job %s could not be written down", job.name)
        return done


def alarm_clock(app: Flask) -> BackgroundScheduler:
    """Return the scheduler of the jobs, not yet started.

    APScheduler is an alarm clock in UTC and nothing else: no legal date is in it. What a stopped
    scheduler missed is due at the first pass of the next one.
    """
    scheduler = BackgroundScheduler(
        timezone="UTC",
        job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
    )
    with app.app_context():
        now = current_clock().now()
    for job in JOBS:
        scheduler.add_job(
            run_job,
            "interval",
            args=(app, job),
            seconds=job.every_seconds,
            id=job.name,
            next_run_time=now,
        )
    return scheduler


def run_scheduler(app: Flask) -> None:
    """Run the jobs until the process is told to stop; the jobs under way end first.

    The signals are held back from every thread and waited for here: no handler runs in the middle
    of an act. A second one ends the process at once.
    """
    scheduler = alarm_clock(app)
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    scheduler.start()
    signal.sigwait(STOPS)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    scheduler.shutdown(wait=True)
