"""An order prepared as « Projet d’arrêté… » is published under the title it is printed with."""

import pytest
from sqlalchemy.exc import DBAPIError

from app.domain.orders import OrderState
from app.extensions import db
from app.queries.orders import get_order
from app.services.transaction import transaction

DRAFT = "Projet d’arrêté fixant la liste des versions"
PRINTED = "Arrêté fixant la liste des versions"


@pytest.fixture
def order(world):
    return world.order(world.proposed(tvv="Ab1"), title=DRAFT)


def address(order, act=""):
    return f"/ministeres/arretes/{order.reference}{act}"


def publish(authority, order, **typed):
    form = authority.get(address(order, "/publication")).form("nor")
    return authority.submit(form, nor="ENER2600123A", published_on="02/03/2026", **typed)


def retitle(world, order):
    with transaction():
        get_order(order.reference, seen_by=world.actor("authority")).title = DRAFT


def test_the_title_is_offered_as_it_would_be_printed(browser, order):
    form = browser("authority").get(address(order, "/publication")).form("nor")
    assert form.values["title"] == [PRINTED]


def test_the_title_given_is_the_one_that_everybody_reads(browser, world, order, instance):
    authority = browser("authority")
    given = "Arrêté du 27 février 2026 fixant la liste"
    done = publish(authority, order, title=f" {given} ")
    assert done.title == given
    visitor = browser()
    assert given in visitor.get("/arretes").links()
    assert visitor.get(f"/arretes/{order.reference}").status == 200
    assert given in visitor.get("/versions/Ab1?le=2026-03-03").links()
    written = [one.read_text(encoding="utf-8") for one in (instance / "public").rglob("*.json")]
    assert any(given in text for text in written)
    dossier = order.lines[0].dossier.reference
    assert given in browser("manufacturer").get(f"/constructeur/dossiers/{dossier}").main
    told = [visitor.get("/arretes").main, authority.get("/ministeres/arretes").main]
    assert not [text for text in told if "Projet d’arrêté" in text]


def test_a_title_is_needed(browser, world, order):
    page = publish(browser("authority"), order, title=" ")
    assert page.status == 422
    assert "Indiquez l’intitulé." in page.main
    assert get_order(order.reference, seen_by=world.actor("authority")).state == OrderState.PREPARED


def test_a_title_as_long_as_a_page_is_refused(browser, order):
    page = publish(browser("authority"), order, title="A" * 301)
    assert page.status == 422
    assert "au plus 300 caractères" in page.main


def test_the_title_no_longer_changes_once_published(browser, world, order):
    publish(browser("authority"), order)
    with pytest.raises(DBAPIError):
        retitle(world, order)
    db.session.rollback()
    assert get_order(order.reference, seen_by=world.actor("authority")).title == PRINTED


def test_a_refused_publication_leaves_the_title_as_it_was(browser, world, order):
    authority = browser("authority")
    form = authority.get(address(order, "/publication")).form("nor")
    page = authority.submit(form, nor="FAUX", published_on="02/03/2026", title="Autre titre")
    assert page.form("nor").values["title"] == ["Autre titre"]
    assert get_order(order.reference, seen_by=world.actor("authority")).title == DRAFT
