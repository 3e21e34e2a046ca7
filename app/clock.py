"""The only place where the time is read."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from app.domain.deadlines import legal_day


class Clock(Protocol):
    """Tells the instant, in UTC, and the legal day, in Paris."""

    def now(self) -> datetime:
        """Return the present instant, in UTC."""

    def today(self) -> date:
        """Return the calendar day in Paris (reading T-1)."""


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """Return the present instant, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one place that may

    def today(self) -> date:
        """Return the calendar day in Paris."""
        return legal_day(self.now())


@dataclass(slots=True)
class FixedClock:
    """A clock that stands still until it is moved: rehearsals, demonstration and tests."""

    instant: datetime

    def __post_init__(self) -> None:
        """Refuse an instant without a zone.

        Raises:
            ValueError: the instant is naive.
        """
        if self.instant.tzinfo is None:
            raise ValueError("A clock needs an instant with its zone.")
        self.instant = self.instant.astimezone(UTC)

    def now(self) -> datetime:
        """Return the instant the clock stands at, in UTC."""
        return self.instant

    def today(self) -> date:
        """Return the calendar day in Paris."""
        return legal_day(self.instant)

    def move_to(self, instant: datetime) -> None:
        """Set the clock to *instant*.

        Raises:
            ValueError: the instant is naive.
        """
        self.instant = FixedClock(instant).instant

    def advance(self, delta: timedelta) -> None:
        """Move the clock by *delta*."""
        self.instant += delta
