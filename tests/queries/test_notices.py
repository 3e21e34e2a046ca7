"""The messages expected, against those written and sent."""

from datetime import timedelta

from app.domain.actor import Role
from app.domain.notices import NOTICES
from app.extensions import db
from app.models.account import User
from app.models.dossier import DossierEvent
from app.models.outbox import OutboxMessage
from app.queries.notices import is_written, tally_messages
from app.services.accounts import create_account, disable_account
from app.services.companies import create_company
from app.services.drafting import create_draft
from app.services.outbox import send_waiting
from app.services.submission import submit_dossier
from app.services.transaction import transaction
from tests.builders import PASSWORD, declaration
from tests.services.stories import Story

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def counts():
    found = tally_messages()
    assert found.expected == found.written + len(found.missing)
    return found.expected, found.sent, found.waiting, found.failed, len(found.missing)


def lose(key):
    """Somebody removed a message from the database."""
    with transaction():
        db.session.query(OutboxMessage).filter(OutboxMessage.key.startswith(key)).delete(
            synchronize_session=False
        )


def test_nothing_is_expected_of_an_empty_portal(world):
    assert counts() == (0, 0, 0, 0, 0)


def test_each_message_expected_waits_fails_then_is_sent(world, mail):
    Story(world).tell(*COMPLETE)
    assert counts() == (2, 0, 2, 0, 0)
    mail.failing = True
    send_waiting(mail, clock=world.clock)
    assert counts() == (2, 0, 0, 2, 0)
    mail.failing = False
    send_waiting(mail, clock=world.clock)
    assert counts() == (2, 2, 0, 0, 0)


def test_every_kind_of_act_is_told_in_a_whole_story(world):
    """Each act of two dossiers, from receipt to order, after and without silence."""
    Story(world, tvv="UN").tell(
        ("receive", "2026-03-02"),
        ("request", "2026-03-10"),
        ("supply", "2026-03-12"),
        ("request", "2026-03-20"),
        ("supply", "2026-03-22"),
        ("tick", "2026-06-25"),
        ("propose", "2026-06-26"),
        ("list_by_order", "2026-07-01"),
    )
    Story(world, tvv="DEUX").tell(("receive", "2026-07-02"), ("withdraw", "2026-07-03"))
    told = [one for one in db.session.query(DossierEvent) if one.action in NOTICES]
    assert len(told) == 10
    assert counts() == (10, 0, 10, 0, 0)


def test_a_message_that_is_not_there_is_named_with_its_act(world):
    story = Story(world).tell(*COMPLETE)
    lose("complete/")
    (missing,) = tally_messages().missing
    event = story.dossier.events[1]
    assert (missing.reference, missing.action) == (story.reference, event.action)
    assert (missing.event_id, missing.recorded_at) == (event.id, event.recorded_at)
    assert missing.key == f"complete/{story.reference}/2"
    assert counts() == (2, 0, 1, 0, 1)


def test_the_message_of_another_dossier_or_event_does_not_stand_in(world):
    """Twelve requests: the first is not told by the tenth, whose number begins the same."""
    story = Story(world).tell(("receive", "2026-03-02"))
    for day in range(3, 15):
        story.tell(("request", f"2026-03-{day:02}"))
    Story(world, tvv="AUTRE").tell(("receive", "2026-03-15"))
    lose(f"request/{story.reference}/2/")
    lose(f"receipt/{story.reference}/")
    assert [one.key for one in tally_messages().missing] == [
        f"receipt/{story.reference}",
        f"request/{story.reference}/2",
    ]
    assert not is_written(f"request/{story.reference}/2")
    assert is_written(f"request/{story.reference}/1") is False
    assert is_written(f"request/{story.reference}/3")


def another_person(world, name="second"):
    create_account(
        world.email(name),
        name=name,
        role=Role.MANUFACTURER,
        company="Constructeur A",
        password=PASSWORD,
        clock=world.clock,
    )


def test_a_message_to_two_people_is_sent_once_both_have_it(world, mail):
    another_person(world)
    Story(world).tell(("receive", "2026-03-02"))
    assert counts() == (1, 0, 1, 0, 0)
    send_waiting(mail, clock=world.clock)
    with transaction():
        message = db.session.query(OutboxMessage).order_by(OutboxMessage.id.desc()).first()
        message.sent_at = None
    assert counts() == (1, 0, 1, 0, 0)


def test_whoever_comes_or_goes_after_the_act_changes_nothing(world):
    Story(world).tell(("receive", "2026-03-02"))
    world.days_pass(1)
    another_person(world)
    disable_account(world.email("manufacturer"), clock=world.clock)
    assert counts() == (1, 0, 1, 0, 0)


def test_a_message_is_expected_of_who_had_an_account_that_day_and_has_none_any_more(world):
    Story(world).tell(("receive", "2026-03-02"))
    lose("receipt/")
    world.days_pass(1)
    disable_account(world.email("manufacturer"), clock=world.clock)
    assert counts() == (1, 0, 0, 0, 1)


def test_an_act_on_a_company_without_any_account_is_counted_apart(world):
    """Silence refused its dossier; the only person had left."""
    create_company("Constructeur C", country="FR", clock=world.clock)
    create_account(
        world.email("alone"),
        name="Seule",
        role=Role.MANUFACTURER,
        company="Constructeur C",
        password=PASSWORD,
        clock=world.clock,
    )
    by = db.session.query(User).filter_by(email=world.email("alone")).one().as_actor()
    draft = create_draft(declaration(), by=by, clock=world.clock)
    submit_dossier(draft.reference, by=by, clock=world.clock)
    world.clock.advance(timedelta(hours=1))
    disable_account(world.email("alone"), clock=world.clock)
    world.days_pass(40)
    Story(world).tick()
    found = tally_messages()
    assert (found.expected, found.unaddressed, found.missing) == (1, 1, ())
    world.days_pass(1)
    create_account(
        world.email("late"),
        name="Venue après",
        role=Role.MANUFACTURER,
        company="Constructeur C",
        password=PASSWORD,
        clock=world.clock,
    )
    assert tally_messages().unaddressed == 1
