"""Whether a dossier under review is shown to the public: only while its company agrees (L. 311-6).

The consent is an event of the dossier, and so is its end; nothing else holds it (decision 0033).
"""

from collections.abc import Iterable
from typing import Final

from app.domain.history import RecordedEvent
from app.domain.procedure import Action, State

# From receipt until the decision.
REVIEWED_STATES: Final = frozenset(
    {State.SUBMITTED, State.AWAITING_DOCUMENTS, State.COMPLETE, State.PROPOSED}
)
CONSENTS: Final = frozenset({Action.SHOW_PUBLICLY, Action.STOP_SHOWING})


def agreed(events: Iterable[RecordedEvent]) -> bool:
    """Tell whether the company agreed, and has not taken it back: its last word counts."""
    *_, last = (None, *(one.action for one in events if one.action in CONSENTS))
    return last == Action.SHOW_PUBLICLY


def shown(state: State, events: Iterable[RecordedEvent]) -> bool:
    """Tell whether a dossier is shown as under review: it is, and its company agreed."""
    return state in REVIEWED_STATES and agreed(events)
