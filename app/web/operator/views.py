"""All the pages of the operator."""

from app.web.operator import account_views, watch_views
from app.web.operator.blueprint import blueprint

__all__ = ["account_views", "blueprint", "watch_views"]
