"""The four ministers' positions on the pages: theirs, those of the agency, never the company's."""

import pytest

from app.domain.ministries import Ministry, Stance
from app.services.accounts import set_ministry
from app.services.positions import give_position
from app.services.review import send_proposal
from tests.web.changes import reported

SECRET = "Délibération interne du cabinet."


@pytest.fixture
def energy(world):
    set_ministry(world.email("authority"), Ministry.ENERGY)


@pytest.fixture
def authority(browser):
    return browser("authority")


def speak(world, dossier, ministry, stance=Stance.RESERVED):
    set_ministry(world.email("authority"), ministry)
    give_position(
        dossier.reference,
        stance=stance,
        comment=SECRET,
        by=world.actor("authority"),
        clock=world.clock,
    )


def position(dossier):
    return f"/ministeres/dossiers/{dossier.reference}/position"


def test_an_agent_gives_the_position_of_its_minister(world, energy, authority):
    dossier = world.proposed()
    page = authority.get(f"/ministeres/dossiers/{dossier.reference}")
    assert "rien encore" in page.main
    form = authority.get(page.links()["Donner la position de mon ministre"]).form("stance")
    refused = authority.submit(form, comment="Gardé.")
    assert refused.status == 422
    assert "Choisissez une position." in refused.main
    done = authority.submit(form, stance="unfavourable", comment="Valeurs à vérifier.")
    for said in ("La position est enregistrée", "Énergie Défavorable", "Valeurs à vérifier."):
        assert said in done.main
    assert "Élise Robert" in done.main


def test_an_agent_without_a_ministry_is_told_who_sets_it(world, authority):
    dossier = world.proposed()
    page = authority.get(position(dossier))
    assert "demandez à l’exploitant du portail" in page.main
    assert [form.action for form in page.forms()] == ["/deconnexion"]


def test_a_decided_dossier_waits_for_no_position(world, energy, authority):
    dossier = world.listed()
    assert "Aucun arrêté n’est attendu" in authority.get(position(dossier)).main
    shown = authority.get(f"/ministeres/dossiers/{dossier.reference}")
    assert "Donner la position" not in shown.main


def test_somebody_acted_meanwhile_and_what_was_typed_is_kept(world, energy, authority):
    dossier = world.complete()
    form = authority.get(position(dossier)).form("stance")
    send_proposal(
        dossier.reference,
        favourable=True,
        reasons="Atteint.",
        by=world.actor("reviewer"),
        clock=world.clock,
    )
    page = authority.submit(form, stance="reserved", comment="Gardé.")
    assert page.status == 409
    assert "Chloé Bernard" in page.main
    assert page.form("stance").values["comment"][0].strip() == "Gardé."
    assert "La position est enregistrée" in authority.submit(page.form("stance")).main


def test_the_proposals_show_four_marks_and_name_the_missing(world, authority):
    dossier = world.proposed(tvv="V1")
    speak(world, dossier, Ministry.ECONOMY, Stance.FAVOURABLE)
    speak(world, dossier, Ministry.ENERGY, Stance.UNFAVOURABLE)
    page = authority.get("/ministeres/propositions")
    for said in (
        "Économie : favorable",
        "Énergie : défavorable",
        "Écologie : rien encore",
        "Transports : rien encore",
        "dans 92 jours",
    ):
        assert said in page.main
    assert SECRET not in page.main


def test_an_order_in_preparation_names_who_has_said_nothing(world, authority):
    dossier = world.proposed(tvv="V1")
    order = world.order(dossier)
    speak(world, dossier, Ministry.ECOLOGY)
    page = authority.get(f"/ministeres/arretes/{order.reference}")
    assert "Pas encore de position : Économie, Énergie, Transports" in page.main


def test_the_agency_reads_the_positions(world, browser):
    dossier = world.proposed()
    speak(world, dossier, Ministry.ECOLOGY)
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert SECRET in page.main
    assert "Donner la position" not in page.main


def test_the_company_reads_nothing_of_it_on_any_page(world, browser):
    """What the ministers weigh is shown to them and to the agency alone."""
    world.listed(tvv="V1")
    world.days_pass(2)
    report = reported(world)
    dossier = world.proposed(tvv="V2")
    for one in (report, dossier):
        for ministry in Ministry:
            speak(world, one, ministry)
    client = browser("manufacturer")
    pages = {"/constructeur/dossiers", "/versions/V1"}
    for one in (report, dossier):
        page = client.get(f"/constructeur/dossiers/{one.reference}")
        pages |= {link for link in page.links().values() if one.reference in link}
        pages.add(page.path)
    assert len(pages) > 4
    for path in sorted(pages):
        html = client.get(path).html
        assert SECRET not in html, path
        assert "Positions des ministres" not in html, path
    assert client.get(position(dossier)).status == 403
