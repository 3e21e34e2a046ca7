"""The list as rows, derived from the orders and written with them: two times (decision 0029).

They hold nothing that the orders do not say: `score-env audit verify` derives them again.
"""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Base
from app.models.types import UtcDateTime, plain

KNOWN_NOW = text("known_until IS NULL")


class ListingRow(Base):
    """Days in a row of a version on the list, as the portal knew them for a while.

    What an order changes closes the rows that said otherwise and opens others, at the instant it
    is recorded: an older answer can be given again. ``removal_id`` and ``correction_id`` name the
    orders that closed and corrected it. ``place`` is the folded brand and model, ``shape`` what a
    misread code has in common with this one.
    """

    __tablename__ = "listing"
    __table_args__ = (
        CheckConstraint("listed_until > listed_from", name="days_follow"),
        CheckConstraint("known_until >= known_from", name="instants_follow"),
        CheckConstraint(
            "(removal_id IS NULL) = (listed_until IS NULL)", name="an_end_has_its_order"
        ),
        Index("ix_listing_tvv", "tvv"),
        Index("ix_listing_shape", "shape"),
        Index("ix_listing_brand", "brand_key", "brand"),
        Index(
            "ix_listing_place",
            "place",
            "tvv",
            "brand_key",
            "listed_from",
            "listed_until",
            sqlite_where=KNOWN_NOW,
            postgresql_where=KNOWN_NOW,
        ),
        Index(
            "ix_listing_days",
            "listed_from",
            "listed_until",
            sqlite_where=KNOWN_NOW,
            postgresql_where=KNOWN_NOW,
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    brand: Mapped[str] = mapped_column(String(120))
    commercial_name: Mapped[str] = mapped_column(String(120))
    tvv: Mapped[str] = mapped_column(plain(String, 85))
    brand_key: Mapped[str] = mapped_column(plain(Text))
    place: Mapped[str] = mapped_column(plain(Text))
    shape: Mapped[str] = mapped_column(plain(Text))
    listed_from: Mapped[date]
    listed_until: Mapped[date | None]
    order_id: Mapped[int] = mapped_column(ForeignKey("ministerial_order.id"))
    removal_id: Mapped[int | None] = mapped_column(ForeignKey("ministerial_order.id"))
    correction_id: Mapped[int | None] = mapped_column(ForeignKey("ministerial_order.id"))
    known_from: Mapped[datetime] = mapped_column(UtcDateTime)
    known_until: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ListWord(Base):
    """Where a word of a brand or a model begins: its letters to the end, and the folded name.

    « Citroën ë-C3 » gives ``citroenec3``, ``ec3`` and ``c3``: whoever types the beginning of one
    of them finds ``citroen e c3``, by an index.
    """

    __tablename__ = "list_word"

    word: Mapped[str] = mapped_column(plain(Text), primary_key=True)
    place: Mapped[str] = mapped_column(plain(Text), primary_key=True, index=True)


class ListChange(Base):
    """A row of an order that changed the list, numbered without a gap as the portal knew it."""

    __tablename__ = "list_change"
    __table_args__ = (CheckConstraint("sequence > 0", name="sequence_is_positive"),)

    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    line_id: Mapped[int] = mapped_column(ForeignKey("order_line.id"), unique=True)
