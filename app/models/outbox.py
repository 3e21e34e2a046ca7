"""Effects outside the database, and the runs of the scheduler."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Base
from app.models.types import UtcDateTime


class OutboxMessage(Base):
    """A mail written with the act that causes it, and sent after the commit; once by its key."""

    __tablename__ = "outbox_message"
    __table_args__ = (
        UniqueConstraint("key"),
        CheckConstraint("attempts >= 0", name="attempts_are_counted"),
        Index("ix_outbox_message_sent_at", "sent_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(120))
    dossier_id: Mapped[int | None] = mapped_column(ForeignKey("dossier.id"), index=True)
    to: Mapped[str] = mapped_column("recipient", String(254))
    subject: Mapped[str] = mapped_column(String(200))
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    claimed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    attempts: Mapped[int]
    last_error: Mapped[str | None] = mapped_column(String(300))


class SchedulerRun(Base):
    """One pass of the scheduler that recorded something, or failed."""

    __tablename__ = "scheduler_run"

    id: Mapped[int] = mapped_column(primary_key=True)
    job: Mapped[str] = mapped_column(String(40), index=True)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    recorded: Mapped[int]
    error: Mapped[str | None] = mapped_column(String(300))
