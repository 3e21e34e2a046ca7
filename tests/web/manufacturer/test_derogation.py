"""A derogation by its pages: its values, its warning before deposit, what follows a refusal."""

import pytest

from app.domain.orders import LineEffect
from app.domain.procedure import Route, State
from app.domain.specific import Target
from app.services.drafting import copy_draft
from app.services.lapse import record_due_effects
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from scoring.inputs import Component
from tests.web.manufacturer.test_refusals import beside

BATTERY = Target(component=Component.BATTERY, owner="B1")


def address(dossier, act=""):
    return f"/constructeur/dossiers/{dossier.reference}{act}"


def by(world, who="manufacturer"):
    return {"by": world.actor(who), "clock": world.clock}


@pytest.fixture
def derogation(world):
    refused = world.refused_by_silence(case="suv-china")
    return copy_draft(refused.reference, route=Route.DEROGATION, **by(world))


def with_value(world, draft, value="1"):
    return record_specific_value(
        draft.reference, BATTERY, value, revision=draft.content_revision, **by(world)
    )


def content(world, dossier):
    return world.dossier(dossier.reference, "manufacturer").content["specific_values"]


def test_a_refused_dossier_leads_to_a_derogation_that_is_filed(browser, world):
    """P-19 to P-22: from the page of the refusal to the receipt, without scripts."""
    refused = world.refused_by_silence(case="suv-china")
    client = browser("manufacturer")
    page = client.get(address(refused))
    page = client.submit(page.form("/derogation"))
    assert page.title == "Valeurs spécifiques", page.main
    assert "Le brouillon de dérogation reprend la déclaration" in page.text
    page = client.get(page.links()["Ajouter une valeur spécifique"])
    page = client.submit(page.form("value"), target="specific:battery:B1", value="12,5")
    assert page.title == "Valeurs spécifiques", page.main
    assert "Batterie, site B1" in page.main
    page = client.get(page.links()["Continuer"])
    assert "Valeur spécifique : Batterie, site B1" in page.main
    assert "Preuve qu’aucune pièce bas-carbone n’est réservée au marché européen" in page.main
    page = client.get(page.links()["Continuer"])
    assert "une valeur spécifique ne compte qu’une fois acceptée" in page.main
    assert "irrecevable" not in page.main
    page = client.submit(page.form("seen"))
    assert page.title == "Accusé de réception", page.main
    # Received on 30 June 2026; R. 251-1-B: seven months from receipt, or from 30 July.
    for told in ("30 janvier 2027", "28 février 2027", "Dérogation (II)", "II, deuxième alinéa"):
        assert told in page.main, told


def test_both_values_stay_visible(browser, world, derogation):
    """Reading S-13, on the draft and once filed; 68 kg CO2e/kWh: cells of China, battery.toml."""
    with_value(world, derogation, "12.5")
    client = browser("manufacturer")
    page = client.get(address(derogation, "/valeurs"))
    reference = "au lieu de 68"
    assert reference in page.main
    assert "12,5" in page.main
    submit_dossier(derogation.reference, **by(world))
    for who, path in (
        ("manufacturer", address(derogation)),
        ("reviewer", f"/instruction/dossiers/{derogation.reference}"),
    ):
        page = browser(who).get(path)
        assert page.status == 200, page.main
        table = page.main[
            page.main.index("Valeurs employées à la place des valeurs de référence") :
        ]
        assert reference in table
        assert "12,5" in table
        assert "pas encore" in table


