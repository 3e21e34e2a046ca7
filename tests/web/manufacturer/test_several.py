"""Several versions at once: each has its dossier and its result (INV-05, test 39)."""

import io
import json

import pytest

from app.domain.procedure import Route, State
from app.queries.dossiers import dossiers_of
from app.services.drafting import copy_draft, record_version
from app.web.manufacturer.several import declarations_in
from tests.builders import declaration
from tests.services.derogations import by, derogation, filed
from tests.web.changes import opened

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
    def test_a_deposit_sent_twice_shows_the_receipts(self, browser, world):
        drafts = [world.draft(tvv=code) for code in ("V1", "V2")]
        client = browser("manufacturer")
        form = self.choose(client, *drafts).form("seen")
        client.submit(form)
        page = client.submit(form)
        assert page.title == "Dossiers déposés"
        assert "0 dossier déposé sur 2, 2 l’étaient déjà." in page.main
        for draft in drafts:
            assert page.links()[f"Accusé de réception de {draft.reference}"]
            assert len(world.dossier(draft.reference).events) == 1

    def test_a_derogation_behind_another_dossier_says_so_before_its_deposit(self, browser, world):
        """Row 2: one dossier of a company is open for a code."""
        first = filed(world, tvv="V1")
        draft = copy_draft(first.reference, route=Route.DEROGATION, **by(world, "manufacturer"))
        client = browser("manufacturer")
        page = client.get(f"/constructeur/dossiers/deposer?dossier={draft.reference}")
        assert "ne sera pas déposé" in page.main
        assert f"un dossier en cours pour ce code : {first.reference}" in page.main
        assert not any("seen" in form.values for form in page.forms())
        check = client.get(f"/constructeur/dossiers/{draft.reference}/verification")
        assert f"un dossier en cours pour ce code : {first.reference}" in check.main
        assert check.links()[first.reference] == f"/constructeur/dossiers/{first.reference}"

    def test_a_silence_that_nobody_observed_holds_no_derogation_back(self, browser, world):
        """T-8: the deposit records it first."""
        first = derogation(world, tvv="V1")
        draft = copy_draft(first.reference, route=Route.DEROGATION, **by(world, "manufacturer"))
        world.days_pass(240)  # more than seven months
        client = browser("manufacturer")
        page = client.get(f"/constructeur/dossiers/deposer?dossier={draft.reference}")
        assert "sera déposé" in page.main
        assert "ne sera pas déposé" not in page.main
        done = client.submit(page.form("seen"))
        assert "1 dossier déposé sur 1" in done.main

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
        assert "Choisissez au moins un dossier à déposer." in mine.main
        assert world.dossier(other.reference, "rival").state == State.DRAFT

    def offered(self, page):
        """The dossiers that the list offers to deposit together."""
        boxes = [one for one in page.tree.iter("input") if one.get("name") == "dossier"]
        return {one.get("value") for one in boxes}

    def test_a_change_is_not_offered_with_the_drafts(self, browser, world):
        """P-25: a change is reported from its own page; it is no first dossier to deposit."""
        world.listed(tvv="V1")
        world.days_pass(1)
        report = opened(world)
        drafts = [world.draft(tvv=code) for code in ("V2", "V3")]
        page = browser("manufacturer").get("/constructeur/dossiers")
        assert self.offered(page) == {draft.reference for draft in drafts}
        (told,) = [row for row in rows(page) if report.reference in row]
        assert "Modification à signaler" in told
        assert "De vous : décrire ce qui change et le signaler." in told
        assert "déposer" not in told

    def test_one_draft_beside_a_change_is_not_several(self, browser, world):
        world.listed(tvv="V1")
        world.days_pass(1)
        opened(world)
        world.draft(tvv="V2")
        page = browser("manufacturer").get("/constructeur/dossiers")
        assert self.offered(page) == set()
        assert "Déposer les brouillons choisis" not in page.main
