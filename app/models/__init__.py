"""Tables and their constraints: what must not exist cannot.

Every module is imported here, so that the tables know each other whichever is read first.
"""

from app.models import (
    account,
    assessment,
    breach,
    declaration,
    document,
    dossier,
    journal,
    listing,
    manufacturer,
    order,
    outbox,
    period,
    position,
    publication,
    subscription,
)

__all__ = [
    "account",
    "assessment",
    "breach",
    "declaration",
    "document",
    "dossier",
    "journal",
    "listing",
    "manufacturer",
    "order",
    "outbox",
    "period",
    "position",
    "publication",
    "subscription",
]
