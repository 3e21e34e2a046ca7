"""What the days would be, while a question of the procedure is still open (reading T-4)."""

from dataclasses import dataclass
from datetime import date

from app.domain.deadlines import PeriodKind, span
from app.domain.french import day_in_words
from app.domain.procedure import Route, State
from app.domain.receipt import receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The days of one answer to the open question.

    Attributes:
        condition: the answer, a French subordinate clause.
        complete_on: the day the dossier would be complete.
        review_last_day: last day of the agency's review.
        silence_last_day: last day before silence refuses.
    """

    condition: str
    complete_on: date
    review_last_day: date
    silence_last_day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What is not known yet, and the days it leaves possible.

    Attributes:
        question: what is not known, in French.
        cases: the answers whose days are known, the earliest first.
        otherwise: what else may come, in French.
    """

    question: str
    cases: tuple[Case, ...]
    otherwise: str


def forecast(state: State, route: Route, *, received_on: date, today: date) -> Forecast | None:
    """Return what may follow from the open question of a dossier; none when none is open.

    Args:
        state: where the dossier stands.
        route: why it was filed.
        received_on: the day it was received.
        today: the legal day of the reader.

    Raises:
        NotInForceError: no text covers one of the days.
    """
    if state == State.SUBMITTED:
        return _unchecked(route, received_on, today)
    return _awaiting(route, today) if state == State.AWAITING_DOCUMENTS else None


def _unchecked(route: Route, received_on: date, today: date) -> Forecast:
    """The agency has not said whether the dossier is complete."""
    days = receipt(route, received_on)
    last = day_in_words(days.completeness_last_day)
    confirmed = Case(
        condition=f"si l’agence confirme au plus tard le {last} que le dossier est complet",
        complete_on=received_on,
        review_last_day=days.review_if_confirmed,
        silence_last_day=days.silence_if_confirmed,
    )
    deemed = Case(
        condition=f"si l’agence ne dit rien jusqu’à la fin du {last}",
        complete_on=days.completeness_last_day,
        review_last_day=days.review_if_deemed,
        silence_last_day=days.silence_if_deemed,
    )
    over = today > days.completeness_last_day
    return Forecast(
        question="L’agence n’a pas dit si le dossier est complet.",
        cases=(deemed,) if over else (confirmed, deemed),
        otherwise=""
        if over
        else f"Si l’agence demande des pièces au plus tard le {last}, ces dates dépendront"
        " du jour où la dernière pièce demandée est reçue.",
    )


def _awaiting(route: Route, today: date) -> Forecast:
    """The last requested document has not come."""
    again = span(PeriodKind.RECHECK, route, today).last_day
    return Forecast(
        question="Tout dépend du jour où la dernière pièce demandée est reçue.",
        cases=(
            Case(
                condition=f"si elle était reçue aujourd’hui, le {day_in_words(today)}",
                complete_on=today,
                review_last_day=span(PeriodKind.REVIEW, route, today).last_day,
                silence_last_day=span(PeriodKind.SILENCE, route, today).last_day,
            ),
        ),
        otherwise="L’agence pourrait alors redemander des pièces jusqu’au"
        f" {day_in_words(again)} compris.",
    )
