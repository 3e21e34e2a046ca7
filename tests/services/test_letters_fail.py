"""Nothing about a letter, a mail, a file or a form delays or prevents what an act does.

The system refuses to write a receipt or a refusal that lacks a mention; the act stands all the
same, the count shows what is missing, and the letter is written once mended.
"""

import shutil
from datetime import date

import pytest
import sqlalchemy as sa
from jinja2 import ChoiceLoader, DictLoader, UndefinedError
from sqlalchemy.exc import NoResultFound, OperationalError

from app.context import current_files
from app.domain.notices import RECEIPT
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.declaration import Declaration
from app.queries.notices import tally_messages
from app.services.letters import composed as letters_composed
from app.services.letters import missing as letters_missing
from app.services.letters import write_missing_notices
from app.services.letters import writing as letters_writing
from app.services.letters.composed import LETTERS
from app.services.letters.missing import NoticesNotWrittenError
from app.services.letters.text import Letter, environment
from app.services.outbox import send_waiting
from app.services.submission import submit_dossier
from app.services.transaction import transaction
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))
REFUSED = (*COMPLETE, ("tick", "2026-06-05"))


@pytest.fixture
def templates(monkeypatch):
    """Change templates: by name, their new text; mended by ``templates.clear()``."""
    changed = {}
    engine = environment()
    monkeypatch.setattr(engine, "loader", ChoiceLoader([DictLoader(changed), engine.loader]))
    monkeypatch.setattr(engine, "cache", None)
    return changed


def source(name):
    """The text of a template as it is in the repository."""
    engine = environment()
    return engine.loader.get_source(engine, name)[0]


def last(story):
    event = story.dossier.events[-1]
    return event.action, event.occurred_on


def missing():
    return [one.key.split("/")[0] for one in tally_messages().missing]


def test_a_template_that_breaks_does_not_hold_back_the_silent_refusal(world, templates, caplog):
    """R. 251-1-B: refused on the day, told once the template is mended, once only."""
    templates["silence.txt"] = "{{ nothing_of_that_name }}"
    story = Story(world).tell(*REFUSED)
    assert last(story) == (Action.REFUSE_BY_SILENCE, date(2026, 6, 2))
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert (messages("silence/"), missing()) == ([], ["silence"])
    assert "UndefinedError" in caplog.text
    assert "could not be written" in caplog.text

    templates.clear()
    assert write_missing_notices(clock=story.on("2026-06-09").clock) == 1
    (message,) = messages("silence/")
    text = " ".join(message.body.split())
    assert "depuis la fin du 2 juin 2026" in text
    assert "constaté par le portail le 5 juin 2026" in text
    assert "écrit le 9 juin 2026, dit l’état du dossier le 5 juin 2026" in text
    assert write_missing_notices(clock=story.clock) == 0
    assert len(messages("silence/")) == 1
    assert missing() == []


def test_a_letter_written_on_the_day_says_nothing_of_its_day(world):
    Story(world).tell(*REFUSED)
    assert "dit l’état du dossier" not in messages("silence/")[0].body


BREAKS = {
    "receipt": ("receipt.txt", (("receive", "2026-03-02"),), State.SUBMITTED),
    "complete": ("complete.txt", COMPLETE, State.COMPLETE),
    "request": (
        "request.txt",
        (("receive", "2026-03-02"), ("request", "2026-03-10")),
        State.AWAITING_DOCUMENTS,
    ),
    "proposal": ("proposal.txt", (*COMPLETE, ("propose", "2026-04-01")), State.PROPOSED),
    "decision": (
        "decision.txt",
        (*COMPLETE, ("refuse_by_order", "2026-04-20")),
        State.REFUSED_BY_ORDER,
    ),
    "silence": ("silence.txt", REFUSED, State.REFUSED_BY_SILENCE),
    "withdrawal": (
        "withdrawal.txt",
        (*COMPLETE, ("withdraw", "2026-04-01")),
        State.WITHDRAWN,
    ),
}


@pytest.mark.parametrize("notice", BREAKS)
def test_an_act_stands_without_its_letter_which_is_then_written_as_it_would_have_been(
    world, templates, notice
):
    """Read from the event alone: the only difference is the line that says when it was written."""
    template, script, state = BREAKS[notice]
    templates[template] = "{{ nothing_of_that_name }}"
    story = Story(world).tell(*script)
    assert story.dossier.state == state
    assert (messages(f"{notice}/"), missing()) == ([], [notice])
    templates.clear()
    assert write_missing_notices(clock=world.clock) == 1
    (late,) = messages(f"{notice}/")

    another = Story(world, tvv="CAS002").tell(*script)
    on_time = messages(f"{notice}/")[-1]
    assert on_time.id != late.id
    told = {one.id: plain(one.body, who) for one, who in ((late, story), (on_time, another))}
    assert told[late.id] == told[on_time.id]


def plain(body, story):
    """A body without what names its dossier."""
    for name in (story.reference, story.dossier.tvv):
        body = body.replace(name, "…")
    return body.replace("ENER2600002A", "ENER2600001A")


