"""The days that people declare of what happened: neither to come nor before the list existed."""

from datetime import date
from typing import Final

from app.domain.deadlines import PeriodKind, limit_name, time_limits
from app.domain.errors import InvalidValueError
from app.domain.procedure import Route
from scoring.dated import NotInForceError

# A length that III of D. 251-1-A gives: its first day is that of the duties of a listed version.
DUTIES: Final = limit_name(PeriodKind.REVIEW, Route.MODIFICATION)


def check_past_day(field: str, day: date, *, of: str, today: date) -> None:
    """Refuse a day on which nothing can have happened under D. 251-1-A, III (decision 0024).

    Args:
        field: the field that holds the day.
        day: the day declared.
        of: what happened, in French, after « le jour ».
        today: the day of the act.

    Raises:
        InvalidValueError: the day is still to come, or no text was in force on it.
    """
    if day > today:
        raise InvalidValueError(field, f"Le jour {of} est encore à venir.")
    try:
        time_limits().edition(DUTIES, on=day)
    except NotInForceError as error:
        first = error.parameter.editions[0].from_
        raise InvalidValueError(
            field,
            f"Aucun texte ne régissait la liste ce jour-là, elle existe depuis le"
            f" {first:%d/%m/%Y} : vérifiez le jour {of}.",
        ) from None
