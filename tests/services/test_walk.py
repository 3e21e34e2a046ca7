"""A walk of the procedure by any acts in any order: what must hold holds after each."""

from datetime import date, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from app.domain.deadlines import PeriodOutcome
from app.domain.errors import DomainError
from app.domain.orders import LineEffect
from app.domain.procedure import DECIDED_STATES, Action, State, replay
from app.queries.audit import broken_chains
from tests.conftest import START
from tests.services.stories import Story

BINDING = {Action.REQUEST_DOCUMENTS, Action.REQUEST_AGAIN}
numbers = iter(range(1, 1_000_000))


class Walk(RuleBasedStateMachine):
    """One dossier, the acts of everybody, and the days that pass; a refusal changes nothing."""

    world = None

    def __init__(self):
        super().__init__()
        self.world.clock.move_to(START)
        self.story = Story(self.world, tvv=f"V{next(numbers)}")
        self.story.receive()
        self.published = False

    def attempt(self, act, *arguments):
        """Do an act; refused, it leaves the dossier as silence alone made it."""
        try:
            act(*arguments)
        except DomainError:
            by_clock = [event.actor_role == "clock" for event in self.story.dossier.events]
            assert all(by_clock[self.seen :])
        self.seen = self.story.dossier.last_sequence

    seen = 1

    @rule(days=st.sampled_from([1, 5, 27, 31, 62, 95]))
    def days_pass(self, days):
        self.world.clock.advance(timedelta(days=days))

    @rule()
    def scheduler(self):
        self.attempt(self.story.tick)

    @rule()
    def confirm(self):
        self.attempt(self.story.confirm)

    @rule()
    def request(self):
        self.attempt(self.story.request, "A", "B")

    @rule(items=st.sampled_from([(), ("A",)]))
    def supply(self, items):
        self.attempt(self.story.supply, *items)

    @rule()
    def propose(self):
        self.attempt(self.story.propose)

    @rule(effect=st.sampled_from(LineEffect), late=st.sampled_from([0, 2, 40]))
    def decide(self, effect, late):
        self.attempt(self.story.prepare, effect)
        if self.story.order is not None:
            day = self.world.clock.today() - timedelta(days=late)
            self.attempt(self.story.publish, day.isoformat())

    @rule()
    def withdraw(self):
        self.attempt(self.story.withdraw)

    @invariant()
    def the_dossier_holds_together(self):
        dossier = self.story.dossier
        events = dossier.events
        assert replay(events) == dossier.state
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        running = [one.kind for one in dossier.periods if one.outcome == PeriodOutcome.RUNNING]
        assert len(running) == len(set(running))
        assert (dossier.decided_on is not None) == (dossier.state in DECIDED_STATES)
        self.completeness_follows_the_law(dossier)
        self.decisions_follow_the_law(dossier, running)

    def completeness_follows_the_law(self, dossier):
        """INV-06."""
        if dossier.complete_on is None:
            return
        assert dossier.complete_on >= dossier.received_on
        month = dossier.periods[0].last_day
        asked = any(event.action in BINDING for event in dossier.events)
        assert asked or dossier.complete_on in {dossier.received_on, month}

    def decisions_follow_the_law(self, dossier, running):
        """INV-02, INV-07, INV-11: silence never lists; a listing rests on a proposal."""
        ends = {one.kind: one.last_day for one in dossier.periods}
        if dossier.state in {State.COMPLETE, State.PROPOSED}:
            assert "silence" in running
            assert ends["review"] < ends["silence"]
        if dossier.state == State.LISTED_BY_ORDER:
            assert running == ["inspection"]
            sent = [one.sent_on for one in dossier.proposals if one.lapsed_on is None]
            assert sent
            assert min(sent) <= dossier.decided_on
        if dossier.state == State.REFUSED_BY_SILENCE:
            assert dossier.decided_on == ends["silence"]
            assert running == []
        if dossier.state in {State.REFUSED_BY_ORDER, State.WITHDRAWN}:
            assert running == []

    def teardown(self):
        assert list(broken_chains()) == []


def test_any_walk_of_the_procedure_keeps_its_invariants(world):
    """Section 8 of the procedure."""
    walk = type("WalkOfThisWorld", (Walk,), {"world": world})
    run_state_machine_as_test(
        walk,
        settings=settings(
            max_examples=20,
            stateful_step_count=14,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert world.clock.today() >= date(2026, 3, 2)
