"""A pass of a job: it is written down, a failure is survived, a quiet month is one row."""

from datetime import UTC, timedelta

import pytest
from apscheduler.executors.pool import ThreadPoolExecutor

from app.extensions import db
from app.jobs.run import alarm_clock, run_job
from app.jobs.schedule import JOBS, Job
from app.models.outbox import SchedulerRun
from tests.conftest import START


def runs():
    db.session.expire_all()
    return db.session.query(SchedulerRun).order_by(SchedulerRun.id).all()


def job(act):
    return Job(name="trial", every_seconds=60, act=act)


def test_a_pass_that_did_something_is_written_down(app):
    assert run_job(app, job(lambda: 3)) == 3
    (run,) = runs()
    assert (run.job, run.recorded, run.error) == ("trial", 3, None)
    assert (run.started_at, run.finished_at) == (START, START)


def test_a_failure_is_written_down_and_the_next_pass_comes(app, caplog):
    def act():
        raise ArithmeticError("no answer")

    assert run_job(app, job(act)) == 0
    assert run_job(app, job(lambda: 1)) == 1
    assert [(run.error, run.recorded) for run in runs()] == [
        ("ArithmeticError: no answer", 0),
        (None, 1),
    ]
    assert "job trial failed" in caplog.text


def test_a_failure_within_an_act_leaves_nothing_of_it(app, world, caplog):
    """The act is one transaction: the pass that is written down is another."""
    dossier = world.draft(tvv="KEPT").reference

    def act():
        db.session.query(type(world.dossier(dossier, who="manufacturer"))).update({"tvv": "LOST"})
        raise ArithmeticError("half-way")

    run_job(app, job(act))
    db.session.rollback()
    assert world.dossier(dossier, who="manufacturer").tvv == "KEPT"
    assert runs()[-1].error == "ArithmeticError: half-way"


def test_a_long_failure_is_cut_to_its_column(app, caplog):
    def act():
        raise ArithmeticError("x" * 1000)

    run_job(app, job(act))
    assert len(runs()[0].error) == 300


def test_a_quiet_month_is_one_row(app, clock):
    for _ in range(30):
        run_job(app, job(lambda: 0))
        clock.advance(timedelta(days=1))
    (run,) = runs()
    assert (run.started_at, run.finished_at) == (START, START + timedelta(days=29))


def test_what_was_done_stands_apart_from_the_quiet_around_it(app, clock):
    for done in (0, 0, 2, 0, 0):
        run_job(app, job(lambda done=done: done))
        clock.advance(timedelta(minutes=1))
    assert [run.recorded for run in runs()] == [0, 2, 0]


@pytest.mark.parametrize("one", JOBS, ids=lambda one: one.name)
def test_each_job_runs_on_an_empty_portal(app, one):
    run_job(app, one)
    (run,) = runs()
    assert (run.job, run.error) == (one.name, None)


def test_the_jobs_do_what_is_due(app, world, mail, instance):
    """R. 251-1-B: the silence of three months; its notice; the list, empty, published."""
    world.submitted()
    world.days_pass(125)
    done = {one.name: run_job(app, one) for one in JOBS}
    assert done["effects"] == 2
    assert done["mail"] == len(mail.sent) > 0
    assert done["publication"] == 1
    assert (instance / "public" / "current" / "versions.json").exists()
    again = {one.name: run_job(app, one) for one in JOBS}
    assert set(again.values()) == {0}


def test_the_alarm_clock_knows_no_date(app):
    """F1 to F3: in UTC, one at a time, what was missed runs once, however late."""
    scheduler = alarm_clock(app)
    assert scheduler.timezone == UTC
    scheduler.start(paused=True)
    try:
        jobs = {one.id: one for one in scheduler.get_jobs()}
        assert jobs.keys() == {one.name for one in JOBS}
        for one in JOBS:
            held = jobs[one.name]
            assert (held.coalesce, held.max_instances, held.misfire_grace_time) == (True, 1, None)
            assert held.trigger.interval == timedelta(seconds=one.every_seconds)
            assert held.next_run_time == START
        assert isinstance(scheduler._executors["default"], ThreadPoolExecutor)
    finally:
        scheduler.shutdown()


def test_effects_are_looked_for_every_minute():
    assert {one.name: one.every_seconds for one in JOBS}["effects"] == 60
