"""A derogation by its pages: its values, its warning before deposit, what follows a refusal."""

import json
from copy import deepcopy

import pytest

from app.domain.orders import LineEffect
from app.domain.procedure import Route, State
from app.domain.specific import Target, with_all_accepted
from app.services.assessment import preview
from app.services.completeness import confirm_complete
from app.services.drafting import copy_draft, replace_declaration
from app.services.lapse import record_due_effects
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from app.web.figures import points
from scoring.inputs import Component
from tests.builders import declaration
from tests.services.derogations import YES, propose
from tests.services.derogations import listed as listed_derogation
from tests.web.changes import opened
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
        ({"value": "1"}, "target", "Choisissez la valeur de référence"),
        ({"target": "specific:battery:B9", "value": "1"}, "target", "dans la liste"),
        ({"target": "specific:battery:B1"}, "value", "Indiquez la valeur spécifique."),
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


class TestWithoutAValue:
    """P-19: a derogation employs other values than the reference values."""

    SAID = "déclarez au moins une valeur spécifique"

    def test_its_check_page_says_it_and_leads_there(self, browser, derogation):
        page = browser("manufacturer").get(address(derogation, "/verification"))
        assert self.SAID in page.main
        assert page.links()["Valeurs spécifiques"] == address(derogation, "/valeurs")
        assert "Le score que la version obtiendrait" not in page.main

    def test_it_is_not_deposited_with_others(self, browser, world, derogation):
        client = browser("manufacturer")
        shown = client.get(f"/constructeur/dossiers/deposer?dossier={derogation.reference}")
        assert self.SAID in shown.main
        assert world.dossier(derogation.reference, "manufacturer").state == State.DRAFT

    @pytest.mark.parametrize("values", [None, [], [{**BATTERY.to_wire(), "value": "68"}]])
    def test_an_import_without_one_replaces_nothing(self, browser, world, derogation, values):
        """68 kg CO2e by kWh: the reference value of its cells, battery.toml."""
        with_value(world, derogation, "12.5")
        sent = declaration(case="suv-china") | {"specific_values": values}
        if values is None:
            del sent["specific_values"]
        page = import_over(browser("manufacturer"), derogation, sent)
        assert page.status == 422
        assert self.SAID in page.main
        assert content(world, derogation)[0]["value"] == "12.5"

    def test_an_import_with_one_is_taken(self, browser, world, derogation):
        sent = declaration(case="suv-china")
        sent["specific_values"] = [{**BATTERY.to_wire(), "value": "12.5", "accepted": None}]
        page = import_over(browser("manufacturer"), derogation, sent)
        assert page.status == 200, page.main
        assert content(world, derogation)[0]["value"] == "12.5"


def import_over(client, dossier, sent):
    page = client.get(address(dossier, "/importer"))
    return client.submit(page.form("text"), text=json.dumps(sent))


class TestAnAbsurdValue:
    """Decision 0024: asked to be read again wherever it is shown, refused nowhere."""

    SAID = "Plus de 10 fois plus grande que la valeur de référence"

    @pytest.fixture
    def absurd(self, world, derogation):
        return with_value(world, derogation, "99999999")

    @pytest.mark.parametrize("act", ["/valeurs", "/valeurs/1", "/verification"])
    def test_its_company_is_asked_to_read_it_again(self, browser, absurd, act):
        assert self.SAID in browser("manufacturer").get(address(absurd, act)).main

    @pytest.mark.parametrize("act", ["/valeurs", "/valeurs/1", "/verification"])
    def test_a_value_of_an_ordinary_size_is_not(self, browser, world, derogation, act):
        with_value(world, derogation, "40")
        assert (
            "vérifiez cette valeur"
            not in browser("manufacturer").get(address(derogation, act)).main
        )

    def test_it_is_received_and_the_agency_reads_the_same(self, browser, world, absurd):
        client = browser("manufacturer")
        page = client.submit(client.get(address(absurd, "/verification")).form("seen"))
        assert page.title == "Accusé de réception", page.main
        assert self.SAID in client.get(address(absurd)).main
        reviewer = browser("reviewer")
        page = reviewer.get(f"/instruction/dossiers/{absurd.reference}")
        assert "1 point à vérifier" in page.main.replace("\u00a0", " ")
        assert self.SAID in page.main
        confirm_complete(absurd.reference, **by(world, "reviewer"))
        page = reviewer.get(f"/instruction/dossiers/{absurd.reference}/proposition")
        assert self.SAID in page.main


