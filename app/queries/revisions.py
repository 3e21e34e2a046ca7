"""What was filed in a dossier, correction after correction, and the score kept with each."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.domain.procedure import Action
from app.extensions import db
from app.models.assessment import Assessment
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A correction that was filed.

    Attributes:
        event: the act.
        before: what was filed before.
        after: what was filed then.
        score_before: the score kept with the first.
        score_after: the score kept with the second.
    """

    event: DossierEvent
    before: Declaration
    after: Declaration
    score_before: Assessment
    score_after: Assessment


def revisions_of(dossier: Dossier) -> list[Revision]:
    """Return the corrections of a dossier, in the order they were filed."""
    filed = {one.revision: one for one in _declarations(dossier)}
    scores = _first_scores(dossier)
    return [
        Revision(
            event=event,
            before=filed[number - 1],
            after=filed[number],
            score_before=scores[filed[number - 1].id],
            score_after=scores[filed[number].id],
        )
        for event in dossier.events
        if event.action == Action.CORRECT
        for number in [event.details["revision"]]
    ]


def _declarations(dossier: Dossier) -> Sequence[Declaration]:
    return db.session.scalars(select(Declaration).where(Declaration.dossier_id == dossier.id)).all()


def _first_scores(dossier: Dossier) -> dict[int, Assessment]:
    """Return, by row of declaration, the score kept when it was filed."""
    found: dict[int, Assessment] = {}
    for one in db.session.scalars(
        select(Assessment).where(Assessment.dossier_id == dossier.id).order_by(Assessment.id)
    ):
        found.setdefault(one.declaration_id, one)
    return found
