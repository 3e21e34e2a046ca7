"""What waits for the ministers, and what they may read."""

from app.services.review import send_proposal


def codes(page):
    return [code.text for code in page.tree.iter("code")]


def test_the_first_that_silence_refuses_is_on_top(world, browser):
    """R. 251-1-B: three months from completeness, the silence of the ministers refuses."""
    world.proposed(tvv="ANCIEN", case="suv-china", favourable=False)
    world.days_pass(5)
    world.proposed(tvv="RECENT")
    world.complete(tvv="SANS")
    page = browser("authority").get("/ministeres/propositions")
    assert codes(page) == ["ANCIEN", "RECENT", "SANS"]
    for words in (
        "dans 87 jours",
        "2 juin 2026",
        "R. 251-1-B",
        "défavorable 1,1 point",
        "favorable 80,0 points",
        "Score insuffisant.",
        "Sans proposition de l’agence",
    ):
        assert words in page.main


def test_a_version_refused_by_silence_with_a_proposal_stands_apart(world, browser):
    dossier = world.refused_by_silence(tvv="TARDIF")
    authority = browser("authority")
    assert codes(authority.get("/ministeres/propositions")) == []
    send_proposal(
        dossier.reference,
        favourable=True,
        reasons="Le score minimal est atteint.",
        by=world.actor("reviewer"),
        clock=world.clock,
    )
    page = authority.get("/ministeres/propositions")
    assert "Rejetées par silence" in page.main
    assert codes(page) == ["TARDIF"]


def test_the_ministers_read_the_dossier_and_the_score_and_act_on_neither(world, browser):
    dossier = world.proposed()
    authority = browser("authority")
    page = authority.get(f"/ministeres/dossiers/{dossier.reference}")
    for words in ("Le score minimal est atteint.", "Historique", "Pièces justificatives"):
        assert words in page.main
    assert [form.action for form in page.forms()] == ["/deconnexion"]
    score = authority.get(f"/ministeres/dossiers/{dossier.reference}/score")
    assert "80,0 points" in score.main


def test_the_score_explained_is_that_of_the_day_of_the_proposal(world, browser):
    """Reading S-12: the ministers decide on the score attached to the proposal."""
    dossier = world.proposed()
    world.days_pass(20)
    score = browser("authority").get(f"/ministeres/dossiers/{dossier.reference}/score")
    assert "Méthode en vigueur le2 mars 2026" in score.main.replace(" 2 mars", "2 mars")


def test_only_the_ministries_open_the_pages_of_the_ministries(world, browser):
    dossier = world.proposed()
    order = world.order(dossier)
    for who in ("manufacturer", "reviewer", "operator"):
        client = browser(who)
        for address in (
            "/ministeres/propositions",
            "/ministeres/arretes",
            f"/ministeres/dossiers/{dossier.reference}",
            f"/ministeres/arretes/{order.reference}",
            f"/ministeres/arretes/{order.reference}/publication",
        ):
            assert client.get(address).status == 403
