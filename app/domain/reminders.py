"""The days on which people are reminded of a last day, each counted from the origin.

Never from another reminder: 31 January, one month and one month more is not two months (T-2).
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from app.domain.actor import Role
from scoring.months import add_months

# The day set to answer a request: no period, it moves none (reading T-4).
ANSWER: Final = "answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Who is reminded of a last day, and how many days before."""

    reader: Role
    days_before: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """One reminder: how many days before the last day, and the day it is due."""

    days_before: int
    on: date


@cache
def schedules() -> Mapping[str, Schedule]:
    """Return the schedules by kind of period, read once."""
    content = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            kind: Schedule(reader=Role(given["reader"]), days_before=tuple(given["days_before"]))
            for kind, given in content.items()
        }
    )


def period_reminders(
    origin_on: date, *, months: int, days_before: Iterable[int]
) -> tuple[Reminder, ...]:
    """Return the reminders of a period, from the day it counts from and its length in months."""
    return reminders(origin_on, add_months(origin_on, months), days_before=days_before)


def reminders(
    origin_on: date, last_day: date, *, days_before: Iterable[int]
) -> tuple[Reminder, ...]:
    """Return the reminders of a last day, the earliest first; none on or before its origin."""
    days = (
        Reminder(days_before=days, on=last_day - timedelta(days=days))
        for days in sorted(days_before, reverse=True)
    )
    return tuple(reminder for reminder in days if reminder.on > origin_on)


def due_reminder(found: Iterable[Reminder], *, last_day: date, today: date) -> Reminder | None:
    """Return the reminder that holds today: the latest one due, whatever was missed before.

    None before the first, and none once the last day is over.
    """
    if today > last_day:
        return None
    return max(
        (reminder for reminder in found if reminder.on <= today),
        key=lambda reminder: reminder.on,
        default=None,
    )
