"""`score-env law drift`: what a text to come would change, before it is entered."""

import json
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, Final

import click

from scoring.dated import Law
from scoring.drift import Drift, Report, Side, compare
from scoring.law import load, read
from scoring.lines import lines_of
from scoring.rounding import exactly, french, nearest, shown

DAY: Final = click.DateTime(formats=["%Y-%m-%d"])
PLACES: Final = 3


@click.command()
@click.argument("folder", metavar="DOSSIER", type=click.Path(exists=True, file_okay=False))
@click.argument("file", metavar="FICHIER", type=click.File("rb"))
@click.option("--on", type=DAY, metavar="JOUR", help="Jour demandé aux deux jeux de tables.")
@click.option("--json", "as_json", is_flag=True, help="Répond en JSON.")
def drift(folder: str, file: BinaryIO, on: datetime | None, *, as_json: bool) -> int:
    """Compare les tables en vigueur à celles d’un dossier, sur un lot de déclarations.

    FICHIER porte une déclaration par ligne, comme pour « score » (« - » lit l’entrée standard).
    Sans --on, chacune est calculée à son jour, ou au premier jour où les tables diffèrent.
    """
    old, new = load(), read(Path(folder))
    report = compare(lines_of(file), old=old, new=new, on=on.date() if on else None)
    if as_json:
        click.echo(json.dumps(_report(report, old, new), ensure_ascii=False))
    else:
        _tell_report(report, old, new)
    return int(bool(report.unread))


def _report(report: Report, old: Law, new: Law) -> dict[str, object]:
    return {
        "tables": {"old": old.digest, "new": new.digest},
        "since": None if report.since is None else report.since.isoformat(),
        "summary": {
            "compared": len(report.drifts),
            "unread": len(report.unread),
            "gain": report.gains,
            "lose": report.loses,
            **(_extremes(report) if report.drifts else {}),
        },
        "declarations": [_drift(one) for one in report.drifts],
        "unread": list(report.unread),
    }


def _extremes(report: Report) -> dict[str, object]:
    return {
        "median": _figure(report.median),
        "lowest": {"id": report.lowest.id, "change": _figure(report.lowest.change)},
        "highest": {"id": report.highest.id, "change": _figure(report.highest.change)},
    }


def _drift(one: Drift) -> dict[str, object]:
    return {
        "id": one.id,
        "on": one.on.isoformat(),
        "old": _side(one.old),
        "new": _side(one.new),
        "change": _figure(one.change),
    }


def _side(side: Side) -> dict[str, object]:
    return {
        "score": _figure(side.score),
        "minimum": _figure(side.minimum),
        "reached": side.reached,
    }


def _figure(value: Fraction) -> dict[str, str]:
    """Return a figure as the wire format gives it, and without any loss."""
    return {"nearest": nearest(value), "exact": exactly(value)}


def _tell_report(report: Report, old: Law, new: Law) -> None:
    click.echo(f"Tables en vigueur : {old.digest}")
    click.echo(f"Autres tables : {new.digest}")
    if report.since is None:
        click.echo("Elles portent les mêmes valeurs chaque jour.")
    else:
        click.echo(f"Elles diffèrent à partir du {report.since:%d/%m/%Y}.")
    for one in report.drifts:
        click.echo(_told_drift(one))
    for refusal in report.unread:
        click.echo(f"{_named(refusal['id'])} : {_why(refusal)}", err=True)
    click.echo(
        f"Déclarations comparées : {len(report.drifts)} ; illisibles : {len(report.unread)}."
    )
    click.echo(
        f"Atteignent le score minimal par le changement : {report.gains} ;"
        f" ne l’atteignent plus : {report.loses}."
    )
    if report.drifts:
        click.echo(
            f"Écart médian : {_signed(report.median)} ; le plus bas : {_signed_of(report.lowest)} ;"
            f" le plus haut : {_signed_of(report.highest)}."
        )


def _told_drift(one: Drift) -> str:
    verdict = ""
    if one.gains:
        verdict = " ; atteint le score minimal"
    if one.loses:
        verdict = " ; n’atteint plus le score minimal"
    return (
        f"{one.id}, le {one.on:%d/%m/%Y} : {_shown(one.old)} puis {_shown(one.new)} points"
        f" ({_signed(one.change)}){verdict}"
    )


def _shown(side: Side) -> str:
    return shown(side.score, side.minimum, PLACES)


def _signed(change: Fraction) -> str:
    sign = "+" if change > 0 else ""
    return f"{sign}{french(change, PLACES)}".replace("-", "−")


def _signed_of(one: Drift) -> str:
    return f"{_signed(one.change)} ({one.id})"


def _named(name: object) -> str:
    return "Ligne sans identifiant" if name is None else str(name)


def _why(refusal: Mapping[str, object]) -> str:
    error = refusal["error"]
    told = error["message"] if isinstance(error, Mapping) else error
    return f"{told} (autres tables)" if refusal.get("tables") == "new" else str(told)
