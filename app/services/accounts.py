"""Accounts: companies, people, passwords, second factors and tokens of programs."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, func, select

from app.clock import Clock
from app.domain.actor import SECOND_FACTOR_ROLES, Actor, Role
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    SecondFactorRefusedError,
    SignInRefusedError,
    TooManyAttemptsError,
    UnknownThingError,
)
from app.domain.identifiers import new_reference
from app.extensions import db
from app.models.account import ApiToken, SignInAttempt, SignInSession, User
from app.models.manufacturer import Manufacturer
from app.services.transaction import transaction

# OWASP minimum for Argon2id: about 25 ms on two cores.
HASHER: Final = PasswordHasher(memory_cost=19456, time_cost=2, parallelism=1)
SHORTEST_PASSWORD: Final = 12
LONGEST_PASSWORD: Final = 200

ATTEMPTS: Final = 10
WINDOW: Final = timedelta(minutes=15)
SESSION_LENGTH: Final = timedelta(hours=12)
SESSION_IDLE: Final = timedelta(hours=2)
SEEN_EVERY: Final = timedelta(minutes=1)
STEP_SECONDS: Final = 30

# Verified when the account does not exist, so that the answer takes as long.
_NOBODY: Final = HASHER.hash(secrets.token_hex())


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """What is shown once when an account is made.

    Attributes:
        email: the address that signs in.
        password: the first password.
        totp_secret: the secret of the second factor; none where none is required.
    """

    email: str
    password: str
    totp_secret: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A browser that signs in.

    Attributes:
        token: what its cookie keeps; only the digest is stored.
        second_factor_due: whether a code is still asked for.
    """

    token: str
    second_factor_due: bool


def create_company(
    name: str, *, country: str, clock: Clock, siren: str | None = None
) -> Manufacturer:
    """Enter a manufacturer.

    Raises:
        InvalidValueError: no name, or one already taken.
    """
    wanted = name.strip()
    if not wanted:
        raise InvalidValueError("name", "Indiquez le nom de l’entreprise.")
    with transaction():
        if db.session.scalar(select(Manufacturer).where(Manufacturer.name == wanted)):
            raise InvalidValueError("name", "Une entreprise porte déjà ce nom.")
        company = Manufacturer(
            reference=new_reference("CO"),
            name=wanted,
            country=country,
            siren=siren,
            created_at=clock.now(),
        )
        db.session.add(company)
    return company


def create_account(
    email: str,
    *,
    name: str,
    role: Role,
    company: str | None = None,
    password: str | None = None,
    clock: Clock,
) -> NewAccount:
    """Open an account; a password is drawn unless one is given.

    Agency, authority and operator get a second factor at once.

    Raises:
        InvalidValueError: an address already used, a company missing or unknown, a weak password.
    """
    address = email.strip().lower()
    if "@" not in address:
        raise InvalidValueError("email", "Cette adresse électronique n’en est pas une.")
    drawn = password or secrets.token_urlsafe(15)
    check_password(drawn)
    secret = pyotp.random_base32() if role in SECOND_FACTOR_ROLES else None
    with transaction():
        if db.session.scalar(select(User).where(User.email == address)):
            raise InvalidValueError("email", "Un compte existe déjà pour cette adresse.")
        db.session.add(
            User(
                reference=new_reference("CP"),
                email=address,
                name=name.strip() or address,
                role=role,
                manufacturer_id=_company_id(role, company),
                password_hash=HASHER.hash(drawn),
                totp_secret=secret,
                created_at=clock.now(),
            )
        )
    return NewAccount(email=address, password=drawn, totp_secret=secret)


