"""The last proposal sent on a dossier, and the days on which an order may still rest on it."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from app.domain.actor import Role
from app.domain.procedure import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class LastProposal:
    """The last proposal, or opinion, that the agency sent on a dossier.

    Attributes:
        sent: its row.
        ended_on: the last day it stood, the first hour of which counts; none while it stands.
        withdrawn: whether it fell with its dossier, and not by a new request of the agency.
        counts: whether an order published on a day it stood may still rest on it.
    """

    sent: Any
    ended_on: date | None
    withdrawn: bool
    counts: bool


def last_proposal(dossier: Any) -> LastProposal | None:  # noqa: ANN401 - a row, read only
    """Return the last proposal sent on a dossier, fallen or not; none when none was sent."""
    if dossier is None or not dossier.proposals:
        return None
    sent = dossier.proposals[-1]
    withdrawn_on = next(
        (one.occurred_on for one in dossier.events if one.action == Action.WITHDRAW), None
    )
    ended_on = sent.lapsed_on or withdrawn_on
    # An order meets the dossier of the day it was published, whatever came since (decision 0019).
    counts = Action.LIST_IN_TIME in dossier.acts_open_to(Role.AUTHORITY)
    return LastProposal(
        sent=sent,
        ended_on=ended_on,
        withdrawn=sent.lapsed_on is None and ended_on is not None,
        counts=counts and ended_on is not None,
    )
