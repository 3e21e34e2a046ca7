"""Orders of the ministers: the truth from which the list is derived (reading L-2)."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.extensions import Base
from app.models.dossier import Dossier
from app.models.types import UtcDateTime, Word, one_of


class Order(Base):
    """An order of the four ministers.

    It lists nothing before it is published; once published it never changes.
    """

    __tablename__ = "ministerial_order"
    __table_args__ = (
        UniqueConstraint("reference"),
        UniqueConstraint("nor"),
        one_of("state", OrderState),
        one_of("origin", OrderOrigin),
        CheckConstraint(
            "(state = 'published') = (published_on IS NOT NULL)", name="publication_is_dated"
        ),
        CheckConstraint(
            "(state = 'published') = (effective_on IS NOT NULL)", name="effect_is_dated"
        ),
        CheckConstraint(
            "state <> 'published' OR origin = 'imported' OR nor IS NOT NULL", name="nor_is_known"
        ),
        CheckConstraint("effective_on >= published_on", name="effect_after_publication"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    title: Mapped[str] = mapped_column(String(300))
    origin: Mapped[OrderOrigin] = mapped_column(Word(OrderOrigin))
    state: Mapped[OrderState] = mapped_column(Word(OrderState))
    nor: Mapped[str | None] = mapped_column(String(12))
    signed_on: Mapped[date | None]
    published_on: Mapped[date | None]
    effective_on: Mapped[date | None]
    recorded_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id"))
    revision: Mapped[int]

    lines: Mapped[list["OrderLine"]] = relationship(
        back_populates="order", order_by="OrderLine.position", cascade="all, delete-orphan"
    )


class OrderLine(Base):
    """What an order says of one version, with the words the Journal officiel prints.

    ``dossier`` is the one it lists or refuses, or the change report it keeps. A correction
    ``replaces`` an earlier row, and says from which day its own words hold.
    """

    __tablename__ = "order_line"
    __table_args__ = (
        UniqueConstraint("order_id", "position"),
        one_of("effect", LineEffect),
        CheckConstraint("length(trim(tvv)) > 0", name="code_is_not_blank"),
        CheckConstraint(
            "(effect = 'correct') = (replaces_id IS NOT NULL)", name="a_correction_replaces"
        ),
        CheckConstraint(
            "(effect = 'correct') = (listed_from IS NOT NULL)", name="a_correction_is_dated"
        ),
        Index(
            "uq_order_line_dossier",
            "order_id",
            "dossier_id",
            unique=True,
            sqlite_where=text("dossier_id IS NOT NULL"),
            postgresql_where=text("dossier_id IS NOT NULL"),
        ),
        Index("ix_order_line_tvv", "tvv"),
        # Few lines correct another: an index of all of them would be thought worth nothing.
        Index(
            "ix_order_line_replaces_id",
            "replaces_id",
            sqlite_where=text("replaces_id IS NOT NULL"),
            postgresql_where=text("replaces_id IS NOT NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("ministerial_order.id"))
    position: Mapped[int]
    effect: Mapped[LineEffect] = mapped_column(Word(LineEffect))
    dossier_id: Mapped[int | None] = mapped_column(ForeignKey("dossier.id"), index=True)
    brand: Mapped[str] = mapped_column(String(120))
    commercial_name: Mapped[str] = mapped_column(String(120))
    tvv: Mapped[str] = mapped_column(String(85))
    search_text: Mapped[str] = mapped_column(Text)
    reasons: Mapped[str | None] = mapped_column(Text)
    replaces_id: Mapped[int | None] = mapped_column(ForeignKey("order_line.id"))
    listed_from: Mapped[date | None]

    order: Mapped[Order] = relationship(back_populates="lines")
    dossier: Mapped[Dossier | None] = relationship()
    replaces: Mapped["OrderLine | None"] = relationship(remote_side="OrderLine.id")
