"""The proof of a dossier, checked by the script that the project ships, far from the portal."""

import hashlib
import importlib.util
import json
import subprocess
import sys
from copy import deepcopy

import pytest

from app.queries.proof import journal_at, journal_head, proof_of
from tests.services.stories import Story
from tests.structure.tree import ROOT

SCRIPT = ROOT / "docs" / "verify_proof.py"


@pytest.fixture(scope="module")
def script():
    found = importlib.util.spec_from_file_location("verify_proof", SCRIPT)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def story(world):
    """Three events, among those of another dossier."""
    other, one = Story(world, tvv="V2"), Story(world)
    other.tell(("receive", "2026-03-02"))
    one.tell(("receive", "2026-03-02"), ("request", "2026-03-10"))
    other.tell(("confirm", "2026-03-11"))
    return one.tell(("supply", "2026-03-12"))


def proof_now(story):
    """The proof as its company keeps it: its bytes, read again."""
    return json.loads(json.dumps(proof_of(story.dossier, at=story.clock.now())))


@pytest.fixture
def proof(story):
    return proof_now(story)


def found(script, proof, *others):
    """What the script finds first; nothing when the proof holds."""
    return next(script.verdict(proof, list(others)), "")


def leaves(value, path=()):
    """Where each value of a JSON document is."""
    if isinstance(value, dict | list) and value:
        keys = value if isinstance(value, dict) else range(len(value))
        for key in list(keys):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def changed(proof, path):
    """The proof with one value changed."""
    copy = deepcopy(proof)
    *way, last = path
    place = copy
    for step in way:
        place = place[step]
    old = place[last]
    place[last] = old + 1 if isinstance(old, int) else "autre" if old != "autre" else "même"
    return copy


def test_a_script_alone_verifies_a_proof(story, proof, tmp_path):
    kept, altered = tmp_path / "preuve.json", tmp_path / "fausse.json"
    kept.write_text(json.dumps(proof), encoding="utf-8")
    altered.write_text(json.dumps(changed(proof, ("events", 1, "body", "actor"))), encoding="utf-8")
    for path, status, sentence in (
        (kept, 0, f"La preuve tient, dossier {story.reference}."),
        (altered, 1, "L’événement n° 2 a été modifié."),
        (SCRIPT, 1, "Ce fichier n’est pas une preuve."),
        (tmp_path / "absente.json", 1, "Ce fichier n’est pas une preuve."),
    ):
        done = subprocess.run(
            [sys.executable, "-I", SCRIPT, path],
            capture_output=True,
            check=False,
            encoding="utf-8",
            env={"PYTHONIOENCODING": "utf-8"},
            timeout=30,
        )
        assert (done.returncode, done.stdout, done.stderr) == (status, f"{sentence}\n", "")


def test_it_stands_alone():
    text = SCRIPT.read_text(encoding="utf-8")
    imported = {
        line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))
    }
    assert imported <= sys.stdlib_module_names
    assert len(text.splitlines()) < 80


def test_each_value_that_is_changed_names_its_event(script, proof):
    assert found(script, proof) == ""
    tried = 0
    for part in ("events", "entries"):
        for path in leaves(proof[part]):
            sentence = found(script, changed(proof, (part, *path)))
            assert sentence.startswith(f"L’événement n° {path[0] + 1} "), (part, path)
            tried += 1
    assert tried > 60
    assert found(script, changed(proof, ("dossier",))) != ""
    for path in leaves(proof["head"]):
        told = found(script, changed(proof, ("head", *path)))
        assert told == (
            "" if path == ("position",) else "La tête du journal contredit l’événement n° 3."
        )


def test_each_byte_that_is_flipped_is_seen(script, proof):
    """Unless what is read is the same: a blank more, an escape written otherwise."""
    for part in ("events", "entries"):
        text = json.dumps(proof[part])
        for place, letter in enumerate(text):
            flipped = text[:place] + chr(ord(letter) ^ 1) + text[place + 1 :]
            try:
                read = json.loads(flipped)
                told = found(script, {**proof, part: read})
            except (ValueError, LookupError, TypeError, AttributeError):
                continue
            assert (told == "") == (read == proof[part]), (part, place)


def test_events_dropped_swapped_or_inserted_are_named(script, proof):
    def damaged(*parts, act):
        copy = deepcopy(proof)
        for part in parts:
            act(copy[part])
        return found(script, copy)

    def swap(number):
        def act(rows):
            rows[number - 1 : number + 1] = reversed(rows[number - 1 : number + 1])

        return act

    for number in (1, 2, 3):
        for parts in (("events",), ("entries",), ("events", "entries")):
            named = f"L’événement n° {number} "
            if (number, parts) != (3, ("events", "entries")):
                assert damaged(*parts, act=lambda rows: rows.pop(number - 1)).startswith(named)  # noqa: B023
            twice = damaged(*parts, act=lambda rows: rows.insert(number, rows[number - 1]))  # noqa: B023
            assert twice.startswith(f"L’événement n° {number + 1} ")
            if number < 3:
                assert damaged(*parts, act=swap(number)).startswith(named)
    assert damaged("events", "entries", act=list.clear) == "L’événement n° 1 manque ou est de trop."


def test_a_later_proof_continues_an_earlier_one(script, story, proof):
    story.tell(("propose", "2026-03-16"))
    later = proof_now(story)
    assert len(later["events"]) == 4
    assert found(script, proof, later) == found(script, later, proof) == ""
    assert found(script, proof, changed(later, ("events", 0, "digest"))) != ""


def test_a_history_written_again_is_seen_beside_what_was_kept(script, proof):
    """It holds by itself: whoever has all the keys can make it."""
    again = deepcopy(proof)
    first, second, third = zip(again["events"], again["entries"], strict=True)
    # The third comes after an entry of the other dossier, which no digest of this proof covers.
    for before, (event, entry) in ((None, first), (first, second), (second, third)):
        event["body"]["occurred_on"] = "2026-03-01"
        if before is not None:
            event["previous_digest"] = before[0]["digest"]
        if before is first:
            entry["previous_digest"] = before[1]["digest"]
        event["digest"] = entry["body"]["event"] = digest_of(script, event)
        entry["digest"] = digest_of(script, entry)
    again["head"]["digest"] = third[1]["digest"]
    assert found(script, again) == ""
    assert found(script, again, proof) == "Le journal a été réécrit : sa position 2 a changé."


def digest_of(script, one):
    text = one["previous_digest"] + script.canonical(one["body"])
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_published_head_is_compared(script, story, proof):
    head = journal_head()
    published = {"position": head.position, "digest": head.digest}
    assert published == proof["head"]
    assert found(script, proof, published) == ""
    rewritten = {**published, "digest": "0" * 64}
    assert found(script, proof, rewritten) == (
        f"Le journal a été réécrit : sa position {head.position} a changé."
    )
    elsewhere = {"position": journal_at(1).position, "digest": journal_at(1).digest}
    assert found(script, proof, elsewhere) == "Ces fichiers n’ont aucune position en commun."
