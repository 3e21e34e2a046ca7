"""What a refused company may do, the reasons it asked for included (reading T-13)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import exists, select

from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind
from app.domain.procedure import REFUSED_STATES, Action, State
from app.domain.remedies import Remedies, remedies
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period
from app.queries.dossiers import WorkItem, visible

# Refused by silence, and not decided by an order since.
SILENT_STATES: Final = frozenset({State.REFUSED_BY_SILENCE, State.SILENT})
REMEDIABLE_STATES: Final = REFUSED_STATES | SILENT_STATES


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonsRequest:
    """The request for the reasons of a silent refusal, and its answer (CRPA L. 232-4).

    Attributes:
        requested_on: the day they were asked for.
        period: the period they are due in.
        given_on: the day they were communicated; none while they are not.
        reasons: the reasons; empty while they are not communicated.
    """

    requested_on: date
    period: Period
    given_on: date | None
    reasons: str

    def is_late(self, today: date) -> bool:
        """Tell whether the last day passed before the reasons came."""
        return (self.given_on or today) > self.period.last_day


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalRemedies:
    """The remedies against the refusal of a dossier, as they stand.

    Attributes:
        refused_on: the day of the refusal, express or silent.
        silent: whether silence refused.
        opens_derogation: whether the refusal lets the company file a derogation (P-19).
        remedies: what may be done, counted from ``counted_from``.
        counted_from: the day of the refusal, or that of the reasons once communicated.
        request: the request for reasons; none when none was made.
    """

    refused_on: date
    silent: bool
    opens_derogation: bool
    remedies: Remedies
    counted_from: date
    request: ReasonsRequest | None

    @property
    def awaits_reasons(self) -> bool:
        """Whether the period for the court is extended until the reasons come (L. 232-4)."""
        return self.request is not None and self.request.given_on is None

    def may_ask_reasons(self, today: date) -> bool:
        """Tell whether reasons may be asked for: once, in the period for the court."""
        return self.silent and self.request is None and today <= self.remedies.court_last_day


def remedies_of(dossier: Dossier) -> RefusalRemedies | None:
    """Return the remedies against the refusal of a dossier; none when it is not refused.

    The one place where the day they count from is chosen: the page, the certificate and the act
    that asks for reasons read it here.
    """
    if dossier.state not in REMEDIABLE_STATES or dossier.decided_on is None:
        return None
    silent = dossier.state in SILENT_STATES
    request = reasons_request(dossier) if silent else None
    counted_from = (request.given_on if request else None) or dossier.decided_on
    return RefusalRemedies(
        refused_on=dossier.decided_on,
        silent=silent,
        opens_derogation=dossier.state in REFUSED_STATES,
        remedies=remedies(counted_from, country=dossier.manufacturer.country),
        counted_from=counted_from,
        request=request,
    )


def reasons_request(dossier: Dossier) -> ReasonsRequest | None:
    """Return the request for the reasons of the silent refusal of a dossier, and its answer."""
    asked = _last(dossier.events, Action.REQUEST_REASONS)
    if asked is None:
        return None
    given = _last(dossier.events, Action.GIVE_REASONS)
    return ReasonsRequest(
        requested_on=asked.occurred_on,
        period=db.session.scalars(
            select(Period).where(
                Period.kind == PeriodKind.REASONS, Period.origin_event_id == asked.id
            )
        ).one(),
        given_on=given.occurred_on if given else None,
        reasons=given.details["reasons"] if given else "",
    )


def reasons_awaited(actor: Actor) -> list[WorkItem]:
    """Return the dossiers whose reasons are asked for and not given, the first due on top."""
    given = exists().where(
        DossierEvent.dossier_id == Dossier.id, DossierEvent.action == Action.GIVE_REASONS
    )
    rows = db.session.execute(
        visible(actor)
        .add_columns(Period)
        .join(Period, Period.dossier_id == Dossier.id)
        .where(
            Period.kind == PeriodKind.REASONS,
            Dossier.state.in_(SILENT_STATES),
            ~given,
        )
        .order_by(Period.last_day, Dossier.id)
    ).all()
    return [WorkItem(dossier=row[0], period=row[1]) for row in rows]


def _last(events: Iterable[DossierEvent], action: Action) -> DossierEvent | None:
    return next((event for event in reversed(list(events)) if event.action == action), None)
