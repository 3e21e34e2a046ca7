"""The files of the aids as `score-env law check` tells of every dated file of the law."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from scoring.aids.book import TRANSITIONS
from scoring.aids.wordings import Wording, read_wording
from scoring.editions import Edition, LawFile, Parameter
from scoring.upkeep import Doubt


def aid_files(folder: Path) -> Iterator[tuple[Path, LawFile, tuple[Doubt, ...]]]:
    """Yield each file of *folder*, what it says of itself, and what of it is not sure.

    Raises:
        LawFileError: a wording is malformed.
    """
    for path in sorted(folder.glob("*.toml")):
        if path.name == TRANSITIONS:
            tables = tomllib.loads(path.read_text("utf-8"))
            names = tuple(one["id"] for one in tables["transition"])
            yield path, LawFile(name=path.name, parameters=names, **tables["file"]), ()
            continue
        wording = read_wording(path)
        file = LawFile(
            name=path.name,
            title=wording.title,
            href=wording.href,
            checked_on=wording.checked_on,
            parameters=tuple(one.id for one in wording.conditions),
        )
        doubt = _doubt(wording)
        yield path, file, (doubt,) if doubt.is_doubtful else ()


def _doubt(wording: Wording) -> Doubt:
    """Return a wording as a value of the law: its article, as sure as its grade."""
    edition = Edition(
        from_=wording.from_,
        until=wording.until,
        value=wording.article,
        source=wording.title,
        grade=wording.grade,
    )
    parameter = Parameter(
        name=wording.regime.id, label=wording.name, unit="", gaps=True, editions=(edition,)
    )
    return Doubt(
        parameter=parameter,
        edition=edition,
        row=None,
        label=wording.name,
        value=wording.article,
        source=wording.title,
        grade=wording.grade,
        note=None,
    )
