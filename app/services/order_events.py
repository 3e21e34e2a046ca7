"""What the events of a dossier say of the order that decided it."""

from typing import Any

from app.models.order import Order, OrderLine


def order_details(order: Order, line: OrderLine) -> dict[str, Any]:
    """Return the details of an event that a line of a published order causes."""
    return {
        "order": order.reference,
        "position": line.position,
        "nor": order.nor,
        "published_on": order.published_on.isoformat() if order.published_on else None,
        "effective_on": order.effective_on.isoformat() if order.effective_on else None,
        "reasons": line.reasons or "",
    }
