"""A dossier as the API gives it, from the same reads as its pages."""

import re
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from app.api.pages import cursor_at, place_of, wrong_cursor
from app.clock import Clock
from app.domain.actor import Actor
from app.domain.completeness import required_documents
from app.domain.identifiers import REFERENCE
from app.domain.procedure import Route, State
from app.domain.receipt import receipt
from app.domain.remedies import remedies
from app.queries.dossiers import Place, declared_content, dossiers_of, get_dossier
from app.queries.periods import periods_of
from app.services.submission import submission_problems


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
        "receipt": receipt_document(dossier) if _has_receipt(dossier) else None,
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
            for one in required_documents(content, on=on, route=dossier.route)
        ],
        "documents": [support_document(support) for support in dossier.supports],
        "problems": [
            {"code": one.code, "detail": one.message, "pointer": one.field}
            for one in (submission_problems(dossier, clock=clock) if draft else ())
        ],
    }


def dossier_page(actor: Actor, *, limit: int, cursor: str) -> dict[str, Any]:
    """Return a page of the dossiers of the company, the last changed first.

    Raises:
        InvalidValueError: a cursor that this list did not give.
    """
    # One more than the page holds: it tells whether another page follows.
    found = dossiers_of(actor, after=_place(cursor), limit=limit + 1)
    shown = found[:limit]
    last = shown[-1] if len(found) > limit else None
    return {
        "dossiers": [_summary(dossier) for dossier in shown],
        "next_cursor": last and cursor_at((last.changed_at.isoformat(), last.reference)),
    }


def _place(cursor: str) -> Place | None:
    place = place_of(cursor)
    if place is None:
        return None
    try:
        instant, reference = place
        changed_at = datetime.fromisoformat(instant)
    except ValueError:
        raise wrong_cursor() from None
    if changed_at.utcoffset() != timedelta() or not re.fullmatch(REFERENCE, reference):
        raise wrong_cursor()
    return changed_at, reference


def _has_receipt(dossier: Any) -> bool:  # noqa: ANN401 - tables stay behind queries
    # The days of a change report are its periods alone: nobody checks that it is complete.
    counts = dossier.state != State.INADMISSIBLE and dossier.route != Route.MODIFICATION
    return dossier.received_on is not None and counts


def receipt_document(dossier: Any) -> dict[str, Any]:  # noqa: ANN401 - tables stay behind queries
    """Return the days that count since a dossier was received, and the remedies."""
    days = receipt(dossier.route, dossier.received_on)
    against = remedies(days.silence_if_confirmed, country=dossier.manufacturer.country)
    return {**asdict(days), "remedies": against}


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
