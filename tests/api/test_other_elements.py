"""Repairability and materials by the API: kept as declared, refused where they cannot be."""

import pytest

from tests.builders import declaration

ELEMENTS = {"battery_repair_offered": True, "recycled_plastics_mass_kg": "12.5"}


def test_a_program_declares_them_and_scores_the_same(program, world):
    """S-2: weight zero in the edition in force."""
    caller = program()
    content = declaration() | {"other_elements": ELEMENTS}
    answer = caller.post("/dossiers", json=content)
    assert (answer.status_code, answer.json["problems"]) == (201, [])
    draft = world.dossier(answer.json["reference"], "manufacturer")
    assert draft.content["other_elements"] == ELEMENTS
    scores = [caller.post("/score", json=one).json for one in (content, declaration())]
    assert scores[0]["score"] == scores[1]["score"]


@pytest.mark.parametrize("part", ["oui", {"battery_repair_offered": "oui"}, {"colour": True}])
def test_what_is_no_answer_is_refused(program, part):
    answer = program().post("/dossiers", json=declaration() | {"other_elements": part})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"].startswith("/other_elements")
