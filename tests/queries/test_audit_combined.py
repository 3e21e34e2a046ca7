"""Several things done at once, the end of the journal, rows that cannot be read: who is named."""

from itertools import product

import pytest

from app.domain.chain import Damage
from app.queries.audit import verify_in
from app.queries.audit.whole import _faults
from tests.queries.damage import first_fault, opened

pytestmark = pytest.mark.long

ALTERED, DROPPED, INSERTED, SWAPPED = Damage


def named(damage):
    """Each event that is named, and what was done to it."""
    return {(one.reference, one.number, one.damage) for one in _faults(damage.connection)}


def lose(damage, reference, number):
    damage.drop(reference, number)
    damage.drop_entry(reference, number)


def test_a_lost_entry_comes_before_what_was_done_after_its_place(stories):
    """Its place is the empty one: 3; the altered event stands at 5."""
    one, _, three = stories
    for act in (lambda damage: damage.drop_entry(one, 2), lambda damage: lose(damage, one, 2)):
        with opened() as damage:
            act(damage)
            damage.set(three, 1, actor_name="Personne")
            assert first_fault(damage) == (one, 2, DROPPED)
            assert verify_in(damage.connection).first.place[0] == 3


def test_an_empty_place_is_of_the_event_that_can_wait_least_for_it(stories):
    """Places 4 and 7: the first can be of either dossier, the second only of the first one."""
    one, two, _ = stories
    for act in (lose, lambda damage, *event: damage.drop_entry(*event)):
        with opened() as damage:
            act(damage, two, 2)
            act(damage, one, 3)
            assert first_fault(damage) == (two, 2, DROPPED)
            assert named(damage) == {(two, 2, DROPPED), (one, 3, DROPPED)}


def test_a_dossier_under_another_name_is_named_by_its_first_event(stories):
    one, _, three = stories
    with opened() as damage:
        damage.run("UPDATE dossier SET reference = 'SE-9999-9999' WHERE reference = :one", one=one)
        damage.set(three, 2, actor_name="Personne")
        assert first_fault(damage) == (one, 1, ALTERED)
        assert verify_in(damage.connection).first.place[0] == 1


def test_dossiers_that_exchange_their_names_are_named_by_the_first(stories):
    one, two, _ = stories
    with opened() as damage:
        for old, new in ((one, "SE-9999-9999"), (two, one), ("SE-9999-9999", two)):
            damage.run(
                "UPDATE dossier SET reference = :new WHERE reference = :old", old=old, new=new
            )
        assert first_fault(damage) == (one, 1, SWAPPED)


ALONE = {
    "event and entry lost": (lose, DROPPED),
    "entry lost": (lambda damage, *event: damage.drop_entry(*event), DROPPED),
    "event lost": (lambda damage, *event: damage.drop(*event), DROPPED),
    "event altered": (lambda damage, *event: damage.set(*event, actor_name="X"), ALTERED),
    "entry altered": (lambda damage, *event: damage.set_entry(*event, event_digest="0"), ALTERED),
    "entry of another": (lambda damage, *event: damage.set_entry(*event, event_id=99), ALTERED),
}


@pytest.mark.parametrize("done", ALONE)
def test_nobody_else_is_accused(stories, done):
    act, what = ALONE[done]
    one, two, three = stories
    for reference, number in product((one, two, three), (1, 2)):
        with opened() as damage:
            act(damage, reference, number)
            assert named(damage) == {(reference, number, what)}


def test_an_event_altered_under_the_digest_that_the_next_one_retains_is_named(stories):
    """The journal written again after it: only the next event of the dossier tells."""
    one = stories[0]
    for number in (1, 2, 3):
        with opened() as damage:
            kept = damage.events(one)
            damage.set(one, number, actor_name="Personne")
            damage.rehash(one)
            for later in range(number + 1, 5):
                columns = kept[later - 1]
                damage.set(
                    one, later, digest=columns["digest"], previous_digest=columns["previous_digest"]
                )
            damage.rechain()
            assert named(damage) == {(one, number, ALTERED)}


