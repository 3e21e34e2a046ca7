"""Change reports told by their acts, on the version V1 that an order listed."""

from copy import deepcopy
from datetime import date

from app.services.changes import open_report
from app.services.drafting import record_reference_vehicle, record_site
from app.services.opinion import give_opinion
from app.services.submission import submit_dossier
from tests.services.stories import Story

LISTED = (
    ("receive", "2023-10-16"),
    ("confirm", "2023-11-02"),
    ("propose", "2023-12-08"),
    ("list_by_order", "2023-12-15"),
)


class Report(Story):
    """A change report on the version V1, once an order listed it."""

    def open(self, changed_on=None, who="manufacturer"):
        day = date.fromisoformat(changed_on) if changed_on else self.clock.today()
        report = open_report("V1", "Exemple", changed_on=day, **self.by(who))
        self.reference = report.reference
        return report

    def open_version(self, tvv):
        """A report on any version, changed today."""
        report = open_report(
            tvv, "Exemple", changed_on=self.clock.today(), **self.by("manufacturer")
        )
        self.reference = report.reference

    def change_supplier(self, country="CN"):
        """Another supplier of the cells."""
        report = self.world.dossier(self.reference, "manufacturer")
        site = deepcopy(report.content["battery_sites"][0]) | {"cell_country": country}
        record_site(self.reference, "battery_sites", site, revision=None, **self.by("manufacturer"))

    def enlarge(self, **vehicle):
        """Other maxima of the version."""
        report = self.world.dossier(self.reference, "manufacturer")
        changed = deepcopy(report.content["reference_vehicle"]) | vehicle
        record_reference_vehicle(self.reference, changed, revision=None, **self.by("manufacturer"))

    def file(self):
        return submit_dossier(self.reference, **self.by("manufacturer"))

    def opine(self, *, favourable=True, reasons="Le score reste au-dessus du minimum."):
        return give_opinion(
            self.reference, favourable=favourable, reasons=reasons, **self.by("reviewer")
        )
