"""`score-env law`: the values to look at again, and what a text to come would change."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Final

import click

from app.cli.drift import DAY, drift
from app.clock import SystemClock
from scoring.aids.book import REFERENCE as AIDS
from scoring.aids.upkeep import aid_files
from scoring.dated import Edition, Law, LawFile, dated_files
from scoring.law import load
from scoring.upkeep import Doubt, compare_by, doubts, is_overdue

ROOT: Final = Path(__file__).resolve().parents[2]
PROJECT: Final = (ROOT / "app", ROOT / "scoring")

# After so long without comparing a file with its text: a choice of the product, no rule of law.
MONTHS: Final = 6

# The units that the files of the procedure say in English.
UNITS: Final = {"month": "mois", "day": "jour(s)"}


@click.group("law")
def law() -> None:
    """Textes de droit : valeurs à vérifier, effet d’un texte à venir."""


law.add_command(drift)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One dated file of the project, by its path from the root, and its values not sure."""

    path: str
    file: LawFile
    doubts: tuple[Doubt, ...]
    overdue: bool
    compare_by: date


@law.command()
@click.argument(
    "folders", metavar="[DOSSIER]...", nargs=-1, type=click.Path(exists=True, file_okay=False)
)
@click.option("--on", type=DAY, metavar="JOUR", help="Jour de la vérification (AAAA-MM-JJ).")
@click.option(
    "--months",
    type=click.IntRange(1, 120),
    default=MONTHS,
    metavar="MOIS",
    help="Mois au bout desquels un fichier est de nouveau à comparer ; 6 par défaut.",
)
@click.option("--strict", is_flag=True, help="Échoue aussi si des valeurs sont à confirmer.")
@click.option("--json", "as_json", is_flag=True, help="Répond en JSON.")
def check(
    folders: tuple[str, ...], on: datetime | None, months: int, *, strict: bool, as_json: bool
) -> int:
    """Liste les fichiers à comparer de nouveau avec leur texte, et les valeurs à confirmer.

    Une valeur est à confirmer si elle est cotée B1 ou C, ou si sa note le dit. Sans DOSSIER, tous
    les fichiers datés du projet sont lus.
    """
    load()  # tables that contradict each other are refused first
    day = on.date() if on else SystemClock().today()
    found = list(_checked([Path(one) for one in folders] or PROJECT, day, months))
    if as_json:
        content = {"on": day.isoformat(), "months": months} | _wire(found)
        click.echo(json.dumps(content, ensure_ascii=False))
    else:
        _tell(found, day, months)
    overdue = any(one.overdue for one in found)
    doubtful = any(one.doubts for one in found)
    return int(overdue or (strict and doubtful))


def _checked(folders: Sequence[Path], day: date, months: int) -> Iterator[Checked]:
    """Yield the dated files of some folders."""
    for folder in folders:
        found = [*_parameters(folder), *(aid_files(AIDS) if folder in AIDS.parents else ())]
        for path, file, uncertain in sorted(found, key=lambda one: one[0]):
            yield Checked(
                path=(path.relative_to(ROOT) if ROOT in path.parents else path).as_posix(),
                file=file,
                doubts=uncertain,
                overdue=is_overdue(file, on=day, months=months),
                compare_by=compare_by(file, months=months),
            )


def _parameters(folder: Path) -> Iterator[tuple[Path, LawFile, tuple[Doubt, ...]]]:
    """Yield the dated files of values below *folder*, with what is not sure in each."""
    for path in dated_files(folder):
        read = Law.read(path)
        yield path, read.files[0], tuple(doubts(read))


def _wire(found: Sequence[Checked]) -> dict[str, object]:
    return {
        "files": [_file(one) for one in found],
        "values": [_value(one.path, doubt) for one in found for doubt in one.doubts],
    }


def _file(one: Checked) -> dict[str, object]:
    return {
        "file": one.path,
        "title": one.file.title,
        "href": one.file.href,
        "checked_on": one.file.checked_on.isoformat(),
        "compare_by": one.compare_by.isoformat(),
        "overdue": one.overdue,
        "parameters": list(one.file.parameters),
    }


def _value(path: str, one: Doubt) -> dict[str, object]:
    return {
        "file": path,
        "parameter": one.parameter.name,
        "edition": {
            "from": one.edition.from_.isoformat(),
            "until": None if one.edition.until is None else one.edition.until.isoformat(),
        },
        "row": one.row,
        "label": one.label or None,
        "value": _plain(one.value),
        "unit": one.parameter.unit,
        "source": one.source,
        "grade": one.grade,
        "note": one.note,
    }


def _plain(value: object) -> object:
    """Return a value of a dated file as JSON; a decimal is a string, as everywhere."""
    if isinstance(value, Mapping):
        return {key: _plain(cell) for key, cell in value.items()}
    if isinstance(value, tuple):
        return [_plain(cell) for cell in value]
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _tell(found: Sequence[Checked], day: date, months: int) -> None:
    overdue = [one for one in found if one.overdue]
    doubtful = [one for one in found if one.doubts]
    click.echo(
        f"Fichiers qui n’ont pas été comparés à leur texte en {months} mois, au {day:%d/%m/%Y} :"
    )
    for one in overdue:
        click.echo(f"  {one.path} : {_age(one, day)}")
        click.echo(f"    {one.file.title} ({one.file.href})")
        click.echo(f"    valeurs : {', '.join(one.file.parameters)}")
    click.echo("Valeurs à confirmer (cotées B1 ou C, ou dont la note le dit) :")
    for one in doubtful:
        click.echo(f"  {one.path}")
        for doubt in one.doubts:
            click.echo(f"    {_told(doubt)}")
    click.echo(
        f"Fichiers : {len(found)}, dont {len(overdue)} à comparer."
        f" Valeurs à confirmer : {sum(len(one.doubts) for one in found)}."
    )


def _age(one: Checked, day: date) -> str:
    compared = f"comparé le {one.file.checked_on:%d/%m/%Y}"
    if one.file.checked_on > day:
        return f"{compared}, après ce jour"
    return f"{compared}, à comparer de nouveau le {one.compare_by:%d/%m/%Y} au plus tard"


def _told(one: Doubt) -> str:
    """Tell of one value in one line."""
    row = f", ligne {one.row}" if one.row else ""
    label = f" « {one.label} »" if one.label else ""
    note = f" ({one.note})" if one.note else ""
    return (
        f"{one.parameter.name}, {_days(one.edition)}{row}{label} : {_cells(one)}"
        f" [{one.grade}] {one.source}{note}"
    )


def _cells(one: Doubt) -> str:
    if isinstance(one.value, Mapping):
        return ", ".join(f"{key} = {cell}" for key, cell in one.value.items())
    return f"{one.value} {UNITS.get(one.parameter.unit, one.parameter.unit)}"


def _days(edition: Edition) -> str:
    if edition.last_day is None:
        return f"depuis le {edition.from_:%d/%m/%Y}"
    return f"du {edition.from_:%d/%m/%Y} au {edition.last_day:%d/%m/%Y}"
