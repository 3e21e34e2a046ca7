"""A walk of the procedure by any acts in any order: what must hold holds after each."""

from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.errors import DomainError
from app.domain.history import told
from app.domain.ministries import Stance
from app.domain.orders import LineEffect, OrderState
from app.domain.procedure import (
    DECIDED_STATES,
    OPEN_STATES,
    REFUSED_STATES,
    UNSETTLED_STATES,
    Action,
    Route,
    State,
)
from app.domain.versions import VersionState
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order
from app.queries.audit import broken_chains
from app.queries.register import Wanted, listed
from app.queries.status import Verdict, status
from app.queries.versions import version_on
from app.services.completeness import Asked
from app.services.corrections import file_correction
from app.services.drafting import record_reference_vehicle
from app.services.evidence import request_evidence
from app.services.orders import prepare_order, put_in_order, put_removal
from app.services.positions import give_position
from app.services.reasons import give_reasons, request_reasons
from tests.conftest import START
from tests.services.reports import Report
from tests.services.stories import Story

BINDING = {Action.REQUEST_DOCUMENTS, Action.REQUEST_AGAIN}
LATE = {Action.LIST_IN_TIME, Action.REFUSE_IN_TIME}
numbers = iter(range(1, 1_000_000))


class Walk(RuleBasedStateMachine):
    """One version: its dossiers, its reports, the acts of everybody, and the days that pass."""

    world = None

    def __init__(self):
        super().__init__()
        self.world.clock.move_to(START)
        self.tvv = f"V{next(numbers)}"
        self.story = Story(self.world, tvv=self.tvv)
        self.story.receive()
        self.report = Report(self.world, tvv=self.tvv)

    @initialize(far=st.sampled_from(["received", "refused", "listed"]))
    def begin(self, far):
        """A walk from the first day seldom goes far: two thirds begin decided."""
        if far != "received":
            self.story.confirm()
            self.story.propose()
        if far == "listed":
            self.story.list_by_order()
        if far == "refused":
            self.world.days_pass(120)
            self.story.tick()

    def by(self, who):
        return self.story.by(who)

    def dossiers(self):
        db.session.expire_all()
        found = db.session.query(Dossier).filter_by(tvv=self.tvv).order_by(Dossier.id).all()
        return [dossier for dossier in found if dossier.state != State.DRAFT]

    def seen(self):
        return {dossier.id: dossier.last_sequence for dossier in self.dossiers()}

    def attempt(self, act, *arguments, **named):
        """Do an act; refused, it leaves each dossier as silence alone made it."""
        before = self.seen()
        try:
            act(*arguments, **named)
        except DomainError:
            for dossier in self.dossiers():
                since = dossier.events[before.get(dossier.id, 0) :]
                assert all(event.actor_role == "clock" for event in since)

    @rule(days=st.sampled_from([1, 5, 27, 31, 62, 95, 220]))
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
    def correct(self):
        def act():
            vehicle = dict(self.story.dossier.content["reference_vehicle"])
            vehicle["boot_litres"] = str(400 + next(numbers) % 100)
            record_reference_vehicle(
                self.story.reference, vehicle, revision=None, **self.by("manufacturer")
            )
            file_correction(
                self.story.reference, reason="Faute.", revision=None, **self.by("manufacturer")
            )

        self.attempt(act)

    @rule()
    def propose(self):
        self.attempt(self.story.propose)

    @rule(
        effect=st.sampled_from([LineEffect.LIST, LineEffect.REFUSE]),
        late=st.sampled_from([0, 2, 40]),
    )
    def decide(self, effect, late):
        self.attempt(self.story.prepare, effect)
        self.publish(late)

    def publish(self, late):
        if self.story.order is not None:
            day = self.world.clock.today() - timedelta(days=late)
            self.attempt(self.story.publish, day.isoformat())

    def prepare(self, put, *arguments, **named):
        def act():
            order = prepare_order(f"Arrêté {next(numbers)}", **self.by("authority"))
            put(order.reference, *arguments, **named, **self.by("authority"))
            self.story.order = order

        self.attempt(act)

    @rule(late=st.sampled_from([0, 2, 40]))
    def remove(self, late):
        self.prepare(put_removal, self.tvv, "Exemple", reasons="Manquement.")
        self.publish(late)

    @rule(late=st.sampled_from([0, 2, 40]))
    def keep(self, late):
        if self.report.reference:
            self.prepare(put_in_order, self.report.reference, effect=LineEffect.KEEP)
            self.publish(late)

    @rule()
    def withdraw(self):
        self.attempt(self.story.withdraw)

    @rule(route=st.sampled_from(["reference", "derogation"]))
    def file_again(self, route):
        self.attempt(self.story.follow, route)

    @rule()
    def report_change(self):
        def act():
            self.report.open_version(self.tvv)
            self.report.change_supplier("KR" if self.report.dossier.id % 2 else "CN")
            self.report.file()

        self.attempt(act)

    @rule()
    def opine(self):
        if self.report.reference:
            self.attempt(self.report.opine)

    @rule()
    def ask_for_evidence(self):
        self.attempt(
            request_evidence,
            self.story.reference,
            [Asked(label="Preuve")],
            answer_by=self.world.clock.today(),
            **self.by("reviewer"),
        )

    @rule()
    def ask_for_reasons(self):
        self.attempt(request_reasons, self.story.reference, **self.by("manufacturer"))

    @rule()
    def reasons(self):
        self.attempt(give_reasons, self.story.reference, "Motifs.", **self.by("authority"))

    @rule(stance=st.sampled_from(Stance))
    def position(self, stance):
        self.attempt(give_position, self.story.reference, stance=stance, **self.by("authority"))

    @invariant()
    def each_dossier_holds_together(self):
        for dossier in self.dossiers():
            events = dossier.events
            assert told(events, dossier.route) == dossier.facts
            assert [event.sequence for event in events] == list(range(1, len(events) + 1))
            running = [one.kind for one in dossier.periods if one.outcome == PeriodOutcome.RUNNING]
            assert len(running) == len(set(running))
            assert (dossier.decided_on is not None) == (dossier.state in DECIDED_STATES)
            self.completeness_follows_the_law(dossier)
            self.decisions_follow_the_law(dossier, set(running))

    def completeness_follows_the_law(self, dossier):
        """INV-06."""
        if dossier.complete_on is None:
            return
        assert dossier.complete_on >= dossier.received_on
        if dossier.route == Route.MODIFICATION:
            assert dossier.complete_on == dossier.received_on
            return
        month = dossier.periods[0].last_day
        asked = any(event.action in BINDING for event in dossier.events)
        assert asked or dossier.complete_on in {dossier.received_on, month}

    def decisions_follow_the_law(self, dossier, running):
        """INV-02, INV-07, INV-11: silence never lists; a listing rests on a proposal."""
        late = any(event.action in LATE for event in dossier.events)
        ends = {one.kind: one.last_day for one in dossier.periods}
        if dossier.state in {State.COMPLETE, State.PROPOSED, State.REPORTED}:
            assert PeriodKind.SILENCE in running
            assert ends[PeriodKind.REVIEW] < ends[PeriodKind.SILENCE]
        if dossier.state == State.LISTED_BY_ORDER:
            assert running <= {PeriodKind.INSPECTION}
            sent = [one.sent_on for one in dossier.proposals if one.lapsed_on is None]
            assert min(sent) <= dossier.decided_on
        if dossier.state in {State.REFUSED_BY_SILENCE, State.SILENT} and not late:
            assert dossier.decided_on == ends[PeriodKind.SILENCE]
            assert running <= {PeriodKind.REASONS}
        if dossier.state in {State.REFUSED_BY_ORDER, State.WITHDRAWN, State.INADMISSIBLE}:
            assert not running

    @invariant()
    def a_version_has_one_track(self):
        """INV-03, INV-05."""
        found = [one for one in self.dossiers() if one.route != Route.MODIFICATION]
        assert sum(one.state in OPEN_STATES for one in found) <= 1
        for one in found:
            if one.route == Route.DEROGATION and one.state != State.INADMISSIBLE:
                refusals = {
                    event.action
                    for earlier in found
                    if earlier.id < one.id
                    for event in earlier.events
                    if event.to_state in REFUSED_STATES
                }
                assert refusals

    @invariant()
    def the_list_is_what_the_orders_say(self):
        """INV-01, INV-09: the days of this version, straight from the orders that name it."""
        orders = db.session.query(Order).filter_by(state=OrderState.PUBLISHED).all()
        lines = [
            (order.published_on, order.effective_on, order.id, line.effect)
            for order in orders
            for line in order.lines
            if line.tvv == self.tvv and line.effect in {LineEffect.LIST, LineEffect.REMOVE}
        ]
        today = self.world.clock.today()
        for day in {today, today + timedelta(days=1), today - timedelta(days=30), date(2026, 4, 1)}:
            in_force = sorted(one for one in lines if one[1] <= day)
            wanted = bool(in_force) and in_force[-1][3] == LineEffect.LIST
            verdict = status(self.tvv, on=day).verdict
            assert (verdict == Verdict.LISTED) == wanted, (day, lines)
            assert any(one.tvv == self.tvv for one in listed(Wanted(on=day))) == wanted

    @invariant()
    def changes_leave_a_mark(self):
        """Rows 20 to 24; INV-12: evidence is asked for inside the two years."""
        today = self.world.clock.today()
        version = version_on(self.tvv, "Exemple", on=today)
        unsettled = [one for one in self.dossiers() if one.state in UNSETTLED_STATES]
        if version.on_the_list:
            marked = version.state == VersionState.UNDER_MODIFICATION
            assert marked == bool(unsettled)
        for dossier in self.dossiers():
            window = [one.last_day for one in dossier.periods if one.kind == PeriodKind.INSPECTION]
            for event in dossier.events:
                if event.action == Action.REQUEST_EVIDENCE:
                    assert event.occurred_on <= window[0]

    def teardown(self):
        assert list(broken_chains()) == []


def walk(world, *, examples, steps):
    run_state_machine_as_test(
        type("WalkOfThisWorld", (Walk,), {"world": world}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.long
def test_any_walk_of_the_procedure_keeps_its_invariants(world):
    """Section 8 of the procedure."""
    walk(world, examples=12, steps=16)
    assert world.clock.today() >= date(2026, 3, 2)


@pytest.mark.slow
def test_long_walks_of_the_procedure_keep_its_invariants(world):
    """The same, a hundred walks of forty acts."""
    walk(world, examples=100, steps=40)
    assert world.clock.today() >= date(2026, 3, 2)
