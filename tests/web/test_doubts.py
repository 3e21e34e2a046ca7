"""A quantity that no car has is asked to be read again, and refused nowhere (decision 0024)."""

import pytest

from app.services.drafting import record_reference_vehicle
from tests.builders import declaration
from tests.services.reports import Report

SAID = "99 999 999 sort de ce qui se rencontre"


def absurd():
    content = declaration()
    content["reference_vehicle"]["electric_range_km"] = "99999999"
    return content


def plain(page):
    return page.main.replace("\u202f", " ").replace("\u00a0", " ")


def test_the_check_page_asks_and_the_deposit_is_open(browser, world):
    draft = world.draft(content=absurd())
    client = browser("manufacturer")
    page = client.get(f"/constructeur/dossiers/{draft.reference}/verification")
    assert "1 point à vérifier" in plain(page)
    assert SAID in plain(page)
    assert page.links()["Véhicule de référence, Autonomie électrique (km)"].endswith(
        "/vehicule#electric_range_km"
    )
    assert client.submit(page.form("seen")).title == "Accusé de réception"


@pytest.mark.parametrize(
    ("who", "desk"), [("reviewer", "instruction"), ("authority", "ministeres")]
)
def test_who_instructs_and_who_decides_read_it(browser, world, who, desk):
    dossier = world.proposed(content=absurd())
    page = browser(who).get(f"/{desk}/dossiers/{dossier.reference}")
    assert page.status == 200, page.main
    assert "1 point à vérifier" in plain(page)
    assert SAID in plain(page)


def test_an_ordinary_dossier_asks_nothing(browser, world):
    dossier = world.submitted()
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert "à vérifier" not in page.main


def test_a_correction_asks_the_same(browser, world):
    dossier = world.submitted()
    vehicle = absurd()["reference_vehicle"]
    record_reference_vehicle(
        dossier.reference, vehicle, revision=None, by=world.actor("manufacturer"), clock=world.clock
    )
    page = browser("manufacturer").get(f"/constructeur/dossiers/{dossier.reference}/correction")
    assert SAID in plain(page)


def test_a_change_report_asks_the_same(browser, world):
    world.listed(tvv="V1")
    world.days_pass(1)
    report = Report(world)
    report.open()
    report.enlarge(electric_range_km="99999999")
    page = browser("manufacturer").get(f"/constructeur/dossiers/{report.reference}/signalement")
    assert SAID in plain(page)
