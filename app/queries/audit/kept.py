"""Rows as they are: each may be unreadable, and is kept all the same."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final

from app.domain.chain import link
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.history import Facts
from app.domain.procedure import Route
from app.models.dossier import DossierEvent
from app.models.journal import JournalEntry

# What a text that is no word, no day or no JSON raises.
UNREADABLE: Final = (ValueError, TypeError, RecursionError, OverflowError)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDossier:
    """The row of a dossier; neither route nor facts when it cannot be read."""

    id: int
    reference: str
    manufacturer_id: int
    last_sequence: int | None
    tvv: str
    brand: str
    commercial_name: str
    changed_on: str | None
    route: Route | None
    facts: Facts | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEvent:
    """The row of an event; no number, or no content, when it cannot be read."""

    id: int
    sequence: int | None
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
    """The row of a period, read as far as it can be."""

    origin_event_id: int
    kind: PeriodKind | None
    outcome: PeriodOutcome | None
    edition_on: date | None
    origin_on: date | None
    months: int | None
    last_day: date | None
    effect_at: datetime | None
    settled_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDeclaration:
    """The row of a declaration as filed; no content when it cannot be read."""

    id: int
    digest: str
    filed_on: str | None
    content: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptScore:
    """The row of a score, its words as texts; neither result nor values when unreadable."""

    id: int
    declaration_id: int
    law_on: str | None
    law_digest: str
    category: int | None
    score: str | None
    footprint_kg: str | None
    reached: bool | None
    result: Any
    values: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProposal:
    """The row of a proposal, its days as texts."""

    id: int
    event_id: int
    assessment_id: int
    favourable: bool | None
    reasons: str
    sent_on: str | None
    lapsed_on: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLine:
    """A line of a published order, and what the order says of itself; days as texts."""

    order: str
    position: int | None
    dossier_id: int | None
    effect: str | None
    tvv: str
    reasons: str
    nor: str | None
    published_on: str | None
    effective_on: str | None


def is_intact(entry: JournalEntry, *, position: int | None = None) -> bool:
    """Whether the digest of an entry is that of its content, at its position or at another one."""
    moved = {} if position is None else {"position": position}
    found = read_or_none(link, entry.previous_digest, entry.body() | moved)
    return found is not None and found == entry.digest


def read_or_none(read: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401 - as the function read
    """Return what a function reads, or nothing from what is unreadable."""
    try:
        return read(*given)
    except UNREADABLE:
        return None


def number_in(value: object) -> int | None:
    """Return a whole number; nothing from a text, from bytes, from a part of one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text_in(value: object) -> str:
    """Return a text; an empty one from anything else."""
    return value if isinstance(value, str) else ""


def day_in(text: str) -> date:
    """Return a day from its text.

    Raises:
        ValueError: it is none.
        TypeError: it is no text.
    """
    return date.fromisoformat(text)


def instant_in(text: str) -> datetime:
    """Return an instant from its text, in UTC, which SQLite does not say.

    Raises:
        ValueError: it is none.
        TypeError: it is no text.
    """
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def said(event: DossierEvent) -> Mapping[str, Any]:
    """Return what an event says, by name; nothing when its details are no such thing."""
    return event.details if isinstance(event.details, dict) else {}


def documents_of(event: DossierEvent) -> Iterator[str]:
    """Yield the digest of each document that an event names.

    Raises:
        TypeError: it names them as no act does.
    """
    named = said(event).get("documents", [])
    if not isinstance(named, list):
        raise TypeError(named)
    for one in named:
        digest = one.get("digest") if isinstance(one, dict) else one
        if not isinstance(digest, str):
            raise TypeError(one)
        yield digest