STRUCK = [
    pytest.param("receipt", "ADEME", id="receipt, the service"),
    pytest.param("receipt", "receipt.received_on | jour", id="receipt, the day received"),
    pytest.param("receipt", "receipt.completeness_last_day | jour", id="receipt, the month"),
    pytest.param("receipt", "receipt.silence_if_confirmed | jour", id="receipt, silence"),
    pytest.param("receipt", "receipt.silence_if_deemed | jour", id="receipt, silence if deemed"),
    pytest.param("receipt", "tribunal administratif", id="receipt, the court"),
    pytest.param("receipt", "remedies.court_months", id="receipt, the months of the court"),
    pytest.param("receipt", "L. 232-4", id="receipt, the reasons"),
    pytest.param("silence", "period.last_day | jour", id="silence, the day it was born"),
    pytest.param("silence", "observed_on | jour", id="silence, the day it was observed"),
    pytest.param("silence", "tribunal administratif", id="silence, the court"),
    pytest.param("silence", "remedies.court_last_day | jour", id="silence, the day of the court"),
    pytest.param("silence", "date indicative", id="silence, indicative"),
    pytest.param("silence", "L. 232-4", id="silence, the reasons"),
    pytest.param("silence", "remedies.reasons_months", id="silence, the month of the reasons"),
    pytest.param("decision", "line.reasons", id="refusal, its reasons"),
    pytest.param("decision", "order.nor", id="refusal, the order"),
    pytest.param("decision", "tribunal administratif", id="refusal, the court"),
    pytest.param("decision", "remedies.court_last_day | jour", id="refusal, the day of the court"),
    pytest.param("request", "item.label", id="request, what is missing"),
    pytest.param("request", "answer_by | jour", id="request, the day set"),
]


@pytest.mark.parametrize(("notice", "mention"), STRUCK)
def test_a_letter_without_a_mention_of_the_law_is_not_written(world, templates, notice, mention):
    """CRPA R. 112-5, L. 211-2, L. 114-5 and L. 232-4; CJA R. 421-5; readings T-13 and T-15."""
    template, script, state = BREAKS[notice]
    name = "_service.txt" if mention == "ADEME" else template
    for changed in {name, template}:
        text = source(changed)
        for written in (f"{{{{ {mention} }}}}", mention):
            text = text.replace(written, "")
        templates[changed] = text
    assert templates[template] != source_of_repository(template)
    story = Story(world).tell(*script)
    assert (story.dossier.state, missing()) == (state, [notice])
    with pytest.raises(NoticesNotWrittenError, match=f"{notice}/{story.reference}"):
        write_missing_notices(clock=world.clock)
    assert messages(f"{notice}/") == []


def source_of_repository(name):
    files = environment().loader.loaders[-1]
    return files.get_source(environment(), name)[0]


def test_one_letter_that_breaks_does_not_hold_the_others_back(world, templates):
    templates["receipt.txt"] = "{{ nothing_of_that_name }}"
    templates["complete.txt"] = "{{ nothing_of_that_name }}"
    Story(world).tell(*COMPLETE)
    del templates["complete.txt"]
    with pytest.raises(NoticesNotWrittenError, match="receipt/"):
        write_missing_notices(clock=world.clock)
    assert (len(messages("complete/")), missing()) == (1, ["receipt"])


def test_two_processes_write_a_missing_letter_once(world, templates, monkeypatch):
    """The second counted before the first had written: it looks again once the dossier is its."""
    templates["receipt.txt"] = "{{ nothing_of_that_name }}"
    Story(world).tell(("receive", "2026-03-02"))
    templates.clear()
    counted = tally_messages()
    monkeypatch.setattr(letters_missing, "tally_messages", lambda: counted)
    assert [write_missing_notices(clock=world.clock) for _process in range(2)] == [1, 0]
    assert len(messages("receipt/")) == 1


def test_a_letter_that_finds_no_row_to_read_does_not_hold_its_act_back(world, monkeypatch):
    """A period that is not there is a fault of the letter, not of the database."""

    def period_of(*_asked):
        raise NoResultFound

    monkeypatch.setattr(letters_composed, "period_of", period_of)
    story = Story(world).tell(*COMPLETE)
    assert (story.dossier.state, missing()) == (State.COMPLETE, ["complete"])


def test_a_notice_whose_letter_nobody_wrote_is_missing_and_no_failure(world, monkeypatch):
    monkeypatch.delitem(LETTERS, "withdrawal")
    story = Story(world).tell(*COMPLETE, ("withdraw", "2026-04-01"))
    assert (story.dossier.state, missing()) == (State.WITHDRAWN, ["withdrawal"])


