"""The proof of a dossier, checked by the script that the project ships, far from the portal."""

import hashlib
import importlib.util
import json
import subprocess
import sys
import threading
from copy import deepcopy

import pytest
import sqlalchemy as sa

from app.extensions import db
from app.queries.proof import journal_at, journal_head, proof_of
from app.services.withdrawal import withdraw
from tests.services.stories import Story
from tests.structure.tree import ROOT

pytestmark = pytest.mark.long

SCRIPT = ROOT / "docs" / "verify_proof.py"


@pytest.fixture(scope="module")
def script():
    found = importlib.util.spec_from_file_location("verify_proof", SCRIPT)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def neighbour(world):
    return Story(world, tvv="V2")


@pytest.fixture
def story(world, neighbour):
    """Three events, among those of another dossier."""
    one = Story(world)
    neighbour.tell(("receive", "2026-03-02"))
    one.tell(("receive", "2026-03-02"), ("request", "2026-03-10"))
    neighbour.tell(("confirm", "2026-03-11"))
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
    # Short enough to be read before it is believed.
    assert len(text.splitlines()) < 220


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


BOTH = ("events", "entries")
PARTS = (("events",), ("entries",), BOTH)


def damaged(proof, *parts, act):
    """The proof with something done to one of its lists, or to both."""
    copy = deepcopy(proof)
    for part in parts:
        act(copy[part])
    return copy


def forged(script, one, **changes):
    """What somebody writes in place of an event or an entry: its own digest holds."""
    copy = deepcopy(one)
    copy["previous_digest"] = changes.pop("previous", copy["previous_digest"])
    copy["body"] |= changes
    copy["digest"] = digest_of(script, copy)
    return copy


def chained(script, events):
    """Events numbered and chained anew from the first, as the script expects them."""
    told, before = [], ""
    for number, event in enumerate(events, start=1):
        told.append(forged(script, event, previous=before, sequence=number))
        before = told[-1]["digest"]
    return told


def is_named(sentence, number, what, parts=("events",)):
    where = " (au journal)" if parts == ("entries",) else ""
    assert sentence == f"L’événement n° {number} a été {what}{where}."


UNTOLD = "L’événement n° {} a été inséré, ou son entrée au journal supprimée."


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_dropped_is_named(script, proof, number, parts):
    told = found(script, damaged(proof, *parts, act=lambda rows: rows.pop(number - 1)))
    if number == 3 and "entries" in parts:
        # Nothing comes after it: of the event alone it cannot be told; of both, beside another.
        assert told == ("" if parts == BOTH else UNTOLD.format(3))
    else:
        is_named(told, number, "supprimé", parts)


def test_nothing_left_is_a_first_event_dropped(script, proof):
    is_named(found(script, damaged(proof, *BOTH, act=list.clear)), 1, "supprimé")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_dropped_with_the_digests_that_follow_is_named(script, proof, number):
    proof["events"].pop(number - 1)
    proof["events"] = chained(script, proof["events"])
    is_named(found(script, proof), number, "supprimé")


def test_two_events_dropped_are_named_by_the_first(script, proof):
    copy = damaged(proof, *BOTH, act=lambda rows: rows.__delitem__(slice(0, 2)))
    is_named(found(script, copy), 1, "supprimé")


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_there_twice_is_named(script, proof, number, parts):
    copy = damaged(proof, *parts, act=lambda rows: rows.insert(number, rows[number - 1]))
    is_named(found(script, copy), number + 1, "inséré", parts)


@pytest.mark.parametrize("place", [1, 2, 3, 4])
@pytest.mark.parametrize("sequence", [1, 2, 3, 99])
def test_an_event_that_is_inserted_is_named(script, proof, place, sequence):
    """At each place, whatever number it says it has; its own digest holds."""
    made = forged(script, proof["events"][place - 2], actor="Personne", sequence=sequence)
    copy = damaged(proof, "events", act=lambda rows: rows.insert(place - 1, made))
    is_named(found(script, copy), place, "inséré")
    entry = forged(script, proof["entries"][place - 2], event=made["digest"], sequence=sequence)
    copy["entries"].insert(place - 1, entry)
    is_named(found(script, copy), place, "inséré")


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_an_event_that_is_inserted_with_the_digests_that_follow_is_named(script, proof, place):
    made = forged(script, proof["events"][0], actor="Personne")
    proof["events"].insert(place - 1, made)
    proof["events"] = chained(script, proof["events"])
    told = found(script, proof)
    if place == 4:
        # It goes on from the last one: only the journal, which does not tell it, could say more.
        assert told == UNTOLD.format(4)
    else:
        is_named(told, place, "inséré")


