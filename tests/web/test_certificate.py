"""The certificate of a silent refusal, as each audience sees it."""

from datetime import date

import pytest
from sqlalchemy import select

from app.domain.procedure import Action
from app.extensions import db
from app.models.journal import JournalEntry
from app.services.reasons import give_reasons, request_reasons
from tests.services.stories import Story, messages
from tests.web.changes import reported
from tests.web.silence import AUDIENCES, COMPLETE, SILENCE, address, certificate, rows, says


@pytest.mark.parametrize("who", AUDIENCES)
def test_the_certificate_says_what_was_refused_when_and_how_to_check(browser, world, who):
    """R16 of the lessons: observed three days later, born on its day all the same."""
    story = Story(world).tell(*SILENCE)
    page = certificate(browser, story, who)
    assert page.status == 200
    says(
        page,
        story.reference,
        "Constructeur A",
        "code CAS001",
        "L’inscription de la version sur la liste",
        "Dossier reçu le2 mars 2026",
        "Dossier complet le2 mars 2026",
        "Dernier jour laissé aux ministres2 juin 2026",
        "au terme du 2 juin 2026, soit le 3 juin à 0 h 00, heure de Paris",
        "Constaté par le portail le5 juin 2026 à 10 h 00 (heure de Paris)",
        "3 mois à compter du 2 mars 2026",
        "R. 251-1-B",
        "rédaction applicable depuis le 10 octobre 2023",
        "Une décision implicite n’a pas de motifs",
        "L. 232-4",
        # 2 August is a Sunday, and one day more a Monday: nothing is moved.
        "jusqu’au 3 août 2026 (date indicative : 2 mois à compter de la décision, plus un jour).",
    )
    event = story.dossier.events[-1]
    entry = db.session.scalars(select(JournalEntry).where(JournalEntry.event_id == event.id)).one()
    says(
        page,
        f"l’événement n° {event.sequence} de l’historique",
        event.digest,
        event.previous_digest,
        entry.digest,
        f"/api/v1/journal/{entry.position}",
    )
    for word in ("RÉVOQUÉ", "REMPLACÉ"):
        assert word not in page.main


@pytest.mark.parametrize(
    ("complete_on", "born", "court", "moved"),
    [
        pytest.param("2026-03-31", "30 juin 2026", "31 août 2026", "", id="R22"),
        pytest.param(
            "2026-06-13",
            "13 septembre 2026",
            "16 novembre 2026",
            ", soit le 14 novembre 2026, un samedi, reporté au lundi 16 novembre 2026",
            id="R23",
        ),
        pytest.param("2026-09-30", "30 décembre 2026", "1er mars 2027", "", id="R24"),
        pytest.param(
            # 13 July and a day: the national day, a Tuesday.
            "2026-02-13",
            "13 mai 2026",
            "15 juillet 2026",
            ", soit le 14 juillet 2026, un jour férié (Fête nationale), reporté au mercredi 15"
            " juillet 2026",
            id="a public holiday",
        ),
    ],
)
def test_the_certificate_shows_the_indicative_day_of_the_court(
    browser, world, complete_on, born, court, moved
):
    """T-13: two months, one more day, then the next working day, each named."""
    day = date.fromisoformat(complete_on)
    story = Story(world).tell(("receive", complete_on), ("confirm", complete_on))
    story.on(day.replace(year=day.year + 1).isoformat()).tick()
    says(
        certificate(browser, story),
        f"Dernier jour laissé aux ministres{born}",
        f"jusqu’au {court} (date indicative : 2 mois à compter de la décision, plus un jour"
        f"{moved}).",
    )


def test_a_birth_at_the_turn_of_the_year_names_both_years(browser, world):
    """A derogation complete on 31 May: seven months, the last day of the year."""
    story = Story(world).tell(("receive", "2026-05-28"), ("confirm", "2026-05-28"))
    story.tell(("refuse_by_order", "2026-05-29"), ("derogate", "2026-05-31"))
    story.tell(("confirm", "2026-06-05"), ("tick", "2027-01-04"))
    says(
        certificate(browser, story),
        "au terme du 31 décembre 2026, soit le 1er janvier 2027 à 0 h 00, heure de Paris",
    )


