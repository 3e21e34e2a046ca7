"""What the database itself refuses to change; what it keeps of the events there were."""

import re

import pytest
import sqlalchemy as sa
from flask_migrate import downgrade

from app.extensions import db
from app.queries.audit import broken_chains
from app.queries.audit.guards import expected_guards
from app.services.schema import upgrade_schema
from tests.builders import World
from tests.migrations.filled import fill
from tests.migrations.schema import counts_of, triggers_of
from tests.structure.tree import ROOT

PROOF = ROOT / "docs" / "proof.md"

# Their keys: what nobody may change.
APPEND_ONLY = {
    "dossier_event": "id",
    "declaration": "id",
    "journal_entry": "position",
    "minister_position": "id",
    "breach_report": "id",
    "breach_reading": "id",
    "assessment": "id",
    "proposal": "id",
}


def refused(words, statement):
    """The database refuses a statement, in those words."""
    with pytest.raises(sa.exc.DBAPIError, match=words), db.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_what_happened_cannot_be_changed_nor_removed(empty, clock):
    upgrade_schema()
    fill(empty, clock)
    before = counts_of(db.engine)
    verbs = ["UPDATE {table} SET {key} = {key} + 1000", "DELETE FROM {table}"]
    if db.engine.dialect.name == "postgresql":
        verbs += ["TRUNCATE {table} CASCADE"]
    for table, key in APPEND_ONLY.items():
        for verb in verbs:
            refused(f"{table} is append-only", verb.format(table=table, key=key))
    assert counts_of(db.engine) == before
    found = [table for table, _ in triggers_of(db.engine) if table in APPEND_ONLY]
    assert sorted(found) == sorted(len(verbs) * list(APPEND_ONLY))
    assert {table for table, _ in triggers_of(db.engine)} - set(found) == SEALED
    # What the proof asks for is what the migrations made.
    assert triggers_of(db.engine) == expected_guards(db.engine.dialect.name)


def test_of_a_proposal_only_the_day_it_lapsed_may_change(empty, clock):
    upgrade_schema()
    fill(empty, clock)
    with db.engine.begin() as connection:
        changed = connection.exec_driver_sql("UPDATE proposal SET lapsed_on = sent_on")
    assert changed.rowcount == 1
    for column in ("favourable", "reasons", "sent_on", "assessment_id", "event_id", "dossier_id"):
        refused("proposal is append-only", f"UPDATE proposal SET {column} = {column}")


SEALED = {"ministerial_order", "order_line"}


def test_the_page_on_the_proof_names_what_triggers_guard():
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|([^|]+)\|$", PROOF.read_text("utf-8"), re.MULTILINE)
    told = {
        name for tables, by in rows if "triggers" in by for name in re.findall(r"`(\w+)`", tables)
    }
    assert told == APPEND_ONLY.keys() | SEALED


WORDS = "order_id, position, effect, brand, commercial_name, tvv, search_text"
# What may not happen to an order once it is published; it may, while it is prepared.
OF_AN_ORDER = (
    "UPDATE ministerial_order SET title = 'Un autre' WHERE id = {id}",
    "UPDATE ministerial_order SET effective_on = effective_on WHERE id = {id}",
    "UPDATE order_line SET tvv = 'AUTRE' WHERE order_id = {id}",
    "UPDATE order_line SET order_id = {id} WHERE order_id = {other}",
    f"INSERT INTO order_line ({WORDS}) VALUES ({{id}}, 9, 'list', 'A', 'B', 'C', 'a b')",
    "DELETE FROM order_line WHERE order_id = {id}",
    "DELETE FROM ministerial_order WHERE id = {id}",
)


def test_a_published_order_never_changes(empty, clock):
    upgrade_schema()
    world = World(empty, clock)
    published = world.order(world.proposed(tvv="LISTED1"))
    world.publish(published)
    prepared, third = world.order(world.proposed(tvv="PREPARED1")), world.order()
    one, two, three = published.id, prepared.id, third.id
    db.session.remove()
    before = counts_of(db.engine)
    for statement in OF_AN_ORDER:
        refused("a published order never changes", statement.format(id=one, other=two))
    refused(
        "a published order never changes",
        f"UPDATE order_line SET order_id = {two} WHERE order_id = {one}",
    )
    assert counts_of(db.engine) == before
    with db.engine.begin() as connection:
        for statement in OF_AN_ORDER:
            connection.exec_driver_sql(statement.format(id=two, other=three))
    assert counts_of(db.engine)["order_line"] == before["order_line"] - 1


def test_the_journal_takes_the_events_there_were(empty, clock):
    """Those recorded before it existed: chained as the portal chains the next ones."""
    upgrade_schema()
    fill(empty, clock)
    before = journal()
    downgrade(revision="0004_outbox")
    upgrade_schema()
    assert journal() == before
    assert len(before) == 4 + 3 + 3
    World(empty, clock, secrets={}).complete(tvv="LATER1")
    assert list(broken_chains()) == []


def journal():
    db.session.remove()
    with db.engine.connect() as connection:
        return [
            tuple(row)
            for row in connection.exec_driver_sql("SELECT * FROM journal_entry ORDER BY position")
        ]
