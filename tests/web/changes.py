"""Change reports for the tests of pages: opened, changed, filed."""

from copy import deepcopy

from app.services.changes import open_report
from app.services.drafting import record_site
from app.services.submission import submit_dossier


def by(world, who="manufacturer"):
    return {"by": world.actor(who), "clock": world.clock}


def opened(world, *, tvv="V1", changed_on=None):
    """A report in draft, of a change of today or of another day."""
    return open_report(tvv, "Exemple", changed_on=changed_on or world.clock.today(), **by(world))


def changed(world, report, *, country="CN"):
    """Another country for the cells of the battery."""
    site = deepcopy(report.content["battery_sites"][0]) | {"cell_country": country}
    return record_site(report.reference, "battery_sites", site, revision=None, **by(world))


def reported(world, **named):
    """A report that the agency received."""
    report = changed(world, opened(world, **named))
    return submit_dossier(report.reference, **by(world))
