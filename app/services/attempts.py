"""Attempts at a secret, counted by address: ten within a quarter of an hour, then no more."""

from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, select

from app.clock import Clock
from app.domain.errors import TooManyAttemptsError
from app.extensions import db
from app.models.account import SignInAttempt, User
from app.services.tokens import digest
from app.services.transaction import transaction

ATTEMPTS: Final = 10
WINDOW: Final = timedelta(minutes=15)


def count_attempt(kind: str, address: str, clock: Clock) -> None:
    """Count an attempt before it is judged; one that succeeds is forgotten.

    Counted afterwards, guesses sent all at once would each see the room that is left.

    Args:
        kind: what is guessed at; each has its own count.
        address: the address of the account, in lower case, whether it exists or not.
        clock: the clock.

    Raises:
        TooManyAttemptsError: ten within a quarter of an hour.
    """
    subject = _subject(kind, address)
    with transaction():
        locked_account(address)
        attempts = db.session.scalar(
            select(func.count()).where(
                SignInAttempt.subject == subject, SignInAttempt.at > clock.now() - WINDOW
            )
        )
        if attempts is not None and attempts >= ATTEMPTS:
            raise TooManyAttemptsError
        db.session.add(SignInAttempt(subject=subject, at=clock.now()))


def forget_attempts(kind: str, address: str) -> None:
    """Forget the attempts before a success; called inside its transaction."""
    subject = _subject(kind, address)
    db.session.execute(delete(SignInAttempt).where(SignInAttempt.subject == subject))


def locked_account(email: str) -> User | None:
    """Return the account of an address, its row locked until the end of the transaction."""
    return db.session.scalars(
        select(User).where(User.email == email).with_for_update(of=User)
    ).one_or_none()


def _subject(kind: str, address: str) -> str:
    return digest(f"{kind}/{address}")
