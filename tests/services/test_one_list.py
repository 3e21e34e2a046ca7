"""Orders, change reports and brands meet on one list: nothing is lost between them."""

import threading
from datetime import date

from app.domain.breaches import BreachKind
from app.domain.procedure import State
from app.domain.versions import VersionState
from app.extensions import db
from app.queries.meanwhile import listed_meanwhile
from app.queries.versions import version_on
from app.services import submission
from app.services.breaches import Found, report_breach
from app.services.companies import add_brand
from app.services.decision import record_publication
from tests import orders
from tests.services.reports import LISTED, Report
from tests.services.stories import Story


def meanwhile(story):
    return listed_meanwhile(story.dossier, on=story.clock.today())


def reported(world):
    """A change report on V1, and the order that listed it."""
    report = Report(world, tvv="V1").tell(*LISTED)
    order = report.order
    report.on("2024-05-31").open()
    report.change_supplier()
    return report, order


def test_a_report_deposited_while_an_order_removes_is_settled_by_it(app, world, monkeypatch):
    """Rows 20 and 23: the removal waits for the report that looked at the list before it."""
    report, _ = reported(world)
    reference, by = orders.removal(world, ("V1", "Exemple")).reference, report.by("authority")
    looked, done = submission.described_change, []

    def publish():
        with app.app_context():
            record_publication(reference, nor="ECOR2400001A", published_on=date(2024, 5, 31), **by)
            done.append(True)
            db.session.remove()

    publication = threading.Thread(target=publish)

    def look(*arguments, **named):
        found = looked(*arguments, **named)
        publication.start()
        publication.join(1)
        assert not done
        return found

    monkeypatch.setattr(submission, "described_change", look)
    report.file()
    publication.join(20)
    assert done == [True]
    assert report.dossier.state == State.SETTLED


def test_a_report_follows_its_version_under_another_brand(world):
    """Rows 22 and 29: the brand is corrected, the order keeps the version all the same."""
    report, order = reported(world)
    report.file()
    report.on("2024-06-10")
    said = {"commercial_name": "M", "tvv": "V1", "listed_from": date(2023, 12, 16)}
    world.publish(orders.correction(world, order, 1, brand="Exemplar", **said))
    assert version_on("V1", "Exemplar", on=date(2024, 6, 12)).state == (
        VersionState.UNDER_MODIFICATION
    )
    report.on("2024-06-12")
    world.publish(orders.keeping(world, report.dossier))
    assert report.dossier.state == State.SETTLED
    assert version_on("V1", "Exemplar", on=date(2024, 6, 13)).state == VersionState.LISTED


def test_a_report_in_draft_is_filed_under_the_new_brand(world):
    """Row 20: what an order calls the version does not stop the company."""
    report, order = reported(world)
    report.on("2024-06-10")
    said = {"commercial_name": "M", "tvv": "V1", "listed_from": date(2023, 12, 16)}
    world.publish(orders.correction(world, order, 1, brand="Exemplar", **said))
    report.file()
    assert report.dossier.state == State.REPORTED


def test_two_brands_of_one_code_are_two_versions(world):
    """Row 23: the removal of one says nothing of a report on the other."""
    report, _ = reported(world)
    report.file()
    company = report.dossier.manufacturer.name
    add_brand(company, "Autre")
    orders.enter(world, ("Autre", "M", "V1"), on="2024-05-31")
    report.on("2024-06-03")
    assert version_on("V1", "Autre", on=date(2024, 6, 3)).state == VersionState.LISTED
    world.publish(orders.removal(world, ("V1", "Autre")))
    assert report.dossier.state == State.REPORTED
    assert version_on("V1", "Exemple", on=date(2024, 6, 5)).state == (
        VersionState.UNDER_MODIFICATION
    )


