"""Who holds a dossier: whose act the procedure waits for, and why; then what comes next."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.domain.french import day_in_words
from app.domain.obtained import ListingStage, ObtainedListing
from app.domain.procedure import Route, State


class Holder(StrEnum):
    """Whose act a dossier waits for."""

    MANUFACTURER = "manufacturer"
    AGENCY = "agency"
    MINISTERS = "ministers"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, the words that say why, and those that say what comes next."""

    holder: Holder
    reason: str
    next: str


MINISTERS_DECIDE: Final = "les ministres décident par arrêté ; leur silence vaut rejet."
STILL_LISTED: Final = (
    "les ministres décident par arrêté ; leur silence vaut rejet, mais la version reste sur la"
    " liste tant qu’un arrêté ne l’en retire pas."
)
REFILED: Final = "rien n’est attendu ; un nouveau dossier peut être déposé."

H, S = Holder, State
TURNS: Final[Mapping[State, Turn]] = MappingProxyType(
    {
        S.DRAFT: Turn(
            H.MANUFACTURER,
            "le dossier n’est pas encore déposé.",
            "le dossier est à terminer, puis à déposer.",
        ),
        S.SUBMITTED: Turn(
            H.AGENCY,
            "elle vérifie que le dossier est complet.",
            "l’agence confirme que le dossier est complet ou demande des pièces ; sans réponse de"
            " sa part, il est réputé complet.",
        ),
        S.AWAITING_DOCUMENTS: Turn(
            H.MANUFACTURER,
            "l’agence lui a demandé des pièces.",
            "le dossier sera complet le jour où la dernière pièce demandée arrivera.",
        ),
        S.COMPLETE: Turn(
            H.AGENCY,
            "elle instruit le dossier.",
            f"l’agence transmet sa proposition, puis {MINISTERS_DECIDE}",
        ),
        S.PROPOSED: Turn(H.MINISTERS, "l’agence leur a transmis sa proposition.", MINISTERS_DECIDE),
        S.LISTED_BY_ORDER: Turn(
            H.NOBODY,
            "un arrêté a inscrit la version.",
            "rien n’est attendu ; une modification qui peut affecter le score se signale sans"
            " délai.",
        ),
        S.REFUSED_BY_ORDER: Turn(
            H.NOBODY,
            "un arrêté a refusé la version.",
            "le refus peut être contesté, une dérogation demandée ou un nouveau dossier déposé.",
        ),
        S.REFUSED_BY_SILENCE: Turn(
            H.NOBODY,
            "le silence des ministres a rejeté la demande.",
            "le rejet peut être contesté, une dérogation demandée ou un nouveau dossier déposé ;"
            " un arrêté peut encore inscrire la version si l’agence l’a proposée.",
        ),
        S.INADMISSIBLE: Turn(
            H.NOBODY,
            "aucun refus ne précède cette demande de dérogation.",
            "rien n’est instruit et aucun délai ne court ; un nouveau dossier peut être déposé.",
        ),
        S.WITHDRAWN: Turn(H.NOBODY, "le constructeur a retiré son dossier.", REFILED),
        S.REPORTED: Turn(
            H.AGENCY,
            "elle rend son avis sur le maintien de la version.",
            f"l’agence rend son avis, puis {STILL_LISTED}",
        ),
        S.SETTLED: Turn(
            H.NOBODY,
            "les ministres ont statué sur la modification.",
            "rien n’est attendu pour cette modification.",
        ),
        S.SILENT: Turn(
            H.NOBODY,
            "les ministres ont gardé le silence ; la version reste inscrite, avec une mention,"
            " jusqu’à un arrêté.",
            "un arrêté peut encore maintenir la version sur la liste, ou l’en retirer.",
        ),
    }
)
NOT_REPORTED: Final = Turn(
    H.MANUFACTURER,
    "la modification n’est pas encore signalée.",
    "la modification est à décrire, puis à signaler.",
)
OPINION_GIVEN: Final = Turn(
    H.MINISTERS, "l’agence leur a rendu son avis sur la modification.", STILL_LISTED
)
REASONS_DUE: Final = Turn(
    H.MINISTERS,
    "le constructeur leur a demandé les motifs du rejet.",
    "les ministres communiquent les motifs ; le délai de recours court alors de ce jour.",
)


def turn(
    state: State,
    route: Route,
    *,
    opinion_given: bool = False,
    reasons_due: bool = False,
    listing: ObtainedListing | None = None,
) -> Turn:
    """Return who holds a dossier now, why, and what comes next.

    Args:
        state: where the dossier stands.
        route: why it was filed.
        opinion_given: whether the agency gave its opinion on a reported change.
        reasons_due: whether the reasons of a silent refusal were asked for, and not given yet.
        listing: the listing that the dossier obtained; none when no order listed it.
    """
    if reasons_due and state in {State.REFUSED_BY_SILENCE, State.SILENT}:
        return REASONS_DUE
    if opinion_given and state == State.REPORTED:
        return OPINION_GIVEN
    if state == State.DRAFT and route == Route.MODIFICATION:
        return NOT_REPORTED
    if listing is not None and state == State.LISTED_BY_ORDER:
        return _listed(listing)
    return TURNS[state]


def _listed(listing: ObtainedListing) -> Turn:
    """Return the turn of a listed dossier as the orders leave its version that day."""
    listed = TURNS[State.LISTED_BY_ORDER]
    if listing.stage == ListingStage.ANNOUNCED and listing.first:
        day = day_in_words(listing.first)
        return Turn(H.NOBODY, f"un arrêté inscrit la version à compter du {day}.", listed.next)
    if listing.stage == ListingStage.ENDING and listing.until:
        day = day_in_words(listing.until)
        return Turn(
            H.NOBODY,
            f"un arrêté retire la version de la liste à compter du {day}.",
            "la version quitte la liste ce jour-là ; un nouveau dossier peut être déposé.",
        )
    if listing.stage == ListingStage.OVER:
        return _removed(listing)
    return listed


def _removed(listing: ObtainedListing) -> Turn:
    since = (
        f", depuis le {day_in_words(listing.until)}"
        if listing.until
        else " avant que son inscription prenne effet"
    )
    reason = f"un arrêté a retiré la version de la liste{since}."
    if listing.again is None:
        return Turn(H.NOBODY, reason, REFILED)
    day = day_in_words(listing.again)
    return Turn(
        H.NOBODY,
        reason,
        f"rien n’est attendu de ce dossier ; un autre arrêté inscrit la version depuis le {day}.",
    )