def test_a_failure_of_the_database_in_a_letter_is_not_taken_for_one_of_the_letter(
    world, monkeypatch
):
    """A transaction that the database has broken off must not be kept by halves."""

    def lost(self, **shared):
        raise OperationalError("SELECT", {}, ArithmeticError("connection lost"))

    monkeypatch.setattr(Letter, "body", lost)
    draft = world.draft().reference
    by = world.actor("manufacturer")
    with pytest.raises(OperationalError):
        submit_dossier(draft, by=by, clock=world.clock)
    assert world.dossier(draft, who="manufacturer").state == State.DRAFT


def test_nobody_can_be_written_to_any_more(world, templates):
    """The letter stays missing, without failing; it goes to whoever is given an account."""
    templates["withdrawal.txt"] = "{{ nothing_of_that_name }}"
    story = Story(world).tell(*COMPLETE, ("withdraw", "2026-04-01"))
    templates.clear()
    world.days_pass(1)
    close(world, "manufacturer", at=world.clock.now())
    assert write_missing_notices(clock=world.clock) == 0
    assert missing() == ["withdrawal"]
    close(world, "manufacturer", at=None)
    assert write_missing_notices(clock=world.clock) == 1
    assert story.reference in messages("withdrawal/")[0].subject


def close(world, who, *, at):
    db.session.rollback()
    with db.engine.begin() as connection:
        connection.execute(
            sa.text("UPDATE user_account SET disabled_at = :at WHERE email = :email"),
            {"at": at and at.replace(tzinfo=None).isoformat(" "), "email": world.email(who)},
        )


def test_mail_that_does_not_leave_does_not_hold_back_the_silent_refusal(world, mail):
    mail.failing = True
    story = Story(world).tell(*COMPLETE)
    send_waiting(mail, clock=world.clock)
    story.tell(("tick", "2026-06-05"))
    assert send_waiting(mail, clock=world.clock) == 0
    assert last(story) == (Action.REFUSE_BY_SILENCE, date(2026, 6, 2))
    assert (tally_messages().failed, missing()) == (3, [])


def test_documents_out_of_reach_do_not_hold_back_the_silent_refusal(world, instance):
    """The folder of the documents is gone, and with it what reads them."""
    story = Story(world).tell(*COMPLETE)
    world.attach(story.dossier, "materials", "version")
    shutil.rmtree(instance / "documents")
    (instance / "documents").write_text("no folder", encoding="utf-8")
    with pytest.raises(OSError, match="documents"):
        current_files().sweep(world.clock.now())
    story.tell(("tick", "2026-06-05"))
    assert last(story) == (Action.REFUSE_BY_SILENCE, date(2026, 6, 2))
    assert len(messages("silence/")) == 1


def test_a_declaration_that_no_form_would_take_does_not_hold_back_the_silent_refusal(world):
    """The last declaration filed does not even read: no day of the procedure needs it."""
    story = Story(world).tell(*COMPLETE)
    with transaction():
        dossier = story.dossier
        dossier.content = {"version": 7}
        db.session.add(
            Declaration(
                dossier=dossier,
                revision=2,
                content={"version": 7},
                digest="0" * 64,
                filed_on=world.clock.today(),
                filed_at=world.clock.now(),
            )
        )
    story.tell(("tick", "2026-06-05"))
    assert last(story) == (Action.REFUSE_BY_SILENCE, date(2026, 6, 2))
    assert len(messages("silence/")) == 1


def test_the_deemed_completeness_stands_without_its_letter(world, templates):
    """P-15: and the periods that it opens run from its day."""
    templates["complete.txt"] = "{{ nothing_of_that_name }}"
    story = Story(world).tell(("receive", "2026-03-31"), ("tick", "2026-05-01"))
    assert last(story) == (Action.DEEM_COMPLETE, date(2026, 4, 30))
    assert story.last_day("silence") == "2026-07-30"
    assert missing() == ["complete"]


def test_what_a_template_raises_is_kept_as_the_cause(world, templates):
    """The log of the scheduler says why."""
    templates["receipt.txt"] = "{{ nothing_of_that_name }}"
    story = Story(world).tell(("receive", "2026-03-02"))
    dossier = story.dossier
    with pytest.raises(letters_writing.LetterNotWrittenError) as failure:
        letters_writing.tell_again(dossier, dossier.events[0], RECEIPT, clock=world.clock)
    assert isinstance(failure.value.__cause__, UndefinedError)


def test_a_letter_written_after_other_periods_began_tells_those_of_its_event(world, templates):
    """Complete on 12 March, asked again, complete on 22 March: the first letter keeps 12 June."""
    templates["complete.txt"] = "{{ nothing_of_that_name }}"
    Story(world).tell(
        ("receive", "2026-03-02"),
        ("request", "2026-03-10"),
        ("supply", "2026-03-12"),
        ("request", "2026-03-20"),
        ("supply", "2026-03-22"),
    )
    templates.clear()
    assert write_missing_notices(clock=world.clock) == 2
    first, second = (message.body for message in messages("complete/"))
    assert ("12 mars 2026" in first, "12 juin 2026" in first) == (True, True)
    assert ("22 mars 2026" in second, "22 juin 2026" in second) == (True, True)
