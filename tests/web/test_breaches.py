"""The desk of fraud and breaches: who sees what, page by page."""

from datetime import timedelta

import pytest

from app.domain.breaches import BreachKind, Reporter
from app.extensions import db
from app.models.outbox import OutboxMessage
from app.queries.breaches import readings_of, reports
from app.services.breaches import Found, report_breach
from app.services.tokens import create_api_token

ACCOUNT = "Les masses déclarées sont fausses."
ZOE = Reporter(name="Zoé Lanceuse", contact="zoe@ailleurs.test")
SECTIONS = {"reviewer": "instruction", "authority": "ministeres"}


@pytest.fixture
def listed(world):
    """A version on the list since yesterday."""
    dossier = world.listed()
    world.days_pass(2)
    return dossier


def report(world, **changed):
    told = {
        "tvv": "EXEMPLE001",
        "brand": "Exemple",
        "kind": BreachKind.FRAUD,
        "account": ACCOUNT,
        "found_on": world.clock.today(),
    }
    return report_breach(
        Found(**told | changed), reporter=ZOE, by=world.actor("reviewer"), clock=world.clock
    )


def readers(made):
    return [one.read_by_name for one in readings_of(made)]


class TestDesk:
    """The agency reports; the ministries read."""

    def test_a_breach_is_reported_from_the_page_of_its_dossier(self, browser, world, listed):
        client = browser("reviewer")
        page = client.get(f"/instruction/dossiers/{listed.reference}")
        page = client.get(page.links()["Signaler une fraude ou un manquement"])
        form = page.form("account")
        assert (form.values["tvv"], form.values["brand"]) == (["EXEMPLE001"], ["Exemple"])
        page = client.submit(
            form,
            kind="fraud",
            account=ACCOUNT,
            found_on=world.clock.today().isoformat(),
            reporter_name=ZOE.name,
            reporter_contact=ZOE.contact,
        )
        assert "Le signalement est transmis aux quatre ministres." in page.main
        assert "le jour même" in page.main
        assert ZOE.name not in page.main
        (made,) = reports(world.actor("reviewer"))
        assert page.title == f"Signalement {made.reference}"
        page = client.get(f"/instruction/dossiers/{listed.reference}")
        assert "Version signalée" in page.main
        assert page.links()[made.reference] == f"/instruction/signalements/{made.reference}"

    def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(
        self, browser, world, listed
    ):
        client = browser("reviewer")
        page = client.get("/instruction/signalements/nouveau")
        page = client.submit(
            page.form("account"),
            tvv="EXEMPLE001",
            brand="Exemple",
            kind="breach",
            account=ACCOUNT,
            found_on=(world.clock.today() + timedelta(days=1)).isoformat(),
            reporter_contact=ZOE.contact,
        )
        assert page.status == 422
        assert "Le jour de la découverte est encore à venir." in page.main
        assert page.form("account").values["account"] == [ACCOUNT]
        assert page.form("account").values["reporter_contact"] == [ZOE.contact]

    def test_a_day_before_the_text_is_refused_beside_its_field(self, browser, listed):
        """D. 251-1-A: in force from 10 October 2023."""
        client = browser("reviewer")
        page = client.submit(
            client.get("/instruction/signalements/nouveau").form("account"),
            tvv="EXEMPLE001",
            brand="Exemple",
            kind="breach",
            account=ACCOUNT,
            found_on="1900-01-01",
        )
        assert page.status == 422
        assert "vérifiez le jour de la découverte" in page.main

    def test_a_version_never_listed_is_refused_in_words(self, browser, world):
        client = browser("reviewer")
        page = client.get("/instruction/signalements/nouveau")
        page = client.submit(
            page.form("account"),
            tvv="INCONNU",
            brand="Exemple",
            kind="breach",
            account=ACCOUNT,
            found_on=world.clock.today().isoformat(),
        )
        assert page.status == 409
        assert "n’a jamais été sur la liste" in page.main

    @pytest.mark.parametrize(("days", "late"), [(3, False), (4, True)])
    def test_the_lag_is_shown_and_flagged_above_the_threshold(
        self, browser, world, listed, days, late
    ):
        """« Sans délai »: three days by default."""
        report(world, found_on=world.clock.today() - timedelta(days=days))
        text = browser("authority").get("/ministeres/signalements").main.replace("\u00a0", " ")
        assert f"{days} jours après" in text
        assert ("jours après tardif" in text) == late

    def test_the_authority_reads_a_report_and_what_follows(self, browser, world, listed):
        made = report(world)
        client = browser("authority")
        page = client.get("/ministeres/signalements")
        page = client.get(page.links()[made.reference])
        assert ACCOUNT in page.main
        assert "L’arrêté fixant la liste est modifié" in page.main
        assert page.links()[listed.reference] == f"/ministeres/dossiers/{listed.reference}"
        page = client.get(f"/ministeres/dossiers/{listed.reference}")
        assert "Version signalée" in page.main


