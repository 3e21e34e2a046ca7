"""Lines that keep, remove and correct, on the pages of the ministries."""

from datetime import date

import pytest

from app.domain.procedure import State
from app.queries.status import Verdict, status
from tests import orders
from tests.web.authority.test_orders import NOR, publication
from tests.web.changes import reported


@pytest.fixture
def authority(browser):
    return browser("authority")


@pytest.fixture
def listed(world):
    """V1, on the list since the day before: made before anybody signs in."""
    dossier = world.listed(tvv="V1")
    world.days_pass(2)
    return dossier


def address(order, page=""):
    return f"/ministeres/arretes/{order.reference}{page}"


def publish(authority, order, on):
    return authority.submit(authority.get(publication(order)).form("nor"), nor=NOR, published_on=on)


def test_a_version_is_removed_from_its_code_to_the_public_list(world, listed, authority):
    order = orders.prepared(world)
    page = authority.get(authority.get(address(order)).links()["Retirer une version de la liste"])
    held = authority.submit(page.form("tvv"), tvv=" V1 ", reasons="Donnée fausse.")
    for said in (
        "Le retrait de la liste est ajouté à l’arrêté.",
        "L’arrêté retire cette version de la liste.",
        "Donnée fausse.",
        "1 version à retirer de la liste",
        "Versions retirées de la liste",
    ):
        assert said in held.main
    done = publish(authority, order, "04/03/2026")
    assert "1 version retirée de la liste à compter du 5 mars 2026" in done.main
    assert status("V1", on=date(2026, 3, 5)).verdict == Verdict.REMOVED
    assert "Retirée de la liste" in authority.get("/versions/V1?le=2026-03-05").main


@pytest.mark.parametrize(
    ("typed", "sentence", "code"),
    [
        ({"tvv": "inconnu"}, "Cette version n’est pas sur la liste", 409),
        ({"tvv": " "}, "Indiquez le code de la version.", 422),
        ({"reasons": ""}, "Indiquez les motifs.", 422),
        ({"brand": "Jeep"}, "Cette version n’est pas sur la liste", 409),
    ],
)
def test_a_removal_that_cannot_be_is_refused_with_what_was_typed(
    world, listed, authority, typed, sentence, code
):
    order = orders.prepared(world)
    form = authority.get(address(order, "/retrait-de-la-liste?code=V1")).form("tvv")
    assert form.values["tvv"] == ["V1"]
    sent = {"reasons": "Motif gardé."} | typed
    page = authority.submit(form, **sent)
    assert page.status == code
    assert sentence in page.main
    assert page.form("tvv").values["reasons"][0].strip() == sent["reasons"]


def test_a_code_of_two_brands_asks_for_the_brand(world, authority):
    orders.enter(world, ("Fiat", "600", "x"), ("Jeep", "Avenger", "x"), on="2026-01-10")
    order = orders.prepared(world)
    form = authority.get(address(order, "/retrait-de-la-liste")).form("tvv")
    assert authority.submit(form, tvv="x", reasons="Motif.").status == 409
    held = authority.submit(form, tvv="x", brand="jeep", reasons="Motif.")
    assert "Jeep Avenger" in held.main


def test_a_changed_version_is_kept_expressly(world, listed, authority):
    """Row 22: the sentence names what the order does."""
    report = reported(world)
    order = orders.prepared(world)
    page = authority.get(address(order, "/ajout"))
    assert "V1 (modification, sans avis)" in page.main
    held = authority.submit(page.form("version"), version=report.reference, effect="keep")
    for said in (
        "maintient expressément cette version",
        "Aucun avis de l’agence",
        "1 version à maintenir",
    ):
        assert said in held.main
    done = publish(authority, order, "04/03/2026")
    assert "1 version maintenue sur la liste" in done.main
    assert "Maintien sur la liste par arrêté" in done.main
    assert world.dossier(report.reference).state == State.SETTLED


def test_a_reported_change_waits_among_what_the_ministers_decide(world, listed, browser):
    authority = browser("authority")
    assert "Modifications signalées" not in authority.get("/ministeres/propositions").main
    reported(world)
    page = authority.get("/ministeres/propositions")
    for said in ("Modifications signalées", "avis attendu", "dernier jour : 4 juin 2026"):
        assert said in page.main
    world.days_pass(120)
    page = browser("authority").get("/ministeres/propositions")
    assert "silence à la fin du 4 juin 2026" in page.main


def test_a_row_is_found_by_its_code_and_corrected(world, authority):
    """Row 29: the words, or the day."""
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title="Première liste")
    order = orders.prepared(world)
    search = authority.get(authority.get(address(order)).links()["Rectifier une ligne"])
    assert "Aucune ligne" in authority.submit(search.form("code"), code="inconnu").main
    found = authority.submit(search.form("code"), code="f6")
    assert "Inscription, à compter du 11 janvier 2026" in found.main
    page = authority.get(found.links()["Rectifier la ligne 1"])
    form = page.form("listed_from")
    assert form.values["tvv"] == ["f6"]
    assert form.values["listed_from"] == ["2026-01-11"]
    same = authority.submit(form)
    assert same.status == 422
    assert "ne change rien" in same.main
    held = authority.submit(form, tvv="F6", commercial_name="600e")
    assert (
        "« Fiat 600, f6, à compter du 11 janvier 2026 » devient « Fiat 600e, F6, à compter du"
        " 11 janvier 2026 »"
    ) in held.main
    assert "1 ligne à rectifier" in held.main
    publish(authority, order, "02/03/2026")
    assert status("F6", on=date(2026, 3, 2)).verdict == Verdict.LISTED
    again = orders.prepared(world)
    late = authority.get(
        address(again, "/rectification/") + form.action.split("/rectification/")[1]
    )
    assert "a déjà rectifié cette ligne" in late.main


def test_a_row_that_is_none_is_not_found(world, authority):
    order = orders.prepared(world)
    assert authority.get(address(order, "/rectification/AR-2222-2222/1")).status == 404
    assert authority.get(address(order, f"/rectification/{order.reference}/1")).status == 404


def test_a_line_that_holds_no_longer_warns_and_is_taken_out(world, authority):
    first = orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    words = {"brand": "DS", "commercial_name": "N°8", "listed_from": date(2026, 1, 11)}
    order = orders.removal(world, ("f6", "Fiat"))
    orders.correction(world, first, 2, order=order, tvv="N8", **words)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-03-01")
    page = authority.get(publication(order))
    assert "Cette version n’est plus sur la liste" in page.main
    refused = publish(authority, order, "02/03/2026")
    assert refused.status == 409
    assert refused.form("nor").values["nor"] == [NOR]
    shown = authority.get(address(order))
    assert "L’arrêté rectifie la ligne 2" in shown.main
    authority.submit(shown.form("retrait/1"))
    assert "prend effet le 3 mars 2026" in publish(authority, order, "02/03/2026").main


def test_a_published_order_takes_no_more_lines(world, authority):
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    order = orders.removal(world, ("f6", "Fiat"))
    form = authority.get(address(order, "/retrait-de-la-liste")).form("tvv")
    world.publish(order)
    page = authority.submit(form, tvv="n8", reasons="Motif.")
    assert page.status == 409
    assert "L’arrêté a changé" in page.main
    assert "Cet arrêté est publié" in authority.get(address(order, "/retrait-de-la-liste")).main
