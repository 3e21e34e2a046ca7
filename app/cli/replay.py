"""`score-env replay`: every score that was kept is computed again."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from app.cli.portal import portal
from app.queries.replay import Difference, Replayed
from app.queries.replay import replay as replay_scores
from scoring.dated import Law
from scoring.law import load, read
from scoring.score import ENGINE_VERSION

# What a figure is called; the others keep the name they have where they are kept.
FIGURES: Final = {
    "category": "catégorie",
    "footprint_kg": "empreinte",
    "score": "score",
    "reached": "score minimal atteint",
}


@dataclass(slots=True)
class Tally:
    """How many scores were computed again, and how many differ, by tables and calculation used."""

    scores: Counter[tuple[str, str]] = field(default_factory=Counter)
    different: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, one: Replayed) -> None:
        """Count one score."""
        used = one.law_digest, one.engine_version
        self.scores[used] += 1
        self.different[used] += not one.holds


@click.command()
@click.option(
    "--tables",
    "folder",
    metavar="DOSSIER",
    type=click.Path(exists=True, file_okay=False),
    help="Tables avec lesquelles recalculer, à la place de celles en vigueur.",
)
@click.option("--json", "as_json", is_flag=True, help="Répond en JSON, une ligne par écart.")
def replay(folder: str | None, *, as_json: bool) -> int:
    """Recalcule chaque score gardé depuis ses données, et nomme ceux qui diffèrent."""
    law = read(Path(folder)) if folder else load()
    tally = Tally()
    with portal():
        for one in replay_scores(law):
            tally.add(one)
            if not one.holds:
                _tell(one, law, as_json=as_json)
    if as_json:
        click.echo(json.dumps(_summary(tally, law), ensure_ascii=False))
    else:
        for sentence in _told(tally, law):
            click.echo(sentence)
    return int(tally.different.total() > 0)


def _tell(one: Replayed, law: Law, *, as_json: bool) -> None:
    """Tell of a score that is not found again."""
    if as_json:
        click.echo(json.dumps(_wire(one, law), ensure_ascii=False))
        return
    why = one.refusal or " ; ".join(_difference(found) for found in one.differences)
    tables = "" if one.used(law) else f" Calculé avec d’autres tables : {one.law_digest}."
    click.echo(
        f"{one.reference or 'Dossier absent'}, score n° {one.id}, méthode du {one.law_on} :"
        f" {why}{'' if why.endswith('.') else '.'}{tables}",
        err=True,
    )


def _difference(found: Difference) -> str:
    name = FIGURES.get(found.figure, found.figure)
    return f"{name} : {_said(found.kept)} gardé, {_said(found.found)} recalculé"


def _said(value: object) -> str:
    """Write a figure as it is kept."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _wire(one: Replayed, law: Law) -> dict[str, object]:
    return {
        "dossier": one.reference or None,
        "score": one.id,
        "law_on": one.law_on,
        "law_digest": one.law_digest,
        "engine_version": one.engine_version,
        "same_tables": one.used(law),
        "refusal": one.refusal or None,
        "differences": [
            {"figure": found.figure, "kept": found.kept, "found": found.found}
            for found in one.differences
        ],
    }


def _summary(tally: Tally, law: Law) -> dict[str, object]:
    return {
        "scores": tally.scores.total(),
        "different": tally.different.total(),
        "law_digest": law.digest,
        "engine_version": ENGINE_VERSION,
        "used": [
            {
                "law_digest": digest,
                "engine_version": engine,
                "scores": count,
                "different": tally.different[digest, engine],
            }
            for (digest, engine), count in sorted(tally.scores.items())
        ],
    }


def _told(tally: Tally, law: Law) -> Iterator[str]:
    yield f"Scores recalculés : {tally.scores.total()} ; différents : {tally.different.total()}."
    yield f"Tables du recalcul : {law.digest} (calcul {ENGINE_VERSION})."
    for (digest, engine), count in sorted(tally.scores.items()):
        if (digest, engine) == (law.digest, ENGINE_VERSION):
            continue
        different = tally.different[digest, engine]
        result = f"{different} différent(s)" if different else "résultat identique"
        yield (f"Calculés avec d’autres tables, {digest} (calcul {engine}) : {count} ; {result}.")
