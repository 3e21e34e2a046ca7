"""People are reminded of the last days that come: once, from stored dates, apart from any act."""

from datetime import date, timedelta

import pytest
from jinja2 import ChoiceLoader, DictLoader

from app.domain.actor import Role
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.orders import LineEffect
from app.extensions import db
from app.models.account import User
from app.services import periods
from app.services.accounts import create_account, disable_account
from app.services.completeness import Asked, request_documents
from app.services.letters.text import environment
from app.services.outbox import send_waiting
from app.services.reminders import RemindersNotWrittenError, write_reminders
from app.services.transaction import transaction
from tests.builders import PASSWORD
from tests.services.stories import Story, messages

pytestmark = pytest.mark.long

# Received 2 March: the month ends 2 April; complete the same day: 2 May and 2 June.
RECEIVED = ("receive", "2026-03-02")
COMPLETE = (RECEIVED, ("confirm", "2026-03-10"))


@pytest.fixture(autouse=True)
def one_reviewer(world):
    """The colleague has no account: one reader a role, and fewer messages to tell apart."""
    disable_account(world.email("colleague"), clock=world.clock)


def remind(story, when):
    return write_reminders(clock=story.on(when).clock)


def told(world, who):
    """The reminders of a person: the day, and the text on one line."""
    return [
        (one.key.split("/")[1], " ".join(one.body.split()))
        for one in messages("reminder/")
        if one.to == world.email(who)
    ]


def days(world, who):
    return [day for day, _text in told(world, who)]


def each_day(story, start, end):
    """Two passes a day, from a day to another."""
    day, last = date.fromisoformat(start), date.fromisoformat(end)
    while day <= last:
        for hour in ("00:10", "15:00"):
            remind(story, f"{day}T{hour}")
        day += timedelta(days=1)


def says(text, *mentions):
    assert [mention for mention in mentions if mention not in text] == [], text


def test_the_agency_is_reminded_of_its_month_twice_and_no_more(world):
    """P-14: ten days before 2 April, then three."""
    story = Story(world).tell(RECEIVED)
    each_day(story, "2026-03-02", "2026-04-12")
    assert days(world, "reviewer") == ["2026-03-23", "2026-03-30"]
    (first, _second) = told(world, "reviewer")
    says(
        first[1],
        "Le 2 avril 2026 inclus : dernier jour pour demander des pièces",
        "réputé complet ce jour-là (D. 251-1-A",
        f"Dossier {story.reference} : Exemple Modèle E, code CAS001.",
        "Ce rappel ne change aucun délai.",
    )
    assert days(world, "manufacturer") == days(world, "authority") == []


def test_the_agency_is_reminded_of_its_review_and_the_ministers_of_their_silence(world):
    """P-16: 2 May; P-18: 2 June."""
    story = Story(world).tell(*COMPLETE)
    each_day(story, "2026-04-10", "2026-06-10")
    assert days(world, "reviewer") == ["2026-04-17", "2026-04-29"]
    assert days(world, "authority") == ["2026-05-03", "2026-05-26"]
    says(
        told(world, "reviewer")[0][1],
        "Le 2 mai 2026 inclus : dernier jour pour transmettre votre proposition aux ministres",
        "(D. 251-1-A, I, cinquième alinéa)",
    )
    says(
        told(world, "authority")[0][1],
        "Le 2 juin 2026 inclus : dernier jour pour publier un arrêté",
        "le silence des ministres vaut rejet (R. 251-1-B",
    )


def test_what_is_done_is_no_longer_reminded_of(world):
    """A confirmation ends the month, a proposal the review, an order the silence."""
    story = Story(world).tell(*COMPLETE, ("propose", "2026-04-10"))
    each_day(story, "2026-03-20", "2026-05-10")
    assert days(world, "reviewer") == []
    story.tell(("list_by_order", "2026-05-11"))
    each_day(story, "2026-05-12", "2026-06-03")
    assert days(world, "authority") == ["2026-05-03"]


def test_after_a_stop_the_latest_reminder_alone_is_written(world):
    """Down from 2 March to 1 May: the fifteenth day before is not told after the third."""
    story = Story(world).tell(*COMPLETE)
    assert remind(story, "2026-05-01") == 1
    ((day, text),) = told(world, "reviewer")
    assert day == "2026-05-01"
    assert text.count("dernier jour") == 1
    each_day(story, "2026-05-01", "2026-05-04")
    assert len(told(world, "reviewer")) == 1


