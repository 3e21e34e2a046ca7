"""Mail: written with the act, sent after the commit, once."""

from dataclasses import dataclass

import pytest
from sqlalchemy.exc import IntegrityError

from app.domain.errors import TransitionNotAllowedError
from app.extensions import db
from app.gateways.mail import FakeMail, MailNotSentError
from app.models.outbox import OutboxMessage
from app.services.outbox import BATCH, CLAIM_LASTS, send_waiting, write_message
from app.services.transaction import transaction
from tests.services.stories import Story, messages


@dataclass(slots=True)
class PickyMail(FakeMail):
    """A server that refuses one address."""

    refused: str = "perdu@exemple.test"

    def send(self, message):
        if message.to == self.refused:
            raise MailNotSentError("Adresse inconnue.")
        FakeMail.send(self, message)


def write(world, key, to="ici@exemple.test"):
    with transaction():
        write_message(key, to=to, subject="Objet", body="Corps", clock=world.clock)


def test_a_message_is_sent_once(world, mail):
    Story(world).tell(("receive", "2026-03-02"))
    assert send_waiting(mail, clock=world.clock) == 1
    assert send_waiting(mail, clock=world.clock) == 0
    (sent,) = mail.sent
    assert sent.to == world.email("manufacturer")
    (message,) = messages("receipt/")
    assert (message.sent_at, message.attempts) == (world.clock.now(), 1)


def test_a_message_that_fails_stays_with_its_reason(world, mail):
    write(world, "essai")
    mail.failing = True
    for attempts in (1, 2):
        assert send_waiting(mail, clock=world.clock) == 0
        (message,) = messages("essai")
        assert (message.sent_at, message.attempts) == (None, attempts)
        assert "told to fail" in message.last_error
    mail.failing = False
    assert send_waiting(mail, clock=world.clock) == 1
    (message,) = messages("essai")
    assert (message.attempts, message.last_error) == (3, None)


def test_messages_that_fail_do_not_hold_the_others_back(world):
    """A pass takes a batch: a batch of lost addresses must not fill each of them."""
    mail = PickyMail()
    for number in range(BATCH):
        write(world, f"perdu/{number}", to=mail.refused)
    write(world, "bon")
    assert send_waiting(mail, clock=world.clock) == 0
    assert send_waiting(mail, clock=world.clock) == 1
    assert [message.key for message in mail.sent] == ["bon"]


def test_a_refused_act_writes_to_nobody(world):
    """Outbox: the message and the act are kept together, or not at all."""
    story = Story(world).tell(("receive", "2026-03-02"), ("withdraw", "2026-03-03"))
    before = db.session.query(OutboxMessage).count()
    with pytest.raises(TransitionNotAllowedError):
        story.tell(("withdraw", "2026-03-04"))
    assert db.session.query(OutboxMessage).count() == before


def test_the_same_message_is_not_written_twice(world):
    write(world, "essai")
    with pytest.raises(IntegrityError):
        write(world, "essai")


def test_nothing_is_locked_while_a_server_takes_its_time(world):
    """SQLite has one writer: an act must not wait for a mail server."""

    @dataclass(slots=True)
    class SlowMail(FakeMail):
        """A server during whose answer somebody acts."""

        def send(self, message):
            write(world, "pendant")
            FakeMail.send(self, message)

    write(world, "essai")
    mail = SlowMail()
    assert send_waiting(mail, clock=world.clock) == 1
    assert [message.key for message in mail.sent] == ["essai"]
    assert len(messages("pendant")) == 1


def test_a_claim_holds_a_message_until_it_runs_out(world, mail):
    """A process that died while sending: the message goes again, under the same identifier."""
    write(world, "essai")
    with transaction():
        (message,) = messages("essai")
        message.claimed_at = world.clock.now()
    assert send_waiting(mail, clock=world.clock) == 0
    world.clock.advance(CLAIM_LASTS)
    assert send_waiting(mail, clock=world.clock) == 1
