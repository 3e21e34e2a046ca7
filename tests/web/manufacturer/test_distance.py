"""The distance to the minimum never contradicts the score shown, nor the verdict."""

import json
from datetime import date

import pytest

from app.services.assessment import preview
from app.web.manufacturer.distance import distance
from tests.builders import CASES


def score_of(case):
    for line in CASES.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        if found["id"] == case:
            return preview(found["declaration"], on=date.fromisoformat(found["on"]))
    raise LookupError(case)


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        pytest.param("exactly-60-one-line", "0 point", id="just reached"),
        pytest.param("a-gram-above-60", "0,1 point", id="a gram too heavy is not nothing"),
        pytest.param("S0010", "1,1 point", id="one point and a little above"),
        pytest.param("S0048", "2,2 points", id="two points above"),
        pytest.param("suv-china", "58,9 points", id="far below"),
    ],
)
def test_the_distance_agrees_with_the_score_shown(case, expected):
    """Reading S-1: a score below the minimum is shown rounded down."""
    assert distance(score_of(case)).replace("\u00a0", " ") == expected
