"""The dated wordings of the regimes: conditions, numbers and days, read and checked once.

One TOML file a wording, `<regime>.<first day>.toml`::

    [file]
    title = "Code de l’énergie, D. 251-1"      # the text it repeats
    href = "https://…"
    checked_on = 2026-12-01

    [wording]
    regime = "bonus-car-new"
    from = 2023-10-10
    until = 2024-02-14                         # first day no longer in force; absent for none
    name = "Bonus écologique …"
    article = "D. 251-1"
    seeds = ["004_….txt"]
    grade = "A"
    unbounded = false                          # reading L-8: answers for any day
    not_modelled = ["…"]

    [shared]                                   # values that several tests of the wording take
    [terms.clean]                              # named tests that conditions and amounts refer to
    test = "only"
    energies = ["electric", "hydrogen"]

    [[condition]]
    id = "BCN-09"
    article = "I, 6° a"
    lines = ["4:13", "4:15"]
    at = "ref date"
    test = "cost_at_most"
    ceiling = 47000
    text = "Le coût d’acquisition, batterie comprise, est de {ceiling} € TTC au plus."
    within = "clean"                           # optional: the term that must hold to ask it
    conduct = true                             # optional: what is done after the award
    other = { AMB-06 = { anniversary_free = true } }   # optional: another reading, by its id

    [amount]
    article = "II"
    lines = ["4:29"]                           # optional: beside those of the conditions
    rate = 0.27
"""

import inspect
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from scoring.aids.amounts import Amount, french
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.registry import REGIMES, SHARED
from scoring.aids.truth import Names, Test, within
from scoring.editions import LawFileError

T = TypeVar("T")

FILE_KEYS: Final = {"title": str, "href": str, "checked_on": date}
WORDING_KEYS: Final = {"regime", "from", "name", "article", "seeds", "grade", "not_modelled"}
WORDING_MORE: Final = {"until", "unbounded", "grade_note"}
CONDITION_KEYS: Final = {"id", "article", "lines", "at", "test", "text"}
CONDITION_MORE: Final = {"within", "conduct", "other", "note", "grade"}
# What another reading keeps of a condition whose test it changes.
KEPT: Final = (CONDITION_KEYS | CONDITION_MORE) - {"test"}
AMOUNT_KEYS: Final = {"article", "lines", "other", "note"}
REPAYMENT_KEYS: Final = {"article", "resale_months", "lease_months", "by"}

MET: Final = "met"
NOT_MET: Final = "not_met"
UNKNOWN: Final = "unknown"
NOT_TESTED: Final = "not_tested"


class Ground(NamedTuple):
    """One condition as it was found.

    Attributes:
        id: as in the catalogue of the texts.
        state: `met`, `not_met`, `unknown` or `not_tested`.
        article: where it stands.
        sentence: what it asks, in French.
        missing: the facts that can still decide it.
    """

    id: str
    state: str
    article: str
    sentence: str
    missing: Names = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Condition:
    """One condition of a wording, with what it answers in each state.

    Attributes:
        lines: `seed:line`, a dash for a paragraph restored or read elsewhere.
        at: when it is looked at.
        params: its numbers, days and words.
        conduct: whether it is about what is done after the award.
    """

    id: str
    article: str
    sentence: str
    lines: tuple[str, ...]
    at: str
    name: str
    params: Mapping[str, object]
    within: str | None
    conduct: bool
    test: Test
    met: Ground
    not_met: Ground
    not_tested: Ground


