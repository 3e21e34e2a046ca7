"""The reports of fraud and breaches: for the agency and the ministers, and for nobody else."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select

from app.domain.actor import Actor, Role
from app.domain.errors import UnknownThingError
from app.domain.folding import fold
from app.domain.listing import Key
from app.extensions import db
from app.models.breach import BreachReading, BreachReport, BreachReporter
from app.models.outbox import OutboxMessage

# The company concerned sees nothing of a report: not that it exists, not who told.
READERS: Final = frozenset({Role.REVIEWER, Role.AUTHORITY})


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The messages that told the ministers of a report: those written, and those that left."""

    written: int
    sent: int


def get_report(reference: str, *, seen_by: Actor) -> BreachReport:
    """Return one report.

    Raises:
        UnknownThingError: it does not exist, or the actor may not see it: the same answer.
    """
    report = db.session.scalars(
        select(BreachReport).where(BreachReport.reference == reference)
    ).one_or_none()
    if report is None or seen_by.role not in READERS:
        raise UnknownThingError("Ce signalement")
    return report


def reports(actor: Actor) -> Sequence[BreachReport]:
    """Return all the reports, the last on top; none for whoever may not see them."""
    if actor.role not in READERS:
        return []
    return db.session.scalars(select(BreachReport).order_by(BreachReport.id.desc())).all()


def reports_on(names: Collection[Key], *, seen_by: Actor) -> list[BreachReport]:
    """Return the reports on one version, the last on top; none for whoever may not see them.

    Args:
        names: every brand, folded, and code that an order, or a dossier, gave the version.
        seen_by: who asks.
    """
    if seen_by.role not in READERS:
        return []
    found = db.session.scalars(
        select(BreachReport)
        .where(BreachReport.tvv.in_({code for _, code in names}))
        .order_by(BreachReport.id.desc())
    )
    return [report for report in found if (fold(report.brand), report.tvv) in names]


def reporter_is_known(report: BreachReport) -> bool:
    """Tell whether somebody's data are kept with a report, without reading them."""
    return (
        db.session.scalar(select(BreachReporter.id).where(BreachReporter.report_id == report.id))
        is not None
    )


def readings_of(report: BreachReport) -> Sequence[BreachReading]:
    """Return who read the data of the reporter, the last on top."""
    return db.session.scalars(
        select(BreachReading)
        .where(BreachReading.report_id == report.id)
        .order_by(BreachReading.id.desc())
    ).all()


def told_of(report: BreachReport) -> Told:
    """Count the messages that told the ministers of a report."""
    written, sent = db.session.execute(
        select(func.count(OutboxMessage.id), func.count(OutboxMessage.sent_at)).where(
            OutboxMessage.key.startswith(f"breach/{report.reference}/", autoescape=True)
        )
    ).one()
    return Told(written=written, sent=sent)
