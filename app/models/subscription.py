"""Addresses that the changes of the list are sent to."""

from datetime import datetime

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from app.domain.subscriptions import ADDRESS_LENGTH, EMAIL_LENGTH, SubscriptionState
from app.extensions import Base
from app.models.types import UtcDateTime, Word, one_of


class Subscription(Base):
    """One address, what was sent to it, and when to try again.

    ``position`` is the number of the last change that was received; ``failures`` counts those in a
    row. The secret signs the messages: it is kept as it is, for its owner holds the same one.
    """

    __tablename__ = "subscription"
    __table_args__ = (
        one_of("state", SubscriptionState),
        CheckConstraint("position >= 0", name="position_is_positive"),
        CheckConstraint("failures >= 0", name="failures_are_positive"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20), unique=True)
    address: Mapped[str] = mapped_column(String(ADDRESS_LENGTH))
    host: Mapped[str] = mapped_column(String(ADDRESS_LENGTH), index=True)
    brand_key: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(EMAIL_LENGTH))
    key_digest: Mapped[str] = mapped_column(String(64), unique=True)
    secret: Mapped[str] = mapped_column(String(64))
    state: Mapped[SubscriptionState] = mapped_column(Word(SubscriptionState))
    position: Mapped[int]
    failures: Mapped[int]
    last_result: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    proved_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    next_try_at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    claimed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    stopped_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
