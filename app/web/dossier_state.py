"""The state of a dossier as a page shows it: the badge, and the day that goes with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from app.domain.french import day_in_words
from app.domain.holders import turn
from app.domain.obtained import ListingStage, ObtainedListing
from app.domain.procedure import Route, State
from app.labels import SEVERITY, words
from app.queries.obtained import obtained_listings

STAGE_SEVERITY: Final = {
    ListingStage.ANNOUNCED: "info",
    ListingStage.HELD: "success",
    ListingStage.ENDING: "warning",
    ListingStage.OVER: "warning",
}
# A change report is a dossier, but no draft of a first one.
CHANGE_DRAFT: Final = "Modification à signaler"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownState:
    """A state in words.

    Attributes:
        label: the words of the badge.
        severity: its colour, a name of the DSFR.
        since: the days that go with it, to read after the badge; empty when there is none.
    """

    label: str
    severity: str
    since: str = ""


def shown_state(dossier: Any, listing: ObtainedListing | None) -> ShownState:  # noqa: ANN401 - a row
    """Return the state of a dossier; that of its version once an order listed it.

    Args:
        dossier: the dossier.
        listing: the listing it obtained, as it stands today; none when no order listed it.
    """
    if listing is not None:
        return ShownState(
            label=words(listing.stage),
            severity=STAGE_SEVERITY[listing.stage],
            since=_since(listing),
        )
    severity = SEVERITY[dossier.state]
    if dossier.state == State.DRAFT and dossier.route == Route.MODIFICATION:
        return ShownState(label=CHANGE_DRAFT, severity=severity)
    return ShownState(label=words(dossier.state), severity=severity)


def next_act(dossier: Any, listing: ObtainedListing | None) -> str:  # noqa: ANN401 - a row
    """Return what comes next for a dossier of a list, or that nothing does."""
    found = turn(
        dossier.state,
        dossier.route,
        opinion_given=dossier.proposed_on is not None,
        listing=listing,
    )
    return capitalised(found.next)


def capitalised(sentence: str) -> str:
    """Return a sentence of the domain with its capital letter."""
    return f"{sentence[0].upper()}{sentence[1:]}"


def shown_states(dossiers: Iterable[Any], *, today: date) -> dict[int, ShownState]:
    """Return the state of each dossier of a page, by row; the list is read once for all."""
    found = list(dossiers)
    listings = obtained_listings(found, on=today)
    return {one.id: shown_state(one, listings.get(one.id)) for one in found}


def _since(listing: ObtainedListing) -> str:
    """Return the days of a listing that is not simply on the list."""
    told = []
    if listing.stage == ListingStage.ANNOUNCED and listing.first:
        told.append(f"au {day_in_words(listing.first)}")
    if listing.stage == ListingStage.ENDING and listing.until:
        told.append(f"au {day_in_words(listing.until)}")
    if listing.stage == ListingStage.OVER:
        told.append(
            f"depuis le {day_in_words(listing.until)}"
            if listing.until
            else "avant que l’inscription prenne effet"
        )
    if listing.again:
        told.append(f"inscrite de nouveau depuis le {day_in_words(listing.again)}")
    return " ; ".join(told)