def test_a_value_is_changed_and_removed(browser, world, derogation):
    with_value(world, derogation, "12.5")
    client = browser("manufacturer")
    page = client.get(address(derogation, "/valeurs/1"))
    assert page.form("value").values["value"] == ["12,5"]
    page = client.submit(page.form("value"), value="0,25")
    assert content(world, derogation)[0]["value"] == "0.25"
    page = client.get(address(derogation, "/valeurs/1/retirer"))
    page = client.submit(page.form("seen"))
    assert "la valeur de référence compte de nouveau" in page.text
    assert content(world, derogation) == []


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"value": "1"}, "target", "obligatoire"),
        ({"target": "specific:battery:B9", "value": "1"}, "target", "obligatoire"),
        ({"target": "specific:battery:B1"}, "value", "obligatoire"),
        ({"target": "specific:battery:B1", "value": "-1"}, "value", "négatif"),
        ({"target": "specific:battery:B1", "value": "beaucoup"}, "value", "Écrivez un nombre"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(browser, world, derogation, typed, field, said):
    client = browser("manufacturer")
    page = client.submit(client.get(address(derogation, "/valeurs/ajouter")).form("value"), **typed)
    assert page.status == 422
    assert any(said in one for one in beside(page, field)), page.main
    assert content(world, derogation) == []


def test_a_reference_value_is_offered_once_with_its_figure_and_unit(browser, world, derogation):
    client = browser("manufacturer")
    path = address(derogation, "/valeurs/ajouter")
    before = options(client.get(path))
    assert "kg CO2e" in before["specific:battery:B1"]
    with_value(world, derogation)
    after = options(client.get(path))
    assert before.keys() - after.keys() == {"specific:battery:B1"}


def options(page):
    (select,) = [one for one in page.tree.iter("select") if one.get("name") == "target"]
    return {one.get("value"): one.text for one in select.iter("option")}


def test_a_page_left_open_records_nothing(browser, world, derogation):
    client = browser("manufacturer")
    form = client.get(address(derogation, "/valeurs/ajouter")).form("value")
    with_value(world, derogation, "7")
    page = client.submit(form, target="specific:ferrous:L1", value="3")
    assert page.status == 409
    assert page.form("value").values["value"] == ["3"]
    assert [one["value"] for one in content(world, derogation)] == ["7"]


def test_a_reference_draft_has_no_such_step(browser, world):
    """Reading S-16."""
    client, draft = browser("manufacturer"), world.draft()
    for act in ("/valeurs", "/valeurs/ajouter", "/valeurs/1", "/valeurs/1/retirer"):
        assert client.get(address(draft, act)).status == 404
    assert "Valeurs spécifiques" not in client.get(address(draft, "/version")).main


def test_a_reference_draft_with_specific_values_loses_them_by_its_pages(browser, world):
    """Reading S-16: the deposit is refused, and the page says where to correct it."""
    draft = world.draft()
    draft_content = dict(draft.content)
    draft_content["specific_values"] = [{**BATTERY.to_wire(), "value": "1", "accepted": None}]
    other = world.draft(
        content=draft_content | {"version": {**draft_content["version"], "tvv": "B"}}
    )
    client = browser("manufacturer")
    page = client.get(address(other, "/verification"))
    page = client.get(page.links()["Valeurs spécifiques"])
    page = client.get(page.links()["Retirer"])
    client.submit(page.form("seen"))
    assert content(world, other) == []


class TestWithoutARefusal:
    @pytest.fixture
    def early(self, world):
        earlier = world.submitted()
        withdraw(earlier.reference, **by(world))
        return copy_draft(earlier.reference, route=Route.DEROGATION, **by(world))

    def test_the_deposit_warns_and_asks_for_a_confirmation(self, browser, world, early):
        """Row 3, reading T-12."""
        client = browser("manufacturer")
        page = client.get(address(early, "/verification"))
        assert "Cette dérogation serait irrecevable" in page.main
        assert "un dossier retiré n’est pas un dossier refusé" in page.main
        refused = client.submit(page.form("understood"))
        assert (refused.status, len(beside(refused, "understood"))) == (422, 1)
        assert world.dossier(early.reference, "manufacturer").state == State.DRAFT
        page = client.submit(refused.form("understood"), understood="y")
        assert page.title == f"Dossier {early.reference}", page.main
        assert "Cette dérogation est irrecevable" in page.main
        assert "accusé de réception" not in page.main
        assert client.get(address(early, "/accuse")).status == 404

    def test_it_may_be_followed_by_a_new_dossier(self, browser, world, early):
        """Row 27."""
        submit_dossier(early.reference, **by(world))
        client = browser("manufacturer")
        page = client.get(address(early))
        assert not [form for form in page.forms() if form.action.endswith("/derogation")]
        page = client.submit(page.form("/nouveau"))
        assert page.title == "Version", page.main


def test_a_second_copy_leads_to_the_draft_that_is_open(browser, world, derogation):
    client = browser("manufacturer")
    page = client.submit(client.get(address(derogation.follows)).form("/derogation"))
    assert derogation.reference in page.text
    assert "Votre entreprise a déjà un dossier en cours" in page.text


@pytest.mark.parametrize("state", ["submitted", "complete", "listed"])
def test_a_dossier_that_is_not_over_offers_no_new_one(browser, world, state):
    page = browser("manufacturer").get(address(getattr(world, state)()))
    assert not [form for form in page.forms() if form.action.endswith("/nouveau")]


def test_an_express_refusal_offers_both_ways_on(browser, world):
    refused = world.proposed(favourable=False)
    world.publish(world.order(refused, effect=LineEffect.REFUSE))
    page = browser("manufacturer").get(address(refused))
    assert page.form("/derogation")
    assert page.form("/nouveau")


def test_a_version_listed_meanwhile_offers_the_withdrawal(browser, world):
    """Row 16, CAMB-15."""
    refused = world.proposed()
    world.days_pass(120)
    record_due_effects(clock=world.clock)
    draft = copy_draft(refused.reference, route=Route.DEROGATION, **by(world))
    submit_dossier(with_value(world, draft).reference, **by(world))
    world.publish(world.order(world.dossier(refused.reference)))
    page = browser("manufacturer").get(address(draft))
    assert "La version est désormais inscrite" in page.main
    assert page.links()["Retirer cette dérogation"] == address(draft, "/retrait")
    page = browser("reviewer").get(f"/instruction/dossiers/{draft.reference}")
    assert "Son constructeur peut la retirer" in page.main


def test_a_value_that_goes_with_its_site_is_told(browser, world, derogation):
    with_value(world, derogation)
    client = browser("manufacturer")
    page = client.submit(client.get(address(derogation, "/batteries/1/retirer")).form("seen"))
    assert "La valeur spécifique « Batterie, site B1 » est retirée" in page.text
    assert content(world, derogation) == []
