"""Several versions at once: each has its dossier and its result (INV-05, test 39)."""

import io
import json

import pytest

from app.domain.procedure import State
from app.queries.dossiers import dossiers_of
from app.services.drafting import record_version
from app.web.manufacturer.several import declarations_in
from tests.builders import declaration

IMPORT = "/constructeur/dossiers/importer"


def states(world):
    return {one.tvv: one.state for one in dossiers_of(world.actor("manufacturer"))}


def send(client, text):
    return client.submit(client.get(IMPORT).form("text"), text=text)


def rows(page):
    return [" ".join("".join(row.itertext()).split()) for row in page.tree.findall(".//tbody/tr")]


ARRAY = json.dumps
LINES = lambda found: "\n".join(json.dumps(one) for one in found)  # noqa: E731


@pytest.mark.parametrize("written", [ARRAY, LINES], ids=["array", "lines"])
def test_two_versions_in_one_text_are_two_drafts(browser, world, written):
    page = send(browser("manufacturer"), written([declaration(tvv="V1"), declaration(tvv="V2")]))
    assert page.title == "Déclarations importées", page.main
    assert [row.count("importée Ouvrir") for row in rows(page)] == [1, 1]
    assert states(world) == {"V1": State.DRAFT, "V2": State.DRAFT}


def test_a_file_of_lines_with_their_identifiers_is_read(browser, world):
    lines = [{"id": n, "on": "2026-03-02", "declaration": declaration(tvv=f"V{n}")} for n in (1, 2)]
    sent = "\ufeff" + LINES(lines) + "\n\n"
    client = browser("manufacturer")
    form = client.get(IMPORT).form("text")
    page = client.submit(form, files={"file": (io.BytesIO(sent.encode()), "lot.jsonl")})
    assert page.title == "Déclarations importées", page.main
    assert len(states(world)) == 2


def test_what_is_wrong_makes_nothing_and_holds_no_other_back(browser, world):
    world.draft(tvv="Pris")
    wrong = declaration(tvv="Faux")
    wrong["reference_vehicle"]["seats"] = 0
    derogation = declaration(tvv="Specifique")
    derogation["specific_values"] = [
        {"component": "ferrous", "line": "L1", "value": "1", "accepted": None}
    ]
    sent = [wrong, declaration(tvv="Pris"), 12, derogation, declaration(tvv="Bon")]
    page = send(browser("manufacturer"), ARRAY(sent))
    assert page.status == 200
    found = rows(page)
    assert "Nombre de places" in found[0]
    assert "Votre entreprise a déjà un dossier en cours pour ce code" in found[1]
    assert "n’est pas un objet JSON" in found[2]
    assert "elles relèvent d’un dossier de dérogation" in found[3]
    assert "code Bon" in found[4]
    assert states(world) == {"Pris": State.DRAFT, "Bon": State.DRAFT}


def test_nothing_imported_is_a_refusal(browser, world):
    page = send(browser("manufacturer"), ARRAY([{}, {}]))
    assert page.status == 422
    assert states(world) == {}


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"[1,",
        b"[1, 2]",
        b'[{}], "other": [',
        b"not json",
        json.dumps(declaration()).encode(),
        json.dumps(declaration(), indent=1).encode(),
        b'{\n{"a": 1,\n{"b":',
    ],
)
def test_one_declaration_is_not_several(sent):
    assert declarations_in(sent) is None


def test_a_line_that_says_a_thing_twice_is_told_apart():
    first, second = declarations_in(b'{"a": 1}\n{"b": 1, "b": 2}')
    assert first == {"a": 1}
    assert "apparaît deux fois" in str(second)


class TestDeposit:
    def choose(self, client, *dossiers):
        form = client.get("/constructeur/dossiers").form("dossier")
        return client.submit(form, dossier=[one.reference for one in dossiers])

    def test_each_version_is_received_on_its_own(self, browser, world):
        """Test 39: one dossier, one receipt and one set of days a version."""
        drafts = [world.draft(tvv=code) for code in ("V1", "V2", "V3")]
        client = browser("manufacturer")
        page = self.choose(client, *drafts[:2])
        assert page.title == "Déposer plusieurs dossiers", page.main
        page = client.submit(page.form("seen"))
        assert page.title == "Dossiers déposés", page.main
        assert states(world) == {
            "V1": State.SUBMITTED,
            "V2": State.SUBMITTED,
            "V3": State.DRAFT,
        }
        for draft in drafts[:2]:
            link = page.links()[f"Accusé de réception de {draft.reference}"]
            assert client.get(link).title == "Accusé de réception"

    def test_what_cannot_be_deposited_holds_no_other_back(self, browser, world):
        unfinished = declaration(tvv="V2")
        del unfinished["battery_sites"]
        drafts = [world.draft(tvv="V1"), world.draft(content=unfinished)]
        client = browser("manufacturer")
        page = self.choose(client, *drafts)
        assert "La déclaration est à corriger." in page.main
        client.submit(page.form("seen"))
        assert states(world) == {"V1": State.SUBMITTED, "V2": State.DRAFT}

    def test_a_draft_changed_since_the_page_is_not_deposited(self, browser, world):
        drafts = [world.draft(tvv="V1"), world.draft(tvv="V2")]
        client = browser("manufacturer")
        page = self.choose(client, *drafts)
        version = {**drafts[0].content["version"], "brand": "Autre"}
        record_version(
            drafts[0].reference,
            version,
            revision=1,
            by=world.actor("manufacturer"),
            clock=world.clock,
        )
        page = client.submit(page.form("seen"))
        assert "a changé depuis l’affichage" in page.main
        assert states(world) == {"V1": State.DRAFT, "V2": State.SUBMITTED}

    def test_nothing_of_another_company_is_shown_or_deposited(self, browser, world):
        other = world.draft(who="rival", tvv="Rival1")
        client = browser("manufacturer")
        assert client.get(f"/constructeur/dossiers/deposer?dossier={other.reference}").status == 404
        form = client.get("/constructeur/dossiers/deposer?dossier=")
        assert form.status == 404
        world.draft(tvv="V1")
        mine = client.get("/constructeur/dossiers/deposer")
        assert "Choisissez d’abord des brouillons" in mine.main
        assert world.dossier(other.reference, "rival").state == State.DRAFT
