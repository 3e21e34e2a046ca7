"""A database with a row in every table of the procedure."""

from pathlib import Path

from app.domain.breaches import BreachKind
from app.domain.ministries import Ministry, Stance
from app.extensions import db
from app.models.account import User
from app.models.breach import BreachReading, BreachReport, BreachReporter
from app.models.manufacturer import ManufacturerBrand
from app.models.position import MinisterPosition
from app.services.publication import publish_list
from app.services.subscriptions import subscribe
from app.services.transaction import transaction
from tests.builders import World


def fill(app, clock):
    """A row in every table of the procedure, made by its acts."""
    world = World(app, clock)
    world.listed(tvv="LISTED1")
    awaiting = world.awaiting(tvv="AWAITING1")
    world.attach(awaiting, "site_attestation", "line:L1")
    silent = world.refused_by_silence(tvv="SILENT1")
    with transaction():
        after_the_listing(world, silent)
    publish_list(Path(app.config["INSTANCE"]) / "public", clock=clock)
    subscribe("https://exemple.test/", brand="", email="", since=0, clock=clock)
    db.session.remove()


def after_the_listing(world, dossier):
    """A brand, a position of a minister, and a breach whose reporter was read."""
    day, instant = world.clock.today(), world.clock.now()
    who = db.session.query(User).filter_by(email=world.email("authority")).one()
    report = BreachReport(
        reference="MA-AAAA-AAAA",
        kind=BreachKind.FRAUD,
        tvv=dossier.tvv,
        brand=dossier.brand,
        dossier=dossier,
        account="Une masse déclarée n’est pas celle du véhicule.",
        found_on=day,
        reported_on=day,
        reported_at=instant,
        reported_by_id=who.id,
        reported_by_name=who.name,
    )
    reporter = BreachReporter(report=report, name="Une personne", contact="personne@exemple.test")
    db.session.add(reporter)
    db.session.flush()
    brand = {"name": "Exemple", "folded": "exemple"}
    more = (
        ManufacturerBrand(manufacturer_id=dossier.manufacturer_id, **brand),
        MinisterPosition(
            dossier=dossier,
            ministry=Ministry.ENERGY,
            stance=Stance.FAVOURABLE,
            comment="",
            given_on=day,
            given_at=instant,
            given_by_id=who.id,
            given_by_name=who.name,
        ),
        BreachReading(
            report_id=report.id, read_at=instant, read_by_id=who.id, read_by_name=who.name
        ),
    )
    db.session.add_all(more)
