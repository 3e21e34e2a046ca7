"""What the law wants said in each message, and who reads it."""

from datetime import date

import pytest

from app.domain.french import day_in_words
from app.services.accounts import create_account, disable_account
from app.services.lapse import record_due_effects
from tests.builders import PASSWORD
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def letter(key):
    """The only message of that key, on one line."""
    (message,) = messages(key)
    return " ".join(message.body.split())


def says(text, *mentions):
    missing = [mention for mention in mentions if mention not in text]
    assert missing == [], text


def test_the_receipt_has_its_mandatory_mentions(world):
    """CRPA R. 112-5; reading T-15: service, days, silence, remedies."""
    Story(world).tell(("receive", "2026-03-31"))
    says(
        letter("receipt/"),
        "L’ADEME, service chargé du dossier",
        "a reçu votre demande le 31 mars 2026",
        "jusqu’au 30 avril 2026 inclus",
        # Three months from 31 March, and from 30 April.
        "vaut rejet à la fin du 30 juin 2026",
        "vaut rejet à la fin du 30 juillet 2026",
        "R. 251-1-B",
        "demander les motifs",
        "L. 232-4",
        "tribunal administratif dans les 2 mois du rejet",
        "R. 421-1, R. 421-2, R. 421-5 et R. 421-7",
        "dossier de dérogation",
    )


@pytest.mark.parametrize(
    ("address", "phone", "told"),
    [
        pytest.param(None, None, [], id="nothing given yet"),
        pytest.param(
            "1 rue de l’Essai, 49000 Angers",
            None,
            ["- adresse postale : 1 rue de l’Essai, 49000 Angers ;"],
            id="an address",
        ),
        pytest.param(
            "1 rue de l’Essai, 49000 Angers",
            "01 00 00 00 00",
            [
                "- adresse postale : 1 rue de l’Essai, 49000 Angers ;",
                "- téléphone : 01 00 00 00 00 ;",
            ],
            id="both",
        ),
    ],
)
def test_the_receipt_says_how_to_reach_the_service(world, monkeypatch, address, phone, told):
    """CRPA R. 112-5: address and telephone; what the deployment did not give is not left blank."""
    monkeypatch.setitem(world.app.config, "SERVICE_ADDRESS", address)
    monkeypatch.setitem(world.app.config, "SERVICE_PHONE", phone)
    Story(world).tell(("receive", "2026-03-31"))
    (message,) = messages("receipt/")
    lines = message.body.splitlines()
    first = lines.index("Pour joindre ce service") + 1
    portal = "- sur le portail : http://127.0.0.1:8000/contact."
    assert lines[first : first + len(told) + 2] == [*told, portal, ""]
    assert "None" not in message.body


def test_the_receipt_of_a_company_abroad_counts_its_own_months(world):
    """CJA R. 421-7: two months more from abroad."""
    Story(world, who="rival").tell(("receive", "2026-03-31"))
    says(letter("receipt/"), "tribunal administratif dans les 4 mois du rejet")


def test_a_request_says_what_is_asked_and_by_when(world):
    """CRPA L. 114-5."""
    Story(world).tell(("receive", "2026-03-02"), ("request", "2026-03-10", "Pièce A", "Pièce B"))
    says(
        letter("request/"),
        "- Pièce A - Pièce B",
        "au plus tard le 10 mars 2026",
        "Votre dossier sera complet le jour où la dernière pièce demandée sera reçue",
    )


def test_a_late_request_says_that_it_moves_nothing(world):
    """P-15."""
    Story(world).tell(("receive", "2026-03-02"), ("request", "2026-04-03"))
    says(letter("request/"), "Cette demande ne déplace aucun délai")


def test_completeness_says_the_days_that_follow(world):
    """P-14, P-16, P-18."""
    Story(world).tell(*COMPLETE)
    says(
        letter("complete/"),
        "complet depuis le 2 mars 2026",
        "au plus tard le 2 mai 2026",
        "à la fin du 2 juin 2026, la demande est rejetée",
    )


def test_deemed_completeness_is_told_with_its_days(world):
    """P-15: nobody asked anything; the manufacturer learns that the periods run."""
    story = Story(world).tell(("receive", "2026-03-31"))
    record_due_effects(clock=story.on("2026-05-01").clock)
    says(
        letter("complete/"),
        "réputé complet depuis le 30 avril 2026",
        "au plus tard le 30 juin 2026",
        "à la fin du 30 juillet 2026, la demande est rejetée",
    )


