"""A dossier as the API gives it, from the same reads as its pages."""

from dataclasses import asdict
from typing import Any, Final

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.completeness import required_documents
from app.domain.procedure import State
from app.domain.receipt import receipt
from app.queries.dossiers import dossiers_of, get_dossier
from app.queries.periods import periods_of
from app.services.documents import declared_content
from app.services.submission import submission_problems

REMEDIES: Final = (
    (
        "Demander les motifs d’un rejet implicite dans le délai du recours (code des relations"
        " entre le public et l’administration, article L. 232-4)."
    ),
    (
        "Saisir le tribunal administratif dans les deux mois du rejet, délai augmenté pour une"
        " entreprise établie outre-mer ou à l’étranger (code de justice administrative, articles"
        " R. 421-1, R. 421-2, R. 421-5 et R. 421-7)."
    ),
    "Après un rejet, déposer un dossier de dérogation avec ses propres valeurs (D. 251-1-A, II).",
)


def dossier_document(reference: str, *, seen_by: Actor, clock: Clock) -> dict[str, Any]:
    """Return a dossier of the company, whole.

    Raises:
        UnknownDossierError: it does not exist, or the actor may not see it.
    """
    dossier = get_dossier(reference, seen_by=seen_by)
    content = declared_content(dossier)
    on = dossier.received_on or clock.today()
    held = {support.key for support in dossier.supports}
    draft = dossier.state == State.DRAFT
    return {
        **_summary(dossier),
        "revision": dossier.content_revision,
        "receipt": None if dossier.received_on is None else receipt_document(dossier),
        "periods": periods_of(dossier),
        "requested_items": dossier.requested_items,
        "required_documents": [
            {
                "requirement": one.requirement,
                "site": one.site.key,
                "label": one.label,
                "source": one.source,
                "supplied": one.key in held,
            }
            for one in required_documents(content, on=on)
        ],
        "documents": [support_document(support) for support in dossier.supports],
        "problems": [
            {"code": one.code, "detail": one.message, "pointer": one.field}
            for one in (submission_problems(dossier, clock=clock) if draft else ())
        ],
    }


def dossier_list(actor: Actor) -> list[dict[str, Any]]:
    """Return the dossiers of the company, the last changed first."""
    return [_summary(dossier) for dossier in dossiers_of(actor)]


def receipt_document(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - tables stay behind queries
    """Return the days that count since a dossier was received, and the remedies."""
    return {**asdict(receipt(dossier.route, dossier.received_on)), "remedies": REMEDIES}


def support_document(support: Any) -> dict[str, Any]:  # noqa: ANN401 - tables stay behind queries
    """Return a document and what it supports."""
    document = support.document
    return {
        "reference": document.reference,
        "filename": document.filename,
        "media_type": document.media_type,
        "digest": document.digest,
        "size": document.size,
        "requirement": support.requirement,
        "site": support.site,
        "added_on": support.added_on,
    }


def _summary(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - tables stay behind queries
    return {
        "reference": dossier.reference,
        "route": dossier.route,
        "state": dossier.state,
        "version": {
            "brand": dossier.brand,
            "commercial_name": dossier.commercial_name,
            "tvv": dossier.tvv,
        },
        "received_on": dossier.received_on,
        "complete_on": dossier.complete_on,
        "proposed_on": dossier.proposed_on,
        "decided_on": dossier.decided_on,
    }
