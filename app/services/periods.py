"""Open and close the periods of a dossier; called inside an act."""

from datetime import date, datetime

from app.clock import Clock
from app.domain.deadlines import ENGINE_VERSION, PeriodKind, PeriodOutcome, span
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period
from app.queries.periods import running


def open_period(
    dossier: Dossier, kind: PeriodKind, *, event: DossierEvent, origin_on: date, clock: Clock
) -> Period:
    """Open a period that counts from *origin_on* because of *event*."""
    computed = span(kind, dossier.route, origin_on)
    period = Period(
        dossier=dossier,
        kind=kind,
        rule=computed.rule,
        source=computed.source,
        origin_event=event,
        origin_on=origin_on,
        months=computed.months,
        last_day=computed.last_day,
        effect_at=computed.effect_at,
        outcome=PeriodOutcome.RUNNING,
        opened_at=clock.now(),
        engine_version=ENGINE_VERSION,
    )
    db.session.add(period)
    db.session.flush()
    return period


def open_review(dossier: Dossier, *, event: DossierEvent, origin_on: date, clock: Clock) -> None:
    """Open, side by side, the agency's review and the silence of the ministers (reading T-5)."""
    for kind in (PeriodKind.REVIEW, PeriodKind.SILENCE):
        open_period(dossier, kind, event=event, origin_on=origin_on, clock=clock)


def close_period(
    dossier: Dossier, kind: PeriodKind, outcome: PeriodOutcome, *, at: datetime
) -> None:
    """Say what became of the running period of a kind, if there is one."""
    period = running(dossier, kind)
    if period is not None:
        period.outcome = outcome
        period.settled_at = at


def close_all(dossier: Dossier, outcome: PeriodOutcome, *, at: datetime) -> None:
    """Say the same of every running period of a dossier."""
    for kind in PeriodKind:
        close_period(dossier, kind, outcome, at=at)
