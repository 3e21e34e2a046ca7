"""Every refusal is a sentence beside its field, and nothing typed is lost."""

import io
import json

import pytest

from app.domain.procedure import Action, Route
from app.services.drafting import copy_draft
from tests.builders import declaration
from tests.page_checks import text_of


def beside(page, field):
    """The sentences written beside a field."""
    found = page.tree.find(f".//*[@id='{field}-messages']")
    assert found is not None, f"no field {field!r} on {page.path}"
    return [text_of(message) for message in found]


def forget_sending(page):
    """Close the temporary file in which the test client put what it sent."""
    page.response.request.environ["wsgi.input"].close()


def step(dossier, name):
    return f"/constructeur/dossiers/{dossier.reference}/{name}"


def test_masses_that_do_not_close_are_refused_with_their_difference(browser, world):
    """Reading S-10."""
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "vehicule")).form("seats")
    page = client.submit(form, running_mass_kg="1 976,25", boot_litres="401,5")
    assert page.status == 422
    assert beside(page, "running_mass_kg") == [
        (
            "Les masses déclarées ne se referment pas : matériaux et batterie font 1\u202f900 kg,"
            " le véhicule sans conducteur 1\u202f901,25 kg, soit un écart de −1,25 kg (1 kg admis)."
        )
    ]
    typed = page.form("seats").values
    assert (typed["running_mass_kg"], typed["boot_litres"]) == (["1 976,25"], ["401,5"])
    kept = world.dossier(draft.reference, "manufacturer").content["reference_vehicle"]
    assert kept["running_mass_kg"] == "1975"


def test_masses_that_close_within_one_kilogram_are_kept(browser, world):
    """Reading S-10: the tolerance is included."""
    client, draft = browser("manufacturer"), world.draft()
    page = client.submit(client.get(step(draft, "vehicule")).form("seats"), running_mass_kg="1976")
    assert page.title == "Lignes de fabrication"


def test_the_check_page_shows_the_difference_of_a_draft_that_does_not_close(browser, world):
    """Reading S-10, for a draft written by a program."""
    content = declaration()
    content["reference_vehicle"]["running_mass_kg"] = "1980"
    draft = world.draft(content=content)
    page = browser("manufacturer").get(step(draft, "verification"))
    assert "soit un écart de −5 kg (1 kg admis)" in page.main
    assert page.links()["Véhicule de référence"] == step(draft, "vehicule")
    assert not [form for form in page.forms() if form.action.endswith("verification")]


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        pytest.param("seats", "cinq", "Écrivez un nombre entier, par exemple 12.", id="words"),
        pytest.param("seats", "4,5", "Écrivez un nombre entier, par exemple 12.", id="a part"),
        pytest.param("boot_litres", "peu", "Écrivez un nombre, par exemple 1234,5.", id="litres"),
        pytest.param("seats", "", "Indiquez le nombre de places.", id="nothing"),
        pytest.param(
            "ferrous_mass_kg",
            "-800",
            "Ce champ ne peut pas être négatif.",
            id="negative",
        ),
        pytest.param(
            "boot_litres",
            "12345678901",
            "Écrivez au plus neuf chiffres avant la virgule et neuf après.",
            id="enormous",
        ),
        pytest.param(
            "battery-mass_kg",
            "0",
            "Ce champ doit dépasser zéro.",
            id="no battery",
        ),
    ],
)
def test_a_wrong_quantity_is_refused_beside_its_field(browser, world, field, typed, sentence):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "vehicule")).form("seats")
    page = client.submit(form, **{field: typed, "electric_range_km": "451"})
    assert (page.status, beside(page, field)) == (422, [sentence])
    assert page.form("seats").values[field] == [typed]
    assert page.form("seats").values["electric_range_km"] == ["451"]


def test_an_unknown_country_is_refused_beside_its_field(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "lignes/1")).form("assembly-name")
    page = client.submit(form, **{"assembly-country": "XX", "assembly-name": "Usine nouvelle"})
    assert page.status == 422
    assert beside(page, "assembly-country") == ["Choisissez un pays de la liste."]
    typed = page.form("assembly-name").values
    assert typed["assembly-name"] == ["Usine nouvelle"]
    assert typed["assembly-country"] == ["XX"]


def test_a_mode_without_factor_in_a_zone_is_refused_beside_its_field(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "lignes/1")).form("assembly-name")
    page = client.submit(
        form, **{"delivery-0-journey": "sea|France", "delivery-0-distance_km": "77"}
    )
    assert page.status == 422
    assert beside(page, "delivery-0-journey") == ["Choisissez un mode et une zone de la liste."]
    assert page.form("assembly-name").values["delivery-0-distance_km"] == ["77"]


