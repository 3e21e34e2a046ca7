"""The remedies against a refusal, and their indicative last day (reading T-13)."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import holidays

from app.domain.deadlines import time_limits
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
        court_months: the months counted, those added by distance included.
        reasons_months: the months the authority has to give reasons once asked.
        sources: the articles.
    """

    court_last_day: date
    court_months: int
    reasons_months: int
    sources: tuple[str, ...]


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
    return Remedies(
        court_last_day=next_working_day(add_months(refused_on, months) + timedelta(days=1)),
        court_months=months,
        reasons_months=reasons.integer,
        sources=(*(part.source for part in parts), reasons.source),
    )


def next_working_day(day: date) -> date:
    """Return *day*, or the first day after it that is no week-end day and no public holiday."""
    public_holidays = holidays.country_holidays("FR", years=(day.year, day.year + 1))
    while day.weekday() >= SATURDAY or day in public_holidays:
        day += timedelta(days=1)
    return day