@dataclass(frozen=True, slots=True, kw_only=True)
class Repayment:
    """By when an aid that is undue is given back, counted in months from its cause."""

    article: str
    resale_months: int | None
    lease_months: int | None
    by: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wording:
    """One regime as one text words it, on the days it is in force.

    Attributes:
        from_: first day; until: first day no longer in force, None for no end known.
        unbounded: whether it answers for any day (reading L-8).
        numbers: of the amount, as the file gives them.
        excluded: the regimes it cannot be combined with.
    """

    regime: Regime
    title: str
    href: str
    checked_on: date
    from_: date
    until: date | None
    unbounded: bool
    name: str
    article: str
    seeds: tuple[str, ...]
    grade: str
    not_modelled: tuple[str, ...]
    conditions: tuple[Condition, ...]
    amount: Amount | None
    amount_article: str
    amount_lines: tuple[str, ...]
    numbers: Mapping[str, object]
    repayment: Repayment | None
    more: Callable[[Facts], Mapping[str, object]] | None
    excluded: frozenset[str]

    @property
    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day in force; None for no end known, or for any day."""
        if self.unbounded:
            return None, None
        return self.from_, None if self.until is None else self.until - timedelta(days=1)

    def holds(self, day: date) -> bool:
        """Tell whether it is in force on *day*."""
        return self.unbounded or (self.from_ <= day and (self.until is None or day < self.until))


class Built:
    """Builds the tests and the amount of one wording from its tables."""

    def __init__(self, where: str, regime: Regime, readings: frozenset[str]) -> None:
        """Prepare for the wording of *regime* in the file *where*."""
        self.where = where
        self.regime = regime
        self.readings = readings
        self.terms: dict[str, Test] = {}
        self.shared: dict[str, object] = {}

    def test(self, name: str, params: Mapping[str, object]) -> Test:
        """Return the test called *name* with its *params*."""
        factory = self.regime.conditions.get(name) or SHARED.get(name)
        if factory is None:
            raise LawFileError(f"{self.where} : condition « {name} » inconnue.")
        return self.called(factory, name, params)

    def called(self, factory: Callable[..., T], name: str, params: Mapping[str, object]) -> T:
        """Call *factory* with *params* and what the wording shares."""
        given = dict(params)
        accepted = inspect.signature(factory).parameters
        for key, value in (*self.shared.items(), ("terms", self.terms)):
            if key in accepted and accepted[key].kind is inspect.Parameter.KEYWORD_ONLY:
                given.setdefault(key, value)
        positional = [
            self.terms
            for one in accepted.values()
            if one.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        ]
        try:
            return factory(*positional, **given)
        except (TypeError, ValueError, KeyError) as error:
            raise LawFileError(f"{self.where} : {name} : {error}") from error

    def chosen(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return *params* with those of the readings chosen; `other` is taken away."""
        other = params.pop("other", {})
        if not isinstance(other, dict):
            raise LawFileError(f"{self.where} : other est une table.")
        for reading in sorted(self.readings & other.keys()):
            if "test" in other[reading]:
                params = {key: one for key, one in params.items() if key in KEPT}
            params |= other[reading]
        return params


