"""Open and close the periods of a dossier; called inside an act."""

from datetime import date, datetime

from app.clock import Clock
from app.domain.deadlines import ENGINE_VERSION, PeriodKind, PeriodOutcome, span
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.period import Period
from app.queries.periods import all_running, running


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
        edition_on=computed.edition_on,
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
    for period in all_running(dossier):
        period.outcome = outcome
        period.settled_at = at


def revoke_silence(dossier: Dossier, *, published_on: date, clock: Clock) -> None:
    """Supersede every silence that an order published in time prevented (transition 17).

    What was observed although the order had appeared by its last day was never born; what runs
    from a later day would never have begun.
    """
    for period in dossier.periods:
        if period.kind != PeriodKind.SILENCE:
            continue
        never_born = period.outcome == PeriodOutcome.EXPIRED and period.last_day >= published_on
        never_begun = period.outcome == PeriodOutcome.RUNNING and period.origin_on > published_on
        if never_born or never_begun:
            period.outcome = PeriodOutcome.SUPERSEDED
            period.settled_at = clock.now()