class TestReporter:
    """Whoever told the agency is read on demand, and each reading is written down."""

    @pytest.mark.parametrize("who", SECTIONS)
    def test_a_reading_is_recorded_then_shown(self, browser, world, listed, who):
        made = report(world)
        client = browser(who)
        page = client.get(f"/{SECTIONS[who]}/signalements/{made.reference}")
        assert ZOE.name not in page.html
        assert ZOE.contact not in page.html
        assert readers(made) == []
        page = client.submit(page.form("declarant"))
        assert (ZOE.name in page.main, ZOE.contact in page.main) == (True, True)
        name = world.actor(who).name
        assert readers(made) == [name]
        again = client.get(f"/{SECTIONS[who]}/signalements/{made.reference}")
        assert ZOE.name not in again.html
        assert f"Lectures enregistrées Lu par Le {name}" in again.main
        assert page.response.headers["Cache-Control"] == "private, no-store"

    def test_a_reading_asked_for_without_the_form_is_refused(self, browser, world, listed):
        made = report(world)
        client = browser("reviewer")
        where = f"/instruction/signalements/{made.reference}/declarant"
        assert client.get(where).status == 405
        assert client.client.post(where).status_code == 400
        assert readers(made) == []


class TestCompany:
    """The company concerned sees nothing of a report, nor of who told the agency."""

    PAGES = ("signalements", "signalements/nouveau", "versions")

    @pytest.mark.parametrize("who", ["manufacturer", "rival", "operator"])
    def test_the_pages_of_the_desk_are_closed_to_it(self, browser, world, listed, who):
        made = report(world)
        client = browser(who)
        for section in SECTIONS.values():
            for page in (*self.PAGES, f"signalements/{made.reference}"):
                if (section, page) != ("ministeres", "signalements/nouveau"):
                    assert client.get(f"/{section}/{page}").status == 403

    def test_none_of_its_pages_letters_or_programs_says_a_word_of_it(
        self, app, browser, world, listed
    ):
        client = browser("manufacturer")
        home = f"/constructeur/dossiers/{listed.reference}"
        pages = ("/constructeur/dossiers", home, f"{home}/accuse", f"{home}/justificatifs")
        before = [client.get(page).main for page in pages]

        def letters():
            found = db.session.query(OutboxMessage).filter_by(to=world.email("manufacturer"))
            return [(one.key, one.body) for one in found.order_by(OutboxMessage.id)]

        written = letters()
        assert written
        made = report(world)
        words = (made.reference, ACCOUNT, ZOE.name, ZOE.contact)
        read = [client.get(page) for page in pages]
        assert [page.main for page in read] == before
        told = [page.main for page in read]
        token = create_api_token("essai", by=world.actor("manufacturer"), clock=world.clock)
        program = app.test_client()
        filed = f"/api/v1/dossiers/{listed.reference}"
        for path in ("/api/v1/dossiers", filed, f"{filed}/proof"):
            answer = program.get(path, headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == 200
            told.append(answer.get_data(as_text=True))
        assert letters() == written
        told += [body for _, body in written]
        found = [word for text in told for word in words if word in text]
        assert found == []

    def test_the_public_page_of_the_version_does_not_change(self, browser, world, listed):
        client = browser()
        before = client.get("/versions?code=EXEMPLE001").html
        report(world)
        assert client.get("/versions?code=EXEMPLE001").html == before

    def test_the_operator_reads_no_more_than_the_mail_says(self, browser, world, listed):
        report(world)
        page = browser("operator").get("/exploitation/messages")
        for word in (ACCOUNT, ZOE.name, ZOE.contact):
            assert word not in page.html