def test_an_order_of_the_last_hour_leaves_no_silent_refusal(browser, world):
    """R15 of the lessons: in time at 23:59:59."""
    story = Story(world).tell(*COMPLETE, ("propose", "2026-05-02"))
    story.tell(("list_by_order", "2026-06-02T23:59:59"))
    story.on("2026-06-05").tick()
    assert certificate(browser, story).status == 404


def test_an_order_of_the_first_hour_after_replaces_it(browser, world):
    """R15 of the lessons, transition 16: born already at 00:00:00."""
    story = Story(world).tell(*COMPLETE, ("propose", "2026-05-02"))
    story.tell(("list_by_order", "2026-06-03T00:00:00"))
    page = certificate(browser, story)
    says(
        page,
        "REMPLACÉ par un arrêté",
        "L’arrêté ENER2600001A, publié au Journal officiel le 3 juin 2026",
        "après la fin du 2 juin 2026, remplace ce rejet à compter du 4 juin 2026",
        "inscription par arrêté après un rejet implicite",
    )
    assert "date indicative" not in page.main
    assert "RÉVOQUÉ" not in page.main


def test_an_express_refusal_replaces_it_too(browser, world):
    """Transition 13."""
    story = Story(world).tell(*SILENCE, ("refuse_by_order", "2026-06-20"))
    says(
        certificate(browser, story),
        "REMPLACÉ par un arrêté",
        "refus par arrêté après un rejet implicite",
        "Ce rejet n’a plus d’effet propre : c’est l’arrêté ENER2600001A qui décide.",
    )
    assert "peut les demander" not in certificate(browser, story).main


@pytest.mark.parametrize("who", AUDIENCES)
def test_a_silent_refusal_that_was_never_born_is_shown_revoked(browser, world, who):
    """Transition 17, lesson 12: a revoked certificate says so where it is read."""
    story = Story(world).tell(*COMPLETE, ("propose", "2026-05-20"))
    story.tell(("prepare", "2026-06-01"), ("tick", "2026-06-05"))
    story.tell(("publish", "2026-06-08", "2026-06-02"))
    assert story.dossier.events[-1].action == Action.LIST_IN_TIME
    page = certificate(browser, story, who)
    says(
        page,
        "RÉVOQUÉ : ce rejet n’est jamais né",
        "L’arrêté ENER2600001A a été publié au Journal officiel le 2 juin 2026",
        "au plus tard le dernier jour laissé aux ministres (2 juin 2026)",
        "Il n’a été enregistré que le 8 juin 2026 à 10 h 00 (heure de Paris)",
        "ce certificat ne vaut plus",
        "c’est l’arrêté ENER2600001A qui décide (inscription par un arrêté publié",
        "qui serait né au terme du 2 juin 2026, soit le 3 juin à 0 h 00, heure de Paris",
    )
    # Nothing of what a refusal that stands lets one do, nor of what was asked.
    for word in ("recours", "motifs", "tribunal", "date indicative", "Délai appliqué", "Empreinte"):
        assert word not in page.main, word


def test_a_dossier_that_silence_did_not_refuse_has_no_certificate(browser, world):
    story = Story(world).tell(*COMPLETE)
    draft = world.draft(tvv="AUTRE")
    client = browser("manufacturer")
    assert client.get(address(story, "manufacturer")).status == 404
    assert client.get(f"/constructeur/dossiers/{draft.reference}/rejet-implicite").status == 404


@pytest.mark.parametrize("who", AUDIENCES)
def test_no_two_links_of_the_certificate_run_together(browser, world, who):
    page = certificate(browser, Story(world).tell(*SILENCE), who)
    (main,) = page.tree.iter("main")
    for paragraph in main.iter("p"):
        assert len(list(paragraph.iter("a"))) <= 1
    assert "Revenir au dossier" in page.links()