@pytest.mark.parametrize("blank", ["", "   ", "\u00a0\u2007", "\u200b"])
def test_a_code_of_blanks_is_refused_beside_its_field(browser, blank):
    """Reading L-1."""
    client = browser("manufacturer")
    form = client.get("/constructeur/dossiers/nouveau").form("tvv")
    page = client.submit(form, brand="Marque", commercial_name="Nom", tvv=blank)
    assert (page.status, beside(page, "tvv")) == (422, ["Indiquez le code type-variante-version."])
    assert page.form("tvv").values["brand"] == ["Marque"]


def test_a_second_open_dossier_for_a_code_is_refused_with_a_link(browser, world):
    """One open dossier of a company for a code; the code keeps its case (reading L-1)."""
    first = world.draft(tvv="Ab1")
    client = browser("manufacturer")
    form = client.get("/constructeur/dossiers/nouveau").form("tvv")
    page = client.submit(form, brand="Autre", commercial_name="Nom", tvv=" Ab1 ")
    assert page.status == 409
    assert first.reference in beside(page, "tvv")[0]
    assert page.links()[f"Ouvrir le dossier {first.reference}"] == step(first, "").rstrip("/")
    assert page.form("tvv").values["brand"] == ["Autre"]
    page = client.submit(page.form("tvv"), tvv="AB1")
    assert page.title == "Véhicule de référence"


def test_another_company_may_open_a_dossier_for_the_same_code(browser, world):
    world.draft(tvv="Ab1")
    client = browser("rival")
    form = client.get("/constructeur/dossiers/nouveau").form("tvv")
    page = client.submit(form, brand="Autre", commercial_name="Nom", tvv="Ab1")
    assert page.title == "Véhicule de référence"


def test_a_stale_step_is_shown_again_with_what_was_typed(browser, world):
    one, other, draft = browser("manufacturer"), browser("manufacturer"), world.draft()
    mine = one.get(step(draft, "vehicule")).form("seats")
    theirs = other.get(step(draft, "vehicule")).form("seats")
    other.submit(theirs, boot_litres="390")
    page = one.submit(mine, boot_litres="410")
    assert page.status == 409
    assert "Le dossier a changé depuis l’affichage de cette page" in page.main
    assert page.form("seats").values["boot_litres"] == ["410"]
    assert one.submit(page.form("seats")).title == "Lignes de fabrication"
    content = world.dossier(draft.reference, "manufacturer").content
    assert content["reference_vehicle"]["boot_litres"] == "410"


def test_a_stale_page_stays_stale_while_it_is_corrected(browser, world):
    """A page refused for another reason has still not seen what changed."""
    one, other, draft = browser("manufacturer"), browser("manufacturer"), world.draft()
    mine = one.get(step(draft, "vehicule")).form("seats")
    other.submit(other.get(step(draft, "vehicule")).form("seats"), boot_litres="390")
    page = one.submit(mine, seats="cinq")
    page = one.submit(page.form("seats"), seats="5")
    assert page.status == 409


def test_a_step_left_open_does_not_begin_a_correction_of_what_was_filed_since(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "vehicule")).form("seats")
    client.submit(client.get(step(draft, "verification")).form("seen"))
    page = client.submit(form, boot_litres="410")
    assert page.status == 409
    assert page.form("seats").values["boot_litres"] == ["410"]
    filed = world.dossier(draft.reference)
    assert filed.content == filed.declarations[0].content


def test_a_dossier_is_not_filed_twice(browser, world):
    """A second click: the receipt of the first one, and not the draft of a correction."""
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "verification")).form("seen")
    client.submit(form)
    page = client.submit(form)
    assert page.title == "Accusé de réception"
    assert "Ce dossier est déjà déposé : rien n’a été déposé une seconde fois." in page.text
    assert "Correction non déposée" not in page.main
    events = world.dossier(draft.reference).events
    assert [event.action for event in events] == [Action.SUBMIT]


def test_a_dossier_is_not_filed_from_a_stale_page(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "verification")).form("seen")
    client.submit(client.get(step(draft, "vehicule")).form("seats"), boot_litres="390")
    page = client.submit(form)
    assert page.status == 409
    assert client.submit(page.form("seen")).title == "Accusé de réception"


