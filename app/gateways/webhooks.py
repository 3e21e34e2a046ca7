"""One message to an address of the Internet: never inside, never elsewhere, never for long."""

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import urlsplit

from app.domain.subscriptions import HTTPS_PORT, is_public

CONNECT_SECONDS: Final = 5
WHOLE_SECONDS: Final = 10
MOST_BYTES: Final = 10_000
LATE: Final = "L’adresse ne répond pas, ou pas à temps."
AGENT: Final = "score-environnemental"


class NotDeliveredError(Exception):
    """The address did not take the message; a short sentence in French."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What an address answered: its status, and the start of what it said."""

    status: int
    body: bytes


class Webhooks(Protocol):
    """Anything that carries a message."""

    def post(
        self, address: str, body: bytes, headers: Mapping[str, str], *, listen: bool = False
    ) -> Reply:
        """Send *body*, or raise ``NotDeliveredError``; what is said is read only to *listen*."""


Resolver = Callable[[str, int], list[str]]


def resolved(host: str, port: int) -> list[str]:
    """Return the IP addresses of a machine.

    Raises:
        OSError: it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class HttpsWebhooks:
    """Messages over TLS, to the public addresses of the machine that was named.

    Its name is resolved once, every address checked, and one of those is called: a name that
    changes its mind between the check and the call gains nothing. Redirects are not followed.

    Args:
        resolve: gives the IP addresses of a machine.
        context: verifies its certificate.
        allowed: tells the IP addresses that may be called.
    """

    def __init__(
        self,
        *,
        resolve: Resolver = resolved,
        context: ssl.SSLContext | None = None,
        allowed: Callable[[str], bool] = is_public,
    ) -> None:
        self._resolve = resolve
        self._context = context or ssl.create_default_context()
        self._allowed = allowed

    def post(
        self, address: str, body: bytes, headers: Mapping[str, str], *, listen: bool = False
    ) -> Reply:
        """Send *body* and return what is answered within ten seconds.

        A status is an answer: whoever drips what follows it did receive the message.

        Raises:
            NotDeliveredError: the name leads inside, nobody answers in time, or badly.
        """
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = parts.port or HTTPS_PORT
        connection = _Connection(host, self._called(host, port), port, self._context)
        # A server that drips its answer would hold the sender as long as it likes.
        watch = threading.Timer(WHOLE_SECONDS, connection.cut)
        watch.daemon = True
        watch.start()
        try:
            connection.request("POST", parts.path + _query(parts.query), body, _said(headers))
            answer = connection.getresponse()
            said = answer.read(MOST_BYTES) if listen else b""
            reply = Reply(status=answer.status, body=said)
        except ssl.SSLError as error:
            raise NotDeliveredError("Le certificat ou la connexion TLS est refusé.") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotDeliveredError(LATE) from error
        finally:
            watch.cancel()
            connection.close()
        if connection.was_cut:
            raise NotDeliveredError(LATE)
        return reply

    def _called(self, host: str, port: int) -> str:
        try:
            found = self._resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise NotDeliveredError("Ce nom de machine n’existe pas.") from error
        if not found or not all(self._allowed(one) for one in found):
            raise NotDeliveredError("Ce nom mène à une adresse qui n’est pas publique.")
        return found[0]


class _Connection(http.client.HTTPSConnection):
    """Calls a number under the name of its certificate."""

    def __init__(self, host: str, number: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS, context=context)
        self._number = number
        self._tls = context
        self._held: ssl.SSLSocket | None = None
        self.was_cut = False

    def connect(self) -> None:
        plain = socket.create_connection((self._number, self.port), CONNECT_SECONDS)
        self._held = self._tls.wrap_socket(plain, server_hostname=self.host)
        self.sock = self._held

    def cut(self) -> None:
        """End the exchange from another thread."""
        self.was_cut = True
        # The library lets go of the socket of an answer without length while it reads it; and the
        # shutdown of TLS would wait for the other end.
        if self._held is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._held, socket.SHUT_RDWR)


def _query(query: str) -> str:
    return f"?{query}" if query else ""


def _said(headers: Mapping[str, str]) -> dict[str, str]:
    return {"Content-Type": "application/json", "User-Agent": AGENT, **headers}


class ListWebhooks:
    """Keeps the messages of a test; *answers* decides what each address says."""

    def __init__(self, answers: Callable[[str, bytes, Mapping[str, str]], Reply]) -> None:
        self._answers = answers
        self.sent: list[tuple[str, bytes, Mapping[str, str]]] = []
        self.listened = False

    def post(
        self, address: str, body: bytes, headers: Mapping[str, str], *, listen: bool = False
    ) -> Reply:
        """Keep the message and answer."""
        self.listened = listen
        self.sent.append((address, body, headers))
        return self._answers(address, body, headers)