def test_after_the_last_day_nothing_is_reminded_of(world):
    story = Story(world).tell(*COMPLETE)
    remind(story, "2026-05-03")
    assert days(world, "reviewer") == []


def test_the_last_day_itself_is_still_reminded_of(world):
    story = Story(world).tell(*COMPLETE)
    remind(story, "2026-05-02T23:59")
    assert days(world, "reviewer") == ["2026-05-02"]


def test_one_message_a_day_lists_all_the_dossiers_of_a_person(world):
    """Twenty dossiers received together: one message, not twenty."""
    stories = [Story(world, tvv=f"CAS{number:03}").tell(RECEIVED) for number in range(20)]
    assert remind(stories[0], "2026-03-23") == 1
    (message,) = messages("reminder/")
    assert message.subject == "Rappel : 20 échéances à venir"
    assert message.body.count("dernier jour pour demander des pièces") == 20
    assert all(story.reference in message.body for story in stories)
    assert message.key.startswith("reminder/2026-03-23/")


def test_what_was_told_is_not_told_again_beside_what_was_not(world):
    """Received on 2 and 9 March: the tenth days before are 23 and 30 March."""
    early = Story(world, tvv="TOT").tell(RECEIVED)
    late = Story(world, tvv="TARD").tell(("receive", "2026-03-09"))
    each_day(late, "2026-03-20", "2026-04-10")
    heard = [
        (day, early.reference in text, late.reference in text)
        for day, text in told(world, "reviewer")
    ]
    assert heard == [
        ("2026-03-23", True, False),
        ("2026-03-30", True, True),
        ("2026-04-06", False, True),
    ]


def test_what_begins_late_and_after_the_message_of_the_day_is_told_the_next_day(world):
    """Completeness is told late, as after a stop: the message of the day has already gone."""
    story = Story(world, tvv="TOT").tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    story.tell(("propose", "2026-04-10"))
    Story(world, tvv="TARD").tell(("receive", "2026-05-14"))
    assert remind(story, "2026-06-04T00:10") == 1
    assert story.reference not in told(world, "reviewer")[0][1]
    with transaction():
        dossier = story.dossier
        periods.close_all(dossier, PeriodOutcome.STOPPED, at=world.clock.now())
        world.clock.advance(timedelta(hours=1))
        periods.open_period(
            dossier,
            PeriodKind.REVIEW,
            event=dossier.events[0],
            origin_on=date(2026, 4, 10),
            clock=world.clock,
        )
    remind(story, "2026-06-04T15:00")
    assert len(told(world, "reviewer")) == 1
    remind(story, "2026-06-05")
    (_first, (day, text)) = told(world, "reviewer")
    says(text, "Le 10 juin 2026 inclus", story.reference)
    assert text.count("inclus") == 1
    remind(story, "2026-06-06")
    assert day == "2026-06-05"
    assert len(told(world, "reviewer")) == 2


def ask(story, when, answer_by, *labels):
    story.on(when)
    request_documents(
        story.reference,
        [Asked(label=label) for label in labels],
        answer_by=date.fromisoformat(answer_by),
        **story.by("reviewer"),
    )


def test_the_manufacturer_is_reminded_of_the_day_set_for_its_answer(world):
    """CRPA L. 114-5; T-4: that day moves no period."""
    story = Story(world).tell(RECEIVED)
    ask(story, "2026-03-10", "2026-03-25", "Pièce A", "Pièce B")
    each_day(story, "2026-03-10", "2026-03-20")
    story.supply("Pièce A")
    each_day(story, "2026-03-21", "2026-03-30")
    assert days(world, "manufacturer") == ["2026-03-18", "2026-03-23"]
    first, second = (text for _day, text in told(world, "manufacturer"))
    says(
        first,
        "Le 25 mars 2026 inclus : jour fixé par l’agence pour répondre",
        "2 pièces sont encore attendues",
        "Le dossier sera complet le jour où la dernière pièce demandée sera reçue",
        "Ce jour ne déplace aucun délai",
        "L. 114-5",
    )
    says(second, "Une pièce est encore attendue")
    assert days(world, "rival") == []


