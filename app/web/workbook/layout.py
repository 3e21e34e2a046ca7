"""The sheets of a declaration and their columns, drawn from the table of the wire form.

A row of a sheet is read into keys: ``path`` says where each cell goes. Headings, what is required
and what may be chosen come from `scoring.wire`; a field added there is a column here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from app.labels import words
from app.web.fields import country_choices
from scoring.fields import Choice, Count, CountryCode, Field, Flag, Kind, ListOf, Quantity, Record
from scoring.law import Method
from scoring.wire import (
    BATTERY_SITE,
    DECLARATION,
    LEG,
    LINE,
    SPECIFIC_VALUE,
    STAMPING_SITE,
)

YES, NO = "Oui", "Non"

ID: Final = ("line", "id")
STAGE: Final = ("stage",)
SITE: Final = ("site",)
LEG_RANK: Final = ("leg",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a sheet.

    Attributes:
        title: its heading, with the unit.
        path: the keys that lead to its value, in what a row is read into.
        kind: what it holds; none for a stage of the making, which the wire form says by a key.
        required: a row without it cannot be deposited.
        null: a blank cell is a known "none"; otherwise it is an absent key.
        counts_from: what a person calls the first, for a rank that the wire form counts from 0.
    """

    title: str
    path: tuple[str, ...]
    kind: Kind | None
    required: bool
    null: bool
    counts_from: int = 0

    @property
    def is_text(self) -> bool:
        """Tell whether its cells are texts, and not numbers."""
        return not isinstance(self.kind, Quantity | Count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One sheet.

    Attributes:
        title: its name.
        told: what one of its rows is.
        columns: its columns, in their order.
    """

    title: str
    told: str
    columns: tuple[Column, ...]


def _columns(
    fields: tuple[Field, ...], *before: str, within_required: bool = True
) -> Iterator[Column]:
    """Yield the columns of the fields of a record, those of a record inside it too."""
    for field in fields:
        required = field.required and within_required
        if isinstance(field.kind, Record):
            inner = field.kind.fields
            yield from _columns(inner, *before, field.key, within_required=required)
        elif not isinstance(field.kind, ListOf):
            path = (*before, field.key)
            yield Column(
                title=field.label,
                path=path,
                kind=field.kind,
                required=required,
                null=field.nullable and not field.omitted,
                counts_from=1 if path == LEG_RANK else 0,
            )


def _fields(record: Record, *keys: str) -> tuple[Field, ...]:
    return tuple(one for one in record.fields if one.key in keys)


def site_record(field: Field) -> Record | None:
    """Return the record of the sites that a field of a line holds; none if it holds no site."""
    kind = field.kind.item if isinstance(field.kind, ListOf) else field.kind
    if isinstance(kind, Record) and any(isinstance(one.kind, CountryCode) for one in kind.fields):
        return kind
    return None


# A stage of the making of a car: a key of the line that holds one site, or several.
STAGES: Final[Mapping[str, Field]] = {
    one.key: one for one in LINE.fields if site_record(one) is not None
}
LINE_FIELDS: Final = tuple(one for one in LINE.fields if not isinstance(one.kind, Record | ListOf))
LINE_ID: Final = _fields(LINE, "id")

# What is said once of a version: all that is no list.
SAID_ONCE: Final = tuple(one for one in DECLARATION.fields if isinstance(one.kind, Record))

VERSION_SHEET: Final = Layout(
    title="Version",
    told="Une seule ligne : la version, son véhicule de référence et sa batterie.",
    columns=tuple(_columns(SAID_ONCE)),
)
SITES_SHEET: Final = Layout(
    title="Lignes et sites",
    told="Une ligne par site. Répétez l’identifiant de la ligne de fabrication pour chacun de ses"
    " sites ; son volume s’écrit une fois.",
    columns=(
        *_columns(LINE_FIELDS, "line"),
        Column(title="Étape", path=STAGE, kind=None, required=True, null=False),
        *_columns(STAMPING_SITE.fields, *SITE),
    ),
)
BATTERIES_SHEET: Final = Layout(
    title="Batteries",
    told="Une ligne par site de production de la batterie.",
    columns=tuple(_columns(BATTERY_SITE.fields)),
)
LEGS_SHEET: Final = Layout(
    title="Trajets",
    told="Une ligne par trajet d’acheminement, dans l’ordre du parcours, pour chaque ligne de"
    " fabrication.",
    columns=(*_columns(LINE_ID, "line"), *_columns(LEG.fields, "leg")),
)
VALUES_SHEET: Final = Layout(
    title="Valeurs spécifiques",
    told="Une ligne par valeur proposée au lieu d’une valeur de référence (dérogation), dans son"
    " unité. Le premier trajet d’une ligne de fabrication est le n° 1.",
    # The decision on a value is not the company’s.
    columns=tuple(_columns(tuple(one for one in SPECIFIC_VALUE.fields if one.key != "accepted"))),
)
REQUIRED_SHEETS: Final = (VERSION_SHEET, SITES_SHEET, BATTERIES_SHEET, LEGS_SHEET)
SHEETS: Final = (*REQUIRED_SHEETS, VALUES_SHEET)


def choices_of(kind: Kind | None, method: Method) -> dict[str, object] | None:
    """Return what a cell may say, in French, with its value; none when anything may be typed.

    Args:
        kind: what the column holds.
        method: the method of the day, with its countries.
    """
    if kind is None:
        return {field.label: key for key, field in STAGES.items()}
    if isinstance(kind, Flag):
        return {YES: True, NO: False}
    if isinstance(kind, CountryCode):
        named = country_choices(method.countries)
        return {one.label: one.value for one in named if one.value}
    if isinstance(kind, Choice):
        return {words(one): one.value for one in kind.words}
    return None


def list_name(column: Column) -> str:
    """Return the name of the list that the cells of a column pick from; blank if from none."""
    if isinstance(column.kind, Flag):
        return "Oui ou non"
    if isinstance(column.kind, CountryCode):
        return "Pays"
    return column.title if column.kind is None or isinstance(column.kind, Choice) else ""
