"""The scheduler was down for three months: it catches up, in the order of the legal days."""

import sys
import time
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from app.domain.deadlines import PeriodOutcome
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import DossierEvent
from app.models.period import Period
from app.queries.audit import broken_chains
from app.services.completeness import confirm_complete
from app.services.lapse import record_due_effects
from tests.almanac import months_later
from tests.faults.herd import multiply
from tests.services.stories import instant

pytestmark = pytest.mark.long

DOWN_SINCE, UP_AGAIN = date(2026, 3, 10), date(2026, 6, 10)
A_WEEK = timedelta(days=7)


def dossiers_of_the_outage(world, count):
    """So many dossiers received over three months, two for one that the agency confirmed.

    The first are deemed complete while the scheduler is down, the others are refused by silence;
    with their reviews, four thirds of *count* rows are due.
    """
    deemed, refused = [], []
    day = DOWN_SINCE
    while day < UP_AGAIN:
        deemed.append(_received(world, _months_before(day, 1)))
        refused.append(_received(world, _months_before(day, 3), confirmed=True))
        day += A_WEEK
    multiply(deemed, count * 2 // 3 - len(deemed), besides=["outbox_message"])
    multiply(refused, count // 3 - len(refused), besides=["outbox_message"])


def _received(world, day, *, confirmed=False):
    world.clock.move_to(instant(day.isoformat()))
    reference = world.submitted(tvv=f"{'CO' if confirmed else 'SU'}{day:%m%d}").reference
    if confirmed:
        confirm_complete(reference, by=world.actor("reviewer"), clock=world.clock)
    return reference


def _months_before(day, months):
    return months_later(day, -months)


def due_rows(world):
    due = sa.select(sa.func.count()).where(
        Period.outcome == PeriodOutcome.RUNNING, Period.effect_at <= world.clock.now()
    )
    return db.session.scalar(due)


def catch_up(world, count):
    """Catch up, and give the rows that were due and the seconds of processor it took."""
    dossiers_of_the_outage(world, count)
    world.clock.move_to(instant(UP_AGAIN.isoformat()))
    rows = due_rows(world)
    db.session.remove()
    started, worked = time.monotonic(), time.process_time()
    effects = record_due_effects(clock=world.clock)
    seconds, worked = time.monotonic() - started, time.process_time() - worked
    told = f"{rows} due rows, {len(effects)} effects in {seconds:.1f} s"
    sys.stdout.write(f"\n{told}, {worked:.1f} s of processor\n")
    check(world, effects)
    return rows, worked


def check(world, effects):
    assert due_rows(world) == 0
    days = [effect.occurred_on for effect in effects]
    assert days == sorted(days)
    written = db.session.execute(
        sa.select(DossierEvent.occurred_on, DossierEvent.action)
        .where(DossierEvent.actor_id.is_(None))
        .order_by(DossierEvent.id)
    ).all()
    assert [day for day, _ in written] == days
    assert len({(one.reference, one.action) for one in effects}) == len(effects)
    assert all(day <= UP_AGAIN for day in days)
    assert list(broken_chains()) == []


def test_an_outage_is_caught_up_in_the_order_of_the_legal_days(world):
    rows, _ = catch_up(world, 60)
    assert rows > 60


def test_what_an_effect_leads_to_waits_for_its_own_day(world):
    """A dossier refused long after it was deemed complete comes after others deemed meanwhile."""
    for tvv, day in (("LONG", "2026-01-05"), ("SHORT", "2026-03-05")):
        world.clock.move_to(instant(day))
        world.submitted(tvv=tvv)
    world.clock.move_to(instant("2026-05-20"))
    told = [
        (world.dossier(one.reference).tvv, one.action, one.occurred_on)
        for one in record_due_effects(clock=world.clock)
    ]
    assert told == [
        ("LONG", Action.DEEM_COMPLETE, date(2026, 2, 5)),
        ("SHORT", Action.DEEM_COMPLETE, date(2026, 4, 5)),
        ("LONG", Action.REFUSE_BY_SILENCE, date(2026, 5, 5)),
    ]


@pytest.mark.slow
def test_ten_thousand_due_rows_are_caught_up_within_a_minute(world):
    """Seconds of processor: other processes of the machine do not count."""
    rows, worked = catch_up(world, 7500)
    assert rows >= 10_000
    assert worked < 60
