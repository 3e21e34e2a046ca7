"""What happened to the version of an open dossier since it was filed."""

from datetime import date

from app.domain.folding import fold
from app.domain.listing import Entry, Interval, intervals
from app.domain.procedure import OPEN_STATES, Route, State
from app.extensions import db
from app.models.dossier import Dossier
from app.queries.published import rows_of_code


def listed_meanwhile(dossier: Dossier, *, on: date) -> Entry | None:
    """Return the listing by which an order left an open dossier without anything to ask.

    An order may still list a version that silence refused (row 16, CAMB-15), or have been
    published before that and be recorded since (row 17); it may come from outside the portal.
    What counts is what the company knew when it filed.

    Args:
        dossier: a dossier of the reference route or a derogation; a change report is about a
            version that is listed.
        on: the day; a listing that is only announced then counts.
    """
    waits = dossier.state in OPEN_STATES - {State.DRAFT}
    if dossier.route == Route.MODIFICATION or not waits:
        return None
    filed_at = dossier.events[0].recorded_at
    written = (fold(dossier.brand), dossier.tvv)
    for key, found in intervals(rows_of_code(dossier.tvv)).items():
        for one in found:
            since = all(entry.first.order.recorded_at >= filed_at for entry in one.entries)
            holds = one.until is None or one.until > on
            # A name given up since is that of the company's own version, or of nobody's.
            own = dossier.manufacturer_id in _companies(one) and written in one.keys
            if since and holds and (key == written or own):
                return one.opened_by
    return None


def _companies(interval: Interval) -> set[int]:
    """Return the companies whose dossiers hold a version on the list."""
    found = (db.session.get_one(Dossier, one) for one in interval.dossier_ids)
    return {one.manufacturer_id for one in found}