def test_an_answer_given_is_no_longer_asked_for(world):
    story = Story(world).tell(RECEIVED)
    ask(story, "2026-03-10", "2026-03-25", "Pièce A")
    story.on("2026-03-12").supply()
    each_day(story, "2026-03-13", "2026-03-26")
    assert days(world, "manufacturer") == []


@pytest.mark.parametrize("end", [("withdraw",), ("refuse_by_order",)])
def test_a_dossier_that_is_over_awaits_no_answer(world, end):
    """A request without effect on the periods stays unanswered: nobody reads the answer."""
    story = Story(world).tell(*COMPLETE)
    ask(story, "2026-04-08", "2026-04-23", "Pièce A")
    story.tell((*end, "2026-04-10"))
    each_day(story, "2026-04-10", "2026-04-24")
    assert days(world, "manufacturer") == []


def test_a_request_without_effect_says_so_again(world):
    """P-15."""
    story = Story(world).tell(*COMPLETE)
    ask(story, "2026-04-08", "2026-04-23", "Pièce A")
    remind(story, "2026-04-16")
    ((_day, text),) = told(world, "manufacturer")
    says(text, "Cette demande ne déplace aucun délai")
    assert "sera complet" not in text


def test_everybody_of_the_role_is_reminded_and_nobody_whose_account_is_closed(world):
    create_account(
        world.email("second"),
        name="Second",
        role=Role.REVIEWER,
        company=None,
        password=PASSWORD,
        clock=world.clock,
    )
    story = Story(world).tell(RECEIVED)
    assert remind(story, "2026-03-23") == 2
    assert sorted(one.to for one in messages("reminder/")) == [
        world.email("reviewer"),
        world.email("second"),
    ]


def test_a_reminder_is_sent_as_any_message(world, mail):
    story = Story(world).tell(RECEIVED)
    send_waiting(mail, clock=world.clock)
    remind(story, "2026-03-23")
    assert send_waiting(mail, clock=world.clock) == 1
    assert mail.sent[-1].to == world.email("reviewer")


def test_a_reminder_that_fails_holds_neither_the_others_nor_the_effects_back(
    world, monkeypatch, caplog
):
    """One text breaks: the agency is not reminded, the manufacturer is, silence has its effect."""
    engine = environment()
    broken = {"reminders/completeness.txt": "{{ nothing_of_that_name }}"}
    monkeypatch.setattr(engine, "loader", ChoiceLoader([DictLoader(broken), engine.loader]))
    monkeypatch.setattr(engine, "cache", None)
    first = Story(world, tvv="UN").tell(RECEIVED)
    second = Story(world, tvv="DEUX").tell(RECEIVED)
    ask(second, "2026-03-16", "2026-03-30", "Pièce A")
    reviewer = db.session.query(User).filter_by(email=world.email("reviewer")).one().reference
    with pytest.raises(RemindersNotWrittenError, match=reviewer):
        remind(first, "2026-03-23")
    assert (days(world, "reviewer"), days(world, "manufacturer")) == ([], ["2026-03-23"])
    assert "could not be reminded" in caplog.text
    assert [effect.reference for effect in first.on("2026-04-03").tick()] == [first.reference]


def test_the_reasons_asked_for_are_reminded_of_before_their_month_ends(world):
    """CRPA L. 232-4: asked on 10 June, due by 10 July."""
    story = Story(world).tell(*COMPLETE, ("tick", "2026-06-05"))
    with transaction():
        dossier = story.dossier
        periods.open_period(
            dossier,
            PeriodKind("reasons"),
            event=dossier.events[-1],
            origin_on=date(2026, 6, 10),
            clock=story.on("2026-06-10").clock,
        )
    each_day(story, "2026-06-11", "2026-07-14")
    assert days(world, "authority") == ["2026-06-30", "2026-07-07"]
    says(
        told(world, "authority")[0][1],
        "Le 10 juillet 2026 inclus : dernier jour pour communiquer les motifs",
        "L. 232-4",
    )


def test_an_order_in_preparation_stops_no_reminder(world):
    """Only its publication answers (P-17)."""
    story = Story(world).tell(*COMPLETE)
    story.on("2026-04-20").prepare(LineEffect.REFUSE)
    each_day(story, "2026-05-03", "2026-05-04")
    assert days(world, "authority") == ["2026-05-03"]