def test_a_fraud_is_reported_before_the_listing_takes_effect(world):
    """P-30: without delay, whatever the day."""
    story = Story(world, tvv="V1").tell(*LISTED)
    found = Found(
        tvv="V1",
        brand="Exemple",
        kind=BreachKind.FRAUD,
        account="Masses fausses.",
        found_on=date(2023, 12, 15),
    )
    report = report_breach(found, **story.by("reviewer"))
    assert report.reported_on == date(2023, 12, 15)


def test_an_order_of_an_earlier_day_offers_the_withdrawal_of_a_derogation(world):
    """Rows 16 and 17: recorded since the derogation was filed, whatever its day."""
    story = Story(world, tvv="V1").tell(
        ("receive", "2026-03-02"),
        ("confirm", "2026-03-10"),
        ("propose", "2026-05-04"),
        ("prepare", "2026-05-20"),
        ("tick", "2026-06-03"),
    )
    listed, order = story.dossier.id, story.order
    story.tell(("derogate", "2026-06-05"))
    assert meanwhile(story) is None
    story.on("2026-06-08")
    world.publish(order, published_on=date(2026, 6, 1))
    assert meanwhile(story).first.dossier_id == listed


def test_an_order_of_an_earlier_day_offers_the_withdrawal_of_a_new_dossier(world):
    """INV-05, row 17: a dossier filed anew on the reference route has nothing left to ask."""
    story = Story(world, tvv="V1").tell(
        ("receive", "2026-03-02"),
        ("confirm", "2026-03-10"),
        ("propose", "2026-05-04"),
        ("prepare", "2026-05-20"),
        ("tick", "2026-06-03"),
    )
    listed, order = story.dossier.id, story.order
    story.on("2026-06-05").follow("reference")
    assert meanwhile(story) is None
    story.on("2026-06-08")
    world.publish(order, published_on=date(2026, 6, 1))
    assert meanwhile(story).first.dossier_id == listed


def test_an_order_from_outside_offers_the_withdrawal_of_an_open_dossier(world):
    """Transition 28: until an order removes the version again."""
    story = Story(world, tvv="V1").tell(("receive", "2026-03-02"))
    orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2026-03-02", effect="2026-03-10")
    assert meanwhile(story).day == date(2026, 3, 10)
    story.on("2026-03-11")
    orders.enter(world, ("Exemple", "Modèle E", "V1", "remove"), on="2026-03-11")
    assert meanwhile(story.on("2026-03-12")) is None


def test_a_name_that_was_a_mistake_offers_no_withdrawal(world):
    """Row 29: the row was of another version; the code of the dossier is on no list."""
    story = Story(world, tvv="V1").tell(("receive", "2026-03-02"))
    entered = orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2026-03-02")
    words = {"brand": "Exemple", "commercial_name": "Autre", "tvv": "V1z"}
    story.on("2026-03-05")
    world.publish(orders.correction(world, entered, 1, listed_from=date(2026, 3, 3), **words))
    assert meanwhile(story) is None


def test_a_listing_removed_by_its_new_name_offers_no_withdrawal(world):
    story = Story(world, tvv="V1").tell(
        ("receive", "2026-03-02"),
        ("confirm", "2026-03-10"),
        ("propose", "2026-05-04"),
        ("prepare", "2026-05-20"),
        ("tick", "2026-06-03"),
    )
    order = story.order
    story.on("2026-06-05").follow("reference")
    story.on("2026-06-08")
    world.publish(order, published_on=date(2026, 6, 1))
    assert meanwhile(story) is not None
    words = {"brand": "Exemple", "commercial_name": "Modèle E", "tvv": "V1b"}
    world.publish(orders.correction(world, order, 1, listed_from=date(2026, 6, 2), **words))
    assert meanwhile(story) is not None
    world.publish(orders.removal(world, ("V1b", "Exemple")))
    assert meanwhile(story.on("2026-06-10")) is None


def test_a_listing_known_before_the_deposit_offers_no_withdrawal(world):
    """The company filed all the same, and knew."""
    orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2026-03-02")
    story = Story(world, tvv="V1").tell(("receive", "2026-03-05"))
    orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2026-03-05")
    assert meanwhile(story) is None
