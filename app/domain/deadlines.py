"""The periods of the procedure: from an origin and a length to a last day and an effect.

Readings T-1 to T-8. Lengths come from ``time_limits.toml``; months from ``scoring.months``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from app.domain.procedure import Route
from scoring.dated import Law
from scoring.months import add_months

# Changes when the same origin and length would give another day.
ENGINE_VERSION: Final = "1"

PARIS: Final = ZoneInfo("Europe/Paris")


class PeriodKind(StrEnum):
    """What a period is for."""

    COMPLETENESS = "completeness"
    RECHECK = "recheck"
    REVIEW = "review"
    SILENCE = "silence"
    INSPECTION = "inspection"
    REASONS = "reasons"


class PeriodOutcome(StrEnum):
    """What became of a period."""

    RUNNING = "running"
    MET = "met"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    STOPPED = "stopped"


# Rules of docs/procedure.md: of each kind on the reference route, then where another route has
# its own sentence of the law.
RULE: Final[Mapping[PeriodKind, str]] = MappingProxyType(
    {
        PeriodKind.COMPLETENESS: "P-14",
        PeriodKind.RECHECK: "P-14",
        PeriodKind.REVIEW: "P-16",
        PeriodKind.SILENCE: "P-18",
        PeriodKind.INSPECTION: "P-29",
        PeriodKind.REASONS: "T-13",
    }
)
RULE_ON_ROUTE: Final[Mapping[tuple[PeriodKind, Route], str]] = MappingProxyType(
    {
        (PeriodKind.COMPLETENESS, Route.DEROGATION): "P-22",
        (PeriodKind.RECHECK, Route.DEROGATION): "P-22",
        (PeriodKind.REVIEW, Route.DEROGATION): "P-23",
        (PeriodKind.SILENCE, Route.DEROGATION): "P-24",
        (PeriodKind.REVIEW, Route.MODIFICATION): "P-26",
        (PeriodKind.SILENCE, Route.MODIFICATION): "P-28",
    }
)

# The periods whose length depends on the route.
BY_ROUTE: Final = frozenset({PeriodKind.REVIEW, PeriodKind.SILENCE})

# Periods whose end does something by itself; that of the others only shows that an act is late.
EFFECTIVE: Final = frozenset({PeriodKind.COMPLETENESS, PeriodKind.SILENCE})


@cache
def time_limits() -> Law:
    """Return the lengths of the procedure, read once."""
    return Law.read(Path(__file__).with_name("time_limits.toml"))


def legal_day(instant: datetime) -> date:
    """Return the calendar day in Paris of an instant (reading T-1)."""
    return instant.astimezone(PARIS).date()


def effect_at(last_day: date) -> datetime:
    """Return the instant a period that ends on *last_day* takes effect.

    Midnight in Paris after the last day, which counts whole (reading T-2), in UTC.
    """
    midnight = datetime.combine(last_day + timedelta(days=1), time(), tzinfo=PARIS)
    return midnight.astimezone(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A period computed: its rule, its origin, its length and its end.

    Attributes:
        kind: what the period is for.
        rule: the rule of ``docs/procedure.md``.
        origin_on: the day it counts from, not counted itself.
        months: its length.
        last_day: the last day, counted whole.
        effect_at: the instant its end takes effect, in UTC.
        source: the article the length was read in.
        edition_on: first day of the edition that gives the length.
    """

    kind: PeriodKind
    rule: str
    origin_on: date
    months: int
    last_day: date
    effect_at: datetime
    source: str
    edition_on: date


def limit_name(kind: PeriodKind, route: Route) -> str:
    """Return the name of a length in ``time_limits.toml``."""
    return f"{kind}_{route}" if kind in BY_ROUTE else kind.value


def rule_of(kind: PeriodKind, route: Route) -> str:
    """Return the rule of ``docs/procedure.md`` that gives a period on a route."""
    return RULE_ON_ROUTE.get((kind, route), RULE[kind])


def span(kind: PeriodKind, route: Route, origin_on: date) -> Span:
    """Compute a period from the day of its origin, with the length in force that day.

    Raises:
        NotInForceError: no text covers the day.
    """
    edition = time_limits().edition(limit_name(kind, route), on=origin_on)
    last_day = add_months(origin_on, edition.integer)
    return Span(
        kind=kind,
        rule=rule_of(kind, route),
        origin_on=origin_on,
        months=edition.integer,
        last_day=last_day,
        effect_at=effect_at(last_day),
        source=edition.source,
        edition_on=edition.from_,
    )


def effective_day(published_on: date) -> date:
    """Return the day an order takes effect when it names none (reading T-11)."""
    days = time_limits().edition("order_effect", on=published_on).integer
    return published_on + timedelta(days=days)
