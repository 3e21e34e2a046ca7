"""Rows as they are: each may be unreadable, and is kept all the same."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from app.domain.history import Facts
from app.domain.procedure import Route
from app.models.dossier import DossierEvent
from app.models.journal import JournalEntry
from app.models.period import Period

# What a text that is no word, no day or no JSON raises.
UNREADABLE: Final = (ValueError, TypeError, RecursionError)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDossier:
    """The row of a dossier; neither route nor facts when it cannot be read."""

    id: int
    reference: str
    manufacturer_id: int
    last_sequence: int
    route: Route | None
    facts: Facts | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEvent:
    """The row of an event; no content when it cannot be read."""

    id: int
    sequence: int
    actor_id: int | None
    previous_digest: str
    digest: str
    content: DossierEvent | None

    def is_intact(self, reference: str) -> bool:
        """Whether its digest is that of its content."""
        if self.content is None:
            return False
        return bool(read_or_none(self.content.computed_digest, reference) == self.digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPeriod:
    """The row of a period; no content when it cannot be read."""

    origin_event_id: int
    content: Period | None


def is_intact(entry: JournalEntry) -> bool:
    """Whether the digest of an entry is that of its content."""
    return bool(read_or_none(entry.computed_digest) == entry.digest)


def read_or_none(read: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - as the function read
    """Return what a function reads, or nothing from what is unreadable."""
    try:
        return read(*given)
    except UNREADABLE:
        return None
