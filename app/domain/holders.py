"""Who holds a dossier: whose act the procedure waits for, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.domain.procedure import Route, State


class Holder(StrEnum):
    """Whose act a dossier waits for."""

    MANUFACTURER = "manufacturer"
    AGENCY = "agency"
    MINISTERS = "ministers"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and the words that say why."""

    holder: Holder
    reason: str


H, S = Holder, State
TURNS: Final[Mapping[State, Turn]] = MappingProxyType(
    {
        S.DRAFT: Turn(H.MANUFACTURER, "le dossier n’est pas encore déposé."),
        S.SUBMITTED: Turn(H.AGENCY, "elle vérifie que le dossier est complet."),
        S.AWAITING_DOCUMENTS: Turn(H.MANUFACTURER, "l’agence lui a demandé des pièces."),
        S.COMPLETE: Turn(H.AGENCY, "elle instruit le dossier."),
        S.PROPOSED: Turn(H.MINISTERS, "l’agence leur a transmis sa proposition."),
        S.LISTED_BY_ORDER: Turn(H.NOBODY, "un arrêté a inscrit la version."),
        S.REFUSED_BY_ORDER: Turn(H.NOBODY, "un arrêté a refusé la version."),
        S.REFUSED_BY_SILENCE: Turn(H.NOBODY, "le silence des ministres a rejeté la demande."),
        S.INADMISSIBLE: Turn(H.NOBODY, "aucun refus ne précède cette demande de dérogation."),
        S.WITHDRAWN: Turn(H.NOBODY, "le constructeur a retiré son dossier."),
        S.REPORTED: Turn(H.AGENCY, "elle rend son avis sur le maintien de la version."),
        S.SETTLED: Turn(H.NOBODY, "les ministres ont statué sur la modification."),
        S.SILENT: Turn(
            H.NOBODY,
            "les ministres ont gardé le silence ; la version reste inscrite, avec une mention,"
            " jusqu’à un arrêté.",
        ),
    }
)
NOT_REPORTED: Final = Turn(H.MANUFACTURER, "la modification n’est pas encore signalée.")
OPINION_GIVEN: Final = Turn(H.MINISTERS, "l’agence leur a rendu son avis sur la modification.")
REASONS_DUE: Final = Turn(H.MINISTERS, "le constructeur leur a demandé les motifs du rejet.")


def turn(
    state: State, route: Route, *, opinion_given: bool = False, reasons_due: bool = False
) -> Turn:
    """Return who holds a dossier now, and why.

    Args:
        state: where the dossier stands.
        route: why it was filed.
        opinion_given: whether the agency gave its opinion on a reported change.
        reasons_due: whether the reasons of a silent refusal were asked for, and not given yet.
    """
    if reasons_due and state in {State.REFUSED_BY_SILENCE, State.SILENT}:
        return REASONS_DUE
    if opinion_given and state == State.REPORTED:
        return OPINION_GIVEN
    if state == State.DRAFT and route == Route.MODIFICATION:
        return NOT_REPORTED
    return TURNS[state]