def test_rows_are_added_and_removed_without_losing_what_was_typed(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "lignes/1")).form("assembly-name")
    form.buttons["add"] = "stamping"
    page = client.submit(form, button="add", **{"painting-name": "Peinture nouvelle"})
    form = page.form("assembly-name")
    assert form.values["painting-name"] == ["Peinture nouvelle"]
    form.buttons["remove"] = "stamping-0"
    page = client.submit(form, button="remove", **{"stamping-1-name": "Presses du Sud"})
    form = page.form("assembly-name")
    assert "stamping-0-name" not in form.values
    assert form.values["stamping-1-name"] == ["Presses du Sud"]
    page = client.submit(form, **{"stamping-1-country": "ES"})
    assert page.title == "Lignes de fabrication", page.main
    line = world.dossier(draft.reference, "manufacturer").content["manufacturing_lines"][0]
    assert line["stamping"] == [{"name": "Presses du Sud", "country": "ES"}]
    assert line["painting"]["name"] == "Peinture nouvelle"


def test_a_removed_line_takes_its_documents_with_it(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    page = client.submit(client.get(step(draft, "lignes/1/retirer")).form("seen"))
    assert "La ligne de fabrication est retirée." in page.text
    fresh = world.dossier(draft.reference, "manufacturer")
    assert (fresh.content["manufacturing_lines"], list(fresh.supports)) == ([], [])


def test_a_draft_is_thrown_away_after_a_confirmation(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    page = client.submit(client.get(step(draft, "supprimer")).form("seen"))
    assert f"Le brouillon {draft.reference} est supprimé." in page.text
    assert client.get(step(draft, "")[:-1]).status == 404


def test_a_draft_filed_meanwhile_is_not_thrown_away(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, "supprimer")).form("seen")
    client.submit(client.get(step(draft, "verification")).form("seen"))
    page = client.submit(form)
    assert page.title == "Accusé de réception"
    assert "Ce dossier est déjà déposé : il ne se supprime plus" in page.text
    assert "Rien n’a été déposé" not in page.main
    assert len(world.dossier(draft.reference).events) == 1


class TestImport:
    """A declaration in JSON opens a draft, or says all that is wrong in it."""

    address = "/constructeur/dossiers/importer"

    def send(self, client, content, **line):
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        return client.submit(client.get(self.address).form("text"), text=text, **line)

    def test_a_declaration_opens_a_draft(self, browser, world):
        content = declaration()
        page = self.send(browser("manufacturer"), content)
        assert page.title == "Pièces", page.main
        assert world.dossier(page.path.split("/")[3], "manufacturer").content == content

    @pytest.mark.parametrize("several", [False, True], ids=["one", "several"])
    def test_half_a_character_is_told_wherever_it_stands(self, browser, several):
        """JSON may escape what UTF-8 cannot hold; the page that says so must."""
        content = declaration(tvv="V\ud800")
        content["zz\ud800"] = 1
        content["manufacturing_lines"][0]["id"] = "L\ud800"
        text = json.dumps([content, declaration(tvv="V2")] if several else content)
        page = self.send(browser("manufacturer"), text)
        assert page.status == (200 if several else 422)
        assert "« zz\\ud800 »" in page.main

    def test_a_line_of_the_wire_format_opens_a_draft(self, browser):
        line = {"id": "x", "on": "2024-01-15", "declaration": declaration()}
        assert self.send(browser("manufacturer"), line).title == "Pièces"

    def test_all_that_is_wrong_is_listed_with_its_place(self, browser):
        content = declaration()
        content["version"]["tvv"] = " "
        content["manufacturing_lines"][0]["painting"]["country"] = "XX"
        content["battery_sites"][0]["colour"] = "red"
        page = self.send(browser("manufacturer"), content)
        assert page.status == 422
        assert "3 points à corriger" in page.main.replace("\u00a0", " ")
        assert "Lignes de fabrication, n° 1 (L1), Site de peinture, Pays du site :" in page.main
        for pointer in (
            "/version/tvv",
            "/manufacturing_lines/0/painting/country",
            "/battery_sites/0/colour",
        ):
            assert pointer in page.main
        assert json.loads(page.form("text").values["text"][0]) == content

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("pas du JSON", id="words"),
            pytest.param("[1, 2]", id="a list"),
            pytest.param('{"declaration": 3}', id="a number"),
            pytest.param('{"version": NaN}', id="not a number"),
            pytest.param("[" * 5000, id="nested"),
            pytest.param('{"version": {}, "version": {}}', id="said twice"),
            pytest.param("   ", id="blanks"),
        ],
    )
    def test_what_is_no_declaration_is_refused_beside_the_text(self, browser, text):
        page = self.send(browser("manufacturer"), text)
        assert (page.status, len(beside(page, "text"))) == (422, 1)
        assert page.form("text").values["text"] == [text.strip()]

    def test_a_second_open_dossier_is_refused_with_a_link(self, browser, world):
        first, content = world.draft(tvv="Ab1"), declaration(tvv="Ab1")
        page = self.send(browser("manufacturer"), content)
        assert page.status == 409
        assert f"Ouvrir le dossier {first.reference}" in page.links()

    def test_specific_values_are_refused_on_this_route(self, browser):
        """Reading S-16."""
        content = declaration()
        content["specific_values"] = [
            {"component": "ferrous", "line": "L1", "value": "1.5", "accepted": None}
        ]
        page = self.send(browser("manufacturer"), content)
        assert page.status == 422
        assert "elles relèvent d’un dossier de dérogation" in page.main

    def test_a_draft_is_replaced_by_a_declaration(self, browser, world):
        client, draft = browser("manufacturer"), world.draft(case="suv-china")
        page = client.submit(
            client.get(step(draft, "importer")).form("text"), text=json.dumps(declaration())
        )
        assert page.title == "Pièces"
        content = world.dossier(draft.reference, "manufacturer").content
        assert content["manufacturing_lines"][0]["assembly"]["country"] == "FR"

    def test_a_file_is_read_and_comes_back_as_text_when_it_is_refused(self, browser, world):
        client = browser("manufacturer")
        form = client.get(self.address).form("text")
        wrong = b'\xef\xbb\xbf{"version": {"brand": "Marque d\xe2\x80\x99essai"}}'
        page = client.submit(form, files={"file": (io.BytesIO(wrong), "d.json")})
        assert page.status == 422
        assert page.form("text").values["text"] == ['{"version": {"brand": "Marque d’essai"}}']
        right = json.dumps(declaration()).encode()
        page = client.submit(form, files={"file": (io.BytesIO(right), "d.json")})
        assert page.title == "Pièces"

    def test_a_file_too_long_is_refused_beside_the_file(self, browser):
        client = browser("manufacturer")
        form = client.get(self.address).form("text")
        page = client.submit(form, files={"file": (io.BytesIO(b" " * 1_000_001), "d.json")})
        forget_sending(page)
        assert page.status == 422
        assert beside(page, "file") == [
            "Ce texte est trop long pour une déclaration (1 Mo au plus)."
        ]

    def test_a_file_that_is_no_text_is_refused_beside_the_file(self, browser):
        client = browser("manufacturer")
        form = client.get(self.address).form("text")
        page = client.submit(form, files={"file": (io.BytesIO(b"\x89PNG\x00\xff"), "d.json")})
        assert page.status == 422
        assert beside(page, "file")[0].startswith("Ce texte n’est pas du JSON lisible.")
        assert page.form("text").values["text"] == [""]

    def test_a_text_that_stops_being_json_says_where(self, browser):
        client = browser("manufacturer")
        form = client.get(self.address).form("text")
        page = client.submit(form, text='{"version": {\n  "tvv": "Ab1",\n}}')
        assert page.status == 422
        assert "La lecture s’arrête à la ligne 3, caractère 1." in beside(page, "text")[0]

    def test_a_file_and_a_text_are_not_both_taken(self, browser):
        client = browser("manufacturer")
        form = client.get(self.address).form("text")
        page = client.submit(form, files={"file": (io.BytesIO(b"{}"), "d.json")}, text="{ }")
        assert page.status == 422
        assert beside(page, "file") == ["Choisissez un fichier ou collez un texte, pas les deux."]
        assert page.form("text").values["text"] == ["{ }"]


