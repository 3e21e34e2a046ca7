"""The reasons of a silent refusal: asked for by the company, given by the authority."""

from app.domain.procedure import Action
from app.services.reasons import give_reasons, request_reasons
from tests.services.stories import Story
from tests.web.silence import COMPLETE, SILENCE, address, certificate, says


def ask(story, when):
    request_reasons(story.reference, **story.on(when).by("manufacturer"))


def test_the_company_asks_from_the_certificate(browser, world):
    story = Story(world).tell(*SILENCE)
    client = browser("manufacturer")
    page = client.get(address(story, "manufacturer"))
    page = client.get(page.links()["Demander les motifs du rejet implicite"])
    says(page, "au plus tard le 3 août 2026 (date indicative)")
    page = client.submit(page.form("seen"))
    says(
        page,
        "La demande de motifs est transmise aux ministres.",
        "Motifs demandés le5 juin 2026",
        "Motifs dus au plus tard le 5 juillet 2026",
        "est prorogé par la demande de motifs",
        "Les motifs n’ont pas encore été communiqués.",
    )
    assert story.dossier.events[-1].action == Action.REQUEST_REASONS


def test_the_day_after_the_last_day_the_page_says_why_not(browser, world):
    story = Story(world).tell(*SILENCE)
    story.on("2026-08-03T23:50")
    client = browser("manufacturer")
    page = client.get(address(story, "manufacturer", "motifs"))
    story.on("2026-08-04T00:05")
    refused = client.submit(page.form("seen"))
    assert refused.status == 409
    says(refused, "s’est achevé le 3 août 2026 (date indicative")
    assert story.dossier.events[-1].action == Action.REFUSE_BY_SILENCE
    page = client.get(address(story, "manufacturer"))
    assert "Demander les motifs du rejet implicite" not in page.links()


def test_the_authority_sees_the_request_and_gives_the_reasons(browser, world):
    story = Story(world).tell(*SILENCE)
    ask(story, "2026-06-10")
    client = browser("authority")
    page = client.get("/ministeres/propositions")
    says(page, "Motifs demandés", "dernier jour : 10 juillet 2026", "dans 30 jours")
    page = client.get(address(story, "authority", "motifs"))
    page = client.submit(page.form("reasons"), reasons="Les masses ne sont pas prouvées.")
    says(page, "Les motifs sont communiqués au constructeur.")
    assert "Motifs demandés" not in client.get("/ministeres/propositions").main
    page = browser("manufacturer").get(address(story, "manufacturer"))
    # 10 June and two months, and a day.
    says(
        page,
        "Motifs communiqués le 10 juin 2026",
        "Les masses ne sont pas prouvées.",
        "jusqu’au 11 août 2026 (date indicative",
        "à compter du jour où les motifs ont été communiqués",
    )


def test_the_authority_records_a_letter_on_paper(browser, world):
    """T-14: the day of the letter, not that of its record."""
    story = Story(world).tell(*SILENCE)
    ask(story, "2026-06-10")
    story.on("2026-07-20")
    client = browser("authority")
    form = client.get(address(story, "authority", "motifs")).form("reasons")
    assert form.values["given_on"] == [""]
    said = {"reasons": "Les masses ne sont pas prouvées."}
    page = client.submit(form, given_on="09/06/2026", **said)
    assert page.status == 422
    says(page, "avant d’être demandés, le 10 juin 2026")
    page = client.submit(page.form("reasons"), given_on="21/07/2026")
    says(page, "encore à venir")
    page = client.submit(page.form("reasons"), given_on="10/07/2026")
    says(page, "Les motifs sont enregistrés, communiqués le 10 juillet 2026.")
    says(
        browser("manufacturer").get(address(story, "manufacturer")),
        "Motifs communiqués le 10 juillet 2026",
        "Les masses ne sont pas prouvées.",
        "jusqu’au 11 septembre 2026 (date indicative",
    )


def test_blank_reasons_are_refused_beside_their_field(browser, world):
    story = Story(world).tell(*SILENCE)
    ask(story, "2026-06-10")
    client = browser("authority")
    page = client.get(address(story, "authority", "motifs"))
    page = client.submit(page.form("reasons"), reasons="  ")
    assert page.status == 422
    says(page, "Indiquez les motifs.")


def test_a_month_without_reasons_is_said_plainly(browser, world):
    story = Story(world).tell(*SILENCE)
    ask(story, "2026-06-10")
    story.on("2026-07-11").tick()
    sentence = (
        "Le délai pour communiquer les motifs s’est achevé le 10 juillet 2026 sans qu’ils"
        " l’aient été."
    )
    says(certificate(browser, story), sentence)
    page = browser("authority").get("/ministeres/propositions")
    says(page, "dépassé de 1 jour")


def test_reasons_given_late_are_said_late(browser, world):
    story = Story(world).tell(*SILENCE)
    ask(story, "2026-06-10")
    give_reasons(story.reference, "Tard.", **story.on("2026-07-15").by("authority"))
    says(
        certificate(browser, story),
        "Motifs communiqués le 15 juillet 2026, après le dernier jour",
    )


def test_there_is_nothing_to_ask_about_a_dossier_that_an_order_refused(browser, world):
    story = Story(world).tell(*COMPLETE, ("refuse_by_order", "2026-04-20"))
    page = browser("manufacturer").get(address(story, "manufacturer", "motifs"))
    says(page, "n’est pas rejeté par silence", "il n’y a pas de motifs à demander")
    assert page.links()["Revenir au dossier"]
