"""A row in each table that no act of a plain dossier fills, for tests of the tables themselves."""

from app.domain.breaches import BreachKind
from app.domain.ministries import Ministry, Stance
from app.extensions import db
from app.models.breach import BreachReading, BreachReport, BreachReporter
from app.models.manufacturer import ManufacturerBrand
from app.models.position import MinisterPosition
from app.services.transaction import transaction


def rows_beside(world, dossier):
    """A position of a minister, a report of fraud, its reporter, a reading, a brand."""
    agent, minister = world.actor("reviewer"), world.actor("authority")
    today, now = world.clock.today(), world.clock.now()
    with transaction():
        report = BreachReport(
            reference="SI-2222-3333",
            kind=BreachKind.FRAUD,
            tvv=dossier.tvv,
            brand=dossier.brand,
            dossier_id=dossier.id,
            account="Masses fausses.",
            found_on=today,
            reported_on=today,
            reported_at=now,
            reported_by_id=agent.user_id,
            reported_by_name=agent.name,
        )
        db.session.add(report)
        db.session.flush()
        db.session.add(
            BreachReport(
                reference="SI-4444-5555",
                kind=BreachKind.BREACH,
                tvv=dossier.tvv,
                brand=dossier.brand,
                account="Modification tue.",
                found_on=today,
                reported_on=today,
                reported_at=now,
                reported_by_id=agent.user_id,
                reported_by_name=agent.name,
            )
        )
        db.session.flush()
        db.session.add_all(
            [
                MinisterPosition(
                    dossier_id=dossier.id,
                    ministry=Ministry.ENERGY,
                    stance=Stance.FAVOURABLE,
                    comment="",
                    given_on=today,
                    given_at=now,
                    given_by_id=minister.user_id,
                    given_by_name=minister.name,
                ),
                BreachReporter(report_id=report.id, name="X", contact="x@exemple.test"),
                BreachReading(
                    report_id=report.id,
                    read_at=now,
                    read_by_id=agent.user_id,
                    read_by_name=agent.name,
                ),
                ManufacturerBrand(
                    manufacturer_id=dossier.manufacturer_id, name="Exemple", folded="exemple"
                ),
            ]
        )
