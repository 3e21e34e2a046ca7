"""Orders of the ministers: prepared version by version, or entered once published."""

from app.domain.orders import PublishedRow
from app.services.orders.frame import (
    check_authority,
    check_nor_is_free,
    checked_title,
    discard_order,
    order_in_preparation,
    prepare_order,
    take_out_line,
    take_out_of_order,
)
from app.services.orders.imported import import_published_order
from app.services.orders.lines import put_in_order
from app.services.orders.list_lines import NewWords, put_correction, put_removal

__all__ = [
    "NewWords",
    "PublishedRow",
    "check_authority",
    "check_nor_is_free",
    "checked_title",
    "discard_order",
    "import_published_order",
    "order_in_preparation",
    "prepare_order",
    "put_correction",
    "put_in_order",
    "put_removal",
    "take_out_line",
    "take_out_of_order",
]
