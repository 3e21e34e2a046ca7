"""The operator sees that the clock is wound."""

from datetime import timedelta

from app.extensions import db
from app.models.outbox import SchedulerRun
from app.services.runs import record_run


def runs():
    return db.session.query(SchedulerRun).order_by(SchedulerRun.id).all()


def test_a_quiet_month_is_one_row(world):
    started = world.clock.now()
    for _ in range(5):
        record_run("effects", started_at=world.clock.now(), recorded=0, clock=world.clock)
        world.clock.advance(timedelta(days=6))
    (run,) = runs()
    assert run.started_at == started
    assert run.finished_at == started + timedelta(days=24)


def test_what_was_recorded_and_what_failed_are_rows(world):
    facts = ((0, None), (2, None), (0, None), (0, "Panne"), (0, None), (0, None))
    for recorded, error in facts:
        record_run(
            "effects",
            started_at=world.clock.now(),
            recorded=recorded,
            clock=world.clock,
            error=error,
        )
    record_run("mail", started_at=world.clock.now(), recorded=0, clock=world.clock)
    assert [(run.job, run.recorded, run.error) for run in runs()] == [
        ("effects", 0, None),
        ("effects", 2, None),
        ("effects", 0, None),
        ("effects", 0, "Panne"),
        ("effects", 0, None),
        ("mail", 0, None),
    ]


def test_a_long_error_is_cut(world):
    record_run(
        "mail", started_at=world.clock.now(), recorded=0, clock=world.clock, error="é" * 1000
    )
    assert len(runs()[0].error) == 300
