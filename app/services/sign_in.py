"""Sign in with a password and a second factor, and end sessions."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import pyotp
from sqlalchemy import delete, select

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import SecondFactorRefusedError, SignInRefusedError, UnknownThingError
from app.extensions import db
from app.models.account import SignInAttempt, SignInSession, User
from app.queries.accounts import SESSION_IDLE, mark_of, open_session_rows
from app.services.accounts import HASHER, matches
from app.services.attempts import WINDOW, count_attempt, forget_attempts, locked_account
from app.services.tokens import SEEN_EVERY, digest
from app.services.transaction import transaction

SESSION_LENGTH: Final = timedelta(hours=12)
STEP_SECONDS: Final = 30

# Verified when the account does not exist, so that the answer takes as long.
_NOBODY: Final = HASHER.hash(secrets.token_hex())


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A browser that signs in.

    Attributes:
        token: what its cookie keeps; only the digest is stored.
        second_factor_due: whether a code is still asked for.
    """

    token: str
    second_factor_due: bool


def sign_in(email: str, password: str, *, browser: str, clock: Clock) -> SignedIn:
    """Open a session; for the agency, the authority and the operator it awaits a second factor.

    Raises:
        SignInRefusedError: address or password wrong, or account disabled: one sentence for all.
        TooManyAttemptsError: ten failures within a quarter of an hour on this address.
    """
    address = email.strip().lower()
    count_attempt("sign-in", address, clock)
    user = db.session.scalar(select(User).where(User.email == address))
    usable = user is not None and user.disabled_at is None
    if not matches(user.password_hash if user else _NOBODY, password) or not usable:
        raise SignInRefusedError
    assert user is not None  # noqa: S101 - usable
    token = secrets.token_urlsafe(32)
    due = user.totp_secret is not None
    user_id = user.id
    with transaction():
        user = db.session.get_one(User, user_id)
        if HASHER.check_needs_rehash(user.password_hash):
            user.password_hash = HASHER.hash(password)
        db.session.add(
            SignInSession(
                token_digest=digest(token),
                user_id=user_id,
                created_at=clock.now(),
                last_seen_at=clock.now(),
                expires_at=clock.now() + SESSION_LENGTH,
                second_factor_at=None if due else clock.now(),
                browser=browser[:200],
            )
        )
        forget_attempts("sign-in", address)
    return SignedIn(token=token, second_factor_due=due)


def confirm_second_factor(token: str, code: str, *, clock: Clock) -> str:
    """Accept a code of the second factor, once, and give the session a new token.

    Raises:
        SignInRefusedError: no such session.
        SecondFactorRefusedError: a code that is wrong, too old, or already used.
        TooManyAttemptsError: ten failures within a quarter of an hour.
    """
    waiting = _session(token, clock)
    if waiting is None or waiting.user.totp_secret is None:
        raise SignInRefusedError
    email, secret = waiting.user.email, waiting.user.totp_secret
    count_attempt("second-factor", email, clock)
    step = _step_of(secret, code, clock)
    fresh = secrets.token_urlsafe(32)
    with transaction():
        user = locked_account(email)
        session = _session(token, clock)
        if user is None or session is None:
            raise SignInRefusedError
        if step is None or (user.totp_last_step is not None and step <= user.totp_last_step):
            raise SecondFactorRefusedError
        user.totp_last_step = step
        session.second_factor_at = clock.now()
        session.token_digest = digest(fresh)
        forget_attempts("second-factor", email)
    return fresh


def actor_of_session(token: str, *, clock: Clock) -> Actor | None:
    """Return who a cookie speaks for, or none; a session idle too long is over."""
    session = _session(token, clock)
    if session is None or session.second_factor_at is None:
        return None
    if clock.now() - session.last_seen_at >= SEEN_EVERY:
        identifier = session.id
        with transaction():
            db.session.get_one(SignInSession, identifier).last_seen_at = clock.now()
        session = db.session.get_one(SignInSession, identifier)
    return session.user.as_actor()


def second_factor_due(token: str, *, clock: Clock) -> bool:
    """Tell whether a session still awaits its second factor."""
    session = _session(token, clock)
    return session is not None and session.second_factor_at is None


def sign_out(token: str, *, clock: Clock) -> None:
    """Revoke the session of a cookie; an unknown one is no error."""
    with transaction():
        session = db.session.scalars(
            select(SignInSession).where(SignInSession.token_digest == digest(token))
        ).one_or_none()
        if session is not None and session.revoked_at is None:
            session.revoked_at = clock.now()


def revoke_session(mark: str, *, by: Actor, clock: Clock) -> None:
    """Revoke one of one's open sessions, named by its mark.

    Raises:
        UnknownThingError: one has no such session.
    """
    with transaction():
        for session in open_session_rows(by, at=clock.now()):
            if mark_of(session) == mark:
                session.revoked_at = clock.now()
                return
        raise UnknownThingError("Cette session")


def revoke_other_sessions(token: str, *, by: Actor, clock: Clock) -> int:
    """Revoke one's open sessions except the one of *token*; return how many ended."""
    with transaction():
        others = [
            session
            for session in open_session_rows(by, at=clock.now())
            if session.token_digest != digest(token)
        ]
        for session in others:
            session.revoked_at = clock.now()
    return len(others)


def purge_sign_ins(*, clock: Clock) -> int:
    """Forget attempts out of the window and sessions long over; return how many rows went."""
    with transaction():
        attempts = db.session.scalars(
            delete(SignInAttempt)
            .where(SignInAttempt.at < clock.now() - WINDOW)
            .returning(SignInAttempt.id)
        ).all()
        sessions = db.session.scalars(
            delete(SignInSession)
            .where(SignInSession.expires_at < clock.now() - SESSION_LENGTH)
            .returning(SignInSession.id)
        ).all()
    return len(attempts) + len(sessions)


def _session(token: str, clock: Clock) -> SignInSession | None:
    session = db.session.scalars(
        select(SignInSession).where(SignInSession.token_digest == digest(token))
    ).one_or_none()
    if session is None or session.revoked_at is not None or session.user.disabled_at is not None:
        return None
    now = clock.now()
    over = now >= session.expires_at or now - session.last_seen_at >= SESSION_IDLE
    return None if over else session


def _step_of(secret: str, code: str, clock: Clock) -> int | None:
    """Return the time step a code belongs to: the present one, or a neighbour."""
    typed = code.replace(" ", "").strip()
    totp = pyotp.TOTP(secret)
    present = int(clock.now().timestamp()) // STEP_SECONDS
    for step in (present, present - 1, present + 1):
        if secrets.compare_digest(totp.generate_otp(step).encode(), typed.encode()):
            return step
    return None
