"""Reports of fraud and breaches, and whoever told the agency, kept apart."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.breaches import BreachKind
from app.extensions import Base
from app.models.dossier import Dossier
from app.models.types import UtcDateTime, Word, one_of


class BreachReport(Base):
    """A fraud or a breach that the agency reported to the ministers (P-30); never changed.

    ``found_on`` is the day the agency knew of it: the report is due without delay.
    """

    __tablename__ = "breach_report"
    __table_args__ = (
        UniqueConstraint("reference"),
        one_of("kind", BreachKind),
        CheckConstraint("reported_on >= found_on", name="reported_after_found"),
        CheckConstraint("length(trim(tvv)) > 0", name="code_is_not_blank"),
        Index("ix_breach_report_tvv", "tvv"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    kind: Mapped[BreachKind] = mapped_column(Word(BreachKind))
    tvv: Mapped[str] = mapped_column(String(85))
    brand: Mapped[str] = mapped_column(String(120))
    dossier_id: Mapped[int | None] = mapped_column(ForeignKey("dossier.id"), index=True)
    account: Mapped[str] = mapped_column(Text)
    found_on: Mapped[date]
    reported_on: Mapped[date]
    reported_at: Mapped[datetime] = mapped_column(UtcDateTime)
    reported_by_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"))
    reported_by_name: Mapped[str] = mapped_column(String(120))

    dossier: Mapped[Dossier | None] = relationship()


class BreachReporter(Base):
    """Whoever told the agency: sealed from the company concerned, each reading is logged."""

    __tablename__ = "breach_reporter"
    __table_args__ = (UniqueConstraint("report_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    report_id: Mapped[int] = mapped_column(ForeignKey("breach_report.id"))
    name: Mapped[str] = mapped_column(String(120))
    contact: Mapped[str] = mapped_column(Text)

    report: Mapped[BreachReport] = relationship()


class BreachReading(Base):
    """Who read the data of a reporter, and when; never changed."""

    __tablename__ = "breach_reading"
    __table_args__ = (Index("ix_breach_reading_report", "report_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    report_id: Mapped[int] = mapped_column(ForeignKey("breach_report.id"))
    read_at: Mapped[datetime] = mapped_column(UtcDateTime)
    read_by_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"))
    read_by_name: Mapped[str] = mapped_column(String(120))