def test_another_company_sees_no_certificate(browser, world):
    story = Story(world).tell(*SILENCE)
    assert certificate(browser, story, "manufacturer").status == 200
    for page in ("rejet-implicite", "motifs"):
        assert browser("rival").get(address(story, "manufacturer", page)).status == 404


def test_the_certificate_is_linked_from_each_dossier_page_and_the_letter(browser, world):
    story = Story(world).tell(*SILENCE)
    for who, section in AUDIENCES.items():
        page = browser(who).get(f"/{section}/dossiers/{story.reference}")
        assert page.links()["Certificat de rejet implicite"] == address(story, who)
    (letter,) = messages("silence/")
    assert address(story, "manufacturer") in letter.body


def test_reading_these_pages_writes_nothing(browser, world):
    """A silence that is due, but not observed, waits for an act or for the scheduler."""
    story, due = Story(world).tell(*SILENCE), Story(world, tvv="CAS002").tell(*COMPLETE)
    clients = {who: browser(who) for who in AUDIENCES}
    before = rows()
    for who, client in clients.items():
        assert client.get(address(story, who)).status == 200
        assert client.get(address(due, who)).status == 404
    assert clients["manufacturer"].get(address(story, "manufacturer", "motifs")).status == 200
    assert clients["authority"].get(address(story, "authority", "motifs")).status == 200
    for page in ("propositions", "signalements", "versions?code=CAS001"):
        assert clients["authority"].get(f"/ministeres/{page}").status == 200
    for page in ("signalements/nouveau", f"dossiers/{story.reference}/justificatifs"):
        assert clients["reviewer"].get(f"/instruction/{page}").status == 200
    assert (
        clients["manufacturer"].get(address(story, "manufacturer", "justificatifs")).status == 200
    )
    assert rows() == before


class TestChange:
    """The silence of the ministers on a change that was reported (P-28, reading T-9)."""

    @pytest.fixture
    def silent(self, world):
        """Informed on 4 March 2026: silence at the end of 4 June."""
        world.listed(tvv="V1")
        world.days_pass(2)
        report = reported(world)
        story = Story(world, tvv="V1")
        story.reference = report.reference
        story.on("2026-06-06").tick()
        return story

    def test_the_certificate_says_that_the_version_stays_on_the_list(self, browser, silent):
        page = certificate(browser, silent)
        says(
            page,
            "Le maintien de la version sur la liste, après la modification signalée",
            "La version reste sur la liste, avec une mention",
            "Signalement reçu le4 mars 2026",
            "Dernier jour laissé aux ministres4 juin 2026",
            "au terme du 4 juin 2026, soit le 5 juin à 0 h 00, heure de Paris",
            # 4 August and a day.
            "jusqu’au 5 août 2026 (date indicative",
        )
        assert "dérogation" not in page.main
        assert "Dossier complet le" not in page.main

    def test_its_reasons_are_asked_for_and_given(self, browser, silent):
        request_reasons(silent.reference, **silent.on("2026-06-10").by("manufacturer"))
        give_reasons(silent.reference, "Avis réservé.", **silent.on("2026-07-10").by("authority"))
        assert ("reasons", "met") in silent.outcomes()
        says(
            certificate(browser, silent),
            "Avis réservé.",
            "jusqu’au 11 septembre 2026 (date indicative",
        )

    @pytest.mark.parametrize(
        ("published_on", "said"),
        [
            pytest.param("2026-06-04", "RÉVOQUÉ : ce rejet n’est jamais né", id="on the last day"),
            pytest.param("2026-06-05", "REMPLACÉ par un arrêté", id="the day after"),
        ],
    )
    def test_an_order_that_keeps_the_version_revokes_or_replaces_it(
        self, browser, silent, published_on, said
    ):
        silent.on("2026-06-10").prepare("keep")
        silent.publish(published_on)
        page = certificate(browser, silent, "authority")
        says(page, said, "maintien sur la liste par arrêté")
        assert "date indicative" not in page.main
