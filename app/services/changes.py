"""Report a change that could affect the score of a listed version (P-25, transition 20)."""

from copy import deepcopy
from datetime import date
from typing import Any

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.changes import lag_days, noted
from app.domain.differences import differences
from app.domain.errors import NotAllowedError, NothingChangedError
from app.domain.identifiers import new_reference
from app.domain.past_days import check_past_day
from app.domain.procedure import Route, State
from app.domain.versions import VersionAction, version_rule
from app.extensions import db
from app.models.dossier import Dossier
from app.queries.changes import known_before, known_content, last_listed
from app.queries.versions import Version, may_speak_for, version_of_report, version_on
from app.services.list_lock import lock_list
from app.services.transaction import transaction


def open_report(tvv: str, brand: str, *, changed_on: date, by: Actor, clock: Clock) -> Dossier:
    """Open a change report on a listed version: a draft that says what was declared before.

    Several may be open on one version, which stays on the list (reading T-9); the same one asked
    twice, as by a second click, is one draft as long as nobody began to write it.

    Args:
        tvv: its code, as listed.
        brand: its brand, as listed.
        changed_on: the day of the change, as the company says.
        by: a person of a company that answers for the version.
        clock: the clock of the act.

    Raises:
        NotAllowedError: the company does not answer for this version.
        VersionRuleError: it is not on the list.
        InvalidValueError: the day is still to come, or comes before the text of law.
    """
    version = reportable(tvv, brand, by=by, clock=clock)
    check_past_day("changed_on", changed_on, of="de la modification", today=clock.today())
    with transaction():
        lock_list()
        report = Dossier(
            reference=new_reference("SE"),
            route=Route.MODIFICATION,
            state=State.DRAFT,
            follows=last_listed(version),
            changed_on=changed_on,
            manufacturer_id=by.manufacturer_id,
            tvv=version.tvv,
            brand=version.brand,
            commercial_name=version.commercial_name,
            content=_names_only(version),
            content_revision=1,
            last_sequence=0,
            created_at=clock.now(),
            changed_at=clock.now(),
        )
        known = known_content(report)
        if known is not None:
            report.content = deepcopy(known)
        same = _same(report)
        if same is not None:
            return same
        db.session.add(report)
    return report


def _same(report: Dossier) -> Dossier | None:
    """Return the draft that already says what a new report says, and that nobody began to write."""
    drafts = db.session.scalars(
        select(Dossier)
        .where(
            Dossier.manufacturer_id == report.manufacturer_id,
            Dossier.route == Route.MODIFICATION,
            Dossier.state == State.DRAFT,
            Dossier.tvv == report.tvv,
            Dossier.brand == report.brand,
            Dossier.changed_on == report.changed_on,
            Dossier.content_revision == report.content_revision,
            ~Dossier.supports.any(),
        )
        .order_by(Dossier.id)
    )
    return next(
        (one for one in drafts if one.follows is report.follows and one.content == report.content),
        None,
    )


def reportable(tvv: str, brand: str, *, by: Actor, clock: Clock) -> Version:
    """Return a version of the list on which a company may report a change.

    Raises:
        NotAllowedError: the company does not answer for this version.
        VersionRuleError: it is not on the list.
    """
    version = version_on(tvv, brand, on=clock.today())
    _check_reportable(version, by)
    return version


def _check_reportable(version: Version, by: Actor) -> None:
    company = by.manufacturer_id
    if by.role != Role.MANUFACTURER or company is None:
        raise NotAllowedError
    version_rule(version.state, VersionAction.REPORT_CHANGE)
    if not may_speak_for(company, version):
        raise NotAllowedError("Votre entreprise ne répond pas de cette version.")


def described_change(report: Dossier, *, by: Actor, clock: Clock) -> dict[str, Any]:
    """Return what the event of a report keeps: the change, its day, and how late it is reported.

    Raises:
        NothingChangedError: it differs in nothing from what was declared.
        NotAllowedError: the company no longer answers for this version.
        VersionRuleError: the version is no longer on the list.
    """
    assert report.changed_on is not None  # noqa: S101 - a report has the day of its change
    version = version_of_report(report, on=clock.today())
    _check_reportable(version, by)
    # What was decided since the draft was opened is what the change is compared with.
    report.follows = last_listed(version)
    known, before = known_before(report), known_content(report)
    found = () if before is None else differences(before, report.content)
    if known is not None and not found:
        raise NothingChangedError
    return {
        "before": known
        and {
            "dossier": known.dossier.reference,
            "revision": known.revision,
            "declaration": known.digest,
        },
        "changed_on": report.changed_on.isoformat(),
        "lag_days": lag_days(report.changed_on, clock.today()),
        "differences": noted(found),
    }


def _names_only(version: Version) -> dict[str, Any]:
    """Return the declaration of a version that the portal knows by the list alone."""
    return {
        "version": {
            "tvv": version.tvv,
            "brand": version.brand,
            "commercial_name": version.commercial_name,
        }
    }
