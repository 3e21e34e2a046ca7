"""Who is told of what: the one table from which messages are written, then counted.

An act that nobody is told of is in ``UNTOLD``, with those told of it by another message.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from app.domain.actor import Role
from app.domain.procedure import Action


class Per(StrEnum):
    """What a notice is written once for."""

    DOSSIER = "dossier"
    EVENT = "event"
    ORDER = "order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A message that an act must cause.

    Attributes:
        name: the first word of its key.
        per: what it is written once for.
        to: whom it is for; a manufacturer is the company of the dossier.
    """

    name: str
    per: Per = Per.EVENT
    to: Role = Role.MANUFACTURER


RECEIPT: Final = Notice(name="receipt", per=Per.DOSSIER)
COMPLETE: Final = Notice(name="complete")
REQUEST: Final = Notice(name="request")
PROPOSAL: Final = Notice(name="proposal")
DECISION: Final = Notice(name="decision", per=Per.ORDER)
SILENCE: Final = Notice(name="silence", per=Per.DOSSIER)
WITHDRAWAL: Final = Notice(name="withdrawal", per=Per.DOSSIER)
REPORT: Final = Notice(name="report", per=Per.DOSSIER)
OPINION: Final = Notice(name="opinion")
PASSED_OVER: Final = Notice(name="passed_over", per=Per.DOSSIER)
EVIDENCE: Final = Notice(name="evidence")
REASONS_ASKED: Final = Notice(name="reasons_asked", to=Role.AUTHORITY)
REASONS_RECEIPT: Final = Notice(name="reasons_receipt")
REASONS: Final = Notice(name="reasons")
INADMISSIBLE: Final = Notice(name="inadmissible", per=Per.DOSSIER)

NOTICES: Final[Mapping[Action, Notice]] = MappingProxyType(
    {
        Action.SUBMIT: RECEIPT,
        Action.SUBMIT_DEROGATION: RECEIPT,
        Action.SUBMIT_INADMISSIBLE: INADMISSIBLE,
        Action.REQUEST_DOCUMENTS: REQUEST,
        Action.REQUEST_AGAIN: REQUEST,
        Action.REQUEST_WITHOUT_EFFECT: REQUEST,
        Action.CONFIRM_COMPLETE: COMPLETE,
        Action.DEEM_COMPLETE: COMPLETE,
        Action.SUPPLY_LAST_ITEM: COMPLETE,
        Action.PROPOSE: PROPOSAL,
        Action.PROPOSE_AFTER_SILENCE: PROPOSAL,
        Action.LIST_BY_ORDER: DECISION,
        Action.LIST_AFTER_SILENCE: DECISION,
        Action.LIST_IN_TIME: DECISION,
        Action.REFUSE_BY_ORDER: DECISION,
        Action.REFUSE_AFTER_SILENCE: DECISION,
        Action.REFUSE_IN_TIME: DECISION,
        Action.REFUSE_BY_SILENCE: SILENCE,
        Action.WITHDRAW: WITHDRAWAL,
        Action.REPORT_CHANGE: REPORT,
        Action.GIVE_OPINION: OPINION,
        Action.PASS_OVER_IN_SILENCE: PASSED_OVER,
        Action.KEEP_BY_ORDER: DECISION,
        Action.REMOVE_BY_ORDER: DECISION,
        Action.CORRECT_BY_ORDER: DECISION,
        Action.REQUEST_EVIDENCE: EVIDENCE,
        Action.REQUEST_REASONS: REASONS_ASKED,
        Action.GIVE_REASONS: REASONS,
    }
)

# What an act causes beside its notice: whoever asks is answered, whoever must answer is told.
ALSO: Final[Mapping[Action, tuple[Notice, ...]]] = MappingProxyType(
    {Action.REQUEST_REASONS: (REASONS_RECEIPT,)}
)

# The manufacturer's own acts, which its page shows at once, and a lateness that changes nothing.
UNTOLD: Final = frozenset(
    {
        Action.SUPPLY_ITEM,
        Action.ADD_DOCUMENT,
        Action.CORRECT,
        Action.SUPPLY_EVIDENCE,
        Action.SHOW_PUBLICLY,
        Action.STOP_SHOWING,
        Action.MISS_OPINION,
    }
)


def notices_of(action: Action) -> tuple[Notice, ...]:
    """Return the messages that an act must cause; none when nobody is told of it."""
    if action not in NOTICES:
        return ()
    return (NOTICES[action], *ALSO.get(action, ()))


def notice_key(
    notice: Notice, reference: str, *, sequence: int | None, details: Mapping[str, Any]
) -> str:
    """Return what makes a notice unique, before the person it goes to.

    Args:
        notice: the notice.
        reference: the dossier.
        sequence: the number of the event; none for an order that came without one.
        details: what the event says; ``order`` for a decision.
    """
    key = f"{notice.name}/{reference}"
    if notice.per == Per.ORDER:
        return f"{key}/{details['order']}"
    return key if notice.per == Per.DOSSIER else f"{key}/{sequence}"


def person_key(key: str, person: str) -> str:
    """Return the key of the message of one person, by the reference of the account."""
    return f"{key}/{person}"


def beginnings(key: str) -> list[str]:
    """Return every key that the key of a message begins with, its own excluded."""
    words = key.split("/")
    return ["/".join(words[:count]) for count in range(1, len(words))]


def missing_mentions(text: str, mentions: Iterable[str]) -> list[str]:
    """Return the mentions that a text lacks, wherever its lines break."""
    flat = " ".join(text.split())
    return [mention for mention in mentions if " ".join(mention.split()) not in flat]
