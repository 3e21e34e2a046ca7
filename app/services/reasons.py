"""The reasons of a silent refusal: asked for by the company, given by the authority (T-13)."""

from datetime import date

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.errors import InvalidValueError, ReasonsMissingError, ReasonsRefusedError
from app.domain.french import day_in_words
from app.domain.procedure import Action, rule
from app.models.dossier import Dossier
from app.queries.remedies import ReasonsRequest, reasons_request, remedies_of
from app.services.acts import act_on
from app.services.letters import tell
from app.services.periods import open_period


def request_reasons(
    reference: str, *, by: Actor, clock: Clock, expected: int | None = None
) -> Dossier:
    """Ask for the reasons of a silent refusal; they are due within the month (CRPA L. 232-4).

    Args:
        reference: the dossier.
        by: a person of the company.
        clock: the clock of the act.
        expected: the number of the last event that the person had seen.

    Raises:
        TransitionNotAllowedError: silence refused nothing, or an order came since.
        ReasonsRefusedError: already asked for, or the period for the court is over.
        StaleDossierError: somebody acted since the page was shown.
    """
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, Action.REQUEST_REASONS, dossier.route)
        _check_request(dossier, clock)
        event = dossier.record(
            Action.REQUEST_REASONS, by=by, occurred_on=clock.today(), recorded_at=clock.now()
        )
        open_period(
            dossier, PeriodKind.REASONS, event=event, origin_on=event.occurred_on, clock=clock
        )
        tell(dossier, event, clock=clock)
    return dossier


def give_reasons(
    reference: str,
    reasons: str,
    *,
    given_on: date | None = None,
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> Dossier:
    """Communicate the reasons; the period for the court counts from that day (reading T-13).

    A letter on paper carries its own day, however late it is recorded (reading T-14). Given after
    their month, they are given all the same: the period stays expired.

    Args:
        reference: the dossier.
        reasons: the reasons, as the company will read them.
        given_on: the day they were communicated; today by default.
        by: an agent of an authority.
        clock: the clock of the act.
        expected: the number of the last event that the agent had seen.

    Raises:
        ReasonsMissingError: no words.
        InvalidValueError: that day is still to come, or comes before the request.
        TransitionNotAllowedError: silence refused nothing, or an order came since.
        ReasonsRefusedError: nobody asked for them, or they were given.
        StaleDossierError: somebody acted since the page was shown.
    """
    if not reasons.strip():
        raise ReasonsMissingError
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        rule(dossier.state, Action.GIVE_REASONS, dossier.route)
        request = reasons_request(dossier)
        if request is None:
            raise ReasonsRefusedError("Le constructeur n’a pas demandé les motifs de ce rejet.")
        if request.given_on is not None:
            raise ReasonsRefusedError(
                f"Les motifs ont déjà été communiqués le {day_in_words(request.given_on)}."
            )
        day = _checked_day(given_on, request, today=clock.today())
        event = dossier.record(
            Action.GIVE_REASONS,
            by=by,
            occurred_on=day,
            recorded_at=clock.now(),
            details={"reasons": reasons.strip()},
        )
        if day <= request.period.last_day:
            # Its end may have been observed before the letter was recorded.
            request.period.outcome = PeriodOutcome.MET
            request.period.settled_at = clock.now()
        tell(dossier, event, clock=clock)
    return dossier


def _checked_day(given_on: date | None, request: ReasonsRequest, *, today: date) -> date:
    day = given_on or today
    if day > today:
        raise InvalidValueError("given_on", "Le jour de la communication est encore à venir.")
    if day < request.requested_on:
        raise InvalidValueError(
            "given_on",
            "Les motifs n’ont pas pu être communiqués avant d’être demandés, le"
            f" {day_in_words(request.requested_on)}.",
        )
    return day


def _check_request(dossier: Dossier, clock: Clock) -> None:
    open_to = remedies_of(dossier)
    assert open_to is not None  # noqa: S101 - the table lets a silent refusal only come here
    if open_to.request is not None:
        raise ReasonsRefusedError(
            "Les motifs ont déjà été demandés le"
            f" {day_in_words(open_to.request.requested_on)}. Une seule demande suffit."
        )
    last_day = open_to.remedies.court_last_day
    if clock.today() > last_day:
        raise ReasonsRefusedError(
            "Les motifs se demandent dans le délai du recours au tribunal, qui s’est achevé le"
            f" {day_in_words(last_day)} (date indicative ; code des relations entre le public et"
            " l’administration, L. 232-4)."
        )
