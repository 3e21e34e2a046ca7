"""Receive a dossier."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.chain import digest_of
from app.domain.deadlines import PeriodKind
from app.domain.errors import (
    DeclarationRefusedError,
    OpenDossierExistsError,
    StaleDossierError,
)
from app.domain.guards import submit_action
from app.domain.procedure import Action, Route, rule
from app.domain.specific import SPECIFIC_VALUES, other_values
from app.extensions import db
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent
from app.queries.decided_values import inherited_values, takes_values
from app.queries.dossiers import (
    earlier_refusal,
    filed_declaration,
    get_dossier,
    open_dossier,
)
from app.services.acts import observe
from app.services.assessment import assess, problems
from app.services.changes import described_change
from app.services.letters import inadmissible_notice, receipt_notice, tell
from app.services.list_lock import lock_list
from app.services.periods import open_period, open_review
from app.services.removal import settle_by_removal_to_come
from app.services.transaction import transaction
from scoring import law
from scoring.law import method_on
from scoring.problems import Problem

REFERENCE_VALUES_ONLY: Final = Problem(
    "specific_values_need_derogation",
    "Un dossier au titre du I emploie les valeurs de référence : retirez les valeurs spécifiques,"
    " elles relèvent d’un dossier de dérogation (D. 251-1-A, II).",
    f"/{SPECIFIC_VALUES}",
)
LISTED_WITH_REFERENCE_VALUES: Final = Problem(
    "specific_values_need_derogation",
    "Cette version est inscrite avec les valeurs de référence : retirez les valeurs spécifiques,"
    " elles relèvent d’un dossier de dérogation (D. 251-1-A, II).",
    f"/{SPECIFIC_VALUES}",
)
OTHER_VALUES_NEEDED: Final = Problem(
    "derogation_needs_specific_values",
    "Une dérogation emploie d’autres valeurs que les valeurs de référence : déclarez au moins une"
    " valeur spécifique, différente de celle qu’elle remplace, ou déposez un nouveau dossier au"
    " titre du I (D. 251-1-A, II).",
    f"/{SPECIFIC_VALUES}",
)

# The list holds cars only (D. 251-1; reading L-9).
CAR: Final = "M1"
NOT_A_CAR: Final = Problem(
    "vehicle_class_is_no_car",
    "La liste ne porte que sur des voitures particulières (catégorie M1) : indiquez M1.",
    "/version/vehicle_class",
)


def submission_problems(dossier: Dossier, *, clock: Clock) -> tuple[Problem, ...]:
    """Return what prevents the deposit; a missing document never does (P-11, P-12)."""
    found = declaration_problems(dossier.content, dossier.route, on=clock.today())
    out_of_place = dossier.route == Route.MODIFICATION and not takes_values(dossier)
    if out_of_place and dossier.content.get(SPECIFIC_VALUES):
        return (*found, LISTED_WITH_REFERENCE_VALUES)
    return found


def declaration_problems(
    content: Mapping[str, Any], route: Route, *, on: date
) -> tuple[Problem, ...]:
    """Return what prevents the deposit of a declaration on a route, even one just received.

    Args:
        content: an object of JSON, whatever it holds.
        route: why it is going to be filed.
        on: the day whose method reads it.
    """
    unreadable = problems(content, on=on)
    return (*unreadable, *_out_of_place(content, route, on=on, readable=not unreadable))


def _out_of_place(
    content: Mapping[str, Any], route: Route, *, on: date, readable: bool
) -> Iterator[Problem]:
    """Yield what a declaration, readable or not, has no place for on its route."""
    values = content.get(SPECIFIC_VALUES)
    if route == Route.REFERENCE and values:
        yield REFERENCE_VALUES_ONLY
    if route == Route.DEROGATION and not (
        # What cannot be read is told first, and compared with nothing.
        other_values(content, method=method_on(law.load(), on)) if readable else values
    ):
        yield OTHER_VALUES_NEEDED
    version = content.get("version")
    declared = version.get("vehicle_class") if isinstance(version, Mapping) else None
    if declared and declared != CAR:
        yield NOT_A_CAR


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
        DeclarationRefusedError: the declaration cannot be scored, carries specific values on the
            reference route, or none that differs from its reference value on the derogation one.
        OpenDossierExistsError: a derogation, while another dossier of the version is open.
        NothingChangedError: a change report that differs in nothing from what was declared.
        VersionRuleError: a change report on a version that is no longer on the list.
        StaleDossierError: the draft changed since it was read.
    """
    _observe_refusal(reference, by=by, clock=clock)
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        refused = earlier_refusal(dossier.manufacturer_id, dossier.tvv)
        action = submit_action(dossier.route, earlier_refusal=refused is not None)
        rule(dossier.state, action, dossier.route)
        if revision is not None and revision != dossier.content_revision:
            raise StaleDossierError
        found = submission_problems(dossier, clock=clock)
        if found:
            raise DeclarationRefusedError(found)
        if action == Action.SUBMIT_DEROGATION:
            _check_alone(dossier)
            dossier.follows = refused
        if action == Action.REPORT_CHANGE:
            lock_list()
        change = _change(dossier, action, by, clock)
        declaration = file_declaration(dossier, clock=clock)
        event = dossier.record(
            action,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={
                "declaration": declaration.digest,
                "documents": sorted({support.document.digest for support in dossier.supports}),
                **change,
            },
        )
        db.session.flush()
        decided = inherited_values(dossier, declaration.content)
        assess(dossier, declaration, decisions=decided, clock=clock)
        FOLLOWS[action](dossier, event, clock)
    return dossier