def check_password(password: str) -> None:
    """Refuse a password too short to hold, or too long to be hashed fairly.

    Raises:
        InvalidValueError: with the sentence to show.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise InvalidValueError(
            "password",
            f"Le mot de passe compte de {SHORTEST_PASSWORD} à {LONGEST_PASSWORD} caractères.",
        )
    if len(set(password)) < SHORTEST_PASSWORD // 2:
        raise InvalidValueError("password", "Ce mot de passe répète trop les mêmes caractères.")


def sign_in(email: str, password: str, *, browser: str, clock: Clock) -> SignedIn:
    """Open a session; for the agency, the authority and the operator it awaits a second factor.

    Raises:
        SignInRefusedError: address or password wrong, or account disabled: one sentence for all.
        TooManyAttemptsError: ten failures within a quarter of an hour on this address.
    """
    address = email.strip().lower()
    _check_attempts(_subject("sign-in", address), clock)
    user = db.session.scalar(select(User).where(User.email == address))
    usable = user is not None and user.disabled_at is None
    if not _matches(user.password_hash if user else _NOBODY, password) or not usable:
        _count_attempt(_subject("sign-in", address), clock)
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
        _forget_attempts(_subject("sign-in", address))
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
    subject = _subject("second-factor", waiting.user.email)
    _check_attempts(subject, clock)
    step = _step_of(waiting.user.totp_secret, code, clock)
    fresh = secrets.token_urlsafe(32)
    accepted = False
    with transaction():
        session = db.session.scalars(
            select(SignInSession).where(SignInSession.token_digest == digest(token))
        ).one()
        user = db.session.scalars(
            select(User).where(User.id == session.user_id).with_for_update(of=User)
        ).one()
        if step is not None and (user.totp_last_step is None or step > user.totp_last_step):
            user.totp_last_step = step
            session.second_factor_at = clock.now()
            session.token_digest = digest(fresh)
            _forget_attempts(subject)
            accepted = True
    if not accepted:
        _count_attempt(subject, clock)
        raise SecondFactorRefusedError
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


def change_password(current: str, new: str, *, by: Actor, clock: Clock) -> None:
    """Change one's password; every session of the account ends.

    Raises:
        InvalidValueError: the current password is wrong, or the new one weak.
    """
    check_password(new)
    with transaction():
        user = db.session.get_one(User, by.user_id)
        if not _matches(user.password_hash, current):
            raise InvalidValueError("current", "Le mot de passe actuel est incorrect.")
        user.password_hash = HASHER.hash(new)
        _revoke_all(user, clock)


def disable_account(email: str, *, clock: Clock) -> None:
    """Close an account and revoke its sessions and tokens; its acts keep its name.

    Raises:
        UnknownThingError: there is none for this address.
    """
    with transaction():
        user = _user(email)
        user.disabled_at = clock.now()
        _revoke_all(user, clock)
        for token in db.session.scalars(select(ApiToken).where(ApiToken.user_id == user.id)):
            token.revoked_at = token.revoked_at or clock.now()


def reset_access(email: str, *, clock: Clock) -> NewAccount:
    """Draw a new password, and a new second factor where one is required; sessions end.

    Raises:
        UnknownThingError: there is no account for this address.
    """
    password = secrets.token_urlsafe(15)
    with transaction():
        user = _user(email)
        secret = pyotp.random_base32() if user.role in SECOND_FACTOR_ROLES else None
        user.password_hash = HASHER.hash(password)
        user.totp_secret = secret
        user.totp_last_step = None
        _revoke_all(user, clock)
        address = user.email
    return NewAccount(email=address, password=password, totp_secret=secret)


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


def actor_named(email: str) -> Actor:
    """Return the person of an address, for commands and for the demonstration.

    Raises:
        UnknownThingError: there is no account for this address.
    """
    return _user(email).as_actor()


def digest(token: str) -> str:
    """Return what is stored of a token: SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


def _session(token: str, clock: Clock) -> SignInSession | None:
    session = db.session.scalars(
        select(SignInSession).where(SignInSession.token_digest == digest(token))
    ).one_or_none()
    if session is None or session.revoked_at is not None or session.user.disabled_at is not None:
        return None
    now = clock.now()
    over = now >= session.expires_at or now - session.last_seen_at >= SESSION_IDLE
    return None if over else session


def _matches(password_hash: str, password: str) -> bool:
    try:
        return HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def _step_of(secret: str, code: str, clock: Clock) -> int | None:
    """Return the time step a code belongs to: the present one, or a neighbour."""
    typed = code.replace(" ", "").strip()
    totp = pyotp.TOTP(secret)
    present = int(clock.now().timestamp()) // STEP_SECONDS
    for step in (present, present - 1, present + 1):
        if secrets.compare_digest(totp.generate_otp(step).encode(), typed.encode()):
            return step
    return None


def _user(email: str) -> User:
    user = db.session.scalar(select(User).where(User.email == email.strip().lower()))
    if user is None:
        raise UnknownThingError("Ce compte")
    return user


def _company_id(role: Role, company: str | None) -> int | None:
    if role != Role.MANUFACTURER:
        return None
    found = db.session.scalar(select(Manufacturer).where(Manufacturer.name == (company or "")))
    if found is None:
        raise InvalidValueError("company", "Indiquez une entreprise connue du portail.")
    return found.id


def _revoke_all(user: User, clock: Clock) -> None:
    sessions = db.session.scalars(select(SignInSession).where(SignInSession.user_id == user.id))
    for session in sessions:
        session.revoked_at = session.revoked_at or clock.now()


def _subject(kind: str, address: str) -> str:
    return digest(f"{kind}/{address}")


def _check_attempts(subject: str, clock: Clock) -> None:
    failures = db.session.scalar(
        select(func.count()).where(
            SignInAttempt.subject == subject, SignInAttempt.at > clock.now() - WINDOW
        )
    )
    if failures is not None and failures >= ATTEMPTS:
        raise TooManyAttemptsError


def _count_attempt(subject: str, clock: Clock) -> None:
    with transaction():
        db.session.add(SignInAttempt(subject=subject, at=clock.now()))


def _forget_attempts(subject: str) -> None:
    db.session.execute(delete(SignInAttempt).where(SignInAttempt.subject == subject))
