"""The what-if of a filed dossier for the agency: the score it decides on, and nothing stored."""

from app.extensions import db
from tests.services.derogations import BATTERY, YES, derogation, propose
from tests.web.manufacturer.what_if import LIMIT, folded, simulation, stored

PLACE = "/instruction"


def test_it_starts_from_the_score_that_the_agency_reads(world, browser):
    """70 kWh at the accepted 40 kg instead of 68: 1 960 kg less than 20 875."""
    dossier = derogation(world, {BATTERY: "40"}, case="suv-china")
    reviewer = browser("reviewer")
    assert "20 875 kg CO2e" in folded(reviewer.get(simulation(dossier, PLACE)).main)
    propose(world, dossier, {BATTERY: YES}, favourable=False)
    page = reviewer.get(simulation(dossier, PLACE))
    assert "18 915 kg CO2e" in folded(page.main)
    values = {"specific_values-0-accepted": "no"}
    after = reviewer.submit(page.form("simulation"), **values)
    assert "+1 960" in folded(after.main)


def test_nothing_is_written(world, browser):
    dossier = world.proposed(case=LIMIT)
    reviewer = browser("reviewer")
    page = reviewer.get(simulation(dossier, PLACE))
    before = stored()
    after = reviewer.submit(page.form("simulation"), **{"battery_sites-0-cell_country": "CN"})
    # 100 kWh at 68 instead of 53 kg.
    assert "+1 500" in folded(after.main)
    db.session.expire_all()
    assert stored() == before


def test_a_draft_is_not_found(world, browser):
    assert browser("reviewer").get(simulation(world.draft(), PLACE)).status == 404


def test_the_dossier_and_its_score_lead_to_it(world, browser):
    dossier = world.submitted()
    reviewer = browser("reviewer")
    for ending in ("", "/score"):
        page = reviewer.get(f"{PLACE}/dossiers/{dossier.reference}{ending}")
        assert page.links()["Simuler des changements"] == simulation(dossier, PLACE)
