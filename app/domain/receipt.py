"""What a receipt says (CRPA R. 112-5, reading T-15)."""

from dataclasses import dataclass
from datetime import date

from app.domain.deadlines import PeriodKind, span
from app.domain.procedure import Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The days that count once a dossier is received.

    Attributes:
        received_on: the day of receipt.
        completeness_last_day: last day for the agency to ask for documents in time.
        silence_if_confirmed: last day before silence refuses, when the agency confirms that the
            dossier was complete on receipt.
        silence_if_deemed: the same, when the agency says nothing within the month.
        review_if_confirmed: last day of the agency's review, in the first case.
        review_if_deemed: the same, in the second.
        completeness_source: the article of the first period.
        silence_source: the article of the silence.
    """

    received_on: date
    completeness_last_day: date
    silence_if_confirmed: date
    silence_if_deemed: date
    review_if_confirmed: date
    review_if_deemed: date
    completeness_source: str
    silence_source: str


def receipt(route: Route, received_on: date) -> Receipt:
    """Compute the days of a receipt.

    Raises:
        NotInForceError: no text covers the day.
    """
    completeness = span(PeriodKind.COMPLETENESS, route, received_on)
    silence = span(PeriodKind.SILENCE, route, received_on)
    return Receipt(
        received_on=received_on,
        completeness_last_day=completeness.last_day,
        silence_if_confirmed=silence.last_day,
        silence_if_deemed=span(PeriodKind.SILENCE, route, completeness.last_day).last_day,
        review_if_confirmed=span(PeriodKind.REVIEW, route, received_on).last_day,
        review_if_deemed=span(PeriodKind.REVIEW, route, completeness.last_day).last_day,
        completeness_source=completeness.source,
        silence_source=silence.source,
    )
