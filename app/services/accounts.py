"""Accounts: people, what the operator does for them, and their passwords."""

import re
import secrets
from dataclasses import dataclass
from typing import Final

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import SECOND_FACTOR_ROLES, Actor, Role
from app.domain.errors import InvalidValueError, UnknownThingError
from app.domain.identifiers import new_reference
from app.domain.ministries import Ministry
from app.extensions import db
from app.models.account import ApiToken, SignInSession, User
from app.services.attempts import count_attempt, forget_attempts
from app.services.companies import company_of_role, short
from app.services.transaction import transaction

# OWASP minimum for Argon2id: about 25 ms on two cores.
HASHER: Final = PasswordHasher(memory_cost=19456, time_cost=2, parallelism=1)
SHORTEST_PASSWORD: Final = 12
LONGEST_PASSWORD: Final = 200

# What a mail server can be asked about; whether somebody reads it, only a mail tells.
ADDRESS: Final = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")
ADDRESS_LENGTH: Final = 254


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


def create_account(  # noqa: PLR0913 - who the person is, and for which company
    email: str,
    *,
    name: str,
    role: Role,
    company: str | None = None,
    country: str | None = None,
    ministry: Ministry | None = None,
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
        ministry: the minister an agent of an authority speaks for; none for now.
        password: the first password.
        clock: the clock.

    Raises:
        InvalidValueError: an address already used, a company missing or unknown, a country that
            the law does not know, a ministry for somebody of no authority, a weak password.
    """
    address = email.strip().lower()
    if not ADDRESS.fullmatch(address) or len(address) > ADDRESS_LENGTH:
        raise InvalidValueError("email", "Ce n’est pas une adresse électronique.")
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
                name=short("name", name.strip() or address),
                role=role,
                manufacturer=company_of_role(role, company, country, clock),
                ministry=_ministry(role, ministry),
                password_hash=HASHER.hash(drawn),
                totp_secret=secret,
                created_at=clock.now(),
            )
        )
    return NewAccount(email=address, password=drawn, totp_secret=secret)


def change_password(current: str, new: str, *, by: Actor, clock: Clock) -> None:
    """Change one's password; every session of the account ends.

    Raises:
        InvalidValueError: the current password is wrong, or the new one weak.
        TooManyAttemptsError: ten wrong current passwords within a quarter of an hour.
    """
    check_password(new)
    email = db.session.get_one(User, by.user_id).email
    count_attempt("password", email, clock)
    with transaction():
        user = _user(email)
        if not matches(user.password_hash, current):
            raise InvalidValueError("current", "Le mot de passe actuel est incorrect.")
        user.password_hash = HASHER.hash(new)
        _revoke_all(user, clock)
        forget_attempts("password", email)


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


def set_ministry(email: str, ministry: Ministry | None) -> None:
    """Say for which minister an agent of an authority speaks, from now on; none for no minister.

    Positions given before keep the ministry they were given for.

    Raises:
        UnknownThingError: there is no account for this address.
        InvalidValueError: the account is of no authority.
    """
    with transaction():
        user = _user(email)
        user.ministry = _ministry(user.role, ministry)


def disable_account(email: str, *, clock: Clock) -> None:
    """Close an account and revoke its sessions and tokens; its acts keep its name.

    Raises:
        UnknownThingError: there is none for this address.
    """
    with transaction():
        user = _user(email)
        user.disabled_at = clock.now()
        _revoke_all(user, clock)
        _revoke_tokens(user, clock)


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
    """Draw a new password, and a new second factor where required; sessions and tokens end.

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
        _revoke_tokens(user, clock)
        _revoke_all(user, clock)
        address = user.email
    return NewAccount(email=address, password=password, totp_secret=secret)


def actor_named(email: str) -> Actor:
    """Return the person of an address, for commands and for the demonstration.

    Raises:
        UnknownThingError: there is no account for this address.
    """
    return _user(email).as_actor()


def matches(password_hash: str, password: str) -> bool:
    """Tell whether a password is the one that was hashed."""
    try:
        return HASHER.verify(password_hash, password)
    except (VerificationError, InvalidHashError):
        return False


def _user(email: str) -> User:
    user = db.session.scalar(select(User).where(User.email == email.strip().lower()))
    if user is None:
        raise UnknownThingError("Ce compte")
    return user


def _ministry(role: Role, ministry: Ministry | None) -> Ministry | None:
    if ministry is not None and role != Role.AUTHORITY:
        raise InvalidValueError(
            "ministry", "Seul un agent d’un ministère est rattaché à l’un d’eux."
        )
    return ministry


def _revoke_tokens(user: User, clock: Clock) -> None:
    for token in db.session.scalars(select(ApiToken).where(ApiToken.user_id == user.id)):
        token.revoked_at = token.revoked_at or clock.now()


def _revoke_all(user: User, clock: Clock) -> None:
    sessions = db.session.scalars(select(SignInSession).where(SignInSession.user_id == user.id))
    for session in sessions:
        session.revoked_at = session.revoked_at or clock.now()
