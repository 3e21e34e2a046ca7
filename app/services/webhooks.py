"""Send the changes of the list to the addresses that asked for them, in order, once received."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Final

from flask import current_app
from sqlalchemy import ColumnElement, and_, or_, select

from app.clock import Clock
from app.domain.list_changes import Change
from app.domain.subscriptions import (
    MOST_CHANGES,
    MOST_FAILURES,
    SubscriptionState,
    retry_after,
    signature,
    spread,
)
from app.extensions import db
from app.gateways.webhooks import NotDeliveredError, Webhooks
from app.models.subscription import Subscription
from app.queries.list_changes import changes, last_change
from app.services.outbox import write_message
from app.services.public_contents import public_change
from app.services.transaction import transaction

# In one pass, so that the other jobs of the process are not held.
BATCH: Final = 20
# Changes looked at for one address at a time: those of other brands are passed over.
LOOKED_AT: Final = 1_000
CLAIM_LASTS: Final = timedelta(minutes=2)
STOPPED: Final = "Les messages de la liste ne vous parviennent plus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is sent at once to one address.

    Attributes:
        claimed_at: when this process claimed the subscription.
        previous: the number of the last change that was received.
        sequence: that of the last change that the message tells of, or passes over.
        body: as it is sent; none when no change is of the brand that was asked for.
    """

    id: int
    claimed_at: datetime
    address: str
    secret: str
    previous: int
    sequence: int
    body: bytes | None


def send_changes(webhooks: Webhooks, *, clock: Clock) -> int:
    """Send what waits, a message an address, and return how many were received.

    An address is claimed, written to, then settled: nothing is locked meanwhile, and two processes
    do not write at once. What was sent and not settled is sent again, under the same numbers.
    """
    received = 0
    for identifier in _waiting(clock):
        message = _claim(identifier, clock)
        if message is None:
            continue
        error = None if message.body is None else _sent(webhooks, message, clock)
        _settle(message, error, clock)
        received += error is None and message.body is not None
    return received


def _waiting(clock: Clock) -> Sequence[int]:
    return db.session.scalars(
        select(Subscription.id)
        .where(_sendable(clock))
        .order_by(Subscription.next_try_at, Subscription.id)
        .limit(BATCH)
    ).all()


def _sendable(clock: Clock) -> ColumnElement[bool]:
    now = clock.now()
    free = or_(Subscription.claimed_at.is_(None), Subscription.claimed_at <= now - CLAIM_LASTS)
    return and_(
        Subscription.state == SubscriptionState.ACTIVE,
        Subscription.next_try_at <= now,
        Subscription.position < last_change(),
        free,
    )


def _claim(identifier: int, clock: Clock) -> Message | None:
    with transaction():
        one = db.session.scalars(
            select(Subscription)
            .where(Subscription.id == identifier, _sendable(clock))
            .with_for_update(skip_locked=True)
        ).one_or_none()
        if one is None:
            return None
        one.claimed_at = claimed_at = clock.now()
        looked_at = changes(since=one.position, most=LOOKED_AT)
        told = [change for change in looked_at if _is_of(change, one.brand_key)][:MOST_CHANGES]
        # What was looked at to the end is passed; else the last change that is told.
        reached = told[-1] if len(told) == MOST_CHANGES else looked_at[-1]
        return Message(
            id=one.id,
            claimed_at=claimed_at,
            address=one.address,
            secret=one.secret,
            previous=one.position,
            sequence=reached.sequence,
            body=_body(one, told, reached.sequence) if told else None,
        )


def _is_of(change: Change, brand: str | None) -> bool:
    rows = (change.row, change.before)
    return brand is None or brand in {row.key[0] for row in rows if row}


def _body(one: Subscription, told: Sequence[Change], sequence: int) -> bytes:
    base_url = current_app.config["BASE_URL"]
    content: dict[str, Any] = {
        "type": "changes",
        "subscription": one.reference,
        "previous": one.position,
        "sequence": sequence,
        "changes": [public_change(change, base_url) for change in told],
    }
    return json.dumps(content, ensure_ascii=False).encode()


def _sent(webhooks: Webhooks, message: Message, clock: Clock) -> str | None:
    """Send a message; return why it was not received, none when it was."""
    assert message.body is not None  # noqa: S101 - the caller looked
    headers = {
        "Score-Signature": signature(message.secret, message.body, at=clock.now()),
        "Score-Sequence": str(message.sequence),
        "Score-Previous": str(message.previous),
    }
    try:
        reply = webhooks.post(message.address, message.body, headers)
    except NotDeliveredError as error:
        return str(error)
    if HTTPStatus.OK <= reply.status < HTTPStatus.MULTIPLE_CHOICES:
        return None
    if reply.status < HTTPStatus.BAD_REQUEST:
        return f"L’adresse renvoie ailleurs ({reply.status}) : ce n’est pas suivi."
    return f"L’adresse répond {reply.status}."


def _settle(message: Message, error: str | None, clock: Clock) -> None:
    now = clock.now()
    with transaction():
        one = db.session.get(Subscription, message.id, with_for_update=True)
        # Its owner left, or asked from elsewhere; or this claim ran out and is another's.
        if one is None or one.claimed_at != message.claimed_at:
            return
        one.claimed_at = None
        if error is None:
            one.position, one.failures, one.next_try_at = message.sequence, 0, now
            one.sent_at = now if message.body else one.sent_at
            one.last_result = None
            return
        one.failures += 1
        one.last_result = error
        one.next_try_at = now + spread(retry_after(one.failures), one.id)
        if one.failures >= MOST_FAILURES:
            one.state, one.stopped_at = SubscriptionState.STOPPED, now
            _tell(one, clock)


def _tell(one: Subscription, clock: Clock) -> None:
    if one.email is None:
        return
    write_message(
        f"subscription/{one.reference}/{one.position}/{clock.now():%Y%m%dT%H%M%S}",
        to=one.email,
        subject=STOPPED,
        body=(
            f"Bonjour,\n\nL’adresse {one.address} n’a pas reçu nos messages :"
            f" {one.last_result} Après {one.failures} essais, nous n’envoyons plus rien.\n\nLe"
            f" dernier changement reçu porte le n° {one.position}. Votre clé permet de reprendre à"
            f" partir de ce numéro : {current_app.config['BASE_URL']}/abonnements\n"
        ),
        clock=clock,
    )
