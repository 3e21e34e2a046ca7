"""What may follow a dossier that is over: a new one, a derogation, or one that is open already."""

from dataclasses import dataclass
from typing import Any, Final

from app.domain.obtained import ListingStage, ObtainedListing
from app.domain.procedure import REFUSED_STATES, Route, State
from app.queries.dossiers import derogation_draft, open_dossier

ENDED: Final = REFUSED_STATES | {State.WITHDRAWN, State.INADMISSIBLE}
LEAVING: Final = frozenset({ListingStage.ENDING, ListingStage.OVER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """What a company may still ask for a version (row 27).

    Attributes:
        under_way: its dossiers that already ask for it, the derogation in draft last.
        derogation: whether it may open a derogation (row 2).
        reference: whether it may open a dossier with the reference values.
    """

    under_way: tuple[Any, ...]
    derogation: bool
    reference: bool


def renewal(dossier: Any, listing: ObtainedListing | None) -> Renewal | None:  # noqa: ANN401 - a row
    """Return what may follow a dossier; none while it is not over, nor its version off the list.

    One dossier of a company is open for a code, a derogation in draft beside it.

    Args:
        dossier: a dossier of the company that was filed.
        listing: the listing it obtained; none when no order listed it.
    """
    removed = listing is not None and listing.stage in LEAVING and listing.again is None
    if not removed and dossier.state not in ENDED:
        return None
    filed = open_dossier(dossier.manufacturer_id, dossier.tvv)
    draft = derogation_draft(dossier.manufacturer_id, dossier.tvv)
    derogates = draft is not None or (filed is not None and filed.route == Route.DEROGATION)
    return Renewal(
        under_way=tuple(one for one in (filed, draft) if one is not None),
        derogation=dossier.state in REFUSED_STATES and not derogates,
        reference=filed is None,
    )
