"""Accounts, their sessions and their tokens, as their owner or the operator sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select

from app.domain.actor import Actor, Role
from app.domain.errors import UnknownThingError
from app.extensions import db
from app.models.account import ApiToken, SignInSession, User
from app.models.manufacturer import Manufacturer

# A session without a request for that long is over.
SESSION_IDLE: Final = timedelta(hours=2)

# The start of the digest names a session in a page: 64 bits tell sessions apart, and from the
# digest of a token of 256 drawn bits nobody comes back to the token.
MARK: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSession:
    """A signed-in browser of one person.

    Attributes:
        mark: what names it in a page; not its token.
        browser: what the browser said of itself.
        created_at: the instant of the password.
        last_seen_at: the last request, to the minute.
        awaiting_code: whether the second factor is still due.
        current: whether it is the one that asks.
    """

    mark: str
    browser: str
    created_at: datetime
    last_seen_at: datetime
    awaiting_code: bool
    current: bool


def open_session_rows(actor: Actor, *, at: datetime) -> Sequence[SignInSession]:
    """Return the sessions of one person that are not over, the last seen first."""
    return db.session.scalars(
        select(SignInSession)
        .where(
            SignInSession.user_id == actor.user_id,
            SignInSession.revoked_at.is_(None),
            SignInSession.expires_at > at,
            SignInSession.last_seen_at > at - SESSION_IDLE,
        )
        .order_by(SignInSession.last_seen_at.desc(), SignInSession.id.desc())
    ).all()


def mark_of(session: SignInSession) -> str:
    """Return what names a session in a page."""
    return session.token_digest[:MARK]


def open_sessions(actor: Actor, *, current_digest: str, at: datetime) -> list[OpenSession]:
    """Return the open sessions of one person; *current_digest* is that of the token that asks."""
    return [
        OpenSession(
            mark=mark_of(session),
            browser=session.browser,
            created_at=session.created_at,
            last_seen_at=session.last_seen_at,
            awaiting_code=session.second_factor_at is None,
            current=session.token_digest == current_digest,
        )
        for session in open_session_rows(actor, at=at)
    ]


def tokens_of(actor: Actor) -> Sequence[ApiToken]:
    """Return the tokens of one person that are not revoked, the newest first."""
    return db.session.scalars(
        select(ApiToken)
        .where(ApiToken.user_id == actor.user_id, ApiToken.revoked_at.is_(None))
        .order_by(ApiToken.id.desc())
    ).all()


def email_of(actor: Actor) -> str:
    """Return the address that one signs in with."""
    return db.session.get_one(User, actor.user_id).email


def all_accounts(seen_by: Actor) -> Sequence[User]:
    """Return the accounts by role and name, those disabled last; none unless for the operator."""
    if seen_by.role != Role.OPERATOR:
        return []
    return db.session.scalars(
        select(User).order_by(User.disabled_at.is_not(None), User.role, User.name, User.id)
    ).all()


def get_account(reference: str, *, seen_by: Actor) -> User:
    """Return one account.

    Raises:
        UnknownThingError: it does not exist, or who asks is no operator.
    """
    user = db.session.scalar(select(User).where(User.reference == reference))
    if user is None or seen_by.role != Role.OPERATOR:
        raise UnknownThingError("Ce compte")
    return user


def company_names() -> Sequence[str]:
    """Return the names of the companies the portal knows."""
    return db.session.scalars(select(Manufacturer.name).order_by(Manufacturer.name)).all()
