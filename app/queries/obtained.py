"""The listings that dossiers obtained, read once for a whole page of them."""

from collections.abc import Iterable
from datetime import date

from app.domain.listing import entries
from app.domain.obtained import ObtainedListing, obtained
from app.domain.procedure import State
from app.models.dossier import Dossier
from app.queries.published import rows_of_codes


def obtained_listings(dossiers: Iterable[Dossier], *, on: date) -> dict[int, ObtainedListing]:
    """Return the listing that each dossier obtained, by row of the dossier.

    A dossier that no order listed is left out. The rows are read for all of them together; an
    order may have corrected a code, and a later one removes the version by its new code.
    """
    listed = {one.id: one.tvv for one in dossiers if one.state == State.LISTED_BY_ORDER}
    if not listed:
        return {}
    codes = frozenset(listed.values())
    rows = rows_of_codes(codes)
    corrected = {one.last.tvv for one in entries(rows) if one.first.dossier_id in listed} - codes
    if corrected:
        rows = rows_of_codes(codes | corrected)
    return obtained(rows, listed.keys(), on=on)