class TestItsOwnScore:
    """Reading S-13: the score of its own values stands beside that of the reference values."""

    # suv-china scores 1.1 point; with a battery of 1 kg CO2e by kWh, 66 kg less by kWh.
    def test_the_check_page_and_the_filed_dossier_show_the_same(self, browser, world, derogation):
        with_value(world, derogation, "1")
        client = browser("manufacturer")
        told = figures(client.get(address(derogation, "/verification")))
        filed = submit_dossier(derogation.reference, **by(world))
        assert figures(client.get(address(filed))) == told
        assert len(set(told)) == 2

    def test_the_figure_is_that_of_all_its_values_accepted(self, browser, world, derogation):
        """The same declaration with the value accepted, by the calculation alone."""
        filed = submit_dossier(with_value(world, derogation, "1").reference, **by(world))
        known = preview(with_all_accepted(filed.content), on=filed.received_on)
        reference = preview(filed.content, on=filed.received_on)
        assert known.score > reference.score
        assert figures(browser("manufacturer").get(address(filed))) == [
            points(reference.score, reference.minimum),
            points(known.score, known.minimum),
        ]

    def test_the_correction_of_a_value_shows_what_it_would_give(self, browser, world, derogation):
        """Row 19: until it is accepted, the two declarations have the same score."""
        filed = submit_dossier(with_value(world, derogation, "40").reference, **by(world))
        corrected = with_value(world, filed, "30")
        known = preview(with_all_accepted(corrected.content), on=world.clock.today())
        page = browser("manufacturer").get(address(filed, "/correction"))
        assert figures(page)[-1] == points(known.score, known.minimum)
        assert "Avec vos valeurs spécifiques" in page.main

    def test_once_its_values_are_decided_the_score_is_the_one_decided(
        self, browser, world, derogation
    ):
        """Decision 0026: the page no longer says what they would give if they were accepted."""
        filed = submit_dossier(with_value(world, derogation, "1").reference, **by(world))
        reviewer = {"by": world.actor("reviewer"), "clock": world.clock}
        confirm_complete(filed.reference, **reviewer)
        propose(world, filed, {BATTERY: YES})
        world.publish(world.order(world.dossier(filed.reference)))
        known = preview(with_all_accepted(filed.content), on=world.clock.today())
        page = browser("manufacturer").get(address(filed))
        assert "Score joint à la proposition du" in page.main
        assert points(known.score, known.minimum).replace("\u00a0", " ") in page.main
        assert "Si toutes les vôtres l’étaient" not in page.main

    def test_a_dossier_of_the_reference_route_has_one_score(self, browser, world):
        page = browser("manufacturer").get(address(world.submitted()))
        assert "Avec vos valeurs spécifiques" not in page.main


def figures(page):
    """The scores that stand side by side."""
    return [
        "".join(column.find(".//strong").itertext())
        for column in page.tree.iter("div")
        if "fr-col-md-6" in column.get("class", "").split() and column.find("h3") is not None
    ]


class TestWithoutARefusal:
    @pytest.fixture
    def early(self, world):
        earlier = world.submitted()
        withdraw(earlier.reference, **by(world))
        return with_value(world, copy_draft(earlier.reference, route=Route.DEROGATION, **by(world)))

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


