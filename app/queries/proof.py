"""What shows that a dossier was not changed: its events, and their places in the journal."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select

from app.domain.deadlines import ENGINE_VERSION
from app.domain.errors import UnknownDossierError, UnknownThingError
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.journal import JournalEntry

FORMAT: Final = 1
HOW: Final = (
    "Chaque empreinte (digest) est SHA-256, en hexadécimal, de l’empreinte précédente"
    " (previous_digest) suivie du contenu (body) en JSON canonique (RFC 8785). Le journal enchaîne"
    " de même les événements de tous les dossiers. Le script docs/verify_proof.py du projet refait"
    " ces calculs : python verify_proof.py preuve.json ; à côté d’une preuve gardée auparavant"
    " (python verify_proof.py preuve.json ancienne.json), il nomme aussi ce qui manque à la fin."
    " Pour savoir si le journal a été réécrit depuis, comparez sa tête (head) à la réponse de"
    " /api/v1/journal/<position>."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last entry of the journal, or one of them, without what it tells.

    Attributes:
        position: its place, from 1; 0 while nothing happened.
        previous_digest: the digest of the entry before.
        digest: its own.
    """

    position: int
    previous_digest: str
    digest: str


def journal_head() -> Head:
    """Return the last entry of the journal."""
    found = db.session.scalars(
        select(JournalEntry).order_by(JournalEntry.position.desc()).limit(1)
    ).one_or_none()
    return Head(position=0, previous_digest="", digest="") if found is None else _head(found)


def journal_at(position: int) -> Head:
    """Return one entry of the journal.

    Raises:
        UnknownThingError: the journal has no such position.
    """
    found = db.session.get(JournalEntry, position)
    if found is None:
        raise UnknownThingError("Cette position du journal")
    return _head(found)


def proof_of(dossier: Dossier, *, at: datetime) -> dict[str, Any]:
    """Return the proof of a filed dossier, as its company keeps it.

    Raises:
        UnknownDossierError: a draft, to which nothing happened yet.
    """
    events = list(dossier.events)
    if not events:
        raise UnknownDossierError
    # An act may be kept between two reads: the entries are those of the events that were read, and
    # the head, read after the events, comes after them all.
    head = journal_head()
    entries = db.session.scalars(
        select(JournalEntry)
        .where(JournalEntry.event_id.in_([event.id for event in events]))
        .order_by(JournalEntry.sequence)
    )
    return {
        "format": FORMAT,
        "dossier": dossier.reference,
        "generated_at": at.isoformat(),
        "engine_version": ENGINE_VERSION,
        "how": HOW,
        "events": [_told(event, event.body(dossier.reference)) for event in events],
        "entries": [_told(entry, entry.body()) for entry in entries],
        "head": {"position": head.position, "digest": head.digest},
    }


def _head(entry: JournalEntry) -> Head:
    return Head(position=entry.position, previous_digest=entry.previous_digest, digest=entry.digest)


def _told(one: DossierEvent | JournalEntry, body: dict[str, Any]) -> dict[str, Any]:
    return {"body": body, "previous_digest": one.previous_digest, "digest": one.digest}
