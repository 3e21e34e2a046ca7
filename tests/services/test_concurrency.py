"""Two people, or two processes, at the same instant: one succeeds, nothing is doubled."""

import io
import threading
from datetime import timedelta

import pytest

from app.context import current_files
from app.domain.errors import (
    DomainError,
    OpenDossierExistsError,
    OrderRefusedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownItemError,
)
from app.domain.history import told
from app.domain.procedure import State
from app.extensions import db
from app.gateways.mail import FakeMail
from app.models.document import Document, DocumentSupport
from app.models.dossier import Dossier
from app.models.order import Order
from app.queries.audit import broken_chains
from app.queries.status import Verdict, status
from app.services.changes import open_report
from app.services.completeness import Supplied, confirm_complete, open_items_of, supply
from app.services.decision import record_publication
from app.services.documents import Upload, add_document, keep_upload
from app.services.drafting import create_draft
from app.services.lapse import record_due_effects
from app.services.outbox import send_waiting
from app.services.review import send_proposal
from app.services.submission import submit_dossier
from app.services.transaction import transaction
from app.services.withdrawal import withdraw
from tests.builders import declaration
from tests.gateways import samples
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))
PROPOSED = (*COMPLETE, ("propose", "2026-03-12"))
TOO_LATE = (StaleDossierError, TransitionNotAllowedError)


def race(app, *acts):
    """Do the acts at once, each in its thread and its context; return what each gave or raised."""
    db.session.remove()
    start, given = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number, act):
        with app.app_context():
            start.wait(timeout=10)
            try:
                given[number] = act()
            except DomainError as error:
                given[number] = error
            finally:
                db.session.remove()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in threads)
    return given


def only_one(given, refusals=TOO_LATE):
    """One act succeeded; the other was refused, politely."""
    errors = [one for one in given if isinstance(one, DomainError)]
    assert len(errors) == len(given) - 1, given
    assert all(isinstance(error, refusals) for error in errors), errors


def whole(story):
    assert list(broken_chains()) == []
    assert told(story.dossier.events, story.dossier.route) == story.dossier.facts


def test_two_reviewers_confirm_at_once(app, world):
    story = Story(world).tell(("receive", "2026-03-02"))
    one, other = story.by("reviewer"), story.by("colleague")
    only_one(
        race(
            app,
            lambda: confirm_complete(story.reference, **one),
            lambda: confirm_complete(story.reference, **other),
        )
    )
    whole(story)
    assert story.dossier.last_sequence == 2
    assert len(story.dossier.periods) == 3
    assert len(messages("complete/")) == 1


def test_two_reviewers_propose_at_once(app, world):
    story = Story(world).tell(*COMPLETE)

    def propose(by, favourable):
        return lambda: send_proposal(
            story.reference, favourable=favourable, reasons="Motifs.", expected=2, **by
        )

    only_one(race(app, propose(story.by("reviewer"), True), propose(story.by("colleague"), False)))
    whole(story)
    assert len(story.dossier.proposals) == 1


def test_the_last_item_is_supplied_twice_at_once(app, world):
    story = Story(world).tell(("receive", "2026-03-02"), ("request", "2026-03-10"))
    given = {item.reference: Supplied(answer="Voici.") for item in open_items_of(story.dossier)}
    by = story.by("manufacturer")
    act = lambda: supply(story.reference, given, **by)  # noqa: E731 - the same act twice
    only_one(race(app, act, act), (*TOO_LATE, UnknownItemError))
    whole(story)
    assert len(messages("complete/")) == 1


def test_two_agents_publish_an_order_at_once(app, world):
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-03-20"))
    by, reference, today = story.by("authority"), story.order.reference, world.clock.today()

    def publish(nor):
        return lambda: record_publication(reference, nor=nor, published_on=today, **by)

    only_one(
        race(app, publish("ENER2600001A"), publish("ENER2600002A")),
        (*TOO_LATE, OrderRefusedError),
    )
    whole(story)
    assert story.dossier.state == State.LISTED_BY_ORDER
    assert len(messages("decision/")) == 1


