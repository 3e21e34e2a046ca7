"""Send one message: by SMTP, into a folder, or into a list.

The outbox calls this after the commit, never the procedure itself. The key of a message makes its
Message-ID, so that a message sent twice after a crash is recognised as one by mail readers.
"""

import hashlib
import os
import re
import smtplib
import ssl
import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Protocol

DEFAULT_SENDER = "ne-pas-repondre@score.invalid"
"""Sender of the messages of a folder: a domain that cannot exist, so nothing can leave by error."""


class MailNotSentError(Exception):
    """The message did not leave; it stays in the outbox and is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingMail:
    """A message to one person, in plain text.

    Attributes:
        key: what makes the message unique, such as the receipt of one dossier.
        to: address of the person, without a name.
        subject: one line.
        body: text, lines ended by a line feed.
        written_at: instant of the act that the message tells, for its date.
    """

    key: str
    to: str
    subject: str
    body: str
    written_at: datetime | None = None


class Mail(Protocol):
    """Anything that sends a message."""

    def send(self, message: OutgoingMail) -> None:
        """Send *message*, or raise ``MailNotSentError``."""


def as_email(message: OutgoingMail, *, sender: str) -> EmailMessage:
    """Return *message* as it travels: UTF-8 text, headers on one line, Message-ID from the key.

    Raises:
        MailNotSentError: the address of the recipient or of the sender is not an address.
    """
    email = EmailMessage(policy=SMTP)
    try:
        origin = Address(addr_spec=sender)
        email["From"] = origin
        email["To"] = Address(addr_spec=message.to)
        # A line break in a header would start another header: it becomes a space.
        email["Subject"] = re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029]+", " ", message.subject).strip()
        if message.written_at is not None:
            email["Date"] = message.written_at
        email["Message-ID"] = f"<{_digest(message.key)}@{origin.domain}>"
        email["Auto-Submitted"] = "auto-generated"
        # Quoted-printable passes through every server, even those that only know seven bits.
        email.set_content(message.body, charset="utf-8", cte="quoted-printable")
    except (ValueError, IndexError, MessageError) as error:
        # The parser of the standard library raises all three on malformed addresses.
        raise MailNotSentError(f"Message {message.key!r}: malformed address.") from error
    return email


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpMail:
    """Send through a mail server.

    Attributes:
        host: name of the server.
        port: its port.
        sender: address the messages come from.
        starttls: encrypt before anything is said, and check the certificate.
        user: account on the server; empty when none is asked.
        password: password of that account.
        timeout: seconds before giving up on a silent server.
    """

    host: str
    port: int
    sender: str
    starttls: bool = True
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: int = 20

    def send(self, message: OutgoingMail) -> None:
        """Hand *message* to the server.

        Raises:
            MailNotSentError: the server is unreachable or refused the message.
        """
        email = as_email(message, sender=self.sender)
        accepted = False
        try:
            with smtplib.SMTP(self.host, self.port, timeout=self.timeout) as server:
                if self.starttls:
                    server.starttls(context=ssl.create_default_context())
                if self.user:
                    server.login(self.user, self.password)
                server.send_message(email)
                accepted = True
        except (smtplib.SMTPException, OSError, UnicodeError) as error:
            # A server that takes the message and then fails to say goodbye has taken it.
            if not accepted:
                raise MailNotSentError(
                    f"Message {message.key!r}: {type(error).__name__}."
                ) from error


@dataclass(frozen=True, slots=True)
class FolderMail:
    """Write each message as one ``.eml`` file; used where no mail server is configured.

    Attributes:
        folder: where the files go; created at the first message.
        sender: address the messages seem to come from.
    """

    folder: Path
    sender: str = DEFAULT_SENDER

    def send(self, message: OutgoingMail) -> None:
        """Write the file whole or not at all; sent again, a message replaces itself.

        Raises:
            MailNotSentError: the folder cannot be written, or an address is malformed.
        """
        content = as_email(message, sender=self.sender).as_bytes()
        readable = re.sub(r"[^A-Za-z0-9]+", "-", message.key).strip("-")[:60]
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Mail readers and the demonstration look for *.eml: a file half written is not one.
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".writing-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(self.folder / f"{readable}-{_digest(message.key)[:12]}.eml")
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError as error:
            raise MailNotSentError(f"Message {message.key!r}: {error}.") from error


@dataclass(slots=True)
class FakeMail:
    """Keep the messages in a list, or fail on demand; for tests.

    Attributes:
        sent: messages sent so far, in order.
        failing: whether the next messages are refused, as by a broken server.
    """

    sent: list[OutgoingMail] = field(default_factory=list)
    failing: bool = False

    def send(self, message: OutgoingMail) -> None:
        """Remember *message*.

        Raises:
            MailNotSentError: the fake was told to fail.
        """
        if self.failing:
            raise MailNotSentError(f"Message {message.key!r}: told to fail.")
        self.sent.append(message)


def _digest(key: str) -> str:
    """Return a short name made from the key alone."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]