@pytest.mark.parametrize(
    ("page", "field"),
    [
        ("version", "tvv"),
        ("vehicule", "seats"),
        ("lignes/1", "assembly-name"),
        ("batteries/1", "cell_country"),
    ],
)
def test_an_empty_form_says_of_each_field_what_to_write(browser, world, page, field):
    client, draft = browser("manufacturer"), world.draft()
    form = client.get(step(draft, page)).form(field)
    kept = {"csrf_token", "seen", "id", "vehicle_class"} | set(form.buttons)
    answer = client.submit(form, **{name: "" for name in form.values if name not in kept})
    assert answer.status == 422
    said = [
        text_of(one).strip()
        for one in answer.tree.iter("p")
        if "fr-message--error" in (one.get("class") or "")
    ]
    assert len(said) >= 2, answer.main
    for sentence in said:
        assert sentence.startswith(("Indiquez ", "Choisissez ")), sentence
        assert sentence.endswith("."), sentence


def test_an_empty_specific_value_says_what_to_choose_and_to_write(browser, world):
    refused = world.refused_by_silence()
    draft = copy_draft(
        refused.reference,
        route=Route.DEROGATION,
        by=world.actor("manufacturer"),
        clock=world.clock,
    )
    client = browser("manufacturer")
    page = client.submit(client.get(step(draft, "valeurs/ajouter")).form("target"), value="")
    assert page.status == 422
    assert beside(page, "target") == ["Choisissez la valeur de référence à remplacer."]
    assert beside(page, "value") == ["Indiquez la valeur spécifique."]
