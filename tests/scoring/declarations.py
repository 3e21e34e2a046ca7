"""Declarations for the tests: the limit case of the oracles, changed where a test says so."""

import copy
import json
from datetime import date
from pathlib import Path
from typing import Any

from scoring.law import load
from scoring.score import Score, score
from scoring.wire import read_declaration

CASES = Path(__file__).parent.parent / "cases"
LAW = load()
BEFORE = date(2025, 1, 24)
AFTER = date(2025, 1, 25)


def cases() -> list[dict[str, Any]]:
    """Every case of score.jsonl."""
    with (CASES / "score.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


BY_ID = {case["id"]: case for case in cases()}


def declared(name: str = "exactly-60-one-line") -> dict[str, Any]:
    """A copy of the declaration of one case, free to change."""
    return copy.deepcopy(BY_ID[name]["declaration"])


def scored(declaration: dict[str, Any], on: date = BEFORE) -> Score:
    """The score of a declaration in the wire format."""
    return score(read_declaration(declaration, on=on, law=LAW), on=on, law=LAW)


def line(name: str, country: str, *, volume: int | None = None) -> dict[str, Any]:
    """A line made wholly in one country, delivered as in the limit case."""
    made = declared()["manufacturing_lines"][0]
    site = {"name": f"Usine {name}", "country": country}
    places = dict.fromkeys(("assembly", "body_in_white", "painting"), site)
    volumes = {"volume_six_months": volume, "volume_proven": volume is not None}
    return {**made, **places, **volumes, "id": name, "stamping": [site]}


def at(declaration: dict[str, Any], pointer: str) -> tuple[Any, Any]:
    """The container and the key a JSON Pointer names."""
    *path, last = pointer.strip("/").split("/")
    for token in path:
        declaration = declaration[int(token) if isinstance(declaration, list) else token]
    return declaration, int(last) if isinstance(declaration, list) else last
