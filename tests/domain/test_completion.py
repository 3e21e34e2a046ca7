"""The day a dossier is complete, against the worked cases of the project."""

import csv
from datetime import date
from pathlib import Path

import pytest

from app.domain.completion import Acts, completion
from app.domain.procedure import Route

CASES = Path(__file__).parents[1] / "cases" / "periods.csv"
FACTS = (
    "received_on",
    "confirmed_on",
    "requested_on",
    "supplied_on",
    "requested_again_on",
    "supplied_again_on",
)


def rows():
    with CASES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def day(text):
    return date.fromisoformat(text) if text else None


def text(value):
    return value.isoformat() if value else ""


@pytest.mark.parametrize("row", rows(), ids=[str(number) for number in range(1, 161)])
def test_periods_agree_with_each_worked_case(row):
    """D. 251-1-A, I to III; R. 251-1-B."""
    found = completion(Acts(route=Route(row["route"]), **{fact: day(row[fact]) for fact in FACTS}))
    silence = found.silence
    effect = silence.effect_at.isoformat().replace("+00:00", "Z") if silence else ""
    assert {
        "complete_on": text(found.complete_on),
        "completeness_last_day": text(found.completeness_last_day),
        "review_last_day": text(found.review and found.review.last_day),
        "silence_last_day": text(silence and silence.last_day),
        "silence_effect_at": effect,
    } == {key: row[key] for key in row if key.endswith(("complete_on", "last_day", "effect_at"))}


def test_all_the_worked_cases_are_there():
    routes = [row["route"] for row in rows()]
    assert len(routes) == 160
    assert set(routes) == set(Route)
