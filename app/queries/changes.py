"""What a change report changes: what was known of the version, and the score decided on."""

from typing import Any

from sqlalchemy import select

from app.domain.deadlines import legal_day
from app.domain.folding import fold
from app.domain.procedure import Action, Route
from app.extensions import db
from app.models.assessment import Assessment
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent
from app.queries.dossiers import decided_declaration, proposal_of
from app.queries.versions import Version, names_of, version_of_report


def known_before(report: Dossier) -> Declaration | None:
    """Return the declaration that a report changes: the one it was filed against, or that of now.

    It is what was decided on in the dossier that listed the version, or in the last change after
    which an order kept it; none when the list came without a dossier of the company.
    """
    if report.events:
        return _filed_against(report.events[0].details["before"])
    source = _last_kept(report) or report.follows
    return decided_declaration(source) if source else None


def known_content(report: Dossier) -> dict[str, Any] | None:
    """Return the same in its wire form, under the code of the report; none when nothing is known.

    An order may have corrected the code since (transition 29): that is no change of the version.
    """
    known = known_before(report)
    if known is None:
        return None
    return {**known.content, "version": {**known.content["version"], "tvv": report.tvv}}


def decided_score(declaration: Declaration) -> Assessment | None:
    """Return the score the ministers decided on: the one attached to their proposal (S-12).

    None when they decided without a proposal of the agency.
    """
    proposal = proposal_of(declaration.dossier)
    return proposal.assessment if proposal else None


def last_listed(version: Version) -> Dossier | None:
    """Return the last dossier of its company that an order listed a version by, on its day.

    An order may list a refused dossier, and a later one its derogation (row 16): what was decided
    last is what a change is compared with. None for a version known by the list alone.
    """
    if version.interval is None:
        return None
    found = [
        db.session.get_one(Dossier, entry.first.dossier_id)
        for entry in version.interval.entries
        if entry.first.dossier_id is not None and entry.day <= version.on
    ]
    own = [one for one in found if one.manufacturer_id == version.manufacturer_id]
    return own[-1] if own else None


def _last_kept(report: Dossier) -> Dossier | None:
    """Return the last earlier report on the same listing after which an order kept the version.

    A listing that came without a dossier is known by its days, and by the names that orders gave
    the version then: what was kept before a removal is not the baseline of a later listing.
    """
    query = (
        select(Dossier)
        .join(DossierEvent, DossierEvent.dossier_id == Dossier.id)
        .where(
            Dossier.manufacturer_id == report.manufacturer_id,
            Dossier.route == Route.MODIFICATION,
            DossierEvent.action == Action.KEEP_BY_ORDER,
            Dossier.follows_id == (report.follows.id if report.follows else None),
        )
        .order_by(DossierEvent.occurred_on.desc(), DossierEvent.recorded_at.desc())
    )
    if report.follows is not None:
        return db.session.scalars(query).first()
    opened_on = legal_day(report.created_at)
    version = version_of_report(report, on=opened_on)
    if version.interval is None:
        return None
    names = names_of(version)
    query = query.where(
        Dossier.tvv.in_({code for _, code in names}),
        Dossier.received_on >= version.interval.first,
    )
    same = (one for one in db.session.scalars(query) if (fold(one.brand), one.tvv) in names)
    return next(same, None)


def _filed_against(noted: dict[str, Any] | None) -> Declaration | None:
    """Return the declaration that the event of a report names."""
    if noted is None:
        return None
    return db.session.scalars(
        select(Declaration)
        .join(Dossier, Declaration.dossier_id == Dossier.id)
        .where(Dossier.reference == noted["dossier"], Declaration.revision == noted["revision"])
    ).one()
