"""What a dossier is, as its events tell it: the state and the days that count.

The row of a dossier repeats these facts; replaying its events must give them again.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Protocol

from app.domain.procedure import DECIDED_STATES, Action, Route, State, rule

# Acts that receive a dossier; orders that meet the dossier of an earlier day.
RECEIPTS: Final = frozenset(
    {
        Action.SUBMIT,
        Action.SUBMIT_DEROGATION,
        Action.SUBMIT_INADMISSIBLE,
        Action.REPORT_CHANGE,
    }
)
LATE_ORDERS: Final = frozenset({Action.LIST_IN_TIME, Action.REFUSE_IN_TIME})


class RecordedEvent(Protocol):
    """The part of an event that the replay reads."""

    @property
    def action(self) -> Action:
        """The act that was recorded."""

    @property
    def occurred_on(self) -> date:
        """Its legal day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the events of a dossier say of it.

    Attributes:
        state: where it stands.
        received_on: the day it was received; none for a draft.
        complete_on: the day it is complete, or deemed so; none while it is not.
        proposed_on: the day of the proposal that stands, or of the opinion on a change.
        decided_on: the day of the order, or the last day of the silence.
    """

    state: State = State.DRAFT
    received_on: date | None = None
    complete_on: date | None = None
    proposed_on: date | None = None
    decided_on: date | None = None

    def after(self, action: Action, on: date, route: Route) -> "Facts":
        """Return the facts once *action* happened on a day.

        Raises:
            TransitionNotAllowedError: the procedure does not know this act in this state.
        """
        target = rule(self.state, action, route).target
        facts = replace(self, state=target)
        if action in RECEIPTS:
            # A change is complete the day the agency is informed (CAMB-06).
            complete_on = on if action == Action.REPORT_CHANGE else None
            facts = replace(facts, received_on=on, complete_on=complete_on)
        elif action == Action.CONFIRM_COMPLETE:
            # Complete on the day of receipt, whenever the agency says so (reading T-4).
            facts = replace(facts, complete_on=self.received_on)
        elif action in {Action.DEEM_COMPLETE, Action.SUPPLY_LAST_ITEM}:
            facts = replace(facts, complete_on=on)
        elif action == Action.REQUEST_AGAIN:
            # A proposal already sent lapses with the periods (transition 10).
            facts = replace(facts, complete_on=None, proposed_on=None)
        elif action in {Action.PROPOSE, Action.PROPOSE_AFTER_SILENCE, Action.GIVE_OPINION}:
            facts = replace(facts, proposed_on=on)
        if target in DECIDED_STATES and target != self.state:
            facts = replace(facts, decided_on=on)
        return facts


def told(events: Iterable[RecordedEvent], route: Route) -> Facts:
    """Return what *events*, in their order, say of a dossier.

    Raises:
        TransitionNotAllowedError: they tell a history the procedure does not know.
    """
    *_, (_, facts) = _steps(events, route)
    return facts


def states_on(events: Iterable[RecordedEvent], route: Route, day: date) -> frozenset[State]:
    """Return the states a dossier went through on a legal day, the first hour included.

    An order published that day met one of them, whatever was recorded since (reading T-14).
    """
    return frozenset(facts.state for facts in _held_on(events, route, day))


def states_so_far(events: Iterable[RecordedEvent], route: Route) -> frozenset[State]:
    """Return every state that a dossier went through, the one it is in included."""
    return frozenset(facts.state for _, facts in _steps(events, route))


def next_facts(
    facts: Facts, action: Action, on: date, *, events: Iterable[RecordedEvent], route: Route
) -> Facts:
    """Return the facts after one more act, an order that is recorded late included.

    An order recorded late meets the dossier of the day it was published (transition 17): its days
    of completeness and proposal are those of that day.

    Args:
        facts: what the dossier is before the act.
        action: the act.
        on: its legal day.
        events: what happened before.
        route: the route of the dossier.

    Raises:
        TransitionNotAllowedError: the procedure does not know this act in this state.
    """
    after = facts.after(action, on, route)
    if action not in LATE_ORDERS:
        return after
    wanted = {State.PROPOSED} if action == Action.LIST_IN_TIME else {State.PROPOSED, State.COMPLETE}
    met = [then for then in _held_on(events, route, on) if then.state in wanted]
    if not met:
        return after
    return replace(after, complete_on=met[-1].complete_on, proposed_on=met[-1].proposed_on)


def _steps(
    events: Iterable[RecordedEvent], route: Route
) -> Iterator[tuple[RecordedEvent | None, Facts]]:
    facts, past = Facts(), list[RecordedEvent]()
    yield None, facts
    for event in events:
        facts = next_facts(facts, event.action, event.occurred_on, events=tuple(past), route=route)
        past.append(event)
        yield event, facts


def _held_on(events: Iterable[RecordedEvent], route: Route, day: date) -> Iterator[Facts]:
    """Yield the facts that held at some hour of *day*, in order."""
    before = Facts()
    for event, facts in _steps(events, route):
        if event is not None:
            if event.occurred_on >= day:
                yield before
            if event.occurred_on > day:
                return
        before = facts
    yield before
