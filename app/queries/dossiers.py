"""Dossiers that an actor may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Select, and_, func, or_, select

from app.domain.actor import Actor, Role
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.errors import UnknownDossierError
from app.domain.procedure import DECIDED_STATES, OPEN_STATES, REFUSED_STATES, Route, State
from app.extensions import db
from app.models.assessment import Assessment, Proposal
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from app.models.period import Period

# What the agency still has to do something about.
AGENCY_STATES: Final = frozenset(
    {State.SUBMITTED, State.AWAITING_DOCUMENTS, State.COMPLETE, State.REPORTED}
)

# Decided by an order, on what was proposed by then; a silence decides on nothing.
ORDERED_STATES: Final = DECIDED_STATES - {State.REFUSED_BY_SILENCE, State.SILENT}

# Where a dossier stands in the list of the last changed: the instant, then its reference.
Place = tuple[datetime, str]


def visible(actor: Actor) -> Select[Dossier]:
    """Return the dossiers *actor* may see: a company its own, the authorities what was filed."""
    query = select(Dossier)
    if actor.role == Role.MANUFACTURER:
        return query.where(Dossier.manufacturer_id == actor.manufacturer_id)
    if actor.role in {Role.REVIEWER, Role.AUTHORITY, Role.CLOCK}:
        return query.where(Dossier.state != State.DRAFT)
    return query.where(Dossier.id.is_(None))


def get_dossier(reference: str, *, seen_by: Actor, for_update: bool = False) -> Dossier:
    """Return one dossier.

    Args:
        reference: its public reference.
        seen_by: who asks.
        for_update: keep its row locked until the end of the act.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
    """
    query = visible(seen_by).where(Dossier.reference == reference)
    if for_update:
        # What was read before the lock was given may be stale by then.
        query = query.with_for_update(of=Dossier).execution_options(populate_existing=True)
    dossier = db.session.scalars(query).one_or_none()
    if dossier is None:
        raise UnknownDossierError
    return dossier


def dossiers_of(
    actor: Actor, *, after: Place | None = None, limit: int | None = None
) -> Sequence[Dossier]:
    """Return the dossiers *actor* may see, the last changed first.

    Args:
        actor: who asks.
        after: the place of the dossier that the page before ended with.
        limit: how many at most; all of them by default.
    """
    query = visible(actor)
    if after is not None:
        changed_at, reference = after
        row = visible(actor).with_only_columns(Dossier.id).where(Dossier.reference == reference)
        query = query.where(
            or_(
                Dossier.changed_at < changed_at,
                and_(Dossier.changed_at == changed_at, Dossier.id < row.scalar_subquery()),
            )
        )
    return db.session.scalars(
        query.order_by(Dossier.changed_at.desc(), Dossier.id.desc()).limit(limit)
    ).all()


def drafts_of(actor: Actor, route: Route) -> Sequence[Dossier]:
    """Return the drafts of a route that *actor* may see, the oldest first."""
    return db.session.scalars(
        visible(actor)
        .where(Dossier.state == State.DRAFT, Dossier.route == route)
        .order_by(Dossier.id)
    ).all()


def open_dossier(manufacturer_id: int, tvv: str) -> Dossier | None:
    """Return the open dossier of a company for a code, change reports apart.

    A derogation still in draft waits beside it, and is no open dossier yet.
    """
    return db.session.scalars(
        select(Dossier).where(
            Dossier.manufacturer_id == manufacturer_id,
            Dossier.tvv == tvv,
            Dossier.state.in_(OPEN_STATES),
            or_(
                Dossier.route == Route.REFERENCE,
                and_(Dossier.route == Route.DEROGATION, Dossier.state != State.DRAFT),
            ),
        )
    ).one_or_none()


def derogation_draft(manufacturer_id: int, tvv: str) -> Dossier | None:
    """Return the derogation that a company is writing for a code."""
    return db.session.scalars(
        select(Dossier).where(
            Dossier.manufacturer_id == manufacturer_id,
            Dossier.tvv == tvv,
            Dossier.state == State.DRAFT,
            Dossier.route == Route.DEROGATION,
        )
    ).one_or_none()


def earlier_refusal(manufacturer_id: int, tvv: str) -> Dossier | None:
    """Return the last dossier of a company on a version that was refused (P-19, reading T-12).

    Expressly or by silence, on the reference route or as a derogation; a withdrawal is none.
    """
    return db.session.scalars(
        select(Dossier)
        .where(
            Dossier.manufacturer_id == manufacturer_id,
            Dossier.tvv == tvv,
            Dossier.state.in_(REFUSED_STATES),
        )
        .order_by(Dossier.decided_on.desc(), Dossier.id.desc())
        .limit(1)
    ).one_or_none()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkItem:
    """A dossier and what runs out first on it.

    Attributes:
        dossier: the dossier.
        period: the running period that ends first; none while the company has the hand.
    """

    dossier: Dossier
    period: Period | None

    def days_left(self, today: date) -> int | None:
        """Days until the last day, that day included as zero; negative once passed."""
        return None if self.period is None else (self.period.last_day - today).days


def worklist(actor: Actor, states: frozenset[State] = AGENCY_STATES) -> list[WorkItem]:
    """Return the dossiers in *states*, those whose period ends first on top.

    A dossier that waits for its manufacturer has no running period and comes last.
    """
    kinds = (PeriodKind.COMPLETENESS, PeriodKind.REVIEW, PeriodKind.SILENCE)
    rank = func.row_number().over(
        partition_by=Period.dossier_id, order_by=(Period.last_day, Period.id)
    )
    first = (
        select(Period.id, Period.dossier_id, rank.label("rank"))
        .where(Period.outcome == PeriodOutcome.RUNNING, Period.kind.in_(kinds))
        .subquery()
    )
    rows = db.session.execute(
        visible(actor)
        .add_columns(Period)
        .outerjoin(first, (first.c.dossier_id == Dossier.id) & (first.c.rank == 1))
        .outerjoin(Period, Period.id == first.c.id)
        .where(Dossier.state.in_(states))
        .order_by(Period.last_day.is_(None), Period.last_day, Dossier.received_on, Dossier.id)
    ).all()
    return [WorkItem(dossier=row[0], period=row[1]) for row in rows]


def filed_declaration(dossier: Dossier, *, by: date | None = None) -> Declaration | None:
    """Return the declaration as last filed, by a day if one is given; none for a draft."""
    query = select(Declaration).where(Declaration.dossier_id == dossier.id)
    if by is not None:
        query = query.where(Declaration.filed_on <= by)
    return db.session.scalars(query.order_by(Declaration.revision.desc()).limit(1)).one_or_none()


def deposit_assessment(dossier: Dossier) -> Assessment | None:
    """Return the score kept when the declaration that counts was filed; none for a draft."""
    filed = decided_declaration(dossier)
    if filed is None:
        return None
    return db.session.scalars(
        select(Assessment)
        .where(Assessment.declaration_id == filed.id)
        .order_by(Assessment.id)
        .limit(1)
    ).one_or_none()


def declared_content(dossier: Dossier) -> dict[str, Any]:
    """Return the declaration that counts, in its wire form: as last filed, or the draft."""
    filed = filed_declaration(dossier)
    return dossier.content if filed is None else filed.content


def last_assessment(dossier: Dossier) -> Assessment | None:
    """Return the last score that was kept for the dossier."""
    return db.session.scalars(
        select(Assessment)
        .where(Assessment.dossier_id == dossier.id)
        .order_by(Assessment.id.desc())
        .limit(1)
    ).one_or_none()


def proposal_of(dossier: Dossier) -> Proposal | None:
    """Return the proposal, or the opinion, on which a dossier was decided, or is to be (S-12).

    Once an order decided, the one of its day, whatever was sent since (transition 17); before,
    or after a silence, the one that stands.
    """
    if dossier.state in ORDERED_STATES and dossier.decided_on is not None:
        return proposal_on(dossier, dossier.decided_on)
    return standing_proposal(dossier)


def decided_declaration(dossier: Dossier) -> Declaration | None:
    """Return the declaration that counts: the one decided on, else as last filed; none for a draft.

    A correction filed after the day of the order was decided on by nobody (transition 17).
    """
    proposal = proposal_of(dossier)
    if proposal is not None:
        return proposal.assessment.declaration
    # Refused, or kept, without a proposal: on what was declared by the day of the order.
    by = dossier.decided_on if dossier.state in ORDERED_STATES else None
    return filed_declaration(dossier, by=by)


def proposal_on(dossier: Dossier, day: date) -> Proposal | None:
    """Return the last proposal that was sent by *day* and stood at some hour of it."""
    return db.session.scalars(
        select(Proposal)
        .where(
            Proposal.dossier_id == dossier.id,
            or_(Proposal.lapsed_on.is_(None), Proposal.lapsed_on >= day),
            Proposal.sent_on <= day,
        )
        .order_by(Proposal.id.desc())
        .limit(1)
    ).one_or_none()


def standing_proposal(dossier: Dossier) -> Proposal | None:
    """Return the proposal that stands: sent, and not lapsed."""
    return db.session.scalars(
        select(Proposal)
        .where(Proposal.dossier_id == dossier.id, Proposal.lapsed_on.is_(None))
        .order_by(Proposal.id.desc())
        .limit(1)
    ).one_or_none()
