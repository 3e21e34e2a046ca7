"""The method of the score: its dated files, checked as a whole, and its values on one day."""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from scoring.dated import Edition, Law, LawFileError, Parameter, Row, exact
from scoring.inputs import OtherElements

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

REFERENCE: Final = Path(__file__).resolve().parent / "reference"

SITE_TABLES: Final = ("ferrous", "aluminium", "other_materials", "processing")
ZONE_TABLES: Final = (*SITE_TABLES, "battery")
LOSS_TABLES: Final = ("ferrous", "aluminium", "other_materials")
RULES: Final = ("assembly", "production_line")
# What a declaration may say beside the footprint: each has a weight.
ELEMENTS: Final = frozenset(one.name for one in fields(OtherElements))

NUMBERS: Final = frozenset(
    {
        "minimum_score",
        "footprint_points",
        "other_points",
        "footprint_share_minimum",
        "other_share_maximum",
        "category_2_seats",
        "category_2_boot_litres",
        "category_2_range_km",
        "driver_mass_kg",
        "closure_tolerance_kg",
        *(f"{table}_loss_rate" for table in LOSS_TABLES),
    }
)
FACTOR: Final = frozenset({"zone", "label", "value", "grade"})
# The columns of each table; a row may also carry a note.
COLUMNS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        **{f"{table}_factors": FACTOR for table in ZONE_TABLES},
        "delivery_factors": FACTOR | {"mode"},
        "other_elements": frozenset({"element", "label", "weight", "unit", "grade"}),
        "curves": frozenset({"category", "label", "full_points_kg", "zero_points_kg", "grade"}),
        "countries": frozenset({"iso", "name", *ZONE_TABLES, "transport", "grade"}),
    }
)
MEASURES: Final = ("value", "weight", "full_points_kg", "zero_points_kg")
PARAMETERS: Final = frozenset({"site_rule", *NUMBERS, *COLUMNS})


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """The weight in the score of one datum declared beside the footprint (article 12).

    Attributes:
        label: what is declared, in French.
        value: points for a yes, or for each unit declared.
        unit: of what is declared; empty for a yes or a no.
    """

    label: str
    value: Fraction
    unit: str


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
    other_elements: Mapping[str, Weight]

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
    return read(REFERENCE)


def read(folder: Path) -> Law:
    """Return the law of the score as the dated files of a folder say it, checked.

    Raises:
        LawFileError: a file is malformed, or the files contradict each other.
    """
    law = Law.read(*folder.glob("*.toml"))
    check(law)
    return law


def method_on(law: Law, on: date) -> Method:
    """Return the method in force on day *on*: the same object between two turning days.

    Raises:
        NotInForceError: the method does not exist on that day.
        LawFileError: two rows of a table say the same thing.
    """
    law.edition("curves", on=on)  # outside its days the error names the day that was asked
    turns = _turning_days(law)
    return _method(law, turns[bisect_right(turns, on) - 1])


@lru_cache(maxsize=128)
def _method(law: Law, on: date) -> Method:
    """Return the method from the turning day *on* to the next."""
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
        other_elements=_index("other_elements", _weights(law.edition("other_elements", on=on))),
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

    Each parameter of the method is there, no other, and has a value on each day of the method
    (reading L-6): an order that ends the method ends them all on one day.

    Raises:
        LawFileError: says what does not hold, and from which day.
    """
    _check_parameters(law)
    _check_days(law)
    _check_figures(law)
    for day in _turning_days(law):
        method = method_on(law, day)
        _check_points(method)
        _check_tables(method)


def _check_parameters(law: Law) -> None:
    """Check that the method has all its parameters: a value that nothing reads would be lost."""
    for name in sorted(PARAMETERS ^ law.parameters.keys()):
        fate = "inconnu de la méthode" if name in law.parameters else "absent"
        raise LawFileError(f"Paramètre {fate} : {name}.")


def _check_days(law: Law) -> None:
    """Check that every parameter covers the days of the method, the last ones included."""
    spans = {one.name: (one.editions[0].from_, one.editions[-1].until) for one in _parameters(law)}
    first = min(opens for opens, _ in spans.values())
    ends = [until for _, until in spans.values() if until is not None]
    last = max(ends) if len(ends) == len(spans) else None
    for parameter in _parameters(law):
        if parameter.gaps:
            raise LawFileError(f"{parameter.name} : gaps est refusé aux paramètres de la méthode.")
        if spans[parameter.name] != (first, last):
            raise LawFileError(
                f"La méthode est incomplète : {parameter.name} ne couvre pas tous ses jours."
            )


def _check_figures(law: Law) -> None:
    """Check the columns of the tables, and that each figure is a number, not negative."""
    for parameter in _parameters(law):
        for edition in parameter.editions:
            if parameter.name in NUMBERS:
                _check_figure(parameter.name, edition.value)
            if parameter.name in COLUMNS:
                _check_rows(parameter.name, edition)


def _check_rows(name: str, edition: Edition) -> None:
    if not edition.rows:
        raise LawFileError(f"{name} : des lignes sont attendues.")
    for n, row in enumerate(edition.rows, 1):
        where = f"{name}, ligne {n}"
        if wrong := sorted(COLUMNS[name] ^ (row.keys() - {"note"})):
            raise LawFileError(f"{where} : colonne manquante ou inconnue : {wrong[0]}.")
        for column in MEASURES:
            if column in row:
                _check_figure(where, row[column])


def _check_figure(where: str, value: object) -> None:
    try:
        number = exact(value)
    except LawFileError as error:
        raise LawFileError(f"{where} : {error}") from error
    if number < 0:
        raise LawFileError(f"{where} : valeur négative.")


def _parameters(law: Law) -> Iterator[Parameter]:
    """Yield the parameters by name, so that a refusal is always the same one."""
    for name in sorted(law.parameters):
        yield law.parameters[name]


@lru_cache(maxsize=128)
def _turning_days(law: Law) -> tuple[date, ...]:
    """Return every day an edition of any parameter opens, oldest first."""
    editions = chain.from_iterable(one.editions for one in law.parameters.values())
    return tuple(sorted({edition.from_ for edition in editions}))


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
    if method.other_elements.keys() != ELEMENTS:
        raise LawFileError(f"other_elements n’a pas une ligne par donnée déclarée le {day}.")
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
    legs = {zone for _, zone in method.transport}
    for country in method.countries.values():
        if country.zones["transport"] not in legs:
            raise LawFileError(f"{country.iso} : zone absente de la table delivery le {day}.")
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


def _weights(edition: Edition) -> Iterator[tuple[str, Weight]]:
    for row in edition.rows:
        yield (
            str(row["element"]),
            Weight(label=str(row["label"]), value=exact(row["weight"]), unit=str(row["unit"])),
        )
