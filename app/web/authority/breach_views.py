"""The reports of the agency, and the versions they concern, as the ministries read them (P-30)."""

from flask.typing import ResponseReturnValue

from app.web.authority.blueprint import blueprint
from app.web.breach_page import list_reports_page, report_page, reporter_page, versions_page


@blueprint.get("/versions")
def list_versions() -> ResponseReturnValue:
    """Look a version of the list up by its code."""
    return versions_page()


@blueprint.get("/signalements")
def list_reports() -> ResponseReturnValue:
    """Show the reports of the agency."""
    return list_reports_page()


@blueprint.get("/signalements/<reference:reference>")
def show_report(reference: str) -> ResponseReturnValue:
    """Show one report."""
    return report_page(reference)


@blueprint.post("/signalements/<reference:reference>/declarant")
def show_reporter(reference: str) -> ResponseReturnValue:
    """Show who told the agency; the reading is recorded."""
    return reporter_page(reference)
