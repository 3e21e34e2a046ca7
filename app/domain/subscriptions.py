"""Messages to the re-users of the list: states, retries, addresses, signatures (decision 0032)."""

import hashlib
import hmac
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from app.domain.errors import InvalidValueError

ADDRESS_LENGTH: Final = 500
EMAIL_LENGTH: Final = 200
HTTPS_PORT: Final = 443
# Changes in one message.
MOST_CHANGES: Final = 100
# Choices of the service: the first retry after a minute, each twice as late, six hours at most;
# after so many failures in a row, some three days, nothing more is sent.
FIRST_RETRY: Final = timedelta(minutes=1)
LONGEST_RETRY: Final = timedelta(hours=6)
MOST_FAILURES: Final = 20
# How long an address may wait to be proved.
PROOF_LASTS: Final = timedelta(days=1)
# How long what stopped may begin again, before it is forgotten with its contact.
STOPPED_LASTS: Final = timedelta(days=90)
# The addresses of version 6 that lead somewhere of the Internet, and those of both versions that
# lead to an address of another kind (6to4, Teredo) or are for documents only.
UNICAST: Final = ip_network("2000::/3")
ELSEWHERE: Final = tuple(
    ip_network(one) for one in ("192.88.99.0/24", "2001::/32", "2002::/16", "3fff::/20")
)


class SubscriptionState(StrEnum):
    """What becomes of a subscription."""

    ASKED = "asked"
    ACTIVE = "active"
    STOPPED = "stopped"


def checked_address(typed: str) -> str:
    """Return an address that messages may be sent to, as far as its letters tell.

    Raises:
        InvalidValueError: not https, a port, a name or a password in it, or no name of a machine.
    """
    address = typed.strip()
    try:
        parts = urlsplit(address)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except ValueError:
        raise InvalidValueError("address", "Cette adresse n’est pas une adresse.") from None
    if len(address) > ADDRESS_LENGTH or not address.isprintable() or " " in address:
        raise InvalidValueError("address", "Cette adresse est trop longue, ou illisible.")
    if parts.scheme != "https" or not host:
        raise InvalidValueError("address", "L’adresse commence par https://.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise InvalidValueError(
            "address", "L’adresse ne porte ni nom, ni mot de passe, ni fragment."
        )
    if port not in {None, HTTPS_PORT}:
        raise InvalidValueError("address", "L’adresse n’a pas d’autre port que celui de https.")
    if "." not in host or _is_number(host):
        raise InvalidValueError("address", "L’adresse nomme un serveur public.")
    return address


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit()
    return True


def is_public(number: str) -> bool:
    """Tell whether an IP address is one of the public Internet, and leads to no other."""
    try:
        found = ip_address(number)
    except ValueError:
        return False
    if any(found.version == one.version and found in one for one in ELSEWHERE):
        return False
    if found.version == UNICAST.version and found not in UNICAST:
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def host_of(address: str) -> str:
    """Return the name of the machine of an address that was checked."""
    return (urlsplit(address).hostname or "").lower().rstrip(".")


def retry_after(failures: int) -> timedelta:
    """Return how long to wait after so many failures in a row."""
    doublings = min(failures - 1, MOST_FAILURES)
    return min(FIRST_RETRY * (1 << doublings), LONGEST_RETRY)


def spread(wait: timedelta, among: int) -> timedelta:
    """Return a wait a little longer, by up to a tenth: those who failed at once return apart."""
    return wait + wait * (among % 100) // 1000


def signature(secret: str, body: bytes, *, at: datetime) -> str:
    """Return the signature of a message: its instant, and a HMAC-SHA256 of both."""
    seconds = str(int(at.timestamp()))
    said = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={said.hexdigest()}"
