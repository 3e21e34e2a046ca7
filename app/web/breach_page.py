"""The reports of fraud and breaches, and the versions they concern, for those who read them."""

from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock, current_settings
from app.domain.changes import lag_days
from app.queries.breaches import (
    Told,
    get_report,
    readings_of,
    reporter_is_known,
    reports,
    reports_on,
    told_of,
)
from app.queries.versions import Version, names_of, version_since, versions_of
from app.services.breaches import read_reporter


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReport:
    """A report, the days it took, and whether that is late.

    Attributes:
        report: the row.
        lag: days between the discovery and the report, due without delay (P-30).
        late: whether that passes the threshold of the deployment.
    """

    report: Any
    lag: int
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownVersion:
    """A version of the list, whether evidence may still be asked for, and its reports."""

    version: Version
    may_ask: bool
    reports: list[ShownReport]


def list_reports_page() -> ResponseReturnValue:
    """Show all the reports, the last on top."""
    return render_template(
        "after/reports.html",
        audience=request.blueprint,
        reports=[_shown(report) for report in reports(current_actor())],
        threshold=current_settings().breach_lag_days,
    )


def report_page(reference: str) -> ResponseReturnValue:
    """Show one report, without whoever told the agency."""
    return _page(reference, reporter=None)


def reporter_page(reference: str) -> ResponseReturnValue:
    """Show one report with whoever told the agency; the reading is recorded before it is shown."""
    reporter = read_reporter(reference, by=current_actor(), clock=current_clock())
    return _page(reference, reporter=reporter)


def versions_page() -> ResponseReturnValue:
    """Show the versions of a code: their place on the list, what may be asked, the reports."""
    code = request.args.get("code", "").strip()
    today = current_clock().today()
    found = versions_of(code, on=today) if code else []
    return render_template(
        "after/versions.html",
        audience=request.blueprint,
        code=code,
        found=[
            ShownVersion(
                version=version,
                may_ask=version.on_the_list
                and version.inspection_last_day is not None
                and today <= version.inspection_last_day,
                reports=shown_reports(version),
            )
            for version in found
        ],
        today=today,
    )


def shown_reports(version: Version) -> list[ShownReport]:
    """Return the reports on a version, for those who may see them."""
    return [_shown(report) for report in reports_on(names_of(version), seen_by=current_actor())]


def _page(reference: str, *, reporter: Any) -> ResponseReturnValue:  # noqa: ANN401 - a row, or none
    report = get_report(reference, seen_by=current_actor())
    told: Told = told_of(report)
    return render_template(
        "after/report.html",
        audience=request.blueprint,
        shown=_shown(report),
        report=report,
        threshold=current_settings().breach_lag_days,
        version=version_since(
            report.tvv, report.brand, at=report.reported_at, on=current_clock().today()
        ),
        known=reporter_is_known(report),
        reporter=reporter,
        readings=readings_of(report),
        told=told,
    )


def _shown(report: Any) -> ShownReport:  # noqa: ANN401 - a row, read only
    lag = lag_days(report.found_on, report.reported_on)
    return ShownReport(report=report, lag=lag, late=lag > current_settings().breach_lag_days)
