"""Accounts: people, their sessions, the tokens of their programs."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.actor import Actor, Role
from app.domain.ministries import Ministry
from app.extensions import Base
from app.models.manufacturer import Manufacturer
from app.models.types import UtcDateTime, Word, one_of


class User(Base):
    """A person who signs in."""

    __tablename__ = "user_account"
    __table_args__ = (
        UniqueConstraint("reference"),
        UniqueConstraint("email"),
        one_of("role", Role),
        CheckConstraint("role <> 'clock'", name="clock_is_no_person"),
        CheckConstraint(
            "(role = 'manufacturer') = (manufacturer_id IS NOT NULL)",
            name="company_for_manufacturers_only",
        ),
        CheckConstraint("email = lower(email)", name="email_is_lower_case"),
        one_of("ministry", Ministry),
        CheckConstraint(
            "ministry IS NULL OR role = 'authority'", name="ministry_for_authorities_only"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    email: Mapped[str] = mapped_column(String(254))
    name: Mapped[str] = mapped_column(String(120))
    role: Mapped[Role] = mapped_column(Word(Role))
    manufacturer_id: Mapped[int | None] = mapped_column(ForeignKey("manufacturer.id"), index=True)
    ministry: Mapped[Ministry | None] = mapped_column(Word(Ministry))
    password_hash: Mapped[str] = mapped_column(String(200))
    totp_secret: Mapped[str | None] = mapped_column(String(64))
    totp_last_step: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    manufacturer: Mapped[Manufacturer | None] = relationship(lazy="joined")

    def as_actor(self) -> Actor:
        """Return this person as the one who acts."""
        return Actor(
            user_id=self.id,
            name=self.name,
            role=self.role,
            manufacturer_id=self.manufacturer_id,
            company=self.manufacturer.name if self.manufacturer else None,
            ministry=self.ministry,
        )


class SignInSession(Base):
    """A signed-in browser: only the digest of its token is kept, and it can be revoked."""

    __tablename__ = "sign_in_session"
    __table_args__ = (UniqueConstraint("token_digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token_digest: Mapped[str] = mapped_column(String(64))
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    last_seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    second_factor_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    browser: Mapped[str] = mapped_column(String(200))

    user: Mapped[User] = relationship(lazy="joined")


class ApiToken(Base):
    """A token of a manufacturer's program; only its digest is kept."""

    __tablename__ = "api_token"
    __table_args__ = (UniqueConstraint("token_digest"), UniqueConstraint("reference"))

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    token_digest: Mapped[str] = mapped_column(String(64))
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"), index=True)
    label: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    user: Mapped[User] = relationship(lazy="joined")


class SignInAttempt(Base):
    """A failed sign-in, counted to slow down guessing; exact across workers."""

    __tablename__ = "sign_in_attempt"
    __table_args__ = (Index("ix_sign_in_attempt_subject_at", "subject", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
