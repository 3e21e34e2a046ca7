"""Every page of the ministries: importing this module registers them all."""

from app.web.authority import dossier_views, order_views, publication_views
from app.web.authority.blueprint import blueprint

__all__ = ["blueprint", "dossier_views", "order_views", "publication_views"]
