"""What holds the events together: each digest covers the one before (RFC 8785, SHA-256)."""

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import rfc8785


class Damage(StrEnum):
    """What was done to an event."""

    ALTERED = "altered"
    DROPPED = "dropped"
    INSERTED = "inserted"
    SWAPPED = "swapped"


def digest_of(content: Mapping[str, Any]) -> str:
    """Return SHA-256 of canonical JSON, in hexadecimal.

    Raises:
        ValueError: *content* has no canonical form.
    """
    return link("", content)


def link(previous: str, body: Mapping[str, Any]) -> str:
    """Return the digest of what comes after *previous*; the first comes after nothing.

    Raises:
        ValueError: *body* has no canonical form.
    """
    return hashlib.sha256(previous.encode() + rfc8785.dumps(dict(body))).hexdigest()
