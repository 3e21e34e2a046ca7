import email
import email.policy
import socketserver
import threading
from datetime import UTC, datetime

import pytest

from app.gateways.mail import (
    FakeMail,
    FolderMail,
    MailNotSentError,
    OutgoingMail,
    SmtpMail,
    as_email,
)

SENDER = "portail@exemple.fr"


def message(**changes):
    facts = {
        "key": "receipt/SE-2026-0001",
        "to": "camille@constructeur.fr",
        "subject": "Accusé de réception",
        "body": "Votre dossier est reçu.\n.\nLe portail\n",
        "written_at": datetime(2026, 7, 1, 8, 30, tzinfo=UTC),
    }
    return OutgoingMail(**facts | changes)


def parsed(content):
    return email.message_from_bytes(content, policy=email.policy.default)


@pytest.fixture
def server():
    """A mail server of a few lines, which keeps what it hears."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                heard.append(line)
                if line == b"data\r\n":
                    self.wfile.write(b"354 go on\r\n")
                    while (line := self.rfile.readline()) != b".\r\n":
                        content.append(line.removeprefix(b"."))
                    self.wfile.write(b"250 kept\r\n")
                elif line.startswith(b"rcpt TO:<nobody"):
                    self.wfile.write(b"550 unknown\r\n")
                elif line == b"QUIT\r\n":
                    self.wfile.write(self.server.farewell)
                    return
                else:
                    self.wfile.write(b"250 yes\r\n")

    heard, content = [], []
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as tcp:
        tcp.heard, tcp.content, tcp.farewell = heard, content, b"221 bye\r\n"
        thread = threading.Thread(target=tcp.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield tcp
        tcp.shutdown()
        thread.join()


def smtp(port, **changes):
    return SmtpMail(
        **{"host": "127.0.0.1", "port": port, "sender": SENDER, "starttls": False, "timeout": 5}
        | changes
    )


def test_a_message_travels_as_text_that_no_machine_answers():
    sent = as_email(message(), sender=SENDER)
    assert sent["From"] == SENDER
    assert sent["To"] == "camille@constructeur.fr"
    assert sent["Subject"] == "Accusé de réception"
    assert sent["Auto-Submitted"] == "auto-generated"
    assert sent["Date"].datetime == datetime(2026, 7, 1, 8, 30, tzinfo=UTC)
    assert sent.get_content_type() == "text/plain"
    assert sent.get_content_charset() == "utf-8"
    assert sent.get_content() == "Votre dossier est reçu.\n.\nLe portail\n"


def test_the_key_alone_decides_the_identity_of_a_message():
    first = as_email(message(), sender=SENDER)["Message-ID"]
    again = as_email(message(subject="Autre", body="Autre"), sender=SENDER)["Message-ID"]
    other = as_email(message(key="receipt/SE-2026-0002"), sender=SENDER)["Message-ID"]
    assert first == again != other
    assert first.endswith("@exemple.fr>")


def test_a_message_without_date_lets_the_server_date_it():
    assert "Date" not in as_email(message(written_at=None), sender=SENDER)


@pytest.mark.parametrize("injected", ["\r\n", "\n", "\r", "\x85", "\u2028", "\0"])
def test_a_subject_cannot_add_a_header(injected):
    sent = as_email(message(subject=f"Reçu{injected}Bcc: tous@exemple.fr"), sender=SENDER)
    received = parsed(sent.as_bytes())
    assert received["Bcc"] is None
    assert received["Subject"] == "Reçu Bcc: tous@exemple.fr"


@pytest.mark.parametrize(
    "to",
    [
        "",
        "camille",
        "a@b.fr\r\nBcc: c@d.fr",
        "a@b.fr, c@d.fr",
        "<a@b.fr>",
        "a@b.fr\0",
        "@",
        "a b@c.fr",
    ],
)
def test_a_malformed_address_is_refused_before_leaving(to):
    with pytest.raises(MailNotSentError):
        as_email(message(to=to), sender=SENDER)


def test_a_server_receives_the_message_for_that_person_alone(server):
    smtp(server.server_address[1]).send(message())
    assert [line for line in server.heard if line.lower().startswith(b"rcpt")] == [
        b"rcpt TO:<camille@constructeur.fr>\r\n"
    ]
    received = parsed(b"".join(server.content))
    assert received["Subject"] == "Accusé de réception"
    assert received.get_content().splitlines() == ["Votre dossier est reçu.", ".", "Le portail"]
    assert b"".join(server.content).isascii()


@pytest.mark.parametrize("farewell", [b"451 tired\r\n", b""])
def test_a_message_taken_is_sent_whatever_the_farewell(server, farewell):
    server.farewell = farewell
    smtp(server.server_address[1]).send(message())
    assert parsed(b"".join(server.content))["Message-ID"]


def test_a_refused_recipient_is_a_message_not_sent(server):
    with pytest.raises(MailNotSentError):
        smtp(server.server_address[1]).send(message(to="nobody@constructeur.fr"))
    assert server.content == []


@pytest.mark.parametrize("changes", [{"starttls": True}, {"user": "portail", "password": "x"}])
def test_nothing_is_said_to_a_server_that_cannot_be_trusted_as_asked(server, changes):
    with pytest.raises(MailNotSentError):
        smtp(server.server_address[1], **changes).send(message())
    assert server.content == []


def test_an_unreachable_server_is_a_message_not_sent(server):
    port = server.server_address[1]
    server.shutdown()
    server.server_close()
    with pytest.raises(MailNotSentError):
        smtp(port).send(message())


def test_the_password_is_never_shown():
    assert "secret" not in repr(smtp(25, user="portail", password="secret"))


def test_a_folder_holds_one_file_a_message_even_sent_twice(tmp_path):
    mail = FolderMail(tmp_path / "mail")
    for key in ("receipt/1", "receipt/1", "receipt/2", "../../outside"):
        mail.send(message(key=key))
    written = sorted(path.name for path in (tmp_path / "mail").iterdir())
    assert len(written) == 3
    assert all(name.endswith(".eml") and not name.startswith(".") for name in written)
    assert [path.name for path in tmp_path.iterdir()] == ["mail"]
    received = parsed((tmp_path / "mail" / written[-1]).read_bytes())
    assert received["To"] == "camille@constructeur.fr"


def test_a_folder_that_cannot_be_written_is_a_message_not_sent(tmp_path):
    (tmp_path / "mail").write_text("a file stands here")
    with pytest.raises(MailNotSentError):
        FolderMail(tmp_path / "mail").send(message())


def test_the_fake_keeps_messages_and_fails_on_demand():
    mail = FakeMail()
    mail.send(message())
    mail.failing = True
    with pytest.raises(MailNotSentError):
        mail.send(message(key="receipt/2"))
    assert [sent.key for sent in mail.sent] == ["receipt/SE-2026-0001"]
