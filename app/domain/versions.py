"""What may happen to a version on the list, as one table (procedure, section 5, rows 12 to 29).

A version has no row and no state of its own: both are read from the orders and from the change
reports (``app.queries.versions``). Nothing else decides what may be done with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.domain.actor import Role
from app.domain.errors import VersionRuleError


class VersionState(StrEnum):
    """Where a version stands on a day."""

    UNLISTED = "unlisted"
    LISTED = "listed"
    UNDER_MODIFICATION = "under_modification"
    REMOVED = "removed"


class VersionAction(StrEnum):
    """What may happen to a version.

    ``settle_report`` leaves other reports open; ``settle_last_report`` leaves none.
    """

    LIST = "list"
    REPORT_CHANGE = "report_change"
    SETTLE_REPORT = "settle_report"
    SETTLE_LAST_REPORT = "settle_last_report"
    REMOVE = "remove"
    REQUEST_EVIDENCE = "request_evidence"
    REPORT_BREACH = "report_breach"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class VersionRule:
    """One arrow: the state it leads to, who may take it, the rule of law, its row."""

    target: VersionState
    role: Role
    basis: str
    row: int


V, A, R = VersionState, VersionAction, Role

# Aligned by hand, wider than a line of code, to be read as the table it is.
# ruff: noqa: E501
# fmt: off
VERSION_RULES: Final[Mapping[tuple[VersionState, VersionAction], VersionRule]] = MappingProxyType({
    (V.UNLISTED,           A.LIST):               VersionRule(V.LISTED,             R.AUTHORITY,    "P-17", 12),
    (V.LISTED,             A.LIST):               VersionRule(V.LISTED,             R.AUTHORITY,    "P-17", 12),
    (V.UNDER_MODIFICATION, A.LIST):               VersionRule(V.UNDER_MODIFICATION, R.AUTHORITY,    "P-17", 12),
    (V.REMOVED,            A.LIST):               VersionRule(V.LISTED,             R.AUTHORITY,    "P-17", 12),
    (V.LISTED,             A.REPORT_CHANGE):      VersionRule(V.UNDER_MODIFICATION, R.MANUFACTURER, "P-25", 20),
    (V.UNDER_MODIFICATION, A.REPORT_CHANGE):      VersionRule(V.UNDER_MODIFICATION, R.MANUFACTURER, "P-25", 20),
    (V.UNDER_MODIFICATION, A.SETTLE_REPORT):      VersionRule(V.UNDER_MODIFICATION, R.AUTHORITY,    "P-27", 22),
    (V.UNDER_MODIFICATION, A.SETTLE_LAST_REPORT): VersionRule(V.LISTED,             R.AUTHORITY,    "P-27", 22),
    (V.LISTED,             A.REMOVE):             VersionRule(V.REMOVED,            R.AUTHORITY,    "P-27", 23),
    (V.UNDER_MODIFICATION, A.REMOVE):             VersionRule(V.REMOVED,            R.AUTHORITY,    "P-27", 23),
    (V.LISTED,             A.REQUEST_EVIDENCE):   VersionRule(V.LISTED,             R.REVIEWER,     "P-29", 25),
    (V.UNDER_MODIFICATION, A.REQUEST_EVIDENCE):   VersionRule(V.UNDER_MODIFICATION, R.REVIEWER,     "P-29", 25),
    (V.LISTED,             A.REPORT_BREACH):      VersionRule(V.LISTED,             R.REVIEWER,     "P-30", 26),
    (V.UNDER_MODIFICATION, A.REPORT_BREACH):      VersionRule(V.UNDER_MODIFICATION, R.REVIEWER,     "P-30", 26),
    (V.REMOVED,            A.REPORT_BREACH):      VersionRule(V.REMOVED,            R.REVIEWER,     "P-30", 26),
    (V.LISTED,             A.CORRECT):            VersionRule(V.LISTED,             R.AUTHORITY,    "P-27", 29),
    (V.UNDER_MODIFICATION, A.CORRECT):            VersionRule(V.UNDER_MODIFICATION, R.AUTHORITY,    "P-27", 29),
    (V.REMOVED,            A.CORRECT):            VersionRule(V.REMOVED,            R.AUTHORITY,    "P-27", 29),
})
# fmt: on

NOTHING_TO_SETTLE: Final = (
    "Cette version n’est plus sur la liste, ou aucune de ses modifications n’attend d’être réglée."
)
# Why an act is refused; listing is open to every version.
REFUSALS: Final[Mapping[VersionAction, str]] = MappingProxyType(
    {
        A.REPORT_CHANGE: "Cette version n’est pas sur la liste : aucune modification n’est à"
        " signaler. Déposez un dossier pour la faire inscrire.",
        A.SETTLE_REPORT: NOTHING_TO_SETTLE,
        A.SETTLE_LAST_REPORT: NOTHING_TO_SETTLE,
        A.REMOVE: "Cette version n’est pas sur la liste : un arrêté n’a rien à en retirer.",
        A.REQUEST_EVIDENCE: "Cette version n’est pas sur la liste : aucun justificatif ne peut"
        " être demandé à son sujet.",
        A.REPORT_BREACH: "Cette version n’a jamais été sur la liste : il n’y a aucun manquement à"
        " signaler.",
        A.CORRECT: "Cette version n’a jamais été sur la liste : un arrêté n’a rien à rectifier.",
    }
)


def version_rule(state: VersionState, action: VersionAction) -> VersionRule:
    """Return the arrow *action* takes out of *state*.

    Raises:
        VersionRuleError: there is none; it says why in a sentence.
    """
    arrow = VERSION_RULES.get((state, action))
    if arrow is None:
        raise VersionRuleError(REFUSALS[action])
    return arrow


def settlement(open_reports: int) -> VersionAction:
    """Name what settling one of the open reports of a version does (row 22).

    Args:
        open_reports: how many reports are open, the one to settle included.
    """
    return A.SETTLE_LAST_REPORT if open_reports <= 1 else A.SETTLE_REPORT