def test_what_the_end_of_the_journal_has_lost_is_dropped(stories):
    """Nothing comes after it: the event that follows well is believed, and its entry lost."""
    one, two, three = stories
    with opened() as damage:
        damage.drop_entry(three, 2)
        assert named(damage) == {(three, 2, DROPPED)}
        damage.drop_entry(one, 4)
        assert first_fault(damage) == (one, 4, DROPPED)
        assert named(damage) == {(one, 4, DROPPED), (three, 2, DROPPED)}
        damage.set(one, 3, actor_name="Personne")
        assert first_fault(damage) == (one, 3, ALTERED)
    with opened() as damage:
        damage.run("DELETE FROM journal_entry WHERE position > 1")
        assert first_fault(damage) == (two, 1, DROPPED)
        damage.run("DELETE FROM journal_entry")
        assert first_fault(damage) == (one, 1, DROPPED)
        assert {what for *_, what in named(damage)} == {DROPPED}


# Statements on one event, once the constraints are gone; SQLite alone keeps such values.
UNREADABLE_EVENT = (
    "recorded_at = NULL",
    "occurred_on = NULL",
    "details = NULL",
    "digest = NULL",
    "sequence = NULL",
    "sequence = 'deux'",
    "sequence = 2.5",
    "details = CAST(X'7BFF7D' AS TEXT)",
    "actor_name = CAST(X'4368C3' AS TEXT)",
    "actor_name = X'4368'",
    "action = CAST(X'FF' AS TEXT)",
)
UNREADABLE_ENTRY = (
    "position = 'trois'",
    "position = NULL",
    "sequence = 'deux'",
    "dossier = NULL",
    "digest = X'FF'",
    "event_digest = CAST(X'FF' AS TEXT)",
    "previous_digest = CAST(X'FF' AS TEXT)",
)


@pytest.fixture
def sqlite_only(app):
    """PostgreSQL keeps no value of another type, nor a text that is none."""
    with opened() as damage:
        return damage.connection.dialect.name == "sqlite"


def test_an_event_or_an_entry_that_cannot_be_read_is_named(stories, sqlite_only):
    one = stories[0]
    everywhere = {"recorded_at = NULL", "details = NULL", "position = NULL", "dossier = NULL"}
    for table, changes in (
        *product(["dossier_event"], UNREADABLE_EVENT),
        *product(["journal_entry"], UNREADABLE_ENTRY),
    ):
        if not sqlite_only and changes not in everywhere:
            continue
        with opened() as damage:
            event = damage.connection.exec_driver_sql(
                f"SELECT event_id FROM journal_entry WHERE dossier = '{one}' AND sequence = 2"
            ).scalar_one()
            damage.loosen(table)
            key = "id" if table == "dossier_event" else "event_id"
            damage.run(f"UPDATE {table} SET {changes} WHERE {key} = {event}")
            assert named(damage) == {(one, 2, ALTERED)}, changes


def test_a_dossier_that_cannot_be_read_is_named(stories, sqlite_only):
    one = stories[0]
    for changes in (
        "route = 'x'",
        "state = 'x'",
        "last_sequence = 'x'",
        "brand = CAST(X'FF' AS TEXT)",
    ):
        if not sqlite_only and "last" in changes + "brand":
            continue
        with opened() as damage:
            damage.loosen("dossier")
            damage.run(f"UPDATE dossier SET {changes} WHERE reference = :one", one=one)
            reference, _, what = first_fault(damage)
            assert (reference, what) == (one, ALTERED), changes


SAID = (
    "{}",
    "[]",
    '{"declaration":1}',
    '{"declaration":"x","documents":5}',
    '{"declaration":"x","documents":[{}]}',
    '{"declaration":"x","documents":[[]]}',
)


def test_a_filing_that_says_what_no_act_says_is_named(stories):
    """Even when every digest was written again after it."""
    three = stories[2]
    for details in SAID:
        with opened() as damage:
            damage.set(three, 1, details=details)
            damage.rehash(three)
            damage.rechain()
            assert first_fault(damage) == (three, 1, ALTERED), details
