"""Evidence about a listed version, and what the agency and the ministries see of it."""

from datetime import date, timedelta

import pytest

from app.domain.breaches import BreachKind
from app.queries.inspection import evidence_items
from app.services.breaches import Found, report_breach
from app.services.orders import PublishedRow, import_published_order

SECTIONS = {"reviewer": "instruction", "authority": "ministeres"}


@pytest.fixture
def listed(world):
    """A version on the list since yesterday."""
    dossier = world.listed()
    world.days_pass(2)
    return dossier


def report(world):
    found = Found(
        tvv="EXEMPLE001",
        brand="Exemple",
        kind=BreachKind.FRAUD,
        account="Les masses déclarées sont fausses.",
        found_on=world.clock.today(),
    )
    return report_breach(found, by=world.actor("reviewer"), clock=world.clock)


def imported(world, published_on):
    import_published_order(
        "Arrêté repris",
        [PublishedRow(brand="Ailleurs", commercial_name="Modèle X", tvv="REPRIS01")],
        published_on=published_on,
        by=world.actor("authority"),
        clock=world.clock,
    )


class TestEvidence:
    """The agency asks from the dossier; the company sees only what was asked."""

    def ask(self, browser, listed, **typed):
        client = browser("reviewer")
        page = client.get(f"/instruction/dossiers/{listed.reference}")
        page = client.get(page.links()["Demander des justificatifs"])
        return client.submit(page.form("others"), **typed)

    def test_asked_then_supplied_item_by_item(self, browser, world, listed):
        page = self.ask(
            browser,
            listed,
            items=["site_attestation@line:L1"],
            others="Relevé des volumes",
            message="Pour vérifier.",
        )
        assert "La demande de justificatifs est envoyée au constructeur." in page.main
        client = browser("manufacturer")
        assert "De vous : 2 justificatifs à fournir" in client.get(
            "/constructeur/dossiers"
        ).main.replace("\u00a0", " ")
        page = client.get(f"/constructeur/dossiers/{listed.reference}")
        assert "Pour vérifier." in page.main
        page = client.get(page.links()["Fournir les justificatifs"])
        answers = [name for name in page.form("seen").values if name.startswith("answer-")]
        assert len(answers) == 2
        page = client.submit(page.form("seen"), **{answers[1]: "1 200 véhicules."})
        assert "Il reste des justificatifs à fournir." in page.main
        page = client.get(f"/constructeur/dossiers/{listed.reference}/justificatifs")
        page = client.submit(page.form("seen"), **{answers[0]: "Voir l’attestation."})
        assert "Ce que vous avez envoyé est reçu." in page.main
        kept = [one.answer for one in evidence_items(world.dossier(listed.reference))]
        assert kept == ["Voir l’attestation.", "1 200 véhicules."]
        page = client.get(f"/constructeur/dossiers/{listed.reference}/justificatifs")
        assert "L’agence n’attend aucun justificatif" in page.main

    def test_an_answer_without_anything_is_refused(self, browser, world, listed):
        self.ask(browser, listed, others="Relevé des volumes")
        client = browser("manufacturer")
        page = client.get(f"/constructeur/dossiers/{listed.reference}/justificatifs")
        page = client.submit(page.form("seen"))
        assert page.status == 422
        assert "Joignez un fichier ou une réponse à une pièce au moins." in page.main

    def test_the_page_says_the_last_day_then_that_it_is_over(self, browser, world, listed):
        """Published on 2 March 2026: until 2 March 2028 included."""
        client = browser("reviewer")
        where = f"/instruction/dossiers/{listed.reference}/justificatifs"
        page = client.get(where)
        assert "jusqu’au 2 mars 2028 inclus" in page.main
        world.clock.move_to(world.clock.now().replace(year=2028, month=3, day=3))
        page = browser("reviewer").get(where)
        assert "s’est achevé le 2 mars 2028" in page.main
        assert "peut encore être signalé aux ministres" in page.main
        assert [form for form in page.forms() if "others" in form.values] == []

    def test_a_request_with_nothing_in_it_is_refused(self, browser, world, listed):
        page = self.ask(browser, listed)
        assert page.status == 422
        assert "Choisissez au moins une pièce à demander." in page.main


class TestVersions:
    """What the agency and the ministries see of a version of the list."""

    @pytest.mark.parametrize("who", SECTIONS)
    def test_a_version_with_its_dossier_its_window_and_its_reports(
        self, browser, world, listed, who
    ):
        made = report(world)
        page = browser(who).get(f"/{SECTIONS[who]}/versions?code=EXEMPLE001")
        text = page.main
        assert "Inscrite signalée" in text
        assert "À demander jusqu’au 2 mars 2028 inclus" in text
        assert page.links()[listed.reference].endswith(f"/dossiers/{listed.reference}")
        assert made.reference in page.links()

    def test_an_imported_version_is_asked_about_by_letter(self, browser, world):
        world.clock.move_to(world.clock.now() + timedelta(days=1))
        imported(world, date(2025, 6, 2))
        page = browser("reviewer").get("/instruction/versions?code=REPRIS01")
        assert "Aucun : inscrite par un arrêté repris du Journal officiel" in page.main
        assert "À demander par lettre jusqu’au 2 juin 2027 inclus" in page.main
        assert "Demander des justificatifs" not in page.links()
        assert "Signaler une fraude ou un manquement" in page.links()

    def test_an_unknown_code_is_said_unknown(self, browser, world):
        page = browser("authority").get("/ministeres/versions?code=INCONNU")
        assert "Aucun arrêté enregistré n’a inscrit le code INCONNU." in page.main

    def test_the_reviewer_alone_has_the_acts(self, browser, world, listed):
        page = browser("authority").get("/ministeres/versions?code=EXEMPLE001")
        assert not {"Demander des justificatifs", "Signaler une fraude ou un manquement"} & set(
            page.links()
        )
