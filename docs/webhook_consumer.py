"""Receive the changes of the list: bad signatures, doubles, losses and disorder are known.

A program that serves an address gives each request to `Consumer.receive` and answers what it says.
"""
# ruff: noqa: INP001 - a script that stands alone, and JSON

import hashlib
import hmac
import json
import time
from collections.abc import Callable, Mapping
from typing import Any

FRESH_SECONDS = 300


class Consumer:
    """Keeps each change once, in order.

    Args:
        secret: given once, when the address was subscribed.
        missing: gives the changes after a number, a page of them: GET /api/v1/changes?since=N.
        last: the number of the last change already kept.
        now: tells the seconds since 1970.
    """

    def __init__(
        self,
        secret: str,
        missing: Callable[[int], list[dict[str, Any]]],
        *,
        last: int = 0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.secret, self.missing, self.last, self.now = secret.encode(), missing, last, now
        self.changes: list[dict[str, Any]] = []

    def receive(self, headers: Mapping[str, str], body: bytes) -> tuple[int, Any]:
        """Return the status and the JSON to answer."""
        if not self.is_signed(headers.get("Score-Signature", ""), body):
            return 401, {"refused": "signature"}
        message = json.loads(body)
        if message["type"] == "challenge":
            return 200, {"challenge": message["challenge"]}
        if message["sequence"] > self.last:  # else a double: answered, not kept
            while message["previous"] > self.last:  # some are lost: asked, a page at a time
                before = self.last
                self.keep(self.missing(self.last))
                if self.last == before:
                    return 503, {"last": before}
            self.keep(message["changes"])
            self.last = max(self.last, message["sequence"])
        return 200, {"last": self.last}

    def keep(self, changes: list[dict[str, Any]]) -> None:
        """Keep the changes that are not kept yet, by number."""
        for change in sorted(changes, key=lambda one: one["sequence"]):
            if change["sequence"] > self.last:
                self.changes.append(change)
                self.last = change["sequence"]

    def is_signed(self, signature: str, body: bytes) -> bool:
        """Tell whether the portal signed this body, not long ago."""
        said = dict(part.partition("=")[::2] for part in signature.split(","))
        instant = said.get("t", "")
        right = hmac.new(self.secret, f"{instant}.".encode() + body, hashlib.sha256).hexdigest()
        fresh = instant.isdigit() and abs(self.now() - int(instant)) <= FRESH_SECONDS
        return fresh and hmac.compare_digest(right, said.get("v1", ""))