def test_a_proposal_is_told_as_no_decision(world):
    """P-16, P-18."""
    Story(world).tell(*COMPLETE, ("propose", "2026-04-01"))
    text = letter("proposal/")
    says(text, "aux ministres le 1er avril 2026", "pas une décision", "la fin du 2 juin 2026")
    assert "demeure" not in text


def test_a_proposal_after_the_silence_says_that_the_refusal_stands(world):
    """Reading T-8."""
    Story(world).tell(*COMPLETE, ("propose", "2026-06-20"))
    text = letter("proposal/")
    says(text, "vaut rejet depuis la fin du 2 juin 2026", "ce rejet demeure")
    assert "vaut rejet à la fin" not in text


@pytest.mark.parametrize(
    ("who", "court"),
    [
        # 2 August 2026 and one day; 2 October 2026 and one day is a Saturday.
        pytest.param("manufacturer", "3 août 2026", id="in France"),
        pytest.param("rival", "5 octobre 2026", id="abroad, two months more"),
    ],
)
def test_the_silent_refusal_has_its_mandatory_mentions(world, who, court):
    """R. 251-1-B; CRPA L. 232-4; CJA R. 421-1 to R. 421-7; reading T-13."""
    Story(world, who=who).tell(*COMPLETE, ("tick", "2026-06-05"))
    says(
        letter("silence/"),
        "Leur silence vaut rejet de votre demande depuis la fin du 2 juin 2026",
        "R. 251-1-B",
        "constaté par le portail le 5 juin 2026",
        "demander les motifs : l’administration a 1 mois pour répondre",
        "L. 232-4",
        f"tribunal administratif jusqu’au {court} (date indicative",
        "dossier de dérogation",
        "Un arrêté ultérieur peut encore inscrire votre version",
    )


def test_an_express_refusal_has_its_mandatory_mentions(world):
    """CRPA L. 211-2; CJA R. 421-5; reading T-13: 20 June and one day is a Sunday."""
    Story(world).tell(*COMPLETE, ("refuse_by_order", "2026-04-20"))
    says(
        letter("decision/"),
        "L’arrêté ENER2600001A, publié au Journal officiel le 20 avril 2026, refuse",
        "Motifs : Score insuffisant.",
        "tribunal administratif, jusqu’au 22 juin 2026 (date indicative",
        "R. 421-1 à R. 421-7",
        "dossier de dérogation (D. 251-1-A, II)",
    )


def test_a_listing_promises_no_aid(world):
    """Reading L-3; D. 251-1-A, III for the duty to inform."""
    Story(world).tell(*COMPLETE, ("propose", "2026-04-01"), ("list_by_order", "2026-04-20"))
    text = letter("decision/")
    says(
        text,
        "publié au Journal officiel le 20 avril 2026",
        "prend effet le 21 avril 2026",
        "n’ouvre pas à lui seul une aide",
        "Signalez sans délai",
    )
    assert "Motifs" not in text


def test_a_withdrawal_is_confirmed_as_no_refusal(world):
    """Reading T-12."""
    Story(world).tell(*COMPLETE, ("withdraw", "2026-04-01"))
    says(letter("withdrawal/"), "1er avril 2026")


def test_each_person_of_the_company_is_written_to_once(world):
    """The rival and whoever left are not."""
    for name in ("second", "gone"):
        create_account(
            world.email(name),
            name=name,
            role=world.actor("manufacturer").role,
            company="Constructeur A",
            password=PASSWORD,
            clock=world.clock,
        )
    disable_account(world.email("gone"), clock=world.clock)
    story = Story(world).tell(*COMPLETE)
    for key in ("receipt/", "complete/"):
        found = messages(key)
        assert sorted(one.to for one in found) == [
            world.email("manufacturer"),
            world.email("second"),
        ]
        assert all(story.reference in one.subject for one in found)


def test_days_are_written_the_french_way():
    assert day_in_words(date(2026, 8, 1)) == "1er août 2026"
    assert day_in_words(date(2026, 8, 11)) == "11 août 2026"