@pytest.mark.parametrize("parts", PARTS)
def test_what_is_inserted_far_from_the_others_is_named(script, proof, parts):
    last = proof["events"][-1]
    event = forged(script, last, sequence=99, previous=last["digest"])
    entry = forged(script, proof["entries"][-1], sequence=99, event=event["digest"])
    if "events" in parts:
        proof["events"].append(event)
    if "entries" in parts:
        proof["entries"].append(entry)
    is_named(found(script, proof), 4, "inséré", parts)


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 3), (1, 3)])
def test_what_is_swapped_is_named_by_the_first(script, proof, one, other, parts):
    def act(rows):
        rows[one - 1], rows[other - 1] = rows[other - 1], rows[one - 1]

    is_named(found(script, damaged(proof, *parts, act=act)), one, "interverti", parts)
    copy = damaged(proof, "events", act=act)
    copy["events"] = chained(script, copy["events"])
    is_named(found(script, copy), one, "interverti")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_is_altered_with_its_digests_is_named(script, proof, number):
    made = forged(script, proof["events"][number - 1], actor="Personne")
    proof["events"][number - 1] = made
    is_named(found(script, proof), number, "modifié")
    is_named(
        found(script, {**proof, "events": chained(script, proof["events"])}), number, "modifié"
    )
    entry = forged(script, proof["entries"][number - 1], event=made["digest"])
    proof["entries"][number - 1] = entry
    told = found(script, proof)
    if number == 3:
        # Only the head still tells on it.
        assert told == "La tête du journal contredit l’événement n° 3."
    else:
        is_named(told, number, "modifié")


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("column", ["sequence", "dossier", "event"])
def test_an_entry_that_is_altered_with_its_digest_is_named(script, proof, number, column):
    value = {"sequence": 77, "dossier": "SE-0000-0000", "event": "0" * 64}[column]
    proof["entries"][number - 1] = forged(script, proof["entries"][number - 1], **{column: value})
    assert found(script, proof).startswith(f"L’événement n° {number} a été modifié")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_event_that_only_one_of_two_proofs_has_is_named(script, proof, number):
    """Beside what was kept, even the last one is told, in whatever order the files are given."""
    less = damaged(proof, *BOTH, act=lambda rows: rows.pop(number - 1))
    later = deepcopy(less) | {"head": {"position": 9, "digest": "0" * 64}}
    for told in (found(script, less, proof), found(script, proof, later)):
        is_named(told, number, "supprimé")


def test_the_proof_of_another_dossier_is_only_a_journal_beside_it(script, proof, neighbour):
    assert found(script, proof, proof_now(neighbour)) == ""


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


def test_an_act_kept_while_the_proof_is_read_does_not_break_it(script, story, app, world):
    """On PostgreSQL each read sees what was kept before it."""
    by = {"by": world.actor("manufacturer"), "clock": world.clock}
    kept = []

    def act():
        with app.app_context():
            withdraw(story.reference, **by)
            db.session.remove()

    def meanwhile(_connection, _cursor, statement, *_):
        if "journal_entry" in statement and not kept:
            kept.append(threading.Thread(target=act))
            kept[0].start()
            kept[0].join()

    dossier = story.dossier
    sa.event.listen(db.engine, "before_cursor_execute", meanwhile)
    try:
        proof = proof_of(dossier, at=story.clock.now())
    finally:
        sa.event.remove(db.engine, "before_cursor_execute", meanwhile)
    assert kept
    assert len(proof["events"]) == len(proof["entries"]) == 3
    assert found(script, proof) == ""
    db.session.rollback()
    assert len(proof_now(story)["events"]) == 4
