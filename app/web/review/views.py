"""Every page of the agency: importing this module registers them all."""

from app.web.review import (
    act_views,
    breach_views,
    dossier_views,
    evidence_views,
    opinion_views,
    proposal_views,
    silence_views,
    what_if_views,
    worklist_views,
)
from app.web.review.blueprint import blueprint

__all__ = [
    "act_views",
    "blueprint",
    "breach_views",
    "dossier_views",
    "evidence_views",
    "opinion_views",
    "proposal_views",
    "silence_views",
    "what_if_views",
    "worklist_views",
]
