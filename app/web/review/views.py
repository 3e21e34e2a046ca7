"""Every page of the agency: importing this module registers them all."""

from app.web.review import act_views, dossier_views, worklist_views
from app.web.review.blueprint import blueprint

__all__ = ["act_views", "blueprint", "dossier_views", "worklist_views"]
