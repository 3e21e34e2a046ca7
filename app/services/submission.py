"""Receive a dossier."""

import hashlib
from typing import Any

import rfc8785

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind
from app.domain.errors import DeclarationRefusedError, StaleDossierError
from app.domain.procedure import Action, Route, rule
from app.extensions import db
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from app.queries.dossiers import get_dossier
from app.services.assessment import assess, problems
from app.services.letters import receipt_notice
from app.services.periods import open_period
from app.services.transaction import transaction
from scoring.problems import Problem

SPECIFIC_VALUES = Problem(
    "specific_values_need_derogation",
    "Un dossier au titre du I emploie les valeurs de référence : retirez les valeurs spécifiques,"
    " elles relèvent d’un dossier de dérogation (D. 251-1-A, II).",
    "/specific_values",
)


# The list holds cars only (D. 251-1; reading L-9).
CAR = "M1"
NOT_A_CAR = Problem(
    "vehicle_class_is_no_car",
    "La liste ne porte que sur des voitures particulières (catégorie M1) : indiquez M1.",
    "/version/vehicle_class",
)


def submission_problems(dossier: Dossier, *, clock: Clock) -> tuple[Problem, ...]:
    """Return what prevents the deposit; a missing document never does (P-11, P-12)."""
    found = problems(dossier.content, on=clock.today())
    if dossier.route == Route.REFERENCE and dossier.content.get("specific_values"):
        found = (*found, SPECIFIC_VALUES)
    declared = (dossier.content.get("version") or {}).get("vehicle_class")
    if declared and declared != CAR:
        found = (*found, NOT_A_CAR)
    return found


def submit_dossier(
    reference: str, *, by: Actor, clock: Clock, revision: int | None = None
) -> Dossier:
    """Receive the dossier; the completeness month opens on the day it is received.

    Missing documents do not prevent receipt (D. 251-1-A, I): the agency may ask for them.

    Args:
        reference: the draft.
        by: a person of the company.
        clock: the clock of the act.
        revision: the revision of the draft that the person read; none for programs.

    Raises:
        TransitionNotAllowedError: the dossier was already deposited.
        DeclarationRefusedError: the declaration cannot be scored, or carries specific values.
        StaleDossierError: the draft changed since it was read.
    """
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        rule(dossier.state, Action.SUBMIT)
        if revision is not None and revision != dossier.content_revision:
            raise StaleDossierError(at=dossier.changed_at)
        found = submission_problems(dossier, clock=clock)
        if found:
            raise DeclarationRefusedError(found)
        declaration = Declaration(
            dossier=dossier,
            revision=1,
            content=dossier.content,
            digest=content_digest(dossier.content),
            filed_on=clock.today(),
            filed_at=clock.now(),
        )
        db.session.add(declaration)
        event = dossier.record(
            Action.SUBMIT,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={
                "declaration": declaration.digest,
                "documents": sorted({support.document.digest for support in dossier.supports}),
            },
        )
        db.session.flush()
        open_period(
            dossier,
            PeriodKind.COMPLETENESS,
            event=event,
            origin_on=event.occurred_on,
            clock=clock,
        )
        assess(dossier, declaration, clock=clock)
        receipt_notice(dossier, event, clock=clock)
    return dossier


def content_digest(content: dict[str, Any]) -> str:
    """Return SHA-256 of a declaration in canonical JSON (RFC 8785), in hexadecimal."""
    return hashlib.sha256(rfc8785.dumps(content)).hexdigest()
