"""All the wordings and transitional rules, found by regime and day."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from scoring.aids.facts import Facts
from scoring.aids.registry import REGIMES
from scoring.aids.truth import Truth, both, refused
from scoring.aids.wordings import Wording, read_wording
from scoring.editions import LawFileError

REFERENCE: Final = Path(__file__).resolve().parent / "reference"
DAYS_KEPT: Final = 1_024
TRANSITIONS: Final = "transitions.toml"
TRANSITION_KEYS: Final = {
    "id",
    "text",
    "source",
    "grade",
    "regimes",
    "ordered_until",
    "reference_from",
    "reference_until",
    "kept_on",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A clause that keeps an older wording for a new vehicle ordered before it ended.

    Attributes:
        ordered_until: last day of the order.
        reference_from, reference_until: days of the invoice or first rent, both included.
        kept_on: the wording kept is the one in force on that day.
    """

    id: str
    text: str
    source: str
    grade: str
    regimes: frozenset[str]
    ordered_until: date
    reference_from: date
    reference_until: date
    kept_on: date

    def covers(self, day: date) -> bool:
        """Tell whether the clause is about the invoices or first rents of *day*."""
        return self.reference_from <= day <= self.reference_until

    def applies(self, facts: Facts) -> Truth:
        """Return whether a case of one of its days is in the clause."""
        ordered = facts.order_date
        early: Truth = ("order_date",) if ordered is None else ordered <= self.ordered_until
        return both(early, refused(facts.previously_registered, "previously_registered"))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Book:
    """The rule base.

    Attributes:
        wordings: of each regime, oldest first.
        transitions: the clauses that keep an older one.
        readings: the other readings chosen, by id; none for those in force here.
        digest: SHA-256 of the files.
    """

    wordings: Mapping[str, tuple[Wording, ...]]
    transitions: tuple[Transition, ...]
    readings: frozenset[str]
    digest: str

    def on(self, regime: str, day: date) -> Wording | None:
        """Return the wording of *regime* in force on *day*, None outside every one."""
        return _in_force(self, day)[regime]

    def kept(self, regime: str, facts: Facts) -> tuple[Wording, Transition, Truth] | None:
        """Return the older wording that a clause may keep for these facts, and whether it does."""
        for clause in self.transitions:
            if regime not in clause.regimes or not clause.covers(facts.reference_date):
                continue
            wording = self.on(regime, clause.kept_on)
            if wording is None or wording.holds(facts.reference_date):
                continue
            truth = clause.applies(facts)
            if truth is not False:
                return wording, clause, truth
        return None

    def covered(self, regime: str) -> tuple[date | None, date | None]:
        """Return the first and the last day that a wording of *regime* covers, None for no end."""
        found = self.wordings[regime]
        return found[0].days[0], found[-1].days[1]

    def of_day(self, facts: Facts) -> tuple[str, ...]:
        """Return the regimes that have a wording for these facts, in the order shown."""
        return tuple(
            regime
            for regime in self.wordings
            if self.on(regime, facts.reference_date) is not None
            or self.kept(regime, facts) is not None
        )


@lru_cache(maxsize=DAYS_KEPT)
def _in_force(book: Book, day: date) -> Mapping[str, Wording | None]:
    """Return the wording of each regime in force on *day*; the days asked last are kept."""
    return {
        regime: next((one for one in wordings if one.holds(day)), None)
        for regime, wordings in book.wordings.items()
    }


@cache
def load(readings: frozenset[str] = frozenset(), folder: Path = REFERENCE) -> Book:
    """Return the rule base of *folder*, with the other *readings* chosen by id.

    Raises:
        LawFileError: a file is malformed, or two wordings of a regime share a day.
    """
    digest = hashlib.sha256()
    found: dict[str, list[Wording]] = {regime: [] for regime in REGIMES}
    transitions: tuple[Transition, ...] = ()
    for path in sorted(folder.glob("*.toml")):
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
        if path.name == TRANSITIONS:
            transitions = _transitions(path)
        else:
            wording = read_wording(path, readings)
            found[wording.regime.id].append(wording)
    for regime, wordings in found.items():
        wordings.sort(key=lambda one: one.from_)
        _check_days(regime, wordings)
    return Book(
        wordings=MappingProxyType({regime: tuple(some) for regime, some in found.items()}),
        transitions=transitions,
        readings=readings,
        digest=digest.hexdigest(),
    )


def _check_days(regime: str, wordings: list[Wording]) -> None:
    if not wordings:
        raise LawFileError(f"{regime} : aucune rédaction.")
    for earlier, later in pairwise(wordings):
        if earlier.until is None or later.from_ < earlier.until:
            raise LawFileError(f"{regime} : deux rédactions le {later.from_:%d/%m/%Y}.")


def _transitions(path: Path) -> tuple[Transition, ...]:
    tables: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    clauses = tables.get("transition", [])
    for one in clauses:
        if one.keys() != TRANSITION_KEYS or not set(one["regimes"]) <= REGIMES.keys():
            raise LawFileError(f"{path.name} : {one.get('id')} : clés ou régimes inconnus.")
    return tuple(Transition(**{**one, "regimes": frozenset(one["regimes"])}) for one in clauses)
