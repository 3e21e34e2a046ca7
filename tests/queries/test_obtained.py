"""The listings of several dossiers are read together, whatever code an order gave them since."""

from app.domain.obtained import ListingStage
from app.extensions import db
from app.queries.obtained import obtained_listings
from app.queries.orders import decisions_on
from tests import orders
from tests.queries.counting import statements


def stage(dossier, on):
    return obtained_listings([dossier], on=on)[dossier.id].stage


def reads(dossiers, on):
    """How many times the rows of the orders are asked for."""
    with statements() as asked:
        obtained_listings(dossiers, on=on)
    return len(asked)


def test_a_removal_by_a_corrected_code_is_seen(world):
    """Row 29, then row 23: the order removes the version by the code that it has since."""
    dossier = world.listed(tvv="V1")
    world.days_pass(1)
    (line,) = decisions_on(dossier)
    said = {"brand": "Exemple", "commercial_name": "Modèle E", "tvv": "V2"}
    since = line.order.effective_on
    world.publish(orders.correction(world, line.order, line.position, listed_from=since, **said))
    world.days_pass(1)
    world.publish(orders.removal(world, ("V2", "Exemple")))
    assert stage(dossier, world.clock.today()) == ListingStage.ENDING
    world.days_pass(1)
    assert stage(dossier, world.clock.today()) == ListingStage.OVER


def test_a_dossier_that_is_not_listed_has_no_listing(world):
    assert obtained_listings([world.proposed()], on=world.clock.today()) == {}


def test_a_page_of_dossiers_is_read_as_one_dossier_is(world):
    dossiers = [world.listed(tvv=f"V{number}") for number in range(4)]
    today = world.clock.today()
    db.session.expire_all()
    for dossier in dossiers:
        assert dossier.tvv  # read before the count
    assert reads(dossiers, today) == reads(dossiers[:1], today)
