"""The frame of every act on a filed dossier."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import StaleDossierError
from app.models.dossier import Dossier
from app.queries.dossiers import get_dossier
from app.services.lapse import settle_due
from app.services.transaction import transaction


def settle(reference: str, *, by: Actor, clock: Clock) -> None:
    """Record what silence already did to a dossier, in a transaction of its own.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
    """
    with transaction():
        settle_due(get_dossier(reference, seen_by=by, for_update=True), clock=clock)


@contextmanager
def act_on(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Iterator[Dossier]:
    """Give a dossier to act on, locked, in one transaction.

    What silence already did to it is recorded first, in a transaction of its own: it stays even
    when the act is refused.

    Args:
        reference: the dossier.
        by: who acts.
        clock: the clock of the act.
        expected: the number of the last event that the actor had seen; none for programs.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
        StaleDossierError: somebody acted since, or time did.
    """
    settle(reference, by=by, clock=clock)
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        if expected is not None and expected != dossier.last_sequence:
            last = dossier.events[-1] if dossier.events else None
            raise StaleDossierError(
                who=last.actor_name if last else None, at=last.recorded_at if last else None
            )
        yield dossier
