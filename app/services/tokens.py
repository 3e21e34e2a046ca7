"""Tokens of programs: one speaks for the person who made it, until it is revoked."""

import hashlib
import secrets
from datetime import timedelta
from typing import Final

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import InvalidValueError, NotAllowedError, UnknownThingError
from app.domain.identifiers import new_reference
from app.extensions import db
from app.models.account import ApiToken
from app.services.transaction import transaction

# When a token or a session last served is written down once a minute, not at each request.
SEEN_EVERY: Final = timedelta(minutes=1)


def create_api_token(label: str, *, by: Actor, clock: Clock) -> str:
    """Give a person of a company a token for its programs, shown once.

    Raises:
        NotAllowedError: only manufacturers file through the API.
        InvalidValueError: no label.
    """
    if by.role != Role.MANUFACTURER or by.user_id is None:
        raise NotAllowedError
    if not label.strip():
        raise InvalidValueError("label", "Donnez un nom à ce jeton.")
    token = f"se_{secrets.token_urlsafe(32)}"
    with transaction():
        db.session.add(
            ApiToken(
                reference=new_reference("JE"),
                token_digest=digest(token),
                user_id=by.user_id,
                label=label.strip()[:80],
                created_at=clock.now(),
            )
        )
    return token


def revoke_api_token(reference: str, *, by: Actor, clock: Clock) -> None:
    """Revoke one of one's tokens.

    Raises:
        UnknownThingError: one has no such token.
    """
    with transaction():
        token = db.session.scalars(
            select(ApiToken).where(ApiToken.reference == reference, ApiToken.user_id == by.user_id)
        ).one_or_none()
        if token is None:
            raise UnknownThingError("Ce jeton")
        token.revoked_at = token.revoked_at or clock.now()


def actor_of_api_token(token: str, *, clock: Clock) -> Actor | None:
    """Return who a token speaks for, or none."""
    found = db.session.scalars(
        select(ApiToken).where(ApiToken.token_digest == digest(token))
    ).one_or_none()
    if found is None or found.revoked_at is not None or found.user.disabled_at is not None:
        return None
    if found.last_used_at is None or clock.now() - found.last_used_at >= SEEN_EVERY:
        identifier = found.id
        with transaction():
            db.session.get_one(ApiToken, identifier).last_used_at = clock.now()
        found = db.session.get_one(ApiToken, identifier)
    return found.user.as_actor()


def digest(token: str) -> str:
    """Return what is stored of a token: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()
