"""Documents, what they support, and what the agency asked for."""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.scans import Scan
from app.extensions import Base
from app.models.dossier import Dossier, DossierEvent
from app.models.types import UtcDateTime, Word, one_of


class Document(Base):
    """A file of one manufacturer, under one name; its bytes are kept once, under their digest."""

    __tablename__ = "document"
    __table_args__ = (
        UniqueConstraint("reference"),
        UniqueConstraint("manufacturer_id", "digest", "filename"),
        one_of("scan", Scan),
        CheckConstraint("size > 0", name="is_not_empty"),
        CheckConstraint("length(digest) = 64", name="digest_is_sha256"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    manufacturer_id: Mapped[int] = mapped_column(ForeignKey("manufacturer.id"))
    digest: Mapped[str] = mapped_column(String(64))
    size: Mapped[int] = mapped_column(BigInteger)
    media_type: Mapped[str] = mapped_column(String(100))
    filename: Mapped[str] = mapped_column(String(150))
    scan: Mapped[Scan] = mapped_column(Word(Scan))
    received_at: Mapped[datetime] = mapped_column(UtcDateTime)
    received_from_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"))


class DocumentSupport(Base):
    """A document that supports a required cell of one dossier, for one site or the version."""

    __tablename__ = "document_support"
    __table_args__ = (
        UniqueConstraint("dossier_id", "document_id", "requirement", "site"),
        Index("ix_document_support_document", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    document_id: Mapped[int] = mapped_column(ForeignKey("document.id"))
    requirement: Mapped[str] = mapped_column(String(60))
    site: Mapped[str] = mapped_column(String(80))
    added_on: Mapped[date]
    added_at: Mapped[datetime] = mapped_column(UtcDateTime)

    dossier: Mapped[Dossier] = relationship(back_populates="supports")
    document: Mapped[Document] = relationship(lazy="joined")

    @property
    def key(self) -> str:
        """The cell of the evidence matrix, as one word."""
        return f"{self.requirement}@{self.site}"


class RequestedItem(Base):
    """One thing the agency asked for; supplied means ticked, not judged."""

    __tablename__ = "requested_item"
    __table_args__ = (
        UniqueConstraint("reference"),
        CheckConstraint("supplied_on >= asked_on", name="supplied_after_asked"),
        CheckConstraint(
            "(supplied_on IS NULL) = (supplied_at IS NULL)", name="supplied_day_and_instant"
        ),
        Index("ix_requested_item_dossier", "dossier_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    event_id: Mapped[int] = mapped_column(ForeignKey("dossier_event.id"))
    label: Mapped[str] = mapped_column(String(300))
    requirement: Mapped[str | None] = mapped_column(String(60))
    site: Mapped[str | None] = mapped_column(String(80))
    binding: Mapped[bool]
    asked_on: Mapped[date]
    answer_by: Mapped[date]
    supplied_on: Mapped[date | None]
    supplied_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    answer: Mapped[str | None] = mapped_column(Text)

    dossier: Mapped[Dossier] = relationship(back_populates="requested_items")
    event: Mapped[DossierEvent] = relationship()