def _change(dossier: Dossier, action: Action, by: Actor, clock: Clock) -> dict[str, Any]:
    return described_change(dossier, by=by, clock=clock) if action == Action.REPORT_CHANGE else {}


def _open_completeness(dossier: Dossier, event: DossierEvent, clock: Clock) -> None:
    """The agency has a month from the day of receipt (P-14, P-22)."""
    open_period(
        dossier, PeriodKind.COMPLETENESS, event=event, origin_on=event.occurred_on, clock=clock
    )
    receipt_notice(dossier, event, clock=clock)


def _open_opinion(dossier: Dossier, event: DossierEvent, clock: Clock) -> None:
    """The opinion and the silence run from the day the agency is informed (P-26, P-28)."""
    open_review(dossier, event=event, origin_on=event.occurred_on, clock=clock)
    tell(dossier, event, clock=clock)
    settle_by_removal_to_come(dossier, clock=clock)


def _open_nothing(dossier: Dossier, event: DossierEvent, clock: Clock) -> None:
    """No period runs on a derogation that no refusal came before (P-19, INV-03)."""
    inadmissible_notice(dossier, event, clock=clock)


FOLLOWS: Final[dict[Action, Callable[[Dossier, DossierEvent, Clock], None]]] = {
    Action.SUBMIT: _open_completeness,
    Action.SUBMIT_DEROGATION: _open_completeness,
    Action.SUBMIT_INADMISSIBLE: _open_nothing,
    Action.REPORT_CHANGE: _open_opinion,
}


def _observe_refusal(reference: str, *, by: Actor, clock: Clock) -> None:
    """Record a silent refusal that is already born, before it is looked for (reading T-8)."""
    dossier = get_dossier(reference, seen_by=by)
    if dossier.route == Route.DEROGATION:
        observe(dossier.manufacturer_id, dossier.tvv, by=by, clock=clock)


def _check_alone(dossier: Dossier) -> None:
    other = open_dossier(dossier.manufacturer_id, dossier.tvv)
    if other is not None:
        raise OpenDossierExistsError(other.reference)


def file_declaration(dossier: Dossier, *, clock: Clock) -> Declaration:
    """Keep what the draft holds as filed, beside what was filed before; called inside an act."""
    before = filed_declaration(dossier)
    declaration = Declaration(
        dossier=dossier,
        revision=1 if before is None else before.revision + 1,
        content=dossier.content,
        digest=digest_of(dossier.content),
        filed_on=clock.today(),
        filed_at=clock.now(),
    )
    db.session.add(declaration)
    # A form left open on the draft does not begin a correction of what was filed since.
    dossier.content_revision += 1
    return declaration
