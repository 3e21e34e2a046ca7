"""The what-if of a dossier for its company: changes, levers, errors, and nothing stored."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from app.extensions import db
from app.services import what_if
from app.web import what_if_form, what_if_page
from tests.services.derogations import BATTERY, filed
from tests.web.manufacturer.what_if import LIMIT, folded, lever, simulation, stored

pytestmark = pytest.mark.long

CAPACITY = "reference_vehicle-battery-capacity_kwh"
CELLS = "battery_sites-0-cell_country"
FERROUS = "reference_vehicle-ferrous_mass_kg"
RUNNING = "reference_vehicle-running_mass_kg"


@pytest.fixture
def limit(world, browser):
    """A draft that scores exactly 60 points, and the page of its simulation."""
    draft = world.draft(case=LIMIT)
    client = browser("manufacturer")
    return client, client.get(simulation(draft))


def row(page, label):
    """The cells of the row of a component."""
    for one in page.tree.iter("tr"):
        cells = [" ".join("".join(cell.itertext()).split()) for cell in one.iter("td")]
        if cells and cells[0] == label:
            return [folded(cell) for cell in cells[1:]]
    raise LookupError(label)


def test_a_larger_battery_from_elsewhere_is_compared_with_the_declaration(limit):
    """110 kWh at 68 kg are 7 480 kg, where 100 kWh at 53 kg were 5 300 kg."""
    client, page = limit
    after = client.submit(page.form("simulation"), **{CAPACITY: "110", CELLS: "CN"})
    assert row(after, "Batterie") == ["5 300", "7 480", "+2 180"]
    assert row(after, "Empreinte de la version") == ["14 250", "16 430", "+2 180"]
    text = folded(after.main)
    # 80 × (21 000 − 16 430) / (21 000 − 12 000): category 2.
    for words in ("60,0 points minimum atteint", "40,6 points minimum non atteint"):
        assert words in text
    assert row(after, "Capacité totale de la batterie (kWh)") == ["100", "110"]
    assert row(after, "Site de batterie B1 : pays des cellules") == ["France", "Chine"]


def test_each_lever_says_what_to_reach_or_that_it_cannot(limit):
    """2 180 kg are too much: the battery alone must fall to 5 300 kg, that is 5 300 / 68 kWh or
    5 300 / 110 kg a kWh, and aluminium, of 1 720 kg, cannot lose them."""
    client, page = limit
    after = client.submit(page.form("simulation"), **{CAPACITY: "110", CELLS: "CN"})
    battery = lever(after, "Batterie")
    assert "une capacité de 77,9 kWh au plus (au lieu de 110)" in battery
    assert "un facteur de 48,181 kg CO2e/kWh au plus (au lieu de 68)" in battery
    assert "Seule, cette composante ne suffit pas" in lever(after, "Aluminium")


def test_where_the_minimum_is_reached_the_levers_say_the_margin(limit):
    """Exactly 60 points: what is declared is the most that may be."""
    _, page = limit
    battery = lever(page, "Batterie")
    assert "jusqu’à une capacité de 100 kWh (100 ici)" in battery
    assert "jusqu’à un facteur de 53 kg CO2e/kWh (53 ici)" in battery
    assert "« Europe »" in battery


def test_a_version_that_no_component_saves_alone_is_told_so(world, browser):
    """6 625 kg too much, and the heaviest component is of 4 760 kg."""
    page = browser("manufacturer").get(simulation(world.draft(case="suv-china")))
    assert "Aucune des six composantes ne suffit seule" in page.main


def test_a_leg_by_another_mode_changes_the_delivery_alone(world, browser):
    """500 km of 1.9 t at 0.041 instead of 0.377 kg a tonne-kilometre: 319.2 kg less."""
    client = browser("manufacturer")
    page = client.get(simulation(world.draft(case="suv-china")))
    mode = {"manufacturing_lines-0-delivery-1-zone": "rail|Asia"}
    after = client.submit(page.form("simulation"), **mode)
    assert row(after, "Acheminement")[2] == "−319"
    assert row(after, "Empreinte de la version")[2] == "−319"
    assert row(after, "Ligne L1, trajet 2 : mode et zone") == [
        "Routier, Asie",
        "Ferroviaire, Asie",
    ]


def test_a_specific_value_may_be_tried_as_if_accepted(world, browser):
    """70 kWh at 40 instead of 68 kg: 1 960 kg less; the reference value counts until then."""
    dossier = filed(world, {BATTERY: "40"}, case="suv-china")
    client = browser("manufacturer")
    page = client.get(simulation(dossier))
    after = client.submit(page.form("simulation"), **{"specific_values-0-accepted": "yes"})
    assert row(after, "Batterie") == ["4 760", "2 800", "−1 960"]
    assert row(after, "Batterie, site B1 : acceptée") == ["Non", "Oui"]


def test_the_address_names_only_what_differs_and_gives_the_same_page(limit):
    client, page = limit
    after = client.submit(
        page.form("simulation"), **{CAPACITY: "110,0", RUNNING: "2 075", CELLS: "CN"}
    )
    address = urlsplit(after.response.request.url)
    assert parse_qsl(address.query) == [(CAPACITY, "110,0"), (CELLS, "CN")]
    again = client.get(f"{address.path}?{address.query}")
    assert row(again, "Batterie") == row(after, "Batterie")
    assert again.form("simulation").values[CAPACITY] == ["110,0"]
    assert again.links()["Revenir à la déclaration"] == address.path


def test_an_answer_too_long_for_an_address_is_shown_without_one(limit, monkeypatch):
    monkeypatch.setattr(what_if_page, "MOST_ADDRESS", 10)
    client, page = limit
    after = client.submit(page.form("simulation"), **{CAPACITY: "110", CELLS: "CN"})
    assert after.status == 200
    assert not urlsplit(after.response.request.url).query
    assert row(after, "Batterie") == ["5 300", "7 480", "+2 180"]


def test_nothing_is_written(limit):
    client, page = limit
    before = stored()
    assert sum(len(rows) for rows in before.values()) > 5
    client.submit(page.form("simulation"), **{CAPACITY: "110", CELLS: "CN"})
    client.submit(page.form("simulation"), **{FERROUS: "500"})
    db.session.expire_all()
    assert stored() == before


def test_masses_that_do_not_close_are_told_with_the_difference(limit):
    """Reading S-10: 500 kg less of metal, and the running mass as before."""
    client, page = limit
    form = page.form("simulation")
    refused = client.submit(form, **{FERROUS: "500"})
    assert refused.status == 422
    assert "un écart de −500 kg" in folded(refused.main)
    assert f"#{RUNNING}" in refused.links().values()
    closed = client.submit(form, **{FERROUS: "500", RUNNING: "1575"})
    assert closed.status == 200
    assert row(closed, "Métaux ferreux") == ["2 000", "1 000", "−1 000"]


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("reference_vehicle-seats", "", "Ce champ ne peut pas être vide."),
        ("reference_vehicle-seats", "0", "Ce champ doit être"),
        (CAPACITY, "beaucoup", "Écrivez un nombre"),
        (CAPACITY, "-5", "Ce champ ne peut pas être négatif."),
        (CAPACITY, "0,1234567891", "Écrivez au plus neuf chiffres"),
        (CELLS, "ZZ", "Choisissez un pays de la liste."),
        ("manufacturing_lines-0-delivery-0-zone", "sea", "Ce choix n’est plus proposé"),
        ("manufacturing_lines-0-volume_six_months", "1,5", "Écrivez un nombre entier"),
    ],
)
@pytest.mark.parametrize("by_address", [True, False])
def test_what_cannot_be_read_is_told_beside_its_field(limit, name, typed, told, by_address):
    client, page = limit
    if by_address:
        refused = client.get(f"{page.path}?{urlencode({name: typed})}")
    else:
        refused = client.submit(page.form("simulation"), **{name: typed})
    assert refused.status == 422
    assert "La simulation n’est pas calculée" in refused.main
    message = refused.tree.find(f".//*[@id='{name}-messages']")
    assert told in "".join(message.itertext())


def test_an_address_that_no_longer_fits_the_declaration_says_so(limit):
    client, page = limit
    other = client.get(f"{page.path}?manufacturing_lines-7-volume_six_months=3")
    assert other.status == 200
    assert "ne correspond pas à la déclaration" in other.main


def test_levers_of_too_many_legs_are_not_computed(limit, monkeypatch):
    monkeypatch.setattr(what_if, "MOST_LEGS", 5)  # three lines of two legs
    client, page = limit
    again = client.get(page.path)
    assert "n’est pas calculé sur cette page" in again.main
    assert "La marge de chaque composante" in again.main


def test_a_declaration_too_long_for_a_page_says_what_is_left_out(limit, monkeypatch):
    monkeypatch.setattr(what_if_form, "MOST_FIELDS", 25)  # 9 + 3 + 10 a line
    client, page = limit
    again = client.get(page.path)
    assert "N’y sont pas : Ligne de fabrication L2, Ligne de fabrication L3." in again.main
    assert CAPACITY in again.form("simulation").values


def test_a_draft_that_cannot_be_scored_is_sent_to_its_check(world, browser):
    draft = world.draft(content={"version": {"brand": "E", "commercial_name": "E", "tvv": "E"}})
    assert browser("manufacturer").get(simulation(draft)).path.endswith("/verification")


def test_the_dossier_of_another_company_is_not_found(world, browser):
    assert browser("rival").get(simulation(world.submitted())).status == 404


def test_the_pages_of_the_score_lead_to_it(world, browser):
    draft = world.draft(tvv="BROUILLON")
    dossier = world.submitted(tvv="DEPOSE")
    client = browser("manufacturer")
    for reference, endings in (
        (draft.reference, ("/score", "/verification")),
        (dossier.reference, ("", "/score")),
    ):
        for ending in endings:
            page = client.get(f"/constructeur/dossiers/{reference}{ending}")
            found = page.links()["Simuler des changements"]
            assert re.fullmatch(rf"/constructeur/dossiers/{reference}/simulation", found)
