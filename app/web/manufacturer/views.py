"""Every page of the manufacturer: importing this module registers them all."""

from app.web.manufacturer import (
    check_views,
    document_views,
    dossier_views,
    draft_views,
    import_views,
    site_views,
    supply_views,
)
from app.web.manufacturer.blueprint import blueprint

__all__ = [
    "blueprint",
    "check_views",
    "document_views",
    "dossier_views",
    "draft_views",
    "import_views",
    "site_views",
    "supply_views",
]
