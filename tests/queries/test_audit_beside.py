"""What rests on the events, changed by hand: each is named by the event that tells of it."""

import pytest
from sqlalchemy import text

from app.context import current_files
from app.domain.chain import Damage
from app.queries.audit import verify, verify_in
from app.queries.audit.guards import expected_guards
from tests.queries.damage import first_fault, opened
from tests.services.derogations import BATTERY, NO, derogation, propose
from tests.services.reports import Report
from tests.services.stories import Story

pytestmark = pytest.mark.long

ALTERED, DROPPED, INSERTED, _ = Damage


def changed(statement, **values):
    """What is named first once a statement was run."""
    with opened() as damage:
        damage.run(statement, **values)
        return first_fault(damage)


def test_a_refused_value_that_becomes_an_accepted_one_is_named(world):
    dossier = derogation(world, {BATTERY: "40"})
    propose(world, dossier, {BATTERY: NO})
    reference, number = dossier.reference, dossier.last_sequence
    assert verify().first is None
    statement = "UPDATE assessment SET decided_values = replace(decided_values, 'false', 'true')"
    assert changed(statement) == (reference, number, ALTERED)


OF_THE_PROPOSAL = (
    "favourable = NOT favourable",
    "reasons = 'Autres.'",
    "sent_on = '2026-03-15'",
    "lapsed_on = '2026-03-18'",
    "assessment_id = (SELECT min(id) FROM assessment WHERE dossier_id = :one)",
)
OF_ITS_SCORE = (
    "score = '1.000000000'",
    "footprint_kg = '1.000000000'",
    "reached = NOT reached",
    "law_on = '2026-03-15'",
    f"law_digest = '{'0' * 64}'",
    "result = '{}'",
    "result = '{'",
    "category = category + 1",
    "decided_values = '[{}]'",
    "declaration_id = 0",
)


def test_a_proposal_or_its_score_that_its_event_does_not_tell_is_named(stories):
    """The third event of the first dossier."""
    one, two, _ = stories
    with opened() as damage:
        dossier, other = damage.dossier(one), damage.dossier(two)
    for changes in OF_THE_PROPOSAL:
        told = changed(f"UPDATE proposal SET {changes} WHERE dossier_id = :one", one=dossier)
        assert told == (one, 3, ALTERED), changes
    last = "id = (SELECT max(id) FROM assessment WHERE dossier_id = :one)"
    for changes in OF_ITS_SCORE:
        told = changed(f"UPDATE assessment SET {changes} WHERE {last}", one=dossier)
        assert told == (one, 3, ALTERED), changes
    assert changed("DELETE FROM proposal") == (one, 3, DROPPED)
    assert changed(f"DELETE FROM assessment WHERE {last}", one=dossier) == (one, 3, DROPPED)
    with opened() as damage:
        # Its place is the one of the dossier that it came to, which is earlier.
        damage.run("UPDATE proposal SET dossier_id = :two", two=other)
        assert first_fault(damage) == (two, 3, INSERTED)
        assert verify_in(damage.connection).further == 1


def test_a_score_computed_for_a_filing_is_named_by_it(stories):
    one = stories[0]
    with opened() as damage:
        dossier = damage.dossier(one)
    first = "id = (SELECT min(id) FROM assessment WHERE dossier_id = :one)"
    for changes in ("score = '1.000000000'", "decided_values = '[{}]'", "law_on = '2026-03-15'"):
        told = changed(f"UPDATE assessment SET {changes} WHERE {first}", one=dossier)
        assert told == (one, 1, ALTERED), changes
    assert changed(f"DELETE FROM assessment WHERE {first}", one=dossier) == (one, 1, DROPPED)


def test_a_proposal_lapses_with_a_second_request_and_stands_again_in_time(world):
    """Its day is that of the request (transition 10), or none after an order (transition 17)."""
    story = Story(world).tell(("receive", "2026-03-02"), ("request", "2026-03-10"))
    story.tell(("supply", "2026-03-12"), ("propose", "2026-03-16"), ("request", "2026-03-20"))
    assert verify().first is None
    for changes in ("lapsed_on = NULL", "lapsed_on = '2026-03-21'"):
        told = changed(f"UPDATE proposal SET {changes}")
        assert told == (story.reference, 4, ALTERED), changes


# Each kind, by the event of the first dossier, or of the second, that opens it.
PERIODS = (("one", 1, "completeness"), ("one", 2, "review"), ("one", 2, "silence"))
MORE = (("one", 4, "inspection"), ("two", 3, "recheck"), ("two", 1, "completeness"))


def test_each_period_that_is_gone_or_added_is_named_by_its_event(stories):
    by_name = dict(zip(("one", "two", "three"), stories, strict=True))
    for name, number, kind in PERIODS + MORE:
        reference = by_name[name]
        with opened() as damage:
            dossier = damage.dossier(reference)
            damage.run(
                "DELETE FROM period WHERE dossier_id = :one AND kind = :kind",
                one=dossier,
                kind=kind,
            )
            assert first_fault(damage) == (reference, number, ALTERED), kind
    with opened() as damage:
        damage.loosen("period")
        damage.run(
            "UPDATE period SET origin_event_id ="
            " (SELECT id FROM dossier_event WHERE dossier_id = :one AND sequence = 3)"
            " WHERE dossier_id = :one AND kind = 'review'",
            one=damage.dossier(stories[0]),
        )
        assert first_fault(damage) == (stories[0], 2, ALTERED)


