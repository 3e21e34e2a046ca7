"""Subscribe an address to the changes of the list, prove it, replay, stop (decision 0032)."""

import hmac
import json
import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from sqlalchemy import and_, delete, func, or_, select

from app.clock import Clock
from app.domain.errors import (
    InvalidValueError,
    SubscriptionRefusedError,
    UnknownThingError,
)
from app.domain.folding import fold
from app.domain.identifiers import new_reference
from app.domain.subscriptions import (
    EMAIL_LENGTH,
    FIRST_RETRY,
    PROOF_LASTS,
    STOPPED_LASTS,
    SubscriptionState,
    checked_address,
    host_of,
    signature,
)
from app.extensions import db
from app.gateways.webhooks import NotDeliveredError, Webhooks
from app.models.subscription import Subscription
from app.queries.list_changes import changed_brands, last_change
from app.services.tokens import digest
from app.services.transaction import transaction

NAME: Final = "Cet abonnement"
KEY_BYTES: Final = 24
# Of one machine, and of all of them, that are not proved yet.
MOST_ASKED_OF_A_HOST: Final = 5
MOST_ASKED: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A new subscription, with what is shown once.

    Attributes:
        key: opens the subscription to its owner.
        secret: signs its messages.
    """

    subscription: Subscription
    key: str
    secret: str


def subscribe(address: str, *, brand: str, email: str, since: int | None, clock: Clock) -> Opened:
    """Ask for the changes of the list at an address, which is to be proved before anything is sent.

    Args:
        address: where, by https.
        brand: whose changes; blank for all.
        email: who is told when messages stop; blank for nobody.
        since: the last change already known; none for the last one of today.
        clock: the clock.

    Raises:
        InvalidValueError: the address, the brand, the e-mail or the number.
        SubscriptionRefusedError: too many addresses of that machine wait to be proved.
    """
    where = checked_address(address)
    contact = _checked_email(email)
    brand_key = _checked_brand(brand)
    known = last_change()
    if since is not None and not 0 <= since <= known:
        raise InvalidValueError("since", f"Le dernier changement porte le n° {known}.")
    key, secret = secrets.token_urlsafe(KEY_BYTES), secrets.token_urlsafe(KEY_BYTES)
    now = clock.now()
    with transaction():
        _check_room(host_of(where))
        subscription = Subscription(
            reference=new_reference("AB"),
            address=where,
            host=host_of(where),
            brand_key=brand_key,
            email=contact,
            key_digest=digest(key),
            secret=secret,
            state=SubscriptionState.ASKED,
            position=known if since is None else since,
            failures=0,
            created_at=now,
            next_try_at=now,
        )
        db.session.add(subscription)
    return Opened(subscription=subscription, key=key, secret=secret)


def _checked_email(typed: str) -> str | None:
    email = typed.strip()
    if not email:
        return None
    name, _, domain = email.partition("@")
    if not name or "." not in domain or len(email) > EMAIL_LENGTH or not email.isprintable():
        raise InvalidValueError("email", "Cette adresse électronique n’est pas une adresse.")
    return email


def _checked_brand(typed: str) -> str | None:
    wanted = fold(typed)
    if not wanted:
        return None
    if wanted not in dict(changed_brands()):
        raise InvalidValueError("brand", "La liste n’a jamais eu cette marque.")
    return wanted


def _check_room(host: str) -> None:
    asked = select(func.count()).where(Subscription.state == SubscriptionState.ASKED)
    of_host = db.session.scalar(asked.where(Subscription.host == host)) or 0
    if of_host >= MOST_ASKED_OF_A_HOST or (db.session.scalar(asked) or 0) >= MOST_ASKED:
        raise SubscriptionRefusedError(
            "Trop d’adresses attendent d’être prouvées : prouvez-les, ou attendez."
        )


def subscription_of(key: str) -> Subscription:
    """Return the subscription that a key opens.

    Raises:
        UnknownThingError: none.
    """
    found = db.session.scalars(
        select(Subscription).where(Subscription.key_digest == digest(key.strip()))
    ).one_or_none()
    if found is None:
        raise UnknownThingError(NAME)
    return found


def prove(key: str, *, webhooks: Webhooks, clock: Clock) -> Subscription:
    """Ask an address to repeat a word drawn for it; messages begin once it does.

    Raises:
        UnknownThingError: the key opens nothing.
        SubscriptionRefusedError: the address does not answer, or something else.
    """
    with transaction():
        subscription = subscription_of(key)
        if subscription.next_try_at > clock.now():
            raise SubscriptionRefusedError("Attendez une minute avant de prouver de nouveau.")
        # Nobody is asked again and again: neither this address, nor somebody else's.
        subscription.next_try_at = clock.now() + FIRST_RETRY
    word = secrets.token_urlsafe(KEY_BYTES)
    body = json.dumps({"type": "challenge", "challenge": word}).encode()
    headers = {"Score-Signature": signature(subscription.secret, body, at=clock.now())}
    db.session.rollback()  # nothing is held while an address takes its time
    try:
        reply = webhooks.post(subscription.address, body, headers, listen=True)
    except NotDeliveredError as error:
        raise SubscriptionRefusedError(f"L’adresse n’est pas prouvée. {error}") from error
    if reply.status != HTTPStatus.OK or not _repeats(reply.body, word):
        raise SubscriptionRefusedError(
            "L’adresse n’est pas prouvée : elle doit répondre 200 et répéter le mot demandé, en"
            ' JSON : {"challenge": "…"}.'
        )
    with transaction():
        subscription = subscription_of(key)
        subscription.proved_at = clock.now()
        _start(subscription, clock)
    return subscription


def _repeats(body: bytes, word: str) -> bool:
    try:
        said = json.loads(body)
    except ValueError:
        return False
    found = said.get("challenge") if isinstance(said, dict) else None
    return isinstance(found, str) and hmac.compare_digest(found.encode(), word.encode())


def replay(key: str, since: int, *, clock: Clock) -> Subscription:
    """Send again what follows a change; messages that had stopped begin again.

    Raises:
        UnknownThingError: the key opens nothing.
        InvalidValueError: the list has no such change.
        SubscriptionRefusedError: the address was never proved.
    """
    known = last_change()
    if not 0 <= since <= known:
        raise InvalidValueError("since", f"Le dernier changement porte le n° {known}.")
    with transaction():
        subscription = subscription_of(key)
        if subscription.proved_at is None:
            raise SubscriptionRefusedError("Cette adresse n’a pas encore été prouvée.")
        subscription.position = since
        _start(subscription, clock)
    return subscription


def _start(subscription: Subscription, clock: Clock) -> None:
    subscription.state = SubscriptionState.ACTIVE
    subscription.failures = 0
    subscription.next_try_at = clock.now()
    subscription.stopped_at = None
    # A message on its way is no longer that of this claim.
    subscription.claimed_at = None
    subscription.last_result = None


def unsubscribe(key: str) -> None:
    """Forget a subscription, and all that was kept of its owner.

    Raises:
        UnknownThingError: the key opens nothing.
    """
    with transaction():
        db.session.delete(subscription_of(key))


def stop_subscription(reference: str, *, clock: Clock) -> None:
    """Stop sending to an address, for the operator.

    Raises:
        UnknownThingError: there is no such subscription.
    """
    with transaction():
        found = db.session.scalars(
            select(Subscription).where(Subscription.reference == reference)
        ).one_or_none()
        if found is None:
            raise UnknownThingError(NAME)
        found.state, found.stopped_at = SubscriptionState.STOPPED, clock.now()
        found.last_result = "Arrêté par le service."
        # Its key opens nothing any more: nobody else begins again what the service stopped.
        found.key_digest = digest(secrets.token_urlsafe(KEY_BYTES))


def purge_subscriptions(*, clock: Clock) -> int:
    """Forget what nobody proved in time, and what stopped long ago; return how many."""
    now = clock.now()
    never = and_(
        Subscription.state == SubscriptionState.ASKED, Subscription.created_at <= now - PROOF_LASTS
    )
    over = and_(
        Subscription.state == SubscriptionState.STOPPED,
        Subscription.stopped_at <= now - STOPPED_LASTS,
    )
    with transaction():
        done = db.session.execute(delete(Subscription).where(or_(never, over)))
    return int(getattr(done, "rowcount", 0))
