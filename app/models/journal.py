"""The chain that holds all the dossiers together."""

from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.chain import link
from app.extensions import Base
from app.models.dossier import DossierEvent


class JournalEntry(Base):
    """The place of one event among those of all dossiers: never changed, never removed.

    Each entry holds the digest of the one before: an event, or a whole dossier, that is dropped,
    inserted or swapped shows.
    """

    __tablename__ = "journal_entry"
    __table_args__ = (
        UniqueConstraint("event_id"),
        UniqueConstraint("dossier", "sequence"),
        CheckConstraint("position > 0", name="position_is_positive"),
    )

    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    event_id: Mapped[int] = mapped_column(ForeignKey("dossier_event.id"))
    dossier: Mapped[str] = mapped_column(String(20))
    sequence: Mapped[int]
    event_digest: Mapped[str] = mapped_column(String(64))
    actor_id: Mapped[int | None]
    previous_digest: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))

    event: Mapped[DossierEvent] = relationship()

    def body(self) -> dict[str, Any]:
        """Return what the digest covers, besides the digest of the entry before."""
        return {
            "position": self.position,
            "dossier": self.dossier,
            "sequence": self.sequence,
            "event": self.event_digest,
            "actor_id": self.actor_id,
        }

    def computed_digest(self) -> str:
        """Return SHA-256 of the previous digest and of this entry in canonical JSON (RFC 8785)."""
        return link(self.previous_digest, self.body())
