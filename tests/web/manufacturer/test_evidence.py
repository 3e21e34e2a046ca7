"""Evidence, site by site: attached, refused, removed, downloaded, supplied."""

import io
import json

import pytest

from app.domain.procedure import State
from app.queries.filed import supports_of
from tests.gateways import samples
from tests.web.manufacturer.test_refusals import beside, forget_sending


def sent(content, name):
    return (io.BytesIO(content), name)


def place(dossier, requirement="site_attestation", site="line:L1"):
    return (
        f"/constructeur/dossiers/{dossier.reference}/pieces/ajouter?piece={requirement}&site={site}"
    )


def names(world, dossier):
    return [
        one.document.filename
        for one in supports_of(world.dossier(dossier.reference, "manufacturer"))
    ]


def test_the_matrix_says_what_is_present_and_missing(browser, world):
    """Reading S-16; the order of 7 October 2023, articles 9 and 10."""
    draft = world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    page = browser("manufacturer").get(f"/constructeur/dossiers/{draft.reference}/pieces")
    assert page.main.count("manquante") == 5
    assert page.main.count("présente") == 1
    assert "piece.pdf" in page.links()
    assert "non analysée par un antivirus" in page.main


def test_a_refused_file_is_named_beside_the_field_and_the_others_are_kept(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    page = client.submit(
        client.get(place(draft)).form("files"),
        files={
            "files": [
                sent(samples.pdf(), "bonne.pdf"),
                sent(samples.xlsx(), "fausse.pdf"),
                sent(b"", "vide.pdf"),
                sent(b"x" * 1_000_001, "grosse.csv"),
            ]
        },
    )
    forget_sending(page)
    assert page.status == 422
    refused = beside(page, "files")
    assert [text.split(" : ")[0] for text in refused] == [
        "« fausse.pdf »",
        "« vide.pdf »",
        "« grosse.csv »",
    ]
    assert "Formats acceptés : PDF, XLSX, ODS, CSV, PNG et JPEG." in refused[0]
    assert "« bonne.pdf » : pièce jointe." in page.text
    assert names(world, draft) == ["bonne.pdf"]


def test_a_form_without_file_is_refused_beside_the_field(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    page = client.submit(client.get(place(draft)).form("files"))
    assert (page.status, beside(page, "files")) == (422, ["Choisissez un fichier au moins."])


def test_a_sending_too_large_for_the_portal_is_refused_in_words(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    page = client.submit(
        client.get(place(draft)).form("files"),
        files={"files": sent(b"x" * 7_100_000, "enorme.csv")},
    )
    forget_sending(page)
    assert page.status == 413
    assert "dépasse la taille acceptée" in page.main
    assert names(world, draft) == []


@pytest.mark.parametrize(
    ("requirement", "site"), [("site_attestation", "line:L9"), ("unknown", "line:L1"), ("x", "")]
)
def test_a_cell_that_does_not_exist_is_not_found(browser, world, requirement, site):
    assert browser("manufacturer").get(place(world.draft(), requirement, site)).status == 404


def test_a_document_is_taken_off_a_draft(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    page = client.get(f"/constructeur/dossiers/{draft.reference}/pieces")
    page = client.submit(page.form("document"))
    assert "La pièce « piece.pdf » est retirée du brouillon." in page.text
    assert names(world, draft) == []


def test_a_document_of_a_filed_dossier_is_not_taken_off(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    form = client.get(f"/constructeur/dossiers/{draft.reference}/pieces").form("document")
    check = f"/constructeur/dossiers/{draft.reference}/verification"
    client.submit(client.get(check).form("seen"))
    page = client.submit(form)
    assert page.status == 403
    assert "Une pièce déposée ne se retire plus." in page.main
    assert names(world, draft) == ["piece.pdf"]


def test_the_documents_of_a_site_that_left_the_declaration_are_taken_off(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    content = dict(world.dossier(draft.reference, "manufacturer").content)
    content["manufacturing_lines"] = [content["manufacturing_lines"][0] | {"id": "L2"}]
    page = client.get(f"/constructeur/dossiers/{draft.reference}/importer")
    assert "Les pièces d’un site que l’import change ou supprime sont retirées." in page.main
    client.submit(page.form("text"), text=json.dumps(content))
    assert names(world, draft) == []


def test_a_document_is_downloaded_and_never_shown_inside_the_portal(browser, world):
    """RFC 6266 for its name; a sandbox for what it may do."""
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "site_attestation", "line:L1", filename="Arrêté n° 1.pdf")
    page = client.get(f"/constructeur/dossiers/{draft.reference}/pieces")
    with client.client.get(page.links()["Arrêté n° 1.pdf"]) as answer:
        assert answer.status_code == 200
        assert answer.data == samples.pdf()
        headers = answer.headers
    assert headers["Content-Type"] == "application/pdf"
    assert headers["Content-Disposition"].startswith("attachment;")
    assert "filename*=UTF-8''Arr%C3%AAt%C3%A9%20n%C2%B0%201.pdf" in headers["Content-Disposition"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["Content-Length"] == str(len(samples.pdf()))


def test_a_table_is_downloaded_with_its_exact_type(browser, world):
    client, draft = browser("manufacturer"), world.draft()
    world.attach(draft, "materials", "version", content=b"a;b\n1;2\n", filename="m.csv")
    page = client.get(f"/constructeur/dossiers/{draft.reference}/pieces")
    with client.client.get(page.links()["m.csv"]) as answer:
        assert answer.headers["Content-Type"] == "text/csv"


def test_a_document_may_be_added_to_a_filed_dossier(browser, world):
    """Transition 19: it moves no period."""
    client, dossier = browser("manufacturer"), world.submitted()
    page = client.submit(
        client.get(place(dossier)).form("files"), files={"files": sent(samples.pdf(), "a.pdf")}
    )
    assert page.title == f"Dossier {dossier.reference}"
    assert names(world, dossier) == ["a.pdf"]


def test_a_document_is_not_added_once_the_ministers_have_the_dossier(browser, world):
    client, dossier = browser("manufacturer"), world.proposed()
    page = client.submit(
        client.get(place(dossier)).form("files"), files={"files": sent(samples.pdf(), "a.pdf")}
    )
    assert page.status == 409
    assert "L’état actuel du dossier ne permet pas cet acte." in page.main
    assert names(world, dossier) == []


class TestSupply:
    """What the agency asked for is supplied item by item."""

    def page(self, client, dossier):
        return client.get(f"/constructeur/dossiers/{dossier.reference}/complements")

    def fields(self, page, name):
        return [key for key in page.form("seen").values if key.startswith(name)]

    def test_a_part_of_the_items_may_be_supplied(self, browser, world):
        client, dossier = browser("manufacturer"), world.awaiting("Une chose", "Une autre")
        page = self.page(client, dossier)
        first = self.fields(page, "answer-")[0]
        page = client.submit(page.form("seen"), **{first: "La voici."})
        assert "Il reste des pièces à fournir." in page.text
        assert world.dossier(dossier.reference).state == State.AWAITING_DOCUMENTS

    def test_the_last_item_makes_the_dossier_complete(self, browser, world):
        """Reading T-4: complete on the day the last requested document is received."""
        dossier = world.awaiting("Une chose")
        world.days_pass(3)
        client = browser("manufacturer")
        page = self.page(client, dossier)
        field = self.fields(page, "files-")[0]
        page = client.submit(page.form("seen"), files={field: [sent(samples.pdf(), "a.pdf")]})
        assert "Ce que vous avez envoyé est reçu." in page.text
        fresh = world.dossier(dossier.reference)
        assert (fresh.state, fresh.complete_on) == (State.COMPLETE, world.clock.today())
        assert names(world, dossier) == ["a.pdf"]

    def test_a_good_file_is_not_sent_again_when_another_is_refused(self, browser, world):
        client, dossier = browser("manufacturer"), world.awaiting("Une chose")
        page = self.page(client, dossier)
        files, answer = self.fields(page, "files-")[0], self.fields(page, "answer-")[0]
        both = [sent(samples.pdf(), "bonne.pdf"), sent(b"", "vide.pdf")]
        page = client.submit(page.form("seen"), files={files: both}, **{answer: "Voici."})
        assert page.status == 422
        assert beside(page, files)[0].startswith("« vide.pdf » :")
        assert "Déjà reçu, sera joint à l’envoi : bonne.pdf." in page.main
        assert page.form("seen").values[answer] == ["Voici."]
        assert names(world, dossier) == []
        client.submit(page.form("seen"))
        assert names(world, dossier) == ["bonne.pdf"]

    def test_a_note_of_files_that_was_altered_brings_nothing(self, browser, world):
        client, dossier = browser("manufacturer"), world.awaiting("Une chose")
        page = self.page(client, dossier)
        kept = self.fields(page, "kept-")[0]
        page = client.submit(page.form("seen"), **{kept: "W10.forged"})
        assert page.status == 422
        assert "Joignez un fichier ou une réponse à une pièce au moins." in page.main

    def test_a_stale_page_keeps_what_was_sent(self, browser, world):
        client, dossier = browser("manufacturer"), world.awaiting("Une chose", "Une autre")
        mine = self.page(client, dossier)
        first, second = self.fields(mine, "answer-")
        theirs = self.page(client, dossier)
        client.submit(theirs.form("seen"), **{second: "Du collègue."})
        files = self.fields(mine, "files-")[0]
        page = client.submit(
            mine.form("seen"), files={files: sent(samples.pdf(), "a.pdf")}, **{first: "La mienne."}
        )
        assert page.status == 409
        assert "Vous avez déjà agi sur le dossier" in page.main
        assert "Anne Martin a agi" not in page.main
        assert page.form("seen").values[first] == ["La mienne."]
        page = client.submit(page.form("seen"))
        assert "Ce que vous avez envoyé est reçu." in page.text
        assert names(world, dossier) == ["a.pdf"]

    def test_a_withdrawn_dossier_takes_nothing(self, browser, world):
        client, dossier = browser("manufacturer"), world.awaiting("Une chose")
        page = self.page(client, dossier)
        answer = self.fields(page, "answer-")[0]
        retreat = f"/constructeur/dossiers/{dossier.reference}/retrait"
        client.submit(client.get(retreat).form("seen"))
        page = client.submit(page.form("seen"), **{answer: "La voici."})
        assert page.status == 409
        assert page.form("seen").values[answer] == ["La voici."]