def test_a_second_copy_leads_to_the_draft_that_is_open(browser, world):
    """Asked for in two windows at once: the page offers it no more once a draft is open."""
    refused = world.refused_by_silence()
    client = browser("manufacturer")
    form = client.get(address(refused)).form("/derogation")
    derogation = copy_draft(refused.reference, route=Route.DEROGATION, **by(world))
    page = client.submit(form)
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
    assert page.links()["Se désister de ce dossier"] == address(draft, "/retrait")
    page = browser("reviewer").get(f"/instruction/dossiers/{draft.reference}")
    assert "Son constructeur peut s’en désister" in page.main


def test_a_value_that_goes_with_its_site_is_told(browser, world, derogation):
    with_value(world, derogation)
    client = browser("manufacturer")
    page = client.submit(client.get(address(derogation, "/batteries/1/retirer")).form("seen"))
    assert "La valeur spécifique « Batterie, site B1 » est retirée" in page.text
    assert content(world, derogation) == []


class TestTheValuesOfAChange:
    """Decision 0026: a version listed with specific values may change them, and no other."""

    @pytest.fixture
    def report(self, world):
        dossier = listed_derogation(world, {BATTERY: "40"}, {BATTERY: YES})
        return opened(world, tvv=dossier.tvv)

    def test_a_value_is_added_changed_and_removed(self, browser, world, report):
        client = browser("manufacturer")
        page = client.get(address(report, "/valeurs"))
        assert "est décidée par l’agence avec son avis" in page.main
        page = client.get(page.links()["Modifier"])
        page = client.submit(page.form("value"), value="38")
        page = client.get(page.links()["Ajouter une valeur spécifique"])
        page = client.submit(page.form("value"), target="specific:ferrous:L1", value="1,5")
        assert [one["value"] for one in content(world, report)] == ["38", "1.5"]
        page = client.get(address(report, "/signalement"))
        assert "avec son avis : Batterie, site B1 ; Métaux ferreux, ligne L1." in page.main
        page = client.get(address(report, "/valeurs/2/retirer"))
        client.submit(page.form("seen"))
        assert [one["value"] for one in content(world, report)] == ["38"]

    def test_a_version_listed_with_reference_values_is_told_where_they_go(self, browser, world):
        world.listed(tvv="V1")
        world.days_pass(2)
        report = opened(world)
        client = browser("manufacturer")
        assert client.get(address(report, "/valeurs")).status == 404
        changed = deepcopy(report.content)
        changed["specific_values"] = [{**BATTERY.to_wire(), "value": "40", "accepted": None}]
        replace_declaration(report.reference, changed, revision=None, **by(world))
        page = client.get(address(report, "/valeurs"))
        assert "Cette version est inscrite avec les valeurs de référence." in page.main
        assert "Ajouter une valeur spécifique" not in page.main
        assert client.get(address(report, "/valeurs/1")).status == 404
        page = client.get(address(report, "/signalement"))
        assert "relèvent d’un dossier de dérogation" in page.main
        client.submit(client.get(address(report, "/valeurs/1/retirer")).form("seen"))
        assert content(world, report) == []


def test_a_leg_that_is_removed_is_the_only_one_whose_value_goes(browser, world, derogation):
    line = derogation.content["manufacturing_lines"][0]
    legs = len(line["delivery"])
    assert legs > 1
    for rank in range(legs):
        target = Target(component=Component.DELIVERY, owner="L1", leg=rank)
        draft = world.dossier(derogation.reference, "manufacturer")
        record_specific_value(draft.reference, target, f"0.0{rank + 1}", revision=None, **by(world))
    client = browser("manufacturer")
    form = client.get(address(derogation, "/lignes/1")).form("seen")
    form.buttons["remove"] = "delivery-0"
    page = client.submit(client.submit(form, button="remove").form("seen"))
    assert "La valeur spécifique « Acheminement, ligne L1, trajet 1 » est retirée" in page.text
    assert page.text.count("est retirée avec ses pièces") == 1
    assert [(one["leg"], one["value"]) for one in content(world, derogation)] == [
        (rank, f"0.0{rank + 2}") for rank in range(legs - 1)
    ]
