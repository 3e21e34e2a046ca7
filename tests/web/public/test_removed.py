"""What a visitor reads of a version that was removed, corrected, or is under modification."""

import pytest

from tests import orders
from tests.web.changes import reported


@pytest.fixture
def removed(world):
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title="Première liste")
    return orders.enter(
        world, ("Fiat", "600", "f6", "remove"), on="2026-02-10", title="Arrêté de retrait"
    )


def test_a_removed_version_keeps_its_page_with_both_orders(visitor, removed):
    page = visitor.get("/versions/f6")
    for said in (
        "Retirée de la liste",
        "ne figure pas sur la liste",
        "du 11 janvier 2026 inclus au 11 février 2026 exclu",
    ):
        assert said in page.main
    assert {"Première liste", "Arrêté de retrait"} <= set(page.links())
    listed = visitor.submit(page.form("le"), le="10/02/2026")
    assert "figure sur la liste des versions" in listed.main
    assert "Un arrêté publié l’en retire à compter du 11 février 2026" in listed.main


def test_the_search_says_that_the_code_was_removed(visitor, removed):
    page = visitor.get("/?q=f6")
    assert "Ce code a figuré sur la liste : un arrêté l’en a retiré." in page.main
    assert "Voir ce que la liste dit du code f6" in page.links()


def test_an_order_that_removes_has_its_public_page(visitor, removed):
    orders_page = visitor.get("/arretes")
    page = visitor.get(orders_page.links()["Arrêté de retrait"])
    assert "1 version retirée de la liste" in page.main
    assert "version inscrite" not in page.main
    assert "f6" in page.links()


def test_a_version_listed_again_says_from_when(visitor, world, removed):
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-03-02", effect="2026-04-01")
    assert "de nouveau inscrite à compter du 1er avril 2026" in visitor.get("/versions/f6").main
    assert "figure sur la liste des" in visitor.get("/versions/f6?le=2026-04-01").main


def test_a_corrected_code_leads_to_the_other(visitor, world):
    first = orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title="Première liste")
    world.publish(
        orders.correction(
            world,
            first,
            1,
            brand="Fiat",
            commercial_name="600e",
            tvv="F6",
            listed_from=orders.day("2026-01-11"),
        )
    )
    old = visitor.get("/versions/f6")
    assert old.status == 404
    assert "Un arrêté a rectifié la ligne qui portait ce code" in old.main
    new = visitor.get(old.links()["F6"])
    assert new.title == "Fiat 600e"
    assert "Rectifiée par l’arrêté" in new.main
    order = visitor.get(new.links()["Arrêté d’essai n° 1"])
    assert "1 ligne rectifiée" in order.main
    assert "rectifiée par" in visitor.get(new.links()["Première liste"]).main
    assert "Un arrêté a rectifié la ligne" in visitor.get("/?q=f6").main


def test_a_reported_change_is_marked_without_its_content(visitor, world):
    """Reading T-9: a visible mark; what changed is told to nobody else."""
    world.listed(tvv="V1")
    world.days_pass(2)
    assert "Modification signalée" not in visitor.get("/versions/V1").main
    report = reported(world)
    page = visitor.get("/versions/V1")
    assert "Modification signalée, maintien à confirmer" in page.main
    assert "elle reste inscrite tant qu’un arrêté ne l’en retire pas" in page.main
    assert report.reference not in page.html
    assert "figure sur la liste" in page.main
