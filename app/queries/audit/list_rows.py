"""The rows of the list, beside what the orders say (decision 0029)."""

from typing import Final

from sqlalchemy import func, select

from app.domain.listing import intervals
from app.extensions import db
from app.models.listing import ListChange, ListingRow
from app.queries.listing_rows import SAID, Said, known, said_of
from app.queries.published import all_rows

CODE: Final = SAID.index(ListingRow.tvv)


def wrong_codes() -> list[str]:
    """Return the codes of which the rows do not say what the orders say, in order of code."""
    derived = {said_of(one) for found in intervals(all_rows()).values() for one in found}
    kept: set[Said] = {tuple(said) for said in db.session.execute(select(*SAID).where(known(None)))}
    return sorted({said[CODE] for said in derived ^ kept})


def numbers_follow() -> bool:
    """Tell whether the changes of the list are numbered from 1 without a gap."""
    last, count = db.session.execute(
        select(func.max(ListChange.sequence), func.count(ListChange.sequence))
    ).one()
    return (last or 0) == count
