"""One version from draft to the feed, by the hands of three people in Chromium."""

import re
from datetime import timedelta

import pytest

from app.context import current_settings
from app.services.publication import publish_list
from tests.gateways import samples

pytestmark = pytest.mark.browser

VEHICLE = {
    "seats": "5",
    "boot_litres": "400",
    "electric_range_km": "450",
    "running_mass_kg": "1 975",
    "ferrous_mass_kg": "800",
    "aluminium_mass_kg": "150",
    "other_materials_mass_kg": "550",
    "battery-mass_kg": "400",
    "battery-capacity_kwh": "70",
}


def fill(page, **values):
    for name, value in values.items():
        page.fill(f"[name='{name}']", value)


def seen(page):
    """The words of the content, whatever the capitals that the style sheet gives them."""
    return page.locator("main").text_content()


def heading(page):
    return page.locator("h1").inner_text()


def file_dossier(manufacturer, code="Ab1-Xy"):
    """Draft, vehicle, line, battery, one document, check, submit: the reference of the dossier."""
    page = manufacturer.goto("/constructeur/dossiers/nouveau")
    fill(page, brand="Exemple", commercial_name="Modèle É", tvv=code)
    page.click("main form button")
    assert heading(page) == "Véhicule de référence"
    reference = re.search(r"dossiers/([^/]+)/", page.url)[1]
    fill(page, **VEHICLE)
    page.click("main form.portal-form button.fr-btn:has-text('Enregistrer')")
    page.click("text=Ajouter une ligne")
    fill(page, **{"assembly-name": "Usine du Nord", "assembly-address": "1 rue X, Douai"})
    page.select_option("[name='assembly-country']", "FR")
    page.click("button[name=same_site]")
    page.select_option("[name='delivery-0-journey']", "road|France")
    fill(page, **{"delivery-0-distance_km": "300"})
    manufacturer.picture("line")
    page.click("main form.portal-form button.fr-btn:has-text('Enregistrer')")
    page.goto(f"/constructeur/dossiers/{reference}/batteries/ajouter")
    fill(page, name="Cellules du Nord")
    page.select_option("[name='cell_country']", "FR")
    page.click("main form.portal-form button.fr-btn:has-text('Enregistrer')")
    page.goto(
        f"/constructeur/dossiers/{reference}/pieces/ajouter?piece=site_attestation&site=line:L1"
    )
    page.set_input_files(
        "input[type=file]",
        [{"name": "attestation.pdf", "mimeType": "application/pdf", "buffer": samples.pdf()}],
    )
    page.click("main form.portal-form button.fr-btn")
    manufacturer.picture("documents")
    page.goto(f"/constructeur/dossiers/{reference}/verification")
    manufacturer.picture("check")
    page.click("main form button.fr-btn:has-text('Déposer')")
    assert heading(page) == "Accusé de réception"
    manufacturer.picture("receipt")
    return reference


def ask_and_supply(reviewer, manufacturer, reference):
    """The reviewer asks for what is missing; the manufacturer answers each item."""
    page = reviewer.goto("/instruction/")
    reviewer.picture("worklist")
    page.click("text=Exemple Modèle É")
    page.click("text=Demander des pièces")
    page.fill("[name=message]", "Merci de compléter.")
    page.click("button:has-text('Envoyer la demande')")
    assert "Pièces demandées" in seen(page)
    page = manufacturer.goto(f"/constructeur/dossiers/{reference}/complements")
    for area in page.locator("main form textarea").all():
        area.fill("Déjà au dossier constructeur joint.")
    page.click("main form.portal-form button.fr-btn")
    assert "En instruction" in seen(page)
    manufacturer.picture("followed")


def propose(reviewer, reference):
    """The reviewer opens the explained score and sends a proposal."""
    page = reviewer.goto(f"/instruction/dossiers/{reference}/score")
    reviewer.picture("score")
    assert "80,0" in seen(page)
    page.goto(f"/instruction/dossiers/{reference}/proposition")
    page.check("input[name=opinion][value=favorable]", force=True)
    page.fill("[name=reasons]", "Le score minimal est atteint.")
    page.click("main form.portal-form button.fr-btn")
    assert "Proposé aux ministres" in seen(page)


def publish(authority, day):
    """The agent of a ministry puts the version in an order and records its publication."""
    page = authority.goto("/ministeres/propositions")
    authority.picture("proposals")
    assert "Modèle É" in seen(page)
    page.goto("/ministeres/arretes")
    page.fill("[name=title]", "Arrêté du 5 mars 2026")
    page.click("main form button.fr-btn")
    page.click("text=Ajouter une version")
    page.select_option("[name=version]", index=1)
    page.check("input[name=effect][value=list]", force=True)
    page.click("main form.portal-form button.fr-btn")
    authority.picture("order")
    page.click("text=Enregistrer la publication")
    fill(page, nor="ENER2600001A", published_on=day.isoformat())
    page.click("main form.portal-form button.fr-btn")
    assert "Publié" in seen(page)
    authority.picture("published")


def answers(public, address):
    """What the files and the API say of the list, by their addresses."""
    get = public.context.request.get
    feed = get(f"{address}/feed.json").json()
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    listed = get(f"{address}/data/versions.json").json()["versions"]
    status = get(f"{address}/api/v1/versions/status?tvv=Ab1-Xy&on=2026-03-06").json()
    return (
        [item["content_text"] for item in feed["items"]],
        [row["tvv"] for row in listed],
        status["verdict"],
    )


def test_a_version_goes_from_draft_to_the_feed(person, world, address):
    """D. 251-1-A, I: filed, completed, proposed, listed by order, published."""
    manufacturer, reviewer = person("manufacturer"), person("reviewer")
    reference = file_dossier(manufacturer)
    ask_and_supply(reviewer, manufacturer, reference)
    world.clock.advance(timedelta(days=3))
    reviewer.sign_in()  # nobody stays signed in for three days
    propose(reviewer, reference)
    publish(person("authority"), world.clock.today())

    public = person()
    assert "Ab1-Xy" not in seen(public.goto("/?q=modele+e"))
    world.clock.advance(timedelta(days=1))
    publish_list(current_settings().instance / "public", clock=world.clock)  # the minute's job
    page = public.goto("/")
    page.fill("main input[name=q]", "modele e")
    page.click("main form button")
    public.picture("found")
    page.click("text=Ab1-Xy")
    assert "figure sur la liste" in seen(page)
    assert "6 mars 2026" in seen(page)
    (told,), listed, verdict = answers(public, address)
    assert "Ab1-Xy" in told
    assert (listed, verdict) == (["Ab1-Xy"], "listed")
    assert world.dossier(reference).state == "listed_by_order"
