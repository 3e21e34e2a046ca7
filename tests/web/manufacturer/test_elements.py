"""Declare repairability and materials by form: kept, with their documents, without a point."""

import pytest

from app.domain.procedure import State
from tests.builders import declaration
from tests.web.changes import opened

ELEMENTS = {
    "battery_modules_replaceable": True,
    "battery_cells_replaceable": False,
    "plastics_mass_kg": "200",
    "recycled_plastics_mass_kg": "20.5",
}
TYPED = {
    "battery_modules_replaceable": "yes",
    "battery_cells_replaceable": "no",
    "plastics_mass_kg": "200",
    "recycled_plastics_mass_kg": "20,5",
}
QUESTION = "battery_modules_replaceable"
SHOWN = ("Un ou plusieurs modules de la batterie remplaçables", "oui", "non", "20,5")


def step(dossier, name="reparabilite"):
    return f"/constructeur/dossiers/{dossier.reference}/{name}"


def declaring(**named):
    return declaration(**named) | {"other_elements": dict(ELEMENTS)}


def kept(world, dossier):
    return world.dossier(dossier.reference, "manufacturer").content.get("other_elements")


def test_they_are_declared_by_form_and_found_again(browser, world):
    draft = world.draft()
    client = browser("manufacturer")
    page = client.get(client.get(step(draft, "batteries")).links()["Continuer"])
    assert page.title == "Réparabilité et matières"
    assert "ne donne aucun point à ces données" in page.main
    page = client.submit(page.form(QUESTION), **TYPED)
    assert page.title == "Pièces", page.main
    assert kept(world, draft) == ELEMENTS
    form = client.get(step(draft)).form(QUESTION)
    assert {key: form.values[key] for key in TYPED} == {key: [said] for key, said in TYPED.items()}
    assert form.values["battery_repair_offered"] == [""]


@pytest.mark.parametrize("content", [declaration(), declaring()])
def test_nothing_declared_is_no_part_of_the_declaration(browser, world, content):
    """What is absent is unknown (wire format)."""
    draft = world.draft(content=content)
    client = browser("manufacturer")
    form = client.get(step(draft)).form(QUESTION)
    client.submit(form, **dict.fromkeys(form.values.keys() & ELEMENTS.keys(), ""))
    assert "other_elements" not in world.dossier(draft.reference, "manufacturer").content


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"recycled_plastics_mass_kg": "200,5"}, "Ce champ dépasse 200 kg"),
        ({"recycled_plastics_mass_kg": "-1"}, "ne peut pas être négatif"),
        ({"plastics_mass_kg": "lourd"}, "Écrivez un nombre"),
        ({"battery_cells_replaceable": "peut-être"}, "Ce choix n’est plus proposé"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(browser, world, typed, said):
    draft = world.draft()
    client = browser("manufacturer")
    page = client.submit(client.get(step(draft)).form(QUESTION), **TYPED | typed)
    assert page.status == 422
    assert said in page.main
    assert kept(world, draft) is None
    assert page.form(QUESTION).values[QUESTION] == ["yes"]


def test_a_page_left_open_does_not_undo_what_a_colleague_declared(browser, world):
    draft = world.draft()
    client = browser("manufacturer")
    form = client.get(step(draft)).form(QUESTION)
    client.submit(client.get(step(draft)).form(QUESTION), **TYPED)
    page = client.submit(form, battery_modules_replaceable="no")
    assert page.status == 409
    assert kept(world, draft) == ELEMENTS


def test_a_part_heavier_than_the_whole_leads_from_the_check_to_its_field(browser, world):
    content = declaring()
    content["other_elements"]["plastics_mass_kg"] = "5000"
    draft = world.draft(content=content)
    page = browser("manufacturer").get(step(draft, "verification"))
    assert "Masse de plastiques (kg)" in page.main
    assert f"{step(draft)}#plastics_mass_kg" in page.links().values()


def test_a_missing_document_is_shown_and_bars_nothing(browser, world):
    """S-16: a notice of what can be replaced, a proof of what is above zero."""
    draft = world.draft(content=declaring())
    client = browser("manufacturer")
    documents = client.get(step(draft, "pieces")).main
    check = client.get(step(draft, "verification"))
    for words in (
        "Notice de dépose et de repose de la batterie",
        "Notice de remplacement d’un module de la batterie",
        "Preuve de la masse de plastiques recyclés",
    ):
        assert words in documents
        assert words in check.main
    for words in ("remplacement d’une cellule", "après-vente propose", "masse de matériaux bio"):
        assert words not in documents
    for words in SHOWN:
        assert words in check.main
    assert client.submit(check.form("seen")).title == "Accusé de réception"
    assert world.dossier(draft.reference).state == State.SUBMITTED


def test_the_check_says_when_nothing_is_declared(browser, world):
    draft = world.draft()
    page = browser("manufacturer").get(step(draft, "verification"))
    assert "Rien n’est déclaré." in page.main
    assert page.links()["Modifier la réparabilité et les matières"] == step(draft)


@pytest.mark.parametrize(
    ("who", "place"),
    [
        ("manufacturer", "constructeur"),
        ("reviewer", "instruction"),
        ("authority", "ministeres"),
    ],
)
def test_each_audience_reads_them_and_what_they_earn(browser, world, who, place):
    dossier = world.complete(content=declaring())
    world.attach(dossier, "battery_module_replacement", "version", filename="notice-module.pdf")
    client = browser(who)
    page = client.get(f"/{place}/dossiers/{dossier.reference}")
    for words in ("Réparabilité et matières", *SHOWN):
        assert words in page.main
    score = client.get(f"/{place}/dossiers/{dossier.reference}/score").main
    for words in ("Points des autres éléments", "donne 0 point", "notice-module.pdf"):
        assert words in score


def test_nothing_is_shown_of_a_dossier_that_declares_none(browser, world):
    dossier = world.submitted()
    page = browser("reviewer").get(f"/instruction/dossiers/{dossier.reference}")
    assert "Réparabilité et matières" not in page.main


def test_they_are_corrected_with_the_same_score(browser, world):
    """Row 19; S-2: nothing changes in the points."""
    dossier = world.submitted(content=declaring())
    client = browser("manufacturer")
    page = client.submit(client.get(step(dossier)).form(QUESTION), battery_cells_replaceable="yes")
    assert page.title == "Corriger la déclaration", page.main
    assert "Une ou plusieurs cellules de la batterie remplaçables" in page.main
    done = client.submit(page.form("reason"), reason="Notice publiée.")
    assert "La correction est déposée" in done.main
    declared = world.dossier(dossier.reference).declarations
    assert declared[-1].content["other_elements"] == ELEMENTS | {"battery_cells_replaceable": True}


def test_a_change_of_them_is_reported(browser, world):
    """P-25."""
    world.listed(tvv="V1")
    world.days_pass(30)
    report = opened(world)
    client = browser("manufacturer")
    page = client.submit(client.get(step(report)).form(QUESTION), **TYPED)
    page = client.get(step(report, "signalement"))
    assert "Masse de plastiques recyclés (kg)" in page.main
    assert "20,5" in page.main
