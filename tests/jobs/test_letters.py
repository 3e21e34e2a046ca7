"""The jobs of the letters: what an act could not tell is told later, and no job stops another."""

import pytest
from jinja2 import ChoiceLoader, DictLoader

from app.domain.procedure import State
from app.extensions import db
from app.jobs.run import run_job
from app.jobs.schedule import JOBS
from app.models.outbox import SchedulerRun
from app.services.letters.text import environment
from tests.services.stories import Story, messages


@pytest.fixture
def broken(monkeypatch):
    """Break templates by name; ``broken.clear()`` mends them."""
    changed = {}
    engine = environment()
    monkeypatch.setattr(engine, "loader", ChoiceLoader([DictLoader(changed), engine.loader]))
    monkeypatch.setattr(engine, "cache", None)
    return lambda *names: changed.update(dict.fromkeys(names, "{{ nothing }}")) or changed


def passes(app):
    """Run each job once, and give what it did or why it failed."""
    for job in JOBS:
        run_job(app, job)
    db.session.rollback()
    rows = db.session.query(SchedulerRun).order_by(SchedulerRun.id)
    return {row.job: row.error or row.recorded for row in rows}


def test_a_letter_that_breaks_is_told_by_its_job_and_stops_no_other(app, world, mail, broken):
    """R. 251-1-B: refused by silence all the same; the message follows, is sent, and once."""
    changed = broken("silence.txt")
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    story.on("2026-06-05")
    done = passes(app)
    assert done["effects"] == 1
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert done["notices"] == (
        f"NoticesNotWrittenError: Messages non écrits : silence/{story.reference}."
    )
    assert done["mail"] == len(mail.sent) == 2

    changed.clear()
    for expected in (1, 0):
        done = passes(app)
        assert (done["notices"], done["mail"]) == (expected, expected)
    assert len(messages("silence/")) == 1


def test_reminders_that_break_stop_neither_effects_nor_mail(app, world, mail, broken):
    """P-15: the month ends on 2 April; its reminder cannot be written."""
    changed = broken("reminders/completeness.txt")
    story = Story(world).tell(("receive", "2026-03-02"))
    story.on("2026-03-30")
    done = passes(app)
    assert done["reminders"].startswith("RemindersNotWrittenError: Rappels non écrits : ")
    assert done["mail"] == 1
    changed.clear()
    assert passes(app)["reminders"] == 2
    broken("reminders/review.txt", "reminders/silence.txt")
    assert passes(story.on("2026-04-03").world.app)["effects"] == 1
    assert story.dossier.state == State.COMPLETE
