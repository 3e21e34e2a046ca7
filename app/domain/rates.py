"""How much one client may ask of the API in a period."""

from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address
from typing import Final

# The period, in seconds.
PERIOD: Final = 60
# A request is one unit, and one more for each so many bytes of its body.
BYTES_A_UNIT: Final = 10_000
# Who has an address of version 6 has the 64 last bits of it for themselves.
PREFIX_BITS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What is left to a client.

    Attributes:
        quota: units a period.
        used: units asked in this period, those of this request included.
        reset: seconds before the next period, one at least.
    """

    quota: int
    used: int
    reset: int

    @property
    def left(self) -> int:
        """Units that may still be asked in this period."""
        return max(self.quota - self.used, 0)

    @property
    def exceeded(self) -> bool:
        """Whether this request is one too many."""
        return self.used > self.quota


def units(body_bytes: int) -> int:
    """Return the units of a request whose body has so many bytes."""
    return 1 + body_bytes // BYTES_A_UNIT


def period_of(instant: datetime) -> tuple[int, int]:
    """Return the number of the period of an instant, and the seconds before the next one."""
    number, spent = divmod(int(instant.timestamp()), PERIOD)
    return number, PERIOD - spent


def client_of(address: str) -> str:
    """Return what of an address tells a client from another."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return f"{int(found) >> PREFIX_BITS:x}/{PREFIX_BITS}"
