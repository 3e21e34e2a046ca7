"""Whatever is done to what happened, the proof names the first event it was done to."""

from itertools import product

import pytest
from sqlalchemy.orm import Session

from app.domain.chain import Damage
from app.models.journal import JournalEntry
from app.queries.audit import broken_chains, verify, verify_in
from tests.queries.damage import first_fault, opened
from tests.services.stories import Story

ALTERED, DROPPED, INSERTED, SWAPPED = Damage


@pytest.fixture
def events(stories):
    """The first, the middle and the last event of a dossier, and those of another."""
    one, two, _ = stories
    return [(one, 1), (one, 2), (one, 4), (two, 1), (two, 3)]


def test_an_honest_history_holds(stories):
    assert list(broken_chains()) == []
    verdict = verify()
    assert (verdict.first, verdict.further, verdict.events) == (None, 0, 9)


COLUMNS = {
    "occurred_on": "2026-01-05",
    "recorded_at": "2026-01-05 09:00:00+00:00",
    "details": '{"declaration":"aucune"}',
    "actor_name": "Personne",
    "actor_role": "operator",
    "basis": "P-99",
    "action": "withdraw",
    "from_state": "settled",
    "to_state": "silent",
    "digest": "0" * 64,
    "previous_digest": "0" * 64,
}


def test_an_event_that_is_altered_is_named(events):
    for (reference, number), (column, value) in product(events, COLUMNS.items()):
        with opened() as damage:
            damage.set(reference, number, **{column: value})
            assert first_fault(damage) == (reference, number, ALTERED), column


def test_an_event_whose_author_or_words_are_altered_is_named(events, world):
    rival = world.actor("rival").user_id
    for reference, number in events:
        for changes in ({"actor_id": rival}, {"details": "{"}, {"sequence": 77}):
            with opened() as damage:
                damage.set(reference, number, **changes)
                assert first_fault(damage) == (reference, number, ALTERED)


def test_an_event_that_is_altered_with_all_the_digests_that_follow_is_named(events):
    for reference, number in events:
        with opened() as damage:
            damage.set(reference, number, actor_name="Personne")
            damage.rehash(reference)
            assert first_fault(damage) == (reference, number, ALTERED)


def test_an_event_that_is_dropped_is_named(events):
    for reference, number in events:
        with opened() as damage:
            damage.drop(reference, number)
            assert first_fault(damage) == (reference, number, DROPPED)


def test_an_event_that_is_dropped_with_its_entry_is_named(events):
    for reference, number in events:
        with opened() as damage:
            damage.drop_entry(reference, number)
            damage.drop(reference, number)
            assert first_fault(damage) == (reference, number, DROPPED)


def test_an_event_that_the_journal_has_lost_is_named(events):
    for reference, number in events:
        with opened() as damage:
            damage.drop_entry(reference, number)
            assert first_fault(damage) == (reference, number, DROPPED)


def test_a_last_event_that_is_dropped_from_the_row_too_is_named(stories):
    one, two, three = stories
    for reference, number, changes in (
        (one, 4, "state = 'proposed', decided_on = NULL"),
        (two, 3, "state = 'awaiting_documents', complete_on = NULL"),
        (three, 2, "state = 'submitted', complete_on = NULL"),
    ):
        with opened() as damage:
            damage.drop(reference, number)
            damage.run(
                f"UPDATE dossier SET last_sequence = last_sequence - 1, {changes}"
                " WHERE reference = :one",
                one=reference,
            )
            assert first_fault(damage) == (reference, number, DROPPED)


def test_a_dossier_that_is_dropped_is_named_by_its_first_event(stories):
    for reference in stories:
        with opened() as damage:
            number = damage.dossier(reference)
            damage.run("DELETE FROM dossier_event WHERE dossier_id = :one", one=number)
            damage.run("DELETE FROM dossier WHERE id = :one", one=number)
            assert first_fault(damage) == (reference, 1, DROPPED)


def test_an_event_that_is_inserted_is_named(stories):
    one, two, three = stories
    for reference, numbers in ((one, (1, 2, 3, 5)), (two, (1, 2, 4)), (three, (1, 2, 3))):
        for number in numbers:
            with opened() as damage:
                damage.insert(reference, number)
                damage.run(
                    "UPDATE dossier SET last_sequence = last_sequence + 1 WHERE reference = :one",
                    one=reference,
                )
                assert first_fault(damage) == (reference, number, INSERTED)


@pytest.mark.parametrize("row_follows", [False, True], ids=["row as it was", "row too"])
@pytest.mark.parametrize("at_once", [False, True], ids=["copied", "chained"])
def test_an_event_inserted_far_from_the_others_is_named(stories, row_follows, at_once):
    """Nothing is missing between it and the others: the journal never knew those numbers."""
    for reference in stories:
        with opened() as damage:
            damage.insert_alone(reference, 99)
            if at_once:
                damage.rehash(reference)
            if row_follows:
                damage.run(
                    "UPDATE dossier SET last_sequence = 99 WHERE reference = :one", one=reference
                )
            assert first_fault(damage) == (reference, 99, INSERTED)


