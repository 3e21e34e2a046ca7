"""The method of the score: its dated files, checked as a whole, and its values on one day."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from scoring.dated import Edition, Law, LawFileError, NotInForceError, Row, exact

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

REFERENCE: Final = Path(__file__).resolve().parent / "reference"

SITE_TABLES: Final = ("ferrous", "aluminium", "other_materials", "processing")
ZONE_TABLES: Final = (*SITE_TABLES, "battery")
LOSS_TABLES: Final = ("ferrous", "aluminium", "other_materials")
RULES: Final = ("assembly", "production_line")


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """One row of a table of emission factors.

    Attributes:
        label: the zone or the mode, in French.
        value: in the unit of its table.
        grade: how sure the value is.
        note: what remains to confirm, or None.
    """

    label: str
    value: Fraction
    grade: str
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """The zone of one country in every table, and how sure that assignment is (S-11)."""

    iso: str
    name: str
    zones: Mapping[str, str]
    grade: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The bounds of one category: full points up to *full_kg*, none from *zero_kg*."""

    category: int
    label: str
    full_kg: Fraction
    zero_kg: Fraction
    grade: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Method:
    """The edition of the method in force on one day, with its tables indexed."""

    law: Law
    on: date
    site_rule: str
    countries: Mapping[str, Country]
    factors: Mapping[str, Mapping[str, Factor]]
    transport: Mapping[tuple[str, str], Factor]
    curves: Mapping[int, Curve]

    def edition(self, name: str) -> Edition:
        """Return the edition of parameter *name* in force on the day of the method."""
        return self.law.edition(name, on=self.on)

    def number(self, name: str) -> Fraction:
        """Return the number *name* in force on the day of the method."""
        return self.law.number(name, on=self.on)


@cache
def load() -> Law:
    """Return the law of the score, read and checked once.

    Raises:
        LawFileError: a file is malformed, or the files contradict each other.
    """
    law = Law.read(*REFERENCE.glob("*.toml"))
    check(law)
    return law


@lru_cache(maxsize=128)
def method_on(law: Law, on: date) -> Method:
    """Return the method in force on day *on*.

    Raises:
        NotInForceError: the method does not exist on that day.
        LawFileError: a table lacks a column.
    """
    countries = (_country(row) for row in law.rows("countries", on=on))
    return Method(
        law=law,
        on=on,
        site_rule=law.text("site_rule", on=on),
        countries=_index("countries", ((country.iso, country) for country in countries)),
        factors=MappingProxyType(
            {
                table: _index(table, _factors(law.edition(f"{table}_factors", on=on)))
                for table in ZONE_TABLES
            }
        ),
        transport=_index("delivery", _transport(law.edition("delivery_factors", on=on))),
        curves=_index("curves", _curves(law.edition("curves", on=on))),
    )


def _index(table: str, pairs: Iterable[tuple[K, V]]) -> Mapping[K, V]:
    """Index the rows of a table, refusing two rows under one key."""
    found: dict[K, V] = {}
    for key, row in pairs:
        if key in found:
            raise LawFileError(f"Table {table} : deux lignes pour {key}.")
        found[key] = row
    return MappingProxyType(found)


def check(law: Law) -> None:
    """Refuse a set of files that contradict each other or the bounds set by decree (S-2).

    Raises:
        LawFileError: says what does not hold, and from which day.
    """
    for day in _turning_days(law):
        try:
            method = method_on(law, day)
            _check_points(method)
            _check_tables(method)
        except (NotInForceError, KeyError) as error:
            raise LawFileError(f"La méthode du {day:%d/%m/%Y} est incomplète : {error}") from error


def _turning_days(law: Law) -> list[date]:
    """Return every day an edition of any parameter opens, oldest first."""
    editions = chain.from_iterable(one.editions for one in law.parameters.values())
    return sorted({edition.from_ for edition in editions})


def _check_points(method: Method) -> None:
    """Check points, minimum and bounds on one day (D. 251-1; S-2)."""
    day = f"{method.on:%d/%m/%Y}"
    footprint, other = method.number("footprint_points"), method.number("other_points")
    most = footprint + other
    if footprint < method.number("footprint_share_minimum") * most:
        raise LawFileError(f"L’empreinte carbone pèse moins que sa part minimale le {day}.")
    if other > method.number("other_share_maximum") * most:
        raise LawFileError(f"Les autres éléments pèsent plus que leur part maximale le {day}.")
    if not 0 < method.number("minimum_score") <= most:
        raise LawFileError(f"Le score minimal est hors de l’échelle le {day}.")
    if method.curves.keys() != {1, 2} or any(
        curve.full_kg >= curve.zero_kg for curve in method.curves.values()
    ):
        raise LawFileError(f"Les bornes des deux catégories ne se tiennent pas le {day}.")


def _check_tables(method: Method) -> None:
    """Check that every country finds a row in every table, on one day (S-11)."""
    day = f"{method.on:%d/%m/%Y}"
    if method.site_rule not in RULES:
        raise LawFileError(f"Règle de site inconnue le {day} : {method.site_rule}.")
    for table in LOSS_TABLES:
        if not 0 <= method.number(f"{table}_loss_rate") < 1:
            raise LawFileError(f"Le taux de perte de {table} est hors bornes le {day}.")
    for country in method.countries.values():
        for table in ZONE_TABLES:
            if country.zones[table] not in method.factors[table]:
                raise LawFileError(f"{country.iso} : zone absente de la table {table} le {day}.")


def _country(row: Row) -> Country:
    zones = {key: str(row[key]) for key in (*ZONE_TABLES, "transport")}
    return Country(
        iso=str(row["iso"]),
        name=str(row["name"]),
        zones=MappingProxyType(zones),
        grade=str(row["grade"]),
    )


def _factor(row: Row, edition: Edition) -> Factor:
    return Factor(
        label=str(row["label"]),
        value=exact(row["value"]),
        grade=str(row.get("grade", edition.grade)),
        note=str(row["note"]) if "note" in row else None,
    )


def _factors(edition: Edition) -> Iterator[tuple[str, Factor]]:
    for row in edition.rows:
        yield str(row["zone"]), _factor(row, edition)


def _transport(edition: Edition) -> Iterator[tuple[tuple[str, str], Factor]]:
    for row in edition.rows:
        yield (str(row["mode"]), str(row["zone"])), _factor(row, edition)


def _curves(edition: Edition) -> Iterator[tuple[int, Curve]]:
    for row in edition.rows:
        curve = Curve(
            category=int(exact(row["category"])),
            label=str(row["label"]),
            full_kg=exact(row["full_points_kg"]),
            zero_kg=exact(row["zero_points_kg"]),
            grade=str(row.get("grade", edition.grade)),
        )
        yield curve.category, curve
