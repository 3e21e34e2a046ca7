"""Pages on a phone and without JavaScript; accessibility by axe."""

from http import HTTPStatus

import pytest

from app.services.showing import show_publicly
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_main_job import file_dossier

pytestmark = pytest.mark.browser

NOWHERE = "/nulle-part"
LARGER_BATTERY = "reference_vehicle-battery-capacity_kwh=110"

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")


def pages(world, listed, submitted, proposed):
    order = world.order(title="Arrêté en préparation")
    return {
        None: [
            "/",
            "/?q=introuvable",
            f"/versions/{listed.tvv}",
            f"/versions/{submitted.tvv}",
            "/arretes",
            "/donnees",
            "/aides",
            "/aides?quoi=velo",
            "/liste?le=2026-03-03",
            "/comparer?du=2023-12-15&au=2026-03-03",
            "/statistiques",
            "/verifier",
            "/connexion",
            "/api",
            "/api/v1/docs",
            "/accessibilite",
            "/contact",
            NOWHERE,
        ],
        "manufacturer": [
            "/constructeur/dossiers",
            "/constructeur/dossiers/nouveau",
            "/constructeur/dossiers/importer",
            f"/constructeur/dossiers/{submitted.reference}",
            f"/constructeur/dossiers/{submitted.reference}/accuse",
            f"/constructeur/dossiers/{submitted.reference}/public",
            f"/constructeur/dossiers/{submitted.reference}/simulation?{LARGER_BATTERY}",
            "/compte",
        ],
        "reviewer": [
            "/instruction/",
            f"/instruction/dossiers/{submitted.reference}",
            f"/instruction/dossiers/{submitted.reference}/demande",
            f"/instruction/dossiers/{submitted.reference}/completude",
            f"/instruction/dossiers/{submitted.reference}/score",
            f"/instruction/dossiers/{submitted.reference}/simulation",
        ],
        "authority": [
            "/ministeres/propositions",
            f"/ministeres/dossiers/{proposed.reference}",
            "/ministeres/arretes",
            f"/ministeres/arretes/{order.reference}",
            f"/ministeres/arretes/{order.reference}/ajout",
        ],
        "operator": [
            "/exploitation/comptes",
            "/exploitation/comptes/nouveau",
            "/exploitation/echeances",
            "/exploitation/messages",
            "/exploitation/reglages",
        ],
    }


def faults_of(somebody, paths):
    """What axe sees on each page, a page that was not given, and what scrolls sideways."""
    axe = axe_playwright.Axe()
    found = []
    for path in paths:
        page = somebody.page
        answer = page.goto(path)
        if answer.status != (HTTPStatus.NOT_FOUND if path == NOWHERE else HTTPStatus.OK):
            found.append(f"{path}: {answer.status}")
        result = axe.run(page)
        found += [
            f"{path}: {violation['id']} {[n['target'] for n in violation['nodes']][:3]}"
            for violation in result.response["violations"]
        ]
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if wide > 0:
            found.append(f"{path}: {wide} px too wide")
    return found


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("who", [None, "manufacturer", "reviewer", "authority", "operator"])
def test_pages_are_accessible_and_hold_in_the_screen(who, viewport, person, world):
    """RGAA: no violation that axe can see; nothing scrolls sideways."""
    listed = world.listed(tvv="LISTED1")
    submitted = world.submitted(tvv="SUBMITTED1")
    show_publicly(submitted.reference, by=world.actor("manufacturer"), clock=world.clock)
    proposed = world.proposed(tvv="PROPOSED1")
    somebody = person(who, viewport=viewport)
    assert faults_of(somebody, pages(world, listed, submitted, proposed)[who]) == []


def test_the_whole_filing_works_without_javascript(person, world):
    reference = file_dossier(person("manufacturer", javascript=False), code="SANS-JS")
    assert world.dossier(reference).state == "submitted"
