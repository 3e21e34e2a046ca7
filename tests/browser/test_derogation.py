"""After a silent refusal: the certificate, the reasons, and a derogation, in Chromium."""

import re

import pytest

from app.services.completeness import confirm_complete
from tests.browser.test_main_job import heading, seen
from tests.gateways import samples
from tests.services.stories import Story

pytestmark = pytest.mark.browser

REASONS = "Le score est inférieur au minimum."
VALUE = "specific:battery:B1"
SEND = "main form.portal-form button.fr-btn"


def read_certificate(manufacturer, reference):
    """R. 251-1-B: three months from 2 March 2026; T-13: two months, then one more day."""
    page = manufacturer.goto(f"/constructeur/dossiers/{reference}")
    page.click("text=Certificat de rejet implicite")
    assert heading(page) == "Certificat de rejet implicite"
    manufacturer.picture("certificate-before-reasons")
    for words in (
        "au terme du 2 juin 2026, soit le 3 juin à 0 h 00",
        "3 août 2026",
        "D. 251-1-A, II",
    ):
        assert words in told(page), words


def told(page):
    return seen(page).replace("\u00a0", " ")


def ask_reasons(manufacturer):
    page = manufacturer.page
    page.click("main a:has-text('Demander les motifs')")
    page.click(SEND)
    # CRPA L. 232-4: one month from 8 June 2026.
    assert "8 juillet 2026" in told(page)


def give_reasons(authority, reference):
    page = authority.goto("/ministeres/propositions")
    page.click("text=Communiquer les motifs")
    page.fill("[name=reasons]", REASONS)
    page.click(SEND)
    assert REASONS in seen(authority.goto(f"/ministeres/dossiers/{reference}"))


def derogate(manufacturer, reference):
    """One value of its own, with its evidence: the reference of the derogation."""
    page = manufacturer.goto(f"/constructeur/dossiers/{reference}")
    assert REASONS in seen(page)
    page.click("button:has-text('Demander une dérogation')")
    assert heading(page) == "Valeurs spécifiques"
    page.click("text=Ajouter une valeur spécifique")
    page.select_option("[name=target]", VALUE)
    page.fill("[name=value]", "12,5")
    page.click(SEND)
    manufacturer.picture("values")
    page.click("text=Continuer")
    page.click(f"main a[href*='piece=specific_value'][href*='{VALUE.rpartition(':')[0]}']")
    page.set_input_files(
        "input[type=file]",
        [{"name": "mesure.pdf", "mimeType": "application/pdf", "buffer": samples.pdf()}],
    )
    page.click(SEND)
    assert "mesure.pdf" in seen(page)
    page.click("text=Continuer")
    page.click("main form button.fr-btn:has-text('Déposer')")
    assert heading(page) == "Accusé de réception"
    manufacturer.picture("derogation-receipt")
    return re.search(r"dossiers/([^/]+)/", page.url)[1]


def test_a_silent_refusal_leads_to_its_reasons_then_to_a_derogation(person, world):
    """P-18 to P-24: received on 8 June 2026, six months for the agency, seven of silence."""
    story = Story(world, case="suv-china").tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("tick", "2026-06-05")
    )
    story.on("2026-06-08")
    manufacturer = person("manufacturer")
    read_certificate(manufacturer, story.reference)
    ask_reasons(manufacturer)
    give_reasons(person("authority"), story.reference)
    derogation = derogate(manufacturer, story.reference)
    # Seven months from the receipt, or from 8 July when the agency says nothing for a month.
    for words in ("8 juillet 2026", "8 janvier 2027", "8 février 2027"):
        assert words in told(manufacturer.page), words

    confirm_complete(derogation, **story.by("reviewer"))
    page = manufacturer.goto(f"/constructeur/dossiers/{derogation}")
    manufacturer.picture("derogation")
    for words in ("8 décembre 2026", "8 janvier 2027", "12,5"):
        assert words in told(page), words
    line = page.locator("svg.portal-ledger")
    assert line.is_visible()
    periods = page.locator("[aria-label='Registre des délais'] tbody tr").count()
    assert line.locator("rect.portal-ledger__bar").count() == periods == 3
