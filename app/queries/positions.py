"""What the ministers think of a dossier before any order: for them and for the agency alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import func, select

from app.domain.actor import Actor, Role
from app.domain.ministries import Ministry
from app.extensions import db
from app.models.dossier import Dossier
from app.models.position import MinisterPosition

# The company reads the events of its dossier, never what the ministers weigh.
READERS = frozenset({Role.AUTHORITY, Role.REVIEWER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions:
    """The positions that count on a dossier: the last one of each ministry.

    Attributes:
        given: by ministry, in the order of the ministries.
    """

    given: dict[Ministry, MinisterPosition]

    @property
    def missing(self) -> tuple[Ministry, ...]:
        """The ministries that have said nothing."""
        return tuple(ministry for ministry in Ministry if ministry not in self.given)

    def of(self, ministry: Ministry) -> MinisterPosition | None:
        """Return the position of one ministry; none while it has said nothing."""
        return self.given.get(ministry)


def positions_on(dossiers: Iterable[Dossier], *, seen_by: Actor) -> dict[int, Positions]:
    """Return the positions on each dossier, by its row; none for whoever may not read them."""
    asked = [dossier.id for dossier in dossiers]
    if seen_by.role not in READERS:
        return {}
    last = (
        select(func.max(MinisterPosition.id))
        .where(MinisterPosition.dossier_id.in_(asked))
        .group_by(MinisterPosition.dossier_id, MinisterPosition.ministry)
    )
    found: dict[int, dict[Ministry, MinisterPosition]] = {dossier: {} for dossier in asked}
    for position in db.session.scalars(
        select(MinisterPosition).where(MinisterPosition.id.in_(last))
    ):
        found[position.dossier_id][position.ministry] = position
    return {
        dossier: Positions(given={one: given[one] for one in Ministry if one in given})
        for dossier, given in found.items()
    }


def positions_of(dossier: Dossier, *, seen_by: Actor) -> Positions | None:
    """Return the positions on one dossier; none for whoever may not read them."""
    return positions_on([dossier], seen_by=seen_by).get(dossier.id)


def said_before(dossier: Dossier, *, seen_by: Actor) -> list[MinisterPosition]:
    """Return every position that was given on a dossier, the last on top."""
    if seen_by.role not in READERS:
        return []
    return list(
        db.session.scalars(
            select(MinisterPosition)
            .where(MinisterPosition.dossier_id == dossier.id)
            .order_by(MinisterPosition.id.desc())
        )
    )