def read_wording(path: Path, readings: frozenset[str] = frozenset()) -> Wording:
    """Read one file; *readings* are the ids of the other readings chosen.

    Raises:
        LawFileError: it is malformed; the message says where.
    """
    where = path.name
    try:
        tables = tomllib.loads(path.read_text("utf-8"), parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LawFileError(f"{where} : {error}") from error
    file = _keys(where, "file", tables.pop("file", None), set(FILE_KEYS), set())
    head = _keys(where, "wording", tables.pop("wording", None), WORDING_KEYS, WORDING_MORE)
    regime = REGIMES.get(head["regime"])
    if regime is None or where != f"{head['regime']}.{head['from']}.toml":
        raise LawFileError(f"{where} : le nom du fichier est « régime.premier-jour.toml ».")
    built = Built(where, regime, readings)
    built.shared = {key: _frozen(one) for key, one in tables.pop("shared", {}).items()}
    for name, term in tables.pop("terms", {}).items():
        params = built.chosen(dict(term))
        built.terms[name] = built.test(str(params.pop("test", "")), _params(params))
    conditions = tuple(_condition(built, one) for one in tables.pop("condition", ()))
    if not conditions:
        raise LawFileError(f"{where} : aucune condition.")
    numbers = _numbers(built, tables.pop("amount", None))
    repayment = _repayment(where, tables.pop("repayment", None))
    outcome = tables.pop("outcome", None)
    if tables:
        raise LawFileError(f"{where} : table inconnue : {min(tables)}.")
    return Wording(
        regime=regime,
        title=file["title"],
        href=file["href"],
        checked_on=_day(where, file["checked_on"]),
        from_=_day(where, head["from"]),
        until=_day(where, head["until"]) if "until" in head else None,
        unbounded=bool(head.get("unbounded", False)),
        name=head["name"],
        article=head["article"],
        seeds=tuple(head["seeds"]),
        grade=head["grade"],
        not_modelled=tuple(head["not_modelled"]),
        conditions=conditions,
        amount=_amount(built, numbers),
        amount_article=str(numbers.get("article", "")),
        amount_lines=_texts(numbers.get("lines", ())),
        numbers=MappingProxyType({k: v for k, v in numbers.items() if k not in AMOUNT_KEYS}),
        repayment=repayment,
        more=_more(built, outcome),
        excluded=frozenset(_excluded(conditions)),
    )


def _condition(built: Built, table: Mapping[str, Any]) -> Condition:
    raw: dict[str, Any] = built.chosen(dict(table))
    if missing := CONDITION_KEYS - raw.keys():
        raise LawFileError(f"{built.where} : {raw.get('id')} : {min(missing)} manque.")
    head = {key: raw.pop(key) for key in (CONDITION_KEYS | CONDITION_MORE) & raw.keys()}
    params = _params(raw)
    test = built.test(head["test"], params)
    inside = head.get("within")
    if inside is not None:
        if inside not in built.terms:
            raise LawFileError(f"{built.where} : {head['id']} : terme « {inside} » inconnu.")
        test = within(built.terms[inside], test)
    try:
        sentence = head["text"].format_map({key: _said(one) for key, one in params.items()})
    except (KeyError, IndexError) as error:
        raise LawFileError(f"{built.where} : {head['id']} : phrase : {error}") from error
    met, not_met, not_tested = (
        Ground(head["id"], state, head["article"], sentence) for state in (MET, NOT_MET, NOT_TESTED)
    )
    return Condition(
        id=head["id"],
        article=head["article"],
        sentence=sentence,
        lines=tuple(head["lines"]),
        at=head["at"],
        name=head["test"],
        params=params,
        within=inside,
        conduct=bool(head.get("conduct", False)),
        test=test,
        met=met,
        not_met=not_met,
        not_tested=not_tested,
    )


def _numbers(built: Built, table: Mapping[str, Any] | None) -> dict[str, object]:
    if (table is None) != (built.regime.amount is None):
        raise LawFileError(f"{built.where} : [amount] manque ou n’a pas lieu d’être.")
    if table is None:
        return {}
    return {key: _decimal(one) for key, one in built.chosen(dict(table)).items()}


def _amount(built: Built, numbers: Mapping[str, object]) -> Amount | None:
    if built.regime.amount is None:
        return None
    params = {key: one for key, one in numbers.items() if key not in AMOUNT_KEYS}
    return built.called(built.regime.amount, "amount", params)


def _more(
    built: Built, table: Mapping[str, Any] | None
) -> Callable[[Facts], Mapping[str, object]] | None:
    if built.regime.outcome is None:
        return None
    return built.called(built.regime.outcome, "outcome", table or {})


def _repayment(where: str, table: Mapping[str, Any] | None) -> Repayment | None:
    if table is None:
        return None
    if table.keys() - REPAYMENT_KEYS or not {"article", "by"} <= table.keys():
        raise LawFileError(f"{where} : [repayment] porte article, by et des mois.")
    return Repayment(
        article=table["article"],
        resale_months=table.get("resale_months"),
        lease_months=table.get("lease_months"),
        by=table["by"],
    )


def _excluded(conditions: tuple[Condition, ...]) -> Iterator[str]:
    for one in conditions:
        if one.name == "no_other_aid":
            yield from _texts(one.params["regimes"])


def _keys(
    where: str, name: str, table: object, needed: set[str], optional: set[str]
) -> dict[str, Any]:
    if not isinstance(table, dict) or not needed <= table.keys() <= needed | optional:
        raise LawFileError(f"{where} : [{name}] porte {', '.join(sorted(needed))}.")
    return table


def _day(where: str, value: object) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise LawFileError(f"{where} : {value!r} n’est pas un jour.")
    return value


def _params(raw: Mapping[str, object]) -> dict[str, object]:
    return {key: _frozen(one) for key, one in raw.items()}


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(one) for key, one in value.items()})
    return value


def _decimal(value: object) -> object:
    """Return the numbers of an amount as exact decimals, inside lists and tables too."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, list):
        return tuple(_decimal(one) for one in value)
    if isinstance(value, dict):
        return MappingProxyType({key: _decimal(one) for key, one in value.items()})
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


def _said(value: object) -> str:
    """Return a parameter as a sentence says it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, int | Decimal):
        return french(value)
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    if isinstance(value, tuple):
        return ", ".join(_said(one) for one in value)
    return str(value)
