"""The periods of a dossier: each one a row that explains its own dates."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.extensions import Base
from app.models.dossier import Dossier, DossierEvent
from app.models.types import UtcDateTime, Word, one_of


class Period(Base):
    """One period: its rule, where it starts, how long it is, when it takes effect.

    The effect of a period is recorded once: an origin opens one period of each kind, and what
    silence does is written with the outcome, in the same transaction.
    """

    __tablename__ = "period"
    __table_args__ = (
        UniqueConstraint("dossier_id", "kind", "origin_event_id"),
        one_of("kind", PeriodKind),
        one_of("outcome", PeriodOutcome),
        CheckConstraint("last_day > origin_on", name="ends_after_origin"),
        CheckConstraint("months > 0", name="has_a_length"),
        CheckConstraint("(outcome = 'running') = (settled_at IS NULL)", name="outcome_is_dated"),
        # One period of a kind runs at a time: what is due is due once.
        Index(
            "uq_period_running",
            "dossier_id",
            "kind",
            unique=True,
            sqlite_where=text("outcome = 'running'"),
            postgresql_where=text("outcome = 'running'"),
        ),
        Index(
            "ix_period_due",
            "effect_at",
            sqlite_where=text("outcome = 'running'"),
            postgresql_where=text("outcome = 'running'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    kind: Mapped[PeriodKind] = mapped_column(Word(PeriodKind))
    rule: Mapped[str] = mapped_column(String(10))
    source: Mapped[str] = mapped_column(String(300))
    edition_on: Mapped[date]
    origin_event_id: Mapped[int] = mapped_column(ForeignKey("dossier_event.id"))
    origin_on: Mapped[date]
    months: Mapped[int]
    last_day: Mapped[date]
    effect_at: Mapped[datetime] = mapped_column(UtcDateTime)
    outcome: Mapped[PeriodOutcome] = mapped_column(Word(PeriodOutcome))
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    engine_version: Mapped[str] = mapped_column(String(20))

    dossier: Mapped[Dossier] = relationship(back_populates="periods")
    origin_event: Mapped[DossierEvent] = relationship()
