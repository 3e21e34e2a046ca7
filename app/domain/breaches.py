"""Fraud and breaches of the manufacturer's duties, reported to the ministers (P-30)."""

from dataclasses import dataclass
from enum import StrEnum


class BreachKind(StrEnum):
    """What is reported."""

    FRAUD = "fraud"
    BREACH = "breach"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """Whoever told the agency: kept apart, and never shown to the company concerned.

    Attributes:
        name: the name.
        contact: where to reach that person, as given.
    """

    name: str
    contact: str
