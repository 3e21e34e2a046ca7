"""Evidence about a listed version: the agency asks within two years, the company answers (P-29)."""

from collections.abc import Mapping, Sequence
from datetime import date

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import EvidenceRefusedError
from app.domain.french import day_in_words
from app.domain.procedure import Action, rule
from app.domain.versions import VersionAction, version_rule
from app.models.dossier import Dossier
from app.queries.inspection import is_listed_by, open_evidence, version_of
from app.services.acts import act_on
from app.services.letters import tell
from app.services.requested import (
    Asked,
    Supplied,
    check_request,
    request_details,
    take_supplied,
    write_items,
)


def request_evidence(  # noqa: PLR0913 - what, by when, in which words, by whom
    reference: str,
    items: Sequence[Asked],
    *,
    answer_by: date,
    message: str = "",
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """Ask for evidence about a listed version, until the last day of its window (row 25).

    Args:
        reference: the dossier of the listing.
        items: what is asked for.
        answer_by: the day set for the answer; it moves no period and ends no duty.
        message: words for the manufacturer.
        by: a reviewer.
        clock: the clock of the act.
        expected: the number of the last event that the reviewer had seen.

    Raises:
        NothingRequestedError: no item.
        InvalidValueError: an item without words, or an answer due before the request.
        TransitionNotAllowedError: the dossier listed nothing.
        VersionRuleError: the version is not on the list today.
        EvidenceRefusedError: the window is over (INV-12).
        StaleDossierError: somebody acted since the page was shown.
    """
    check_request(items, answer_by, clock)
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, Action.REQUEST_EVIDENCE, dossier.route)
        _check_window(dossier, clock)
        event = dossier.record(
            Action.REQUEST_EVIDENCE,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details=request_details(items, answer_by, message),
        )
        write_items(event, items, answer_by=answer_by, binding=False)
        tell(dossier, event, clock=clock)
    return dossier


def supply_evidence(
    reference: str,
    supplied: Mapping[str, Supplied],
    *,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """Supply what was asked for after the listing, on any day: the duty to answer has no end.

    Args:
        reference: the dossier of the listing.
        supplied: what is supplied, by the reference of each item.
        by: a person of the company.
        clock: the clock of the act.
        expected: the number of the last event that the person had seen.

    Raises:
        UnknownItemError: an item that is not, or no longer, asked for.
        InvalidValueError: an item with neither file nor words.
        TransitionNotAllowedError: the dossier listed nothing.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, Action.SUPPLY_EVIDENCE, dossier.route)
        documents = take_supplied(dossier, open_evidence(dossier), supplied, by=by, clock=clock)
        dossier.record(
            Action.SUPPLY_EVIDENCE,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={"items": sorted(supplied), "documents": documents},
        )
    return dossier


def _check_window(dossier: Dossier, clock: Clock) -> None:
    version = version_of(dossier, on=clock.today())
    version_rule(version.state, VersionAction.REQUEST_EVIDENCE)
    if not is_listed_by(dossier, version):
        raise EvidenceRefusedError(
            "Cette version est aujourd’hui inscrite par un autre arrêté que celui de ce dossier :"
            " demandez les justificatifs dans le dossier de son inscription."
        )
    last_day = version.inspection_last_day
    assert last_day is not None  # noqa: S101 - on the list, hence with a window
    if clock.today() > last_day:
        raise EvidenceRefusedError(
            "Les justificatifs complémentaires se demandent dans un délai compté de la publication"
            f" de l’arrêté, qui s’est achevé le {day_in_words(last_day)} (D. 251-1-A, III). Une"
            " fraude ou un manquement peut encore être signalé aux ministres, sans limite de temps."
        )
