"""Report a fraud or a breach to the four ministers, without delay and without limit of time.

A report is no event of a dossier: the company concerned reads its events, and sees nothing of it.
"""

import logging
from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import current_app
from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.breaches import BreachKind, Reporter
from app.domain.errors import InvalidValueError, NotAllowedError, UnknownThingError
from app.domain.identifiers import new_reference
from app.domain.identifiers import tvv as checked_tvv
from app.domain.notices import person_key
from app.domain.past_days import check_past_day
from app.domain.versions import VersionAction, version_rule
from app.extensions import db
from app.models.account import User
from app.models.breach import BreachReading, BreachReport, BreachReporter
from app.queries.breaches import get_report
from app.queries.versions import Version, version_to_come
from app.services.letters.text import Letter
from app.services.list_lock import lock_list
from app.services.outbox import write_message
from app.services.transaction import transaction

NAME_LENGTH: Final = 120

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A fraud or a breach, as the agency knows it.

    Attributes:
        tvv: the code of the version.
        brand: its brand.
        kind: fraud, or breach of a duty.
        account: what happened.
        found_on: the day the agency knew of it.
    """

    tvv: str
    brand: str
    kind: BreachKind
    account: str
    found_on: date


def report_breach(
    found: Found, *, reporter: Reporter | None = None, by: Actor, clock: Clock
) -> BreachReport:
    """Report a breach to the ministers, and write to each of their agents (P-30, row 26).

    The same words sent again the same day, as by a second click, are the same report.

    Args:
        found: what was found, about a version that is or was on the list.
        reporter: whoever told the agency; none when nobody did, or wishes to be known.
        by: a reviewer.
        clock: the clock of the act.

    Raises:
        NotAllowedError: another role.
        InvalidValueError: no words, or a day still to come or before the text of law.
        VersionRuleError: no order ever put the version on the list.
    """
    if by.role != Role.REVIEWER:
        raise NotAllowedError
    code = checked_tvv(found.tvv)
    _check(found, reporter, clock)
    with transaction():
        lock_list()
        version = version_to_come(code, found.brand, on=clock.today())
        version_rule(version.state, VersionAction.REPORT_BREACH)
        same = _same(found, version, by, clock)
        if same is not None:
            return same
        report = _write(found, version, by, clock)
        if reporter is not None:
            db.session.add(
                BreachReporter(
                    report=report, name=reporter.name.strip(), contact=reporter.contact.strip()
                )
            )
        db.session.flush()
        _tell_ministers(report, clock)
    return report


def read_reporter(reference: str, *, by: Actor, clock: Clock) -> BreachReporter:
    """Return who told the agency, and keep in the same transaction who read it, and when.

    Raises:
        UnknownThingError: no such report for the actor, or nobody's data are kept with it.
    """
    assert by.user_id is not None  # noqa: S101 - a person reads
    with transaction():
        report = get_report(reference, seen_by=by)
        reporter = db.session.scalars(
            select(BreachReporter).where(BreachReporter.report_id == report.id)
        ).one_or_none()
        if reporter is None:
            raise UnknownThingError("Ce déclarant")
        db.session.add(
            BreachReading(
                report_id=report.id,
                read_at=clock.now(),
                read_by_id=by.user_id,
                read_by_name=by.name,
            )
        )
    return reporter


def _check(found: Found, reporter: Reporter | None, clock: Clock) -> None:
    if not found.account.strip():
        raise InvalidValueError("account", "Décrivez les faits.")
    check_past_day("found_on", found.found_on, of="de la découverte", today=clock.today())
    if reporter is None:
        return
    if not reporter.name.strip():
        raise InvalidValueError("reporter_name", "Indiquez le nom du déclarant.")
    if len(reporter.name.strip()) > NAME_LENGTH:
        raise InvalidValueError("reporter_name", f"Ce nom dépasse {NAME_LENGTH} caractères.")


def _same(found: Found, version: Version, by: Actor, clock: Clock) -> BreachReport | None:
    return db.session.scalars(
        select(BreachReport)
        .where(
            BreachReport.tvv == version.tvv,
            BreachReport.brand == version.brand,
            BreachReport.kind == found.kind,
            BreachReport.account == found.account.strip(),
            BreachReport.found_on == found.found_on,
            BreachReport.reported_on == clock.today(),
            BreachReport.reported_by_id == by.user_id,
        )
        .limit(1)
    ).one_or_none()


def _write(found: Found, version: Version, by: Actor, clock: Clock) -> BreachReport:
    assert by.user_id is not None  # noqa: S101 - a reviewer is a person
    report = BreachReport(
        reference=new_reference("SI"),
        kind=found.kind,
        tvv=version.tvv,
        brand=version.brand,
        dossier=version.listing,
        account=found.account.strip(),
        found_on=found.found_on,
        reported_on=clock.today(),
        reported_at=clock.now(),
        reported_by_id=by.user_id,
        reported_by_name=by.name,
    )
    db.session.add(report)
    return report


def _tell_ministers(report: BreachReport, clock: Clock) -> None:
    """Write that a report exists and where it is read; a letter that fails holds nothing back."""
    try:
        body = Letter(template="breach.txt", mentions=(report.reference,), subject="").body(
            report=report, base_url=current_app.config["BASE_URL"]
        )
    except Exception:
        logger.exception("the letter of the report %s could not be written", report.reference)
        return
    people = select(User).where(User.role == Role.AUTHORITY, User.disabled_at.is_(None))
    for person in db.session.scalars(people.order_by(User.id)):
        write_message(
            person_key(f"breach/{report.reference}", person.reference),
            to=person.email,
            subject="Un signalement de l’agence vous attend sur le portail",
            body=body,
            clock=clock,
        )
