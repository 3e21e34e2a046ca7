"""Tables and their constraints: what must not exist cannot.

Every module is imported here, so that the tables know each other whichever is read first.
"""

from app.models import (
    account,
    assessment,
    declaration,
    document,
    dossier,
    manufacturer,
    order,
    outbox,
    period,
)

__all__ = [
    "account",
    "assessment",
    "declaration",
    "document",
    "dossier",
    "manufacturer",
    "order",
    "outbox",
    "period",
]
