"""The frame of every page, and what is given back to whoever sent a page too late."""


def test_an_address_that_leads_nowhere_still_knows_who_is_signed_in(browser):
    page = browser("manufacturer").get("/nulle-part")
    assert page.status == 404
    assert "Se déconnecter" in page.text
    assert "Mes dossiers" in page.links()


def test_the_menu_shows_the_section_of_a_page(world, browser):
    dossier = world.submitted()
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    current = [a for a in page.tree.iter("a") if a.get("aria-current") == "true"]
    assert [a.text for a in current] == ["Dossiers à instruire"]


def test_one_entry_of_the_menu_is_marked(browser):
    """The address of each section of the agency begins with that of its first page."""
    client = browser("reviewer")
    for address, marked in (
        ("/instruction/signalements/nouveau", [("Signalements", "true")]),
        ("/instruction/signalements", [("Signalements", "page")]),
        ("/instruction/", [("Dossiers à instruire", "page")]),
    ):
        links = client.get(address).tree.iter("a")
        found = [(a.text, a.get("aria-current")) for a in links if a.get("class") == "fr-nav__link"]
        assert [one for one in found if one[1]] == marked


def test_what_was_typed_comes_back_when_the_page_is_too_old(browser):
    client = browser("manufacturer")
    form = client.get("/constructeur/dossiers/nouveau").form("brand")
    form.values["csrf_token"] = ["d’hier"]
    page = client.submit(form, brand="Étoile", commercial_name="Bleue")
    assert page.status == 400
    assert "Étoile" in page.html
    assert "Bleue" in page.html
    assert page.links()["Rouvrir la page"] == "/constructeur/dossiers/nouveau"


def test_a_password_never_comes_back(browser):
    client = browser()
    form = client.get("/connexion").form("password")
    form.values["csrf_token"] = ["d’hier"]
    page = client.submit(form, email="qui@exemple.fr", password="un secret de trop")
    assert page.status == 400
    assert "qui@exemple.fr" in page.html
    assert "un secret de trop" not in page.html
