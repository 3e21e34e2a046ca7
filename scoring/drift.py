"""What another set of dated files would change, on a panel of declarations; exact."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from statistics import median

from scoring.dated import Law, NotInForceError
from scoring.editions import Value, bare
from scoring.lines import LineError, Request, read_request, refused, too_long
from scoring.problems import DeclarationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The score of one declaration with one set of tables.

    Attributes:
        score: in points, exact.
        minimum: the score to reach.
        reached: the verdict.
    """

    score: Fraction
    minimum: Fraction
    reached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """One declaration, scored on one day with the tables in force and with the others."""

    id: str | int
    on: date
    old: Side
    new: Side

    @property
    def change(self) -> Fraction:
        """How many points it wins, exact; it loses them below zero."""
        return self.new.score - self.old.score

    @property
    def gains(self) -> bool:
        """Whether it reaches the minimum with the other tables only."""
        return self.new.reached and not self.old.reached

    @property
    def loses(self) -> bool:
        """Whether it reaches the minimum with the tables in force only."""
        return self.old.reached and not self.new.reached


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What changes on a panel.

    Attributes:
        since: the first day on which the two sets of tables say something else; None if none.
        drifts: verdicts that change first, then the largest changes.
        unread: the answers to the lines that one of the two sets of tables does not read.
    """

    since: date | None
    drifts: tuple[Drift, ...]
    unread: tuple[dict[str, object], ...]

    @property
    def gains(self) -> int:
        """How many reach the minimum with the other tables only."""
        return sum(one.gains for one in self.drifts)

    @property
    def loses(self) -> int:
        """How many reach the minimum with the tables in force only."""
        return sum(one.loses for one in self.drifts)

    @property
    def median(self) -> Fraction:
        """The change in the middle of all changes, exact.

        Raises:
            StatisticsError: nothing was compared.
        """
        return median(one.change for one in self.drifts)

    @property
    def lowest(self) -> Drift:
        """The declaration that loses most, or wins least; there is at least one."""
        return min(self.drifts, key=lambda one: one.change)

    @property
    def highest(self) -> Drift:
        """The declaration that wins most, or loses least; there is at least one."""
        return max(self.drifts, key=lambda one: one.change)


def compare(lines: Iterable[bytes | None], *, old: Law, new: Law, on: date | None = None) -> Report:
    """Compare two sets of tables on a panel, each line as `score-env score` reads it.

    Args:
        lines: the panel; None for a line too long to be read.
        old: the tables in force.
        new: the other ones.
        on: the day asked of both. By default the day of each line, or the first day on which the
            tables say something else when it is later: a panel of today shows an edition to come.
    """
    since = first_difference(old, new)
    drifts: list[Drift] = []
    unread: list[dict[str, object]] = []
    for line in lines:
        found = _compared(line, (old, new), on, since)
        if isinstance(found, Drift):
            drifts.append(found)
        else:
            unread.append(found)
    return Report(since=since, drifts=_ordered(drifts), unread=tuple(unread))


def first_difference(old: Law, new: Law) -> date | None:
    """Return the first day on which a parameter has another value, or one in one set only."""
    names = old.parameters.keys() | new.parameters.keys()
    for day in sorted({*_turning_days(old), *_turning_days(new)}):
        if any(_value(old, name, day) != _value(new, name, day) for name in names):
            return day
    return None


def _turning_days(law: Law) -> Iterator[date]:
    for parameter in law.parameters.values():
        for edition in parameter.editions:
            yield edition.from_
            if edition.until is not None:
                yield edition.until


def _value(law: Law, name: str, day: date) -> Value | None:
    """Return a value without what is said about it; None when there is none that day."""
    try:
        edition = law.edition(name, on=day)
    except (KeyError, NotInForceError):
        return None
    return tuple(bare(row) for row in edition.rows) or edition.value


def _compared(
    line: bytes | None, laws: tuple[Law, Law], on: date | None, since: date | None
) -> Drift | dict[str, object]:
    """Score one line with both sets of tables, or say which one does not read it."""
    if line is None:
        return too_long()
    try:
        request = read_request(line)
    except LineError as error:
        return refused(error.id, error)
    day = on or max(request.on, since or request.on)
    sides: list[Side] = []
    for name, law in zip(("old", "new"), laws, strict=True):
        found = _side(request, law, day)
        if not isinstance(found, Side):
            return {**found, "tables": name}
        sides.append(found)
    old, new = sides
    return Drift(id=request.id, on=day, old=old, new=new)


def _side(request: Request, law: Law, day: date) -> Side | dict[str, object]:
    try:
        found = request.scored(law, on=day)
    except (DeclarationError, NotInForceError) as error:
        return refused(request.id, error)
    return Side(score=found.score, minimum=found.minimum, reached=found.reached)


def _ordered(drifts: Sequence[Drift]) -> tuple[Drift, ...]:
    """Put the verdicts that change first, then the largest changes; a tie keeps its order."""
    return tuple(sorted(drifts, key=lambda one: (not (one.gains or one.loses), -abs(one.change))))
