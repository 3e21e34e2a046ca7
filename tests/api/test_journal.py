"""The head of the journal for everybody, the proof of a dossier for its company."""

import json

import pytest

from app.queries.proof import proof_of
from tests.services.stories import Story


@pytest.fixture
def story(world):
    return Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def test_the_head_of_an_empty_journal(anybody):
    answer = anybody.get("/journal")
    assert answer.json == {
        "position": 0, "previous_digest": "", "digest": "", "at": "2026-03-02T09:00:00+00:00"
    }  # fmt: skip
    assert anybody.get("/journal/1").status_code == 404


def test_the_head_is_the_last_event_and_tells_nothing_of_it(anybody, story):
    head, first, last = (anybody.get(f"/journal{place}").json for place in ("", "/1", "/2"))
    assert set(head) == {"position", "previous_digest", "digest", "at"}
    assert set(first) == {"position", "previous_digest", "digest"}
    assert (first["position"], first["previous_digest"]) == (1, "")
    assert last == {name: head[name] for name in first}
    assert last["previous_digest"] == first["digest"]


def test_a_place_that_is_not_in_the_journal_is_refused(anybody, story):
    for place in ("0", "3", "-1", "9999999999", "x"):
        assert anybody.get(f"/journal/{place}").status_code == 404


def test_a_company_downloads_the_proof_of_its_dossier(program, story):
    answer = program().get(f"/dossiers/{story.reference}/proof")
    assert answer.json == json.loads(json.dumps(proof_of(story.dossier, at=story.clock.now())))
    assert [one["body"]["action"] for one in answer.json["events"]] == [
        "submit",
        "confirm_complete",
    ]
    assert [one["body"]["position"] for one in answer.json["entries"]] == [1, 2]


def test_nobody_else_has_it_and_a_draft_has_none(program, anybody, story, world):
    path = f"/dossiers/{story.reference}/proof"
    assert anybody.get(path).status_code == 401
    assert program("rival").get(path).status_code == 404
    draft = world.draft(tvv="V2").reference
    assert program().get(f"/dossiers/{draft}/proof").status_code == 404
