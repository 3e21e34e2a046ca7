"""The frame of every act on a filed dossier."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import Done, StaleDossierError
from app.domain.procedure import State
from app.models.dossier import Dossier, DossierEvent
from app.queries.dossiers import get_dossier, open_dossier
from app.services.lapse import settle_due
from app.services.transaction import transaction


def settle(reference: str, *, by: Actor, clock: Clock) -> None:
    """Record what silence already did to a dossier, in a transaction of its own.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
    """
    with transaction():
        settle_due(get_dossier(reference, seen_by=by, for_update=True), clock=clock)


def observe(manufacturer_id: int, tvv: str, *, by: Actor, clock: Clock) -> None:
    """Record what silence already did to the open dossier of a company for a code, if there is one.

    A refusal is born at the end of its day, whenever it is recorded (reading T-8): a new dossier
    or a derogation does not wait for the pass that observes it.
    """
    other = open_dossier(manufacturer_id, tvv)
    if other is not None and other.state != State.DRAFT:
        settle(other.reference, by=by, clock=clock)


@contextmanager
def act_on(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Iterator[Dossier]:
    """Give a dossier to act on, locked, in one transaction.

    What silence already did to it is recorded first, in a transaction of its own: it stays even
    when the act is refused. Silence acts at midnight in Paris: an act that waits for the dossier
    across it begins again, and one that crosses it while it works is refused.

    Args:
        reference: the dossier.
        by: who acts.
        clock: the clock of the act.
        expected: the number of the last event that the actor had seen; none for programs.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
        StaleDossierError: somebody acted since, or time did; it says who, what and when.
    """
    seen = expected
    try:
        while True:
            day = clock.today()
            settle(reference, by=by, clock=clock)
            with transaction():
                dossier = get_dossier(reference, seen_by=by, for_update=True)
                if clock.today() != day:
                    continue
                _check_seen(dossier, expected, by)
                seen = dossier.last_sequence
                yield dossier
                _check_same_day(day, clock)
                return
    except StaleDossierError as error:
        if error.since or seen is None:
            raise
        # Beaten at the commit: a constraint knows that somebody acted, the dossier knows who.
        beaten = get_dossier(reference, seen_by=by)
        raise StaleDossierError(_since(beaten, seen, by)) from error


def _check_same_day(day: date, clock: Clock) -> None:
    if clock.today() != day:
        raise StaleDossierError


def _check_seen(dossier: Dossier, expected: int | None, by: Actor) -> None:
    if expected is not None and expected != dossier.last_sequence:
        raise StaleDossierError(_since(dossier, expected, by))


def done(events: Sequence[DossierEvent], *, reader: Actor) -> list[Done]:
    """Tell events to somebody whose page had not seen them."""
    return [
        Done(
            who=event.actor_name,
            action=event.action,
            at=event.recorded_at,
            yours=event.actor_id is not None and event.actor_id == reader.user_id,
            clock=event.actor_role == Role.CLOCK,
        )
        for event in events
    ]


def _since(dossier: Dossier, seen: int, reader: Actor) -> list[Done]:
    """Tell what was done after an event; the last act, to a page that cannot say what it saw."""
    if not 0 <= seen <= dossier.last_sequence:
        return done(dossier.events[-1:], reader=reader)
    return done([event for event in dossier.events if event.sequence > seen], reader=reader)
