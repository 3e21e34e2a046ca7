"""The rows of the list, beside what the orders say (decision 0029)."""

from sqlalchemy import func, select

from app.domain.listing import Interval, intervals
from app.extensions import db
from app.models.listing import ListChange
from app.queries.listing_rows import COLUMNS, Listing, known, read
from app.queries.published import all_rows

Said = tuple[object, ...]


def wrong_codes() -> list[str]:
    """Return the codes of which the rows do not say what the orders say, in order of code."""
    derived = {_derived(one) for found in intervals(all_rows()).values() for one in found}
    kept = {_kept(one) for one in read(select(*COLUMNS).where(known(None)))}
    return sorted({str(said[0]) for said in derived ^ kept})


def numbers_follow() -> bool:
    """Tell whether the changes of the list are numbered from 1 without a gap."""
    last, count = db.session.execute(
        select(func.max(ListChange.sequence), func.count(ListChange.sequence))
    ).one()
    return (last or 0) == count


def _derived(interval: Interval) -> Said:
    opened, last = interval.opened_by, interval.opened_by.last
    return (
        last.tvv,
        last.brand,
        last.commercial_name,
        interval.first,
        interval.until,
        opened.first.order.id,
        interval.closed_by.first.order.id if interval.closed_by else None,
        last.order.id if opened.corrected else None,
    )


def _kept(listing: Listing) -> Said:
    return (
        listing.tvv,
        listing.brand,
        listing.commercial_name,
        listing.listed_from,
        listing.listed_until,
        listing.order.id,
        listing.removal.id if listing.removal else None,
        listing.correction.id if listing.correction else None,
    )
