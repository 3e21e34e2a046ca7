"""The pages of what comes after a decision: accessibility by axe, and their width."""

import pytest

from app.domain.breaches import BreachKind
from app.domain.procedure import Route
from app.services.breaches import Found, report_breach
from app.services.drafting import copy_draft
from app.services.evidence import request_evidence
from app.services.reasons import request_reasons
from app.services.requested import Asked
from app.services.specific_values import record_specific_value
from tests import orders
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_comfort import faults_of
from tests.services.derogations import BATTERY, by, derogation
from tests.web.changes import opened, reported

pytestmark = pytest.mark.browser


@pytest.fixture
def later(world):
    """The references of a dossier in each state of what comes after, by a word."""
    under_review = derogation(world, tvv="DEROGATION1", case="suv-china")
    listed = world.listed(tvv="V1")
    gone = world.listed(tvv="GONE1")
    world.days_pass(2)
    world.publish(orders.removal(world, ("GONE1", "Exemple")))
    silent_report = reported(world)
    silent = world.refused_by_silence(tvv="SILENT1", case="suv-china")
    request_reasons(silent.reference, **by(world, "manufacturer"))
    draft = copy_draft(silent.reference, route=Route.DEROGATION, **by(world, "manufacturer"))
    record_specific_value(
        draft.reference, BATTERY, "12.5", revision=None, **by(world, "manufacturer")
    )
    change, report = opened(world), reported(world)
    items = [Asked(label="Bons de livraison des cellules")]
    request_evidence(
        listed.reference, items, answer_by=world.clock.today(), **by(world, "reviewer")
    )
    found = Found(
        tvv="V1",
        brand="Exemple",
        kind=BreachKind.BREACH,
        account="Rien n’a été signalé.",
        found_on=world.clock.today(),
    )
    dossiers = {
        "under_review": under_review,
        "listed": listed,
        "gone": gone,
        "silent_report": silent_report,
        "silent": silent,
        "draft": draft,
        "change": change,
        "report": report,
        "correctable": world.complete(tvv="CORRECTABLE1"),
        "breach": report_breach(found, **by(world, "reviewer")),
        "order": orders.keeping(world, report),
    }
    return {word: dossier.reference for word, dossier in dossiers.items()}


PAGES = {
    None: ["/versions/V1", "/versions/GONE1", "/arretes"],
    "manufacturer": [
        "/constructeur/versions",
        "/constructeur/versions/modification?code=V1&marque=Exemple",
        "/constructeur/dossiers/{gone}",
        "/constructeur/dossiers/{silent}",
        "/constructeur/dossiers/{silent}/rejet-implicite",
        "/constructeur/dossiers/{silent}/motifs",
        "/constructeur/dossiers/{draft}/valeurs",
        "/constructeur/dossiers/{draft}/valeurs/ajouter",
        "/constructeur/dossiers/{draft}/valeurs/1",
        "/constructeur/dossiers/{change}/signalement",
        "/constructeur/dossiers/{report}",
        "/constructeur/dossiers/{listed}/justificatifs",
        "/constructeur/dossiers/{correctable}/correction",
    ],
    "reviewer": [
        "/instruction/dossiers/{under_review}",
        "/instruction/dossiers/{under_review}/proposition",
        "/instruction/dossiers/{report}",
        "/instruction/dossiers/{report}/avis",
        "/instruction/dossiers/{listed}/justificatifs",
        "/instruction/signalements",
        "/instruction/signalements/{breach}",
        "/instruction/signalements/nouveau",
        "/instruction/versions?code=V1",
    ],
    "authority": [
        "/ministeres/propositions",
        "/ministeres/arretes/{order}",
        "/ministeres/arretes/{order}/retrait-de-la-liste",
        "/ministeres/arretes/{order}/rectification?code=V1",
        "/ministeres/dossiers/{report}",
        "/ministeres/dossiers/{report}/position",
        "/ministeres/dossiers/{silent}/motifs",
        "/ministeres/dossiers/{silent_report}/rejet-implicite",
        "/ministeres/signalements/{breach}",
    ],
}


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("who", PAGES)
def test_later_pages_are_accessible_and_hold_in_the_screen(who, viewport, person, later):
    somebody = person(who, viewport=viewport)
    assert faults_of(somebody, [path.format(**later) for path in PAGES[who]]) == []
