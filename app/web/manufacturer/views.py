"""Every page of the manufacturer: importing this module registers them all."""

from app.web.manufacturer import (
    batch_views,
    check_views,
    correction_views,
    document_views,
    dossier_views,
    draft_views,
    evidence_views,
    import_views,
    proof_views,
    renew_views,
    report_views,
    silence_views,
    site_views,
    supply_views,
    value_views,
)
from app.web.manufacturer.blueprint import blueprint

__all__ = [
    "batch_views",
    "blueprint",
    "check_views",
    "correction_views",
    "document_views",
    "dossier_views",
    "draft_views",
    "evidence_views",
    "import_views",
    "proof_views",
    "renew_views",
    "report_views",
    "silence_views",
    "site_views",
    "supply_views",
    "value_views",
]
