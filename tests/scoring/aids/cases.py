"""The worked cases of the aids, and their facts changed where a test says so."""

import csv
import json
from datetime import date

from scoring.aids.book import load
from scoring.aids.reading import read_facts
from tests.scoring.declarations import CASES


def rows():
    """Every row of aids.csv."""
    with (CASES / "aids.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BY_ID = {row["id"]: row for row in rows()}
GONE = object()


def given(name, day=None, **changes):
    """The facts of a case as they arrive, changed; `old__cat` is inside `old`; GONE takes away."""
    found = json.loads(BY_ID[name]["inputs_json"])
    for key, value in changes.items():
        place, _, inner = key.partition("__")
        holder = found.setdefault(place, {}) if inner else found
        holder[inner or place] = value
        if value is GONE:
            del holder[inner or place]
    return found


def facts(name, day=None, **changes):
    """The facts of a case, read, on its day or on another one."""
    on = date.fromisoformat(day or BY_ID[name]["reference_date"])
    return read_facts(given(name, **changes), on)


BOOK = load()