OUTCOMES = (
    # The proposal came in time; silence was prevented by the order.
    ("one", 1, "completeness", "expired"),
    ("one", 2, "review", "expired"),
    ("one", 2, "review", "stopped"),
    ("one", 2, "silence", "expired"),
    ("one", 2, "silence", "stopped"),
    # Nothing ended these.
    ("one", 4, "inspection", "stopped"),
    ("one", 4, "inspection", "expired"),
    ("three", 2, "review", "met"),
    ("three", 2, "silence", "superseded"),
)


def test_a_period_that_cannot_have_ended_so_is_named_by_its_event(stories):
    by_name = dict(zip(("one", "two", "three"), stories, strict=True))
    for name, number, kind, outcome in OUTCOMES:
        reference = by_name[name]
        with opened() as damage:
            damage.run(
                "UPDATE period SET outcome = :new, settled_at = opened_at"
                " WHERE dossier_id = :one AND kind = :kind",
                new=outcome,
                one=damage.dossier(reference),
                kind=kind,
            )
            assert first_fault(damage) == (reference, number, ALTERED), (kind, outcome)


def test_a_silence_that_took_effect_cannot_have_stopped(world):
    reference = world.refused_by_silence().reference
    assert verify().first is None
    for outcome in ("met", "stopped", "superseded"):
        told = changed("UPDATE period SET outcome = :new WHERE kind = 'silence'", new=outcome)
        assert told == (reference, 2, ALTERED), outcome


OF_THE_ROW = ("tvv = 'AUTRE'", "brand = 'Autre'", "commercial_name = 'Autre'")


def test_a_row_that_names_another_version_or_company_is_named(stories, world):
    one = stories[0]
    for changes in OF_THE_ROW:
        told = changed(f"UPDATE dossier SET {changes} WHERE reference = :one", one=one)
        assert told == (one, 1, ALTERED), changes
    rival = world.actor("rival").manufacturer_id
    statement = "UPDATE dossier SET manufacturer_id = :rival WHERE reference = :one"
    assert changed(statement, rival=rival, one=one) == (one, 1, ALTERED)
    filed = "UPDATE declaration SET filed_on = '2026-03-01' WHERE dossier_id = :one"
    with opened() as damage:
        dossier = damage.dossier(one)
    assert changed(filed, one=dossier) == (one, 1, ALTERED)


def test_the_day_of_a_change_is_the_one_that_was_reported(world):
    story = Story(world, tvv="V1").tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    story.tell(("propose", "2026-03-16"), ("list_by_order", "2026-03-20"))
    story.on("2026-04-01")
    report = Report(world, tvv="V1")
    report.open_version("V1")
    report.enlarge(boot_litres="410")
    report.file()
    assert verify().first is None
    reference = report.reference
    for day in ("NULL", "'2026-03-01'"):
        statement = f"UPDATE dossier SET changed_on = {day} WHERE reference = :one"
        assert changed(statement, one=reference) == (reference, 1, ALTERED)


OF_THE_LINE = (
    "UPDATE order_line SET tvv = 'AUTRE'",
    "UPDATE order_line SET effect = 'refuse'",
    "UPDATE order_line SET reasons = 'Autres.'",
    "UPDATE order_line SET dossier_id = NULL",
    "UPDATE ministerial_order SET nor = 'ENER2699999A'",
    "UPDATE ministerial_order SET published_on = '2026-03-19'",
    "UPDATE ministerial_order SET effective_on = '2030-01-01'",
)
GONE = (
    "UPDATE order_line SET position = 7",
    "DELETE FROM order_line",
    "UPDATE ministerial_order SET reference = 'AR-2222-2222'",
    "UPDATE ministerial_order SET state = 'prepared', published_on = NULL, effective_on = NULL",
)


def test_an_order_that_does_not_say_what_its_event_does_is_named(stories):
    """The fourth event of the first dossier."""
    one, two, _ = stories
    for statement in OF_THE_LINE:
        assert changed(statement) == (one, 4, ALTERED), statement
    for statement in GONE:
        assert changed(statement) == (one, 4, DROPPED), statement
    with opened() as damage:
        damage.run("UPDATE order_line SET dossier_id = :two", two=damage.dossier(two))
        assert first_fault(damage) == (two, 3, INSERTED)
        assert verify_in(damage.connection).further == 1


def test_the_bytes_of_a_document_are_read_when_asked_for(world, instance):
    story = Story(world).tell(("receive", "2026-03-02"))
    world.attach(story.dossier, "other", "version")
    are_kept = current_files().verify
    assert verify(are_kept=are_kept).first is None
    digest = story.dossier.events[-1].details["documents"][0]["digest"]
    path = instance / "documents" / digest[:2] / digest[2:4] / digest
    path.chmod(0o600)
    for damaged in (lambda: path.write_bytes(b"autre"), path.unlink):
        damaged()
        assert verify().first is None
        fault = verify(are_kept=are_kept).first
        assert (fault.reference, fault.number, fault.damage) == (story.reference, 2, ALTERED)


def test_a_trigger_that_is_gone_is_named(stories):
    assert verify().unguarded == ()
    with opened() as damage:
        if damage.connection.dialect.name == "sqlite":
            assert verify_in(damage.connection).unguarded == tuple(
                sorted(expected_guards("sqlite"))
            )
            return
    with opened() as damage:
        for statement in (
            "DROP TRIGGER proposal_no_update ON proposal",
            "ALTER TABLE order_line DISABLE TRIGGER order_line_no_delete",
        ):
            damage.connection.execute(text(statement))
        assert verify_in(damage.connection).unguarded == (
            ("order_line", "order_line_no_delete"),
            ("proposal", "proposal_no_update"),
        )


@pytest.mark.parametrize("table", ["assessment", "proposal"])
def test_scores_and_proposals_have_their_triggers(table):
    for dialect in ("sqlite", "postgresql"):
        assert (table, f"{table}_no_update") in expected_guards(dialect)
