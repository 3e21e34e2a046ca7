"""Silence acts at midnight in Paris, whatever an act was doing (reading T-8)."""

from dataclasses import dataclass, field

import pytest

from app.clock import FixedClock
from app.domain.errors import StaleDossierError, TransitionNotAllowedError
from app.domain.procedure import Route, State
from app.services.completeness import confirm_complete
from app.services.drafting import copy_draft, create_draft
from app.services.withdrawal import withdraw
from tests.builders import declaration
from tests.services.stories import Story, instant

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


@dataclass
class Ticking(FixedClock):
    """A clock that passes midnight once it was read a number of times."""

    readings: int = 0
    after: object = field(default=None)

    def now(self):
        if self.readings == 0:
            self.instant = instant(self.after)
        self.readings -= 1
        return self.instant

    def today(self):
        return FixedClock(self.now()).today()


def ticking(readings):
    """From one second before the end of 2 June 2026, the last day of the silence."""
    return Ticking(instant("2026-06-02T23:59:59"), readings, "2026-06-03T00:00:01")


@pytest.mark.parametrize("readings", range(1, 12))
def test_an_act_that_meets_midnight_never_erases_a_silence(world, readings):
    """Rows 14 and 18: withdrawn the day before, or refused by silence; nothing else."""
    story = Story(world).tell(*COMPLETE)
    clock = ticking(readings)
    try:
        withdraw(story.reference, by=world.actor("manufacturer"), clock=clock)
    except (StaleDossierError, TransitionNotAllowedError):
        world.clock.move_to(instant("2026-06-03T00:00:02"))
        story.tick()
    dossier = story.dossier
    last = dossier.events[-1].occurred_on.isoformat()
    if dossier.state == State.WITHDRAWN:
        assert last == "2026-06-02"
    else:
        assert (dossier.state, last) == (State.REFUSED_BY_SILENCE, "2026-06-02")


def test_both_ends_of_midnight_were_met(world):
    """The clock above can be read early enough, and late enough, for both answers."""
    states = set()
    for readings in (1, 60):
        story = Story(world, tvv=f"V{readings}")
        story.tell(*COMPLETE)
        try:
            withdraw(story.reference, by=world.actor("manufacturer"), clock=ticking(readings))
        except TransitionNotAllowedError:
            states.add(story.dossier.state)
        else:
            states.add(story.dossier.state)
    assert states == {State.WITHDRAWN, State.REFUSED_BY_SILENCE}


@pytest.mark.parametrize("readings", range(1, 12))
def test_a_confirmation_that_meets_midnight_is_of_its_month_or_refused(world, readings):
    """Row 5: complete on receipt only when confirmed in the month."""
    story = Story(world).tell(("receive", "2026-03-02"))
    clock = Ticking(instant("2026-04-02T23:59:59"), readings, "2026-04-03T00:00:01")
    try:
        confirm_complete(story.reference, by=world.actor("reviewer"), clock=clock)
    except (StaleDossierError, TransitionNotAllowedError):
        world.clock.move_to(instant("2026-04-03T00:00:02"))
        story.tick()
    dossier = story.dossier
    confirmed = dossier.events[-1].action == "confirm_complete"
    assert dossier.complete_on.isoformat() == ("2026-03-02" if confirmed else "2026-04-02")
    if confirmed:
        assert dossier.events[-1].occurred_on.isoformat() == "2026-04-02"


@pytest.mark.parametrize("script", [COMPLETE, COMPLETE[:1]], ids=["complete", "only submitted"])
@pytest.mark.parametrize("route", ["reference", "derogation"])
def test_a_refusal_that_no_run_observed_is_a_refusal(world, script, route):
    """Rows 2, 14 and 27: the scheduler may be down, the next dossier is received."""
    story = Story(world).tell(*script)
    refused = story.reference
    story.tell(("follow", "2026-09-01", route))
    assert story.dossier.state == State.SUBMITTED
    assert world.dossier(refused).state == State.REFUSED_BY_SILENCE


def test_a_new_draft_of_the_code_does_not_wait_for_the_run_either(world):
    story = Story(world).tell(*COMPLETE).on("2026-09-01")
    made = create_draft(declaration(tvv="CAS001"), **story.by("manufacturer"))
    assert made.state == State.DRAFT
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    copy = copy_draft(story.reference, route=Route.DEROGATION, **story.by("manufacturer"))
    assert copy.state == State.DRAFT
