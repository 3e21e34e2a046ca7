"""The periods of a dossier: those that its events opened, and what may have become of each."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Final

from app.domain.deadlines import EFFECTIVE, PeriodKind, PeriodOutcome, span
from app.domain.history import Facts
from app.domain.procedure import Action, Route
from app.models.dossier import DossierEvent
from app.queries.audit.kept import KeptPeriod, day_in, read_or_none, said
from app.queries.audit.order_lines import EFFECT
from app.queries.audit.scores import LISTINGS, PROPOSALS
from app.queries.audit.wrong import Wrong, altered
from scoring.dated import NotInForceError

K, A, END = PeriodKind, Action, PeriodOutcome
# The periods that count from the day the dossier is complete, whatever opened them.
FROM_COMPLETENESS: Final = frozenset({K.REVIEW, K.SILENCE})
# The periods that each act opens; an order that lists opens another one, when it says from when.
OPENED: Final[Mapping[Action, frozenset[PeriodKind]]] = MappingProxyType(
    {
        A.SUBMIT: frozenset({K.COMPLETENESS}),
        A.SUBMIT_DEROGATION: frozenset({K.COMPLETENESS}),
        A.CONFIRM_COMPLETE: FROM_COMPLETENESS,
        A.DEEM_COMPLETE: FROM_COMPLETENESS,
        A.SUPPLY_LAST_ITEM: FROM_COMPLETENESS | {K.RECHECK},
        A.REPORT_CHANGE: FROM_COMPLETENESS,
        A.REQUEST_REASONS: frozenset({K.REASONS}),
    }
)
# What an act makes of the periods that run, by kind.
STOP: Final = dict.fromkeys(K, END.STOPPED)
CLOSED: Final[Mapping[Action, Mapping[PeriodKind, PeriodOutcome]]] = MappingProxyType(
    {
        A.REQUEST_DOCUMENTS: {K.COMPLETENESS: END.MET},
        A.REQUEST_AGAIN: {
            K.COMPLETENESS: END.MET,
            K.RECHECK: END.MET,
            K.REVIEW: END.SUPERSEDED,
            K.SILENCE: END.SUPERSEDED,
        },
        A.CONFIRM_COMPLETE: {K.COMPLETENESS: END.MET},
        A.DEEM_COMPLETE: {K.COMPLETENESS: END.EXPIRED},
        A.SUPPLY_LAST_ITEM: {K.RECHECK: END.SUPERSEDED},
        A.MISS_OPINION: {K.REVIEW: END.EXPIRED},
        A.REFUSE_BY_SILENCE: {**STOP, K.SILENCE: END.EXPIRED},
        A.PASS_OVER_IN_SILENCE: {**STOP, K.SILENCE: END.EXPIRED},
        A.WITHDRAW: STOP,
        A.REMOVE_BY_ORDER: STOP,
    }
)


def wrong_periods(
    periods: Sequence[KeptPeriod],
    route: Route,
    events: Sequence[DossierEvent],
    steps: Sequence[Facts],
) -> Iterator[Wrong]:
    """Each act has the periods that it opens, and no other; each ended as the acts after it say.

    Only what has an effect is compared. Its rule and its source are the words of the day it was
    opened: the files may say them otherwise since.
    """
    sequences = {event.id: event.sequence for event in events}
    left: dict[tuple[int, str], tuple[int, date | None]] = {
        (event.id, kind): (place, origin_on)
        for place, (event, facts) in enumerate(zip(events, steps, strict=True))
        for kind, origin_on in _opened(event, facts).items()
    }
    for kept in periods:
        number = sequences.get(kept.origin_event_id)
        place, origin_on = left.pop((kept.origin_event_id, kept.kind or ""), (0, None))
        if number is None:
            yield altered(len(events), "un délai naît d’un événement qui n’est pas du dossier")
        elif not _follows(kept, route, origin_on):
            yield altered(number, "un délai qui en naît ne se recalcule pas à l’identique")
        elif not _ended_well(kept, route, events[place + 1 :]):
            yield altered(number, "un délai qui en naît n’a pas pu finir ainsi")
    for event_id, _ in left:
        yield altered(sequences[event_id], "un délai qui en naît n’est plus là")


def _opened(event: DossierEvent, facts: Facts) -> dict[PeriodKind, date | None]:
    """Return the periods that an event opens, and the day each counts from."""
    opened = {
        kind: facts.complete_on if kind in FROM_COMPLETENESS else event.occurred_on
        for kind in OPENED.get(event.action, ())
    }
    # The order that listed a version may not be the one that first did (CAMB-11).
    if event.action in LISTINGS and "inspected_from" in said(event):
        opened[K.INSPECTION] = read_or_none(day_in, said(event)["inspected_from"])
    return opened


def _follows(period: KeptPeriod, route: Route, origin_on: date | None) -> bool:
    """Whether a period counts from that day, and the law gives it from there."""
    if period.kind is None or origin_on is None or period.origin_on != origin_on:
        return False
    try:
        found = span(period.kind, route, origin_on)
    except NotInForceError:
        return False
    return (
        period.edition_on == found.edition_on
        and period.months == found.months
        and period.last_day == found.last_day
        and period.effect_at == found.effect_at
    )


def _ended_well(period: KeptPeriod, route: Route, later: Sequence[DossierEvent]) -> bool:
    """Whether the acts that came later may have left a period as it is."""
    if (period.outcome == END.RUNNING) != (period.settled_at is None):
        return False
    if period.outcome == END.EXPIRED and not _is_over(period, period.settled_at):
        return False
    possible = {END.RUNNING}
    ends_alone = _ends_alone(period, route)
    for event in later:
        if ends_alone and END.RUNNING in possible and _is_over(period, event.recorded_at):
            possible.add(END.EXPIRED)
        possible = {after for before in possible for after in _after(before, period, event)}
    if ends_alone and END.RUNNING in possible:
        possible.add(END.EXPIRED)
    return period.outcome in possible


def _is_over(period: KeptPeriod, at: datetime | None) -> bool:
    """Whether the last day of a period had passed at an instant."""
    return at is not None and period.effect_at is not None and at >= period.effect_at


def _ends_alone(period: KeptPeriod, route: Route) -> bool:
    """Whether a period ends without an act: the end of the others is one."""
    missed = period.kind == K.REVIEW and route == Route.MODIFICATION
    return period.kind not in EFFECTIVE and not missed


def _after(before: PeriodOutcome, period: KeptPeriod, event: DossierEvent) -> set[PeriodOutcome]:
    """Return what an act may make of a period."""
    day, kind = event.occurred_on, period.kind
    assert kind is not None  # noqa: S101 - such a period does not follow from its event
    assert period.last_day is not None  # noqa: S101
    assert period.origin_on is not None  # noqa: S101
    in_time = day <= period.last_day
    if event.action == A.GIVE_REASONS and kind == K.REASONS and in_time:
        # Its end may have been observed before the letter was recorded.
        return {END.MET}
    if event.action in EFFECT and kind == K.SILENCE:
        return _silence_after(before, period, event)
    if before != END.RUNNING:
        return {before}
    if event.action in PROPOSALS and kind == K.REVIEW:
        return {END.MET if in_time else END.EXPIRED}
    if event.action in DECISIONS:
        return {END.EXPIRED if kind == K.REVIEW and not in_time else END.STOPPED}
    return {CLOSED.get(event.action, {}).get(kind, END.RUNNING)}


# The orders that decide; one that corrects moves no period.
DECISIONS: Final = frozenset(EFFECT) - {A.REMOVE_BY_ORDER, A.CORRECT_BY_ORDER}


def _silence_after(
    before: PeriodOutcome, period: KeptPeriod, event: DossierEvent
) -> set[PeriodOutcome]:
    """An order published in time leaves no silence: observed, it was never born (transition 17)."""
    assert period.last_day is not None  # noqa: S101 - as above
    assert period.origin_on is not None  # noqa: S101
    published = event.occurred_on
    if event.action == A.CORRECT_BY_ORDER:
        return {before}
    if before == END.EXPIRED:
        return {END.SUPERSEDED if period.last_day >= published else before}
    if before != END.RUNNING:
        return {before}
    if event.action == A.REMOVE_BY_ORDER:
        # A report may have come after the publication: its day is then the one it was received.
        return {END.STOPPED} | ({END.SUPERSEDED} if period.origin_on >= published else set())
    return {END.SUPERSEDED if period.origin_on > published else END.MET}
