"""The words of an order of the ministers."""

from enum import StrEnum


class OrderState(StrEnum):
    """Whether an order is being written or published."""

    PREPARED = "prepared"
    PUBLISHED = "published"


class OrderOrigin(StrEnum):
    """Whether an order was prepared in the portal, or entered once published."""

    PORTAL = "portal"
    IMPORTED = "imported"


class LineEffect(StrEnum):
    """What an order says of one version."""

    LIST = "list"
    REFUSE = "refuse"
