"""The oracles: answers computed apart from the project."""

import json
from datetime import date
from decimal import Decimal

import pytest

from scoring.lines import answer
from tests.scoring.declarations import BY_ID, LAW, scored

TOLERANCE = Decimal("0.000001")
SCORED = [pytest.param(case, id=name) for name, case in BY_ID.items()]


def test_the_oracles_are_all_there():
    assert len(BY_ID) == 105


@pytest.mark.parametrize("case", SCORED)
def test_each_worked_case_gets_its_score(case):
    """Arrêté du 7 octobre 2023: components, footprint, category, score and verdict."""
    expected = case["expected"]
    found = scored(case["declaration"], date.fromisoformat(case["on"])).to_wire()
    assert (found["category"], found["reached"]) == (expected["category"], expected["reached"])
    assert list(found["components_kg"]) == list(expected["components_kg"])
    pairs = [(found[key], expected[key]) for key in ("footprint_kg", "score")]
    pairs += zip(found["components_kg"].values(), expected["components_kg"].values(), strict=True)
    for figure, known in pairs:
        assert abs(Decimal(figure) - Decimal(known)) <= TOLERANCE


@pytest.mark.parametrize("case", SCORED)
def test_the_line_of_a_case_answers_in_the_wire_format(case):
    found = answer(json.dumps(case).encode(), LAW)
    assert found == {"id": case["id"], **case["expected"]}
