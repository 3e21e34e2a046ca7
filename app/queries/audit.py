"""Verify that nothing was changed in what happened."""

from collections.abc import Iterator

from sqlalchemy import select

from app.domain.errors import TransitionNotAllowedError
from app.domain.procedure import replay
from app.extensions import db
from app.models.dossier import Dossier

AT_ONCE = 200


def broken_chains() -> Iterator[tuple[str, str]]:
    """Yield the reference of each dossier whose events do not hold together, and what is wrong."""
    dossiers = db.session.scalars(
        select(Dossier).order_by(Dossier.id).execution_options(yield_per=AT_ONCE)
    )
    for dossier in dossiers:
        fault = _fault(dossier)
        if fault:
            yield dossier.reference, fault


def _fault(dossier: Dossier) -> str:
    previous = ""
    for sequence, event in enumerate(dossier.events, start=1):
        if event.sequence != sequence:
            return f"l’événement n° {sequence} manque"
        if event.previous_digest != previous or event.digest != event.computed_digest(
            dossier.reference
        ):
            return f"l’événement n° {sequence} a été modifié"
        previous = event.digest
    if len(dossier.events) != dossier.last_sequence:
        return "le dernier événement manque"
    try:
        state = replay(dossier.events)
    except TransitionNotAllowedError:
        return "l’histoire n’est pas permise par la procédure"
    return "" if state == dossier.state else "l’état ne découle pas de l’histoire"
