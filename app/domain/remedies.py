"""The remedies against a refusal, and their indicative last day (reading T-13)."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Final

import holidays
from holidays import HolidayBase

from app.domain.deadlines import time_limits
from app.domain.french import day_in_words, weekday_in_words
from scoring.months import add_months

SATURDAY: Final = 5

# Départements and collectivités d'outre-mer, ISO 3166-1 (CJA R. 421-7).
OVERSEAS: Final = frozenset(
    {"GP", "MQ", "GF", "RE", "YT", "PM", "BL", "MF", "WF", "PF", "NC", "TF"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedies:
    """What a refused manufacturer may do.

    Attributes:
        court_last_day: last day to go to court, indicative.
        court_term: the day the months and the *franc* day lead to, before any move.
        court_months: the months counted, those added by distance included.
        reasons_months: the months the authority has to give reasons once asked.
        sources: the articles.
    """

    court_last_day: date
    court_term: date
    court_months: int
    reasons_months: int
    sources: tuple[str, ...]

    @property
    def court_move(self) -> str | None:
        """Why the last day is not the term, and where it went, in French; none when it is."""
        if self.court_last_day == self.court_term:
            return None
        return (
            f"soit le {day_in_words(self.court_term)}, {day_off(self.court_term)}, reporté au"
            f" {weekday_in_words(self.court_last_day)}"
        )


def remedies(refused_on: date, *, country: str) -> Remedies:
    """Return the remedies against a refusal of *refused_on*.

    Months counted as any other (T-2), one more day because the period is *franc*, then moved to
    the next working day when it ends on a Saturday, a Sunday or a public holiday.

    Args:
        refused_on: the day of the refusal, express or silent.
        country: where the manufacturer is established, ISO 3166-1 alpha-2.
    """
    law = time_limits()
    parts = [law.edition("remedy_court", on=refused_on)]
    if country in OVERSEAS:
        parts.append(law.edition("remedy_court_overseas", on=refused_on))
    elif country != "FR":
        parts.append(law.edition("remedy_court_abroad", on=refused_on))
    reasons = law.edition("reasons", on=refused_on)
    months = sum(part.integer for part in parts)
    term = add_months(refused_on, months) + timedelta(days=1)
    return Remedies(
        court_last_day=next_working_day(term),
        court_term=term,
        court_months=months,
        reasons_months=reasons.integer,
        sources=(*(part.source for part in parts), reasons.source),
    )


def next_working_day(day: date) -> date:
    """Return *day*, or the first day after it that is no week-end day and no public holiday."""
    while day_off(day) is not None:
        day += timedelta(days=1)
    return day


def day_off(day: date) -> str | None:
    """Return, in French, what keeps a day from being a working day; none for a working day.

    « un dimanche », « un jour férié (Ascension) », « un samedi et un jour férié (Assomption) ».
    """
    holiday = _public_holidays(day.year).get(day)
    told = []
    if day.weekday() >= SATURDAY:
        told.append(f"un {weekday_in_words(day).split()[0]}")
    if holiday:
        name = holiday.replace("'", "’")
        told.append(f"un jour férié ({name})")
    return " et ".join(told) or None


@cache
def _public_holidays(year: int) -> HolidayBase:
    return holidays.country_holidays("FR", years=year, language="fr")
