"""A change of a listed version: reported, passed over in silence, removed by order, in Chromium."""

from datetime import UTC, datetime, timedelta

import pytest

from app.context import current_settings
from app.services.lapse import record_due_effects
from app.services.publication import publish_list
from tests.browser.test_derogation import told
from tests.browser.test_main_job import fill, heading, seen

pytestmark = pytest.mark.browser

SEND = "main form.portal-form button.fr-btn"
SECRET = "Les cellules ont changé de site sans un mot."


def report_change(manufacturer, on):
    """Cells from another country since a day: the address of the report."""
    page = manufacturer.goto("/constructeur/versions")
    page.click("main a:has-text('Signaler une modification')")
    fill(page, changed_on=on)
    page.click(SEND)
    assert heading(page) == "Vérifier et signaler"
    home = page.url.rpartition("/")[0]
    page.goto(f"{home}/batteries/1")
    page.select_option("[name=cell_country]", "CN")
    page.click(f"{SEND}:has-text('Enregistrer')")
    page.goto(f"{home}/signalement")
    manufacturer.picture("change")
    for words in ("France", "Chine", "Score décidé"):
        assert words in seen(page), words
    page.click(f"{SEND}:has-text('Signaler la modification')")
    assert heading(page) == "Accusé de réception"
    return home


def answer(reviewer):
    """The agency gives its opinion, then reports the breach to the ministers."""
    page = reviewer.goto("/instruction/")
    page.click("text=Exemple Modèle E")
    page.click("main a:has-text('Rendre')")
    fill(page, reasons="La marge ne suffit plus.")
    page.check("input[name=opinion][value=defavorable]", force=True)
    page.click(SEND)
    assert "La marge ne suffit plus." in seen(page)
    page.click("main a:has-text('Signaler un manquement')")
    page.check("input[name=kind][value=breach]", force=True)
    fill(page, account=SECRET, reporter_name="Zoé Lanceuse")
    page.click(SEND)
    assert SECRET in seen(page)
    assert "Zoé" not in seen(page)
    reviewer.picture("breach")
    return page.url


def remove(authority, world):
    """An order removes the version; its publication is recorded."""
    page = authority.goto("/ministeres/arretes")
    fill(page, title="Arrêté modificatif")
    page.click("main form button.fr-btn")
    page.click("text=Retirer une version de la liste")
    fill(page, tvv="V1", reasons="Modification qui abaisse le score.")
    page.click(SEND)
    authority.picture("removal")
    page.click("text=Enregistrer la publication")
    fill(page, nor="ENER2600099A", published_on=world.clock.today().isoformat())
    page.click(SEND)
    assert "1 version retirée de la liste" in told(page)


def shown(public):
    """What the public reads of the version, once its list is written anew."""
    publish_list(current_settings().instance / "public", clock=public.world.clock)
    return seen(public.goto("/versions/V1"))


def test_a_change_passed_over_in_silence_ends_with_a_removal(person, world):
    """P-25 to P-31, reading T-9: listed until an order removes it, with a mark meanwhile."""
    world.listed(tvv="V1")
    world.days_pass(40)
    manufacturer = person("manufacturer")
    home = report_change(manufacturer, "2026-03-05")
    breach = answer(person("reviewer"))

    # Informed on 11 April 2026: silence at the end of 11 July.
    world.clock.move_to(datetime(2026, 7, 13, 8, 0, tzinfo=UTC))
    assert len(record_due_effects(clock=world.clock)) == 1
    public = person()
    text = shown(public)
    assert "figure sur la liste" in text
    assert "Modification signalée, maintien à confirmer" in text
    manufacturer.sign_in()  # nobody stays signed in for three months
    page = manufacturer.goto(home)
    manufacturer.picture("passed-over")
    assert "11 juillet 2026" in told(page)
    for words in (SECRET, "Zoé", "manquement"):
        assert words not in page.content(), words
    assert manufacturer.page.goto(breach).status == 403

    remove(person("authority"), world)
    world.clock.advance(timedelta(days=1))
    text = shown(public)
    public.picture("removed")
    assert "ne figure pas sur la liste" in text
    assert "Arrêté modificatif" in text
