"""Every page of the ministries: importing this module registers them all."""

from app.web.authority import (
    breach_views,
    dossier_views,
    line_views,
    order_views,
    position_views,
    publication_views,
    silence_views,
)
from app.web.authority.blueprint import blueprint

__all__ = [
    "blueprint",
    "breach_views",
    "dossier_views",
    "line_views",
    "order_views",
    "position_views",
    "publication_views",
    "silence_views",
]
