"""What a change report changes: what was known of the version, and the score decided on."""

from datetime import date
from typing import Any

from sqlalchemy import select

from app.domain.folding import fold
from app.domain.listing import intervals, on_day
from app.domain.procedure import Action, Route
from app.extensions import db
from app.models.assessment import Assessment
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent
from app.models.manufacturer import ManufacturerBrand
from app.queries.dossiers import filed_declaration, standing_proposal
from app.queries.published import all_rows
from app.queries.versions import Version, may_speak_for, version_on


def known_before(report: Dossier) -> Declaration | None:
    """Return the declaration that a report changes: the one it was filed against, or that of now.

    It is what was declared in the dossier that listed the version, or in the last change after
    which an order kept it; none when the list came without a dossier of the company.
    """
    if report.events:
        return _filed_against(report.events[0].details["before"])
    source = _last_kept(report) or report.follows
    return filed_declaration(source) if source else None


def known_content(report: Dossier) -> dict[str, Any] | None:
    """Return the same in its wire form, under the code of the report; none when nothing is known.

    An order may have corrected the code since (transition 29): that is no change of the version.
    """
    known = known_before(report)
    if known is None:
        return None
    return {**known.content, "version": {**known.content["version"], "tvv": report.tvv}}


def decided_score(declaration: Declaration) -> Assessment | None:
    """Return the score the ministers decided on: the one attached to the proposal (S-12).

    None when they decided without a proposal of the agency.
    """
    proposal = standing_proposal(declaration.dossier)
    return proposal.assessment if proposal else None


def _last_kept(report: Dossier) -> Dossier | None:
    """Return the last earlier report on the same listing after which an order kept the version."""
    kept = select(DossierEvent.dossier_id).where(DossierEvent.action == Action.KEEP_BY_ORDER)
    query = select(Dossier).where(
        Dossier.manufacturer_id == report.manufacturer_id,
        Dossier.route == Route.MODIFICATION,
        Dossier.id.in_(kept),
    )
    if report.follows is None:
        query = query.where(Dossier.follows_id.is_(None), Dossier.tvv == report.tvv)
    else:
        query = query.where(Dossier.follows_id == report.follows.id)
    return db.session.scalars(query.order_by(Dossier.received_on.desc(), Dossier.id.desc())).first()


def _filed_against(noted: dict[str, Any] | None) -> Declaration | None:
    """Return the declaration that the event of a report names."""
    if noted is None:
        return None
    return db.session.scalars(
        select(Declaration)
        .join(Dossier, Declaration.dossier_id == Dossier.id)
        .where(Dossier.reference == noted["dossier"], Declaration.revision == noted["revision"])
    ).one()


def versions_answered_for(manufacturer_id: int, *, on: date) -> list[Version]:
    """Return the versions on the list that a company may report on, by brand, model and code."""
    brands = set(
        db.session.scalars(
            select(ManufacturerBrand.folded).where(
                ManufacturerBrand.manufacturer_id == manufacturer_id
            )
        )
    )
    dossiers = set(
        db.session.scalars(select(Dossier.id).where(Dossier.manufacturer_id == manufacturer_id))
    )
    held = ((key, on_day(days, on)) for key, days in intervals(all_rows()).items())
    found = [
        version_on(tvv, brand, on=on)
        for (brand, tvv), days in held
        if days and (brand in brands or not dossiers.isdisjoint(days.dossier_ids))
    ]
    answered = [version for version in found if may_speak_for(manufacturer_id, version)]
    return sorted(answered, key=lambda one: (fold(f"{one.brand} {one.commercial_name}"), one.tvv))
