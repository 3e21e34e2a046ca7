"""Accounts: companies, people, passwords, second factors and tokens of programs."""

import hashlib
import re
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
from app.queries.accounts import SESSION_IDLE, mark_of, open_session_rows
from app.services.transaction import transaction

# OWASP minimum for Argon2id: about 25 ms on two cores.
HASHER: Final = PasswordHasher(memory_cost=19456, time_cost=2, parallelism=1)
SHORTEST_PASSWORD: Final = 12
LONGEST_PASSWORD: Final = 200

ATTEMPTS: Final = 10
WINDOW: Final = timedelta(minutes=15)
SESSION_LENGTH: Final = timedelta(hours=12)
SEEN_EVERY: Final = timedelta(minutes=1)
STEP_SECONDS: Final = 30

# What a mail server can be asked about; whether somebody reads it, only a mail tells.
ADDRESS: Final = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")

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
    with transaction():
        company = _enter_company(name, country, clock=clock, field="name")
        company.siren = siren
    return company


def create_account(  # noqa: PLR0913 - who the person is, and for which company
    email: str,
    *,
    name: str,
    role: Role,
    company: str | None = None,
    country: str | None = None,
    password: str | None = None,
    clock: Clock,
) -> NewAccount:
    """Open an account; a password is drawn unless one is given.

    Agency, authority and operator get a second factor at once.

    Args:
        email: the address that signs in.
        name: what the history of dossiers shows.
        role: what the account is for.
        company: the company of a manufacturer, by its name.
        country: where that company is established, if the portal does not know it yet: it is
            entered with the account, or not at all.
        password: the first password.
        clock: the clock.

    Raises:
        InvalidValueError: an address already used, a company missing or unknown, a weak password.
    """
    address = email.strip().lower()
    if not ADDRESS.fullmatch(address):
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
                manufacturer=_company(role, company, country, clock),
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
    _count_attempt("sign-in", address, clock)
    user = db.session.scalar(select(User).where(User.email == address))
    usable = user is not None and user.disabled_at is None
    if not _matches(user.password_hash if user else _NOBODY, password) or not usable:
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
        _forget_attempts("sign-in", address)
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
    _count_attempt("second-factor", email, clock)
    step = _step_of(secret, code, clock)
    fresh = secrets.token_urlsafe(32)
    with transaction():
        user = _locked(email)
        session = _session(token, clock)
        if user is None or session is None:
            raise SignInRefusedError
        if step is None or (user.totp_last_step is not None and step <= user.totp_last_step):
            raise SecondFactorRefusedError
        user.totp_last_step = step
        session.second_factor_at = clock.now()
        session.token_digest = digest(fresh)
        _forget_attempts("second-factor", email)
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


def change_password(current: str, new: str, *, by: Actor, clock: Clock) -> None:
    """Change one's password; every session of the account ends.

    Raises:
        InvalidValueError: the current password is wrong, or the new one weak.
        TooManyAttemptsError: ten wrong current passwords within a quarter of an hour.
    """
    check_password(new)
    email = db.session.get_one(User, by.user_id).email
    _count_attempt("password", email, clock)
    with transaction():
        user = _user(email)
        if not _matches(user.password_hash, current):
            raise InvalidValueError("current", "Le mot de passe actuel est incorrect.")
        user.password_hash = HASHER.hash(new)
        _revoke_all(user, clock)
        _forget_attempts("password", email)


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


def enable_account(email: str, *, clock: Clock) -> NewAccount:
    """Open a disabled account again, with a new access: the old one may be why it was closed.

    Raises:
        UnknownThingError: there is none for this address.
    """
    access = reset_access(email, clock=clock)
    with transaction():
        _user(email).disabled_at = None
    return access


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


def _company(
    role: Role, company: str | None, country: str | None, clock: Clock
) -> Manufacturer | None:
    if role != Role.MANUFACTURER:
        return None
    if country is not None:
        return _enter_company(company or "", country, clock=clock, field="company")
    found = db.session.scalar(select(Manufacturer).where(Manufacturer.name == (company or "")))
    if found is None:
        raise InvalidValueError("company", "Indiquez une entreprise connue du portail.")
    return found


def _enter_company(name: str, country: str, *, clock: Clock, field: str) -> Manufacturer:
    wanted = name.strip()
    if not wanted:
        raise InvalidValueError(field, "Indiquez le nom de l’entreprise.")
    if db.session.scalar(select(Manufacturer).where(Manufacturer.name == wanted)):
        raise InvalidValueError(field, "Une entreprise porte déjà ce nom.")
    company = Manufacturer(
        reference=new_reference("CO"), name=wanted, country=country, created_at=clock.now()
    )
    db.session.add(company)
    return company


def _revoke_all(user: User, clock: Clock) -> None:
    sessions = db.session.scalars(select(SignInSession).where(SignInSession.user_id == user.id))
    for session in sessions:
        session.revoked_at = session.revoked_at or clock.now()


def _subject(kind: str, address: str) -> str:
    return digest(f"{kind}/{address}")


def _locked(email: str) -> User | None:
    """Return the account of an address, its row locked until the end of the transaction."""
    return db.session.scalars(
        select(User).where(User.email == email).with_for_update(of=User)
    ).one_or_none()


def _count_attempt(kind: str, address: str, clock: Clock) -> None:
    """Count an attempt before it is judged; one that succeeds is forgotten.

    Counted afterwards, guesses sent all at once would each see the room that is left.
    """
    subject = _subject(kind, address)
    with transaction():
        _locked(address)
        attempts = db.session.scalar(
            select(func.count()).where(
                SignInAttempt.subject == subject, SignInAttempt.at > clock.now() - WINDOW
            )
        )
        if attempts is not None and attempts >= ATTEMPTS:
            raise TooManyAttemptsError
        db.session.add(SignInAttempt(subject=subject, at=clock.now()))


def _forget_attempts(kind: str, address: str) -> None:
    subject = _subject(kind, address)
    db.session.execute(delete(SignInAttempt).where(SignInAttempt.subject == subject))