def test_a_withdrawal_meets_a_publication(app, world):
    """The order of a day comes before the withdrawal of that day (decision 0019): it lists."""
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-03-20"))
    ministers, company = story.by("authority"), story.by("manufacturer")
    reference, today = story.order.reference, world.clock.today()
    published, withdrawn = race(
        app,
        lambda: record_publication(reference, nor="ENER2600001A", published_on=today, **ministers),
        lambda: withdraw(story.reference, **company),
    )
    whole(story)
    assert isinstance(published, Order)
    assert story.dossier.state == State.LISTED_BY_ORDER
    assert isinstance(withdrawn, TOO_LATE) or story.dossier.events[-2].action == "withdraw"
    assert status("CAS001", on=today + timedelta(days=1)).verdict == Verdict.LISTED


def test_two_schedulers_observe_one_effect(app, world):
    """R17 of the lessons: one row, one mail to each person."""
    story = Story(world).tell(*COMPLETE).on("2026-06-03")
    tick = lambda: record_due_effects(clock=world.clock)  # noqa: E731 - the same act twice
    given = race(app, tick, tick)
    assert sorted(len(effects) for effects in given) == [0, 1]
    whole(story)
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert len(messages("silence/")) == 1


def test_a_proposal_meets_the_silence(app, world):
    """At the instant the silence is born the proposal is late, whoever is first."""
    story = Story(world).tell(*COMPLETE).on("2026-06-03T00:00")
    by = story.by("reviewer")
    race(
        app,
        lambda: record_due_effects(clock=world.clock),
        lambda: send_proposal(story.reference, favourable=True, reasons="Motifs.", **by),
    )
    whole(story)
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert len(messages("silence/")) == 1
    assert [event.action for event in story.dossier.events].count("refuse_by_silence") == 1


def test_a_draft_is_opened_and_deposited_once(app, world):
    by, clock = world.actor("manufacturer"), world.clock
    create = lambda: create_draft(declaration(tvv="V1"), by=by, clock=clock)  # noqa: E731
    only_one(race(app, create, create), (*TOO_LATE, OpenDossierExistsError))
    (dossier,) = db.session.query(Dossier).all()
    reference = dossier.reference
    submit = lambda: submit_dossier(reference, by=by, clock=clock)  # noqa: E731
    only_one(race(app, submit, submit))
    assert len(messages("receipt/")) == 1
    assert list(broken_chains()) == []


def test_one_file_is_joined_to_two_dossiers_at_once(app, world):
    """Its bytes are one document of the company; whoever is told to try again can."""
    one, two = world.draft(tvv="V1").reference, world.draft(tvv="V2").reference
    by, clock = world.actor("manufacturer"), world.clock
    pdf = Upload(filename="piece.pdf", stream=io.BytesIO(samples.pdf()))
    kept = keep_upload(pdf, files=current_files(), limit_bytes=1_000_000)

    def join(reference):
        return lambda: (
            add_document(
                reference, kept, requirement="materials", site="version", by=by, clock=clock
            ).id
        )

    given = race(app, join(one), join(two))
    errors = [error for error in given if isinstance(error, DomainError)]
    assert len(errors) < 2
    assert all(isinstance(error, StaleDossierError) for error in errors)
    for reference in (one, two):
        join(reference)()
    assert db.session.query(Document).count() == 1
    assert db.session.query(DocumentSupport).count() == 2


def test_a_report_asked_three_times_at_once_is_one_draft(app, world):
    world.listed(tvv="V1")
    world.days_pass(1)
    by = world.actor("manufacturer")

    def ask():
        report = open_report(
            "V1", "Exemple", changed_on=world.clock.today(), by=by, clock=world.clock
        )
        return report.reference

    assert len(set(race(app, ask, ask, ask))) == 1


def test_two_senders_send_each_message_once(app, world):
    Story(world, tvv="V1").tell(("receive", "2026-03-02"))
    Story(world, tvv="V2").tell(("receive", "2026-03-02"))
    mail = FakeMail()
    send = lambda: send_waiting(mail, clock=world.clock)  # noqa: E731 - the same act twice
    given = race(app, send, send)
    assert sum(given) == len(mail.sent) == 2
    assert len({message.key for message in mail.sent}) == 2


def test_an_act_cannot_begin_inside_another(world):
    with transaction(), pytest.raises(RuntimeError), transaction():
        pass