def test_an_event_inserted_before_the_first_is_named(stories):
    """Once the constraints are gone too."""
    for reference, number in product(stories, (0, -5)):
        with opened() as damage:
            damage.loosen("dossier_event")
            damage.insert_alone(reference, number)
            assert first_fault(damage) == (reference, number, INSERTED)
            damage.append_entry(reference, number)
            assert first_fault(damage) == (reference, number, INSERTED)


def test_an_event_inserted_far_with_its_entry_is_named(stories):
    """The journal has no hole, and the event says that it follows one that is there."""
    for reference in stories:
        with opened() as damage:
            last = len(damage.events(reference))
            damage.insert_alone(reference, 99)
            damage.rehash(reference)
            damage.append_entry(reference, 99)
            assert first_fault(damage) == (reference, 99, INSERTED)
            damage.drop(reference, last)
            damage.drop_entry(reference, last)
            assert first_fault(damage) == (reference, last, DROPPED)


def test_events_dropped_before_one_inserted_far_are_still_named(stories):
    one, two, _ = stories
    for reference, number in ((one, 1), (one, 3), (one, 4), (two, 3)):
        with opened() as damage:
            damage.insert_alone(reference, 99)
            damage.drop(reference, number)
            assert first_fault(damage) == (reference, number, DROPPED)


def test_two_events_that_are_swapped_are_named_by_the_first(stories):
    one, two, three = stories
    for reference, numbers in ((one, (1, 2, 3)), (two, (1, 2)), (three, (1,))):
        for number in numbers:
            for swap in ("swap_numbers", "swap_contents"):
                with opened() as damage:
                    getattr(damage, swap)(reference, number)
                    assert first_fault(damage) == (reference, number, SWAPPED)
            with opened() as damage:
                damage.swap_numbers(reference, number)
                damage.rehash(reference)
                assert first_fault(damage) == (reference, number, SWAPPED)


def test_events_that_change_dossier_are_named_by_the_first(stories):
    one, two, _ = stories
    for number, named in ((1, one), (2, one), (3, two)):
        with opened() as damage:
            mine, theirs = damage.dossier(one), damage.dossier(two)
            damage.set(one, number, sequence=1000)
            damage.set(two, number, dossier_id=mine)
            damage.set(one, 1000, dossier_id=theirs, sequence=number)
            assert first_fault(damage) == (named, number, SWAPPED)


ENTRY_COLUMNS = {
    "dossier": "SE-0000-0000",
    "sequence": 77,
    "event_digest": "0" * 64,
    "actor_id": 99,
    "previous_digest": "0" * 64,
    "digest": "0" * 64,
}


def test_an_entry_that_is_altered_is_named_by_its_event(events):
    for (reference, number), (column, value) in product(events, ENTRY_COLUMNS.items()):
        with opened() as damage:
            damage.set_entry(reference, number, **{column: value})
            assert first_fault(damage) == (reference, number, ALTERED), column


def test_an_entry_altered_with_its_digest_is_named_by_its_event(events):
    for reference, number in events:
        with opened() as damage:
            damage.set_entry(reference, number, actor_id=99)
            damage.rehash_entry(reference, number)
            assert first_fault(damage) == (reference, number, ALTERED)


def test_an_event_altered_with_its_digests_and_its_entry_is_named(events):
    for reference, number in events:
        with opened() as damage:
            damage.set(reference, number, actor_name="Personne")
            damage.rehash(reference)
            digest = damage.events(reference)[number - 1]["digest"]
            damage.set_entry(reference, number, event_digest=digest)
            damage.rehash_entry(reference, number)
            assert first_fault(damage) == (reference, number, ALTERED)


def test_two_entries_that_are_swapped_are_named_by_the_first(stories):
    for position, other in ((1, 2), (1, 9), (2, 6), (5, 6), (8, 9)):
        with opened() as damage:
            damage.swap_entries(position, other)
            fault = verify_in(damage.connection).first
            assert (fault.damage, fault.place[0]) == (SWAPPED, position)


PERIOD_COLUMNS = {
    "kind": "reasons",
    "edition_on": "2020-01-01",
    "origin_on": "2026-02-01",
    "months": 9,
    "last_day": "2027-01-01",
    "effect_at": "2027-01-01 00:00:00+00:00",
}


