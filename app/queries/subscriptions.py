"""The addresses that the changes of the list are sent to."""

from collections.abc import Sequence

from sqlalchemy import select

from app.extensions import db
from app.models.subscription import Subscription


def subscriptions() -> Sequence[Subscription]:
    """Return all the subscriptions, the oldest first."""
    return db.session.scalars(select(Subscription).order_by(Subscription.id)).all()
