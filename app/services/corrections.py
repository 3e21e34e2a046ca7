"""Correct a declared value before the proposal: a supplement beside the earlier value (row 19)."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.changes import noted
from app.domain.differences import differences
from app.domain.drafts import checked_name
from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    NothingChangedError,
)
from app.domain.procedure import Action, rule
from app.extensions import db
from app.models.declaration import Declaration
from app.models.dossier import Dossier
from app.queries.dossiers import filed_declaration
from app.services.acts import act_on
from app.services.assessment import assess
from app.services.drafts import check_revision, editing
from app.services.submission import file_declaration, submission_problems


def file_correction(
    reference: str,
    *,
    reason: str,
    revision: int | None,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """File the corrected declaration beside the earlier one; no period moves (P-12).

    Args:
        reference: the dossier.
        reason: why it is corrected, in words.
        revision: the revision of the draft that the person read; none for programs.
        by: a person of the company.
        clock: the clock of the act.
        expected: the number of the last event that the person had seen.

    Raises:
        InvalidValueError: no reason.
        TransitionNotAllowedError: the state of the dossier does not allow it any more.
        NothingChangedError: the correction says what was filed.
        DeclarationRefusedError: what it says cannot be scored, carries specific values on the
            reference route, or none that differs from its reference value on the derogation one.
        StaleDossierError: somebody acted, or changed the draft, since the page was shown.
    """
    if not reason.strip():
        raise InvalidValueError("reason", "Indiquez pourquoi vous corrigez la déclaration.")
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, Action.CORRECT, dossier.route)
        check_revision(dossier, revision)
        found = differences(_filed(dossier).content, dossier.content)
        if not found:
            raise NothingChangedError
        problems = submission_problems(dossier, clock=clock)
        if problems:
            raise DeclarationRefusedError(problems)
        declaration = file_declaration(dossier, clock=clock)
        dossier.brand = checked_name(dossier.content["version"], "brand")
        dossier.commercial_name = checked_name(dossier.content["version"], "commercial_name")
        dossier.record(
            Action.CORRECT,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={
                "declaration": declaration.digest,
                "revision": declaration.revision,
                "reasons": reason.strip(),
                "differences": noted(found),
            },
        )
        db.session.flush()
        assess(dossier, declaration, clock=clock)
    return dossier


def abandon_correction(reference: str, *, revision: int | None, by: Actor, clock: Clock) -> Dossier:
    """Forget a correction that was not filed: the draft says again what was filed.

    Raises:
        NotAllowedError: the dossier cannot be corrected, or was not filed yet.
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        dossier.content = _filed(dossier).content
    return dossier


def _filed(dossier: Dossier) -> Declaration:
    """Return what was filed last.

    Raises:
        NotAllowedError: nothing was.
    """
    declaration = filed_declaration(dossier)
    if declaration is None:
        raise NotAllowedError("Ce dossier est un brouillon : il n’y a rien à corriger.")
    return declaration
