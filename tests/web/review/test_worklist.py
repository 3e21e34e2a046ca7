"""What the agency sees first."""


def lines(page):
    """The codes of the table, in the order of the page."""
    return [code.text for code in page.tree.iter("code")]


def test_what_runs_out_first_is_on_top_and_who_waits_is_last(world, browser):
    world.awaiting(tvv="ATTEND")
    world.complete(tvv="INSTRUIT")
    world.days_pass(3)
    world.submitted(tvv="DEPOSE")
    page = browser("reviewer").get("/instruction/")
    assert lines(page) == ["DEPOSE", "INSTRUIT", "ATTEND"]
    assert "dans 31 jours" in page.main
    assert "Pièces demandées il y a 3 jours" in page.main


def test_the_last_day_is_today_then_passed(world, browser):
    """D. 251-1-A, I: the review lasts two months; a late agency is late, nothing else."""
    world.complete()
    world.days_pass(61)
    assert "aujourd’hui" in browser("reviewer").get("/instruction/").main
    world.days_pass(2)
    assert "dépassé de 2 jours" in browser("reviewer").get("/instruction/").main


def test_a_proposed_dossier_leaves_the_worklist_and_stays_findable(world, browser):
    world.proposed(tvv="PROPOSE")
    world.submitted(tvv="DEPOSE")
    reviewer = browser("reviewer")
    page = reviewer.get("/instruction/")
    assert lines(page) == ["DEPOSE"]
    found = reviewer.submit(page.form("etat"), etat="tous")
    assert set(lines(found)) == {"PROPOSE", "DEPOSE"}
    assert lines(reviewer.submit(page.form("etat"), etat="proposed")) == ["PROPOSE"]


def test_words_find_brand_company_and_exact_code(world, browser):
    world.submitted(tvv="Ab1", brand="Étoile")
    world.submitted(tvv="AB1", brand="Comète", who="rival")
    reviewer = browser("reviewer")
    form = reviewer.get("/instruction/").form("etat")
    assert lines(reviewer.submit(form, q="etoile")) == ["Ab1"]
    assert lines(reviewer.submit(form, q="constructeur b")) == ["AB1"]
    assert lines(reviewer.submit(form, q="Ab1")) == ["Ab1"]
    assert "Aucun dossier" in reviewer.submit(form, q="lune").main
    assert reviewer.submit(form, q="lune").form("etat").values["q"] == ["lune"]


def test_a_draft_is_not_shown_and_an_unknown_filter_is_ignored(world, browser):
    world.draft(tvv="BROUILLON")
    world.submitted(tvv="DEPOSE")
    reviewer = browser("reviewer")
    for address in ("/instruction/?etat=tous", "/instruction/?etat=draft&page=zero&q="):
        assert lines(reviewer.get(address)) == ["DEPOSE"]


def test_only_the_agency_opens_the_pages_of_the_agency(world, browser):
    dossier = world.submitted()
    for who in ("manufacturer", "authority", "operator"):
        client = browser(who)
        for address in (
            "/instruction/",
            f"/instruction/dossiers/{dossier.reference}",
            f"/instruction/dossiers/{dossier.reference}/score",
            f"/instruction/dossiers/{dossier.reference}/proposition",
        ):
            assert client.get(address).status == 403
    assert "/connexion" in browser().get("/instruction/").path


def test_a_dossier_not_found_here_is_looked_for_everywhere(world, browser):
    world.proposed(tvv="PROPOSE")
    reviewer = browser("reviewer")
    page = reviewer.submit(reviewer.get("/instruction/").form("etat"), q="PROPOSE")
    assert lines(page) == []
    found = reviewer.get(page.links()["Chercher dans tous les dossiers déposés"])
    assert lines(found) == ["PROPOSE"]
    assert "Chercher dans tous les dossiers déposés" not in found.links()