def test_a_period_that_is_altered_is_named_by_its_event(stories):
    one, two, three = stories
    origins = ((one, 1), (one, 2), (one, 4), (two, 3), (three, 2))
    for (reference, number), (column, value) in product(origins, PERIOD_COLUMNS.items()):
        with opened() as damage:
            damage.run(
                f"UPDATE period SET {column} = :new WHERE id IN (SELECT max(id) FROM period"
                " WHERE origin_event_id IN (SELECT id FROM dossier_event"
                " WHERE dossier_id = :one AND sequence = :number))",
                new=value,
                one=damage.dossier(reference),
                number=number,
            )
            assert first_fault(damage) == (reference, number, ALTERED)


def test_a_period_opened_before_its_words_were_mended_still_holds(stories):
    """The source and the rule are the words of the day it was opened: they move no day."""
    for column, words in (("source", "D. 251-1-A, I, al. 5"), ("rule", "P-15")):
        with opened() as damage:
            damage.run(f"UPDATE period SET {column} = :new", new=words)
            assert verify_in(damage.connection).first is None


def test_a_period_that_no_longer_runs_is_named_by_the_last_event(stories):
    """Silence would never take effect: nobody would be told."""
    three = stories[2]
    for statement in (
        "UPDATE period SET outcome = 'met', settled_at = opened_at",
        "DELETE FROM period",
    ):
        with opened() as damage:
            damage.run(
                f"{statement} WHERE kind = 'silence' AND dossier_id = :one",
                one=damage.dossier(three),
            )
            assert first_fault(damage) == (three, 2, ALTERED)


ROW_COLUMNS = (
    "state = 'withdrawn', decided_on = NULL",
    "received_on = '2026-03-01'",
    "complete_on = '2026-03-09'",
    "proposed_on = '2026-03-15'",
    "decided_on = '2026-03-21'",
    "last_sequence = 3",
)


def test_a_row_that_its_events_do_not_tell_is_named(stories):
    for changes in ROW_COLUMNS:
        with opened() as damage:
            damage.run(f"UPDATE dossier SET {changes} WHERE reference = :one", one=stories[0])
            assert first_fault(damage) == (stories[0], 4, ALTERED), changes


def test_a_declaration_that_is_not_the_one_that_was_filed_is_named(stories):
    for reference in stories:
        for statement, what in (
            ("UPDATE declaration SET content = '{}'", ALTERED),
            ("UPDATE declaration SET content = '{'", ALTERED),
            (f"UPDATE declaration SET digest = '{'0' * 64}'", ALTERED),
            ("DELETE FROM declaration", DROPPED),
        ):
            with opened() as damage:
                damage.run(f"{statement} WHERE dossier_id = :one", one=damage.dossier(reference))
                assert first_fault(damage) == (reference, 1, what)


def test_a_document_that_is_gone_is_named_by_the_event_that_names_it(world):
    story = Story(world).tell(("receive", "2026-03-02"))
    world.attach(story.dossier, "other", "version")
    digest = story.dossier.events[-1].details["documents"][0]["digest"]
    assert verify().first is None
    with opened() as damage:
        damage.run("DELETE FROM document WHERE digest = :one", one=digest)
        assert first_fault(damage) == (story.reference, 2, DROPPED)


def test_an_act_that_the_procedure_does_not_know_is_named(stories):
    """Chained, and in the journal: only the replay tells."""
    three = stories[2]
    with opened() as damage:
        damage.insert(three, 3)
        damage.append_entry(three, 3)
        damage.run("UPDATE dossier SET last_sequence = 3 WHERE reference = :one", one=three)
        assert first_fault(damage) == (three, 3, INSERTED)


def test_a_number_or_an_entry_that_is_there_twice_is_named(events):
    """Once the constraints are gone too."""
    for reference, number in events:
        with opened() as damage:
            damage.loosen("dossier_event")
            damage.run(
                "INSERT INTO dossier_event SELECT * FROM dossier_event"
                " WHERE dossier_id = :one AND sequence = :number",
                one=damage.dossier(reference),
                number=number,
            )
            assert first_fault(damage) == (reference, number, INSERTED)
        with opened() as damage:
            damage.loosen("journal_entry")
            damage.run(
                "INSERT INTO journal_entry SELECT 10, event_id, dossier, sequence, event_digest,"
                " actor_id, (SELECT digest FROM journal_entry WHERE position = 9), ''"
                " FROM journal_entry WHERE dossier = :one AND sequence = :number",
                one=reference,
                number=number,
            )
            with Session(bind=damage.connection) as session:
                entry = session.get(JournalEntry, 10)
                entry.digest = entry.computed_digest()
                session.flush()
            assert first_fault(damage) == (reference, number, INSERTED)


def test_the_further_faults_are_counted(stories):
    one, two, three = stories
    with opened() as damage:
        damage.set(two, 2, actor_name="Personne")
        damage.set(one, 3, actor_name="Personne")
        damage.drop(three, 1)
        verdict = verify_in(damage.connection)
    assert (verdict.first.reference, verdict.first.number) == (two, 2)
    assert verdict.further == 2
