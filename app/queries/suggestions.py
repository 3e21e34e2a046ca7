"""Codes that look like an unknown one: to suggest, never to answer (reading L-1)."""

from typing import Final

from sqlalchemy import select

from app.domain.folding import look_alike
from app.domain.listing import intervals
from app.domain.orders import LineEffect, OrderState
from app.extensions import db
from app.models.order import Order, OrderLine
from app.queries.published import rows_of_codes
from app.queries.register import Listing, listing_of

SUGGESTIONS: Final = 5


def suggestions(typed: str, *, most: int = SUGGESTIONS) -> list[Listing]:
    """Return versions whose code looks like an unknown one: never an answer (reading L-1).

    Only case, blanks, O and 0, I, l and 1 are taken for one another. Versions of a published
    order are suggested even before its effect, and after they were removed.
    """
    shape = look_alike(typed)
    if not shape:
        return []
    codes = [
        code
        for code in db.session.scalars(
            select(OrderLine.tvv)
            .join(Order)
            .where(
                Order.state == OrderState.PUBLISHED,
                OrderLine.effect.in_({LineEffect.LIST, LineEffect.CORRECT}),
            )
            .distinct()
        )
        if look_alike(code) == shape and code != typed.strip()
    ]
    if not codes:
        return []
    found = intervals(rows_of_codes(codes))
    near = [listing_of(days[0]) for (_, code), days in found.items() if code in codes]
    return sorted(near, key=lambda one: one.tvv)[:most]
