"""If a wrong row can exist, a constraint is missing: each one is attacked on the database."""

from datetime import date, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.extensions import Base, db
from app.services.publication import publish_list
from app.services.sign_in import sign_in
from app.services.subscriptions import subscribe
from app.services.tokens import create_api_token
from tests.builders import PASSWORD
from tests.rows import rows_beside
from tests.services.stories import Story

DAY = timedelta(days=1)
DAY_ONE = date(2026, 3, 2)

# A row that nothing refers to yet.
LAST = "(SELECT max(id) FROM {})"
# A published order takes no line more.
PREPARED = "(SELECT id FROM ministerial_order WHERE state = 'prepared')"

# For each table: the row that is copied, and what makes the copy another row.
COPIED = {
    "manufacturer": ("name = 'Constructeur A'", {"reference": "X", "name": "X"}),
    "user_account": ("role = 'manufacturer'", {"reference": "X", "email": "x@exemple.test"}),
    "sign_in_session": ("1 = 1", {"token_digest": "X"}),
    "api_token": ("1 = 1", {"token_digest": "X", "reference": "X"}),
    "dossier": ("state = 'listed_by_order'", {"reference": "X", "tvv": "X"}),
    "dossier_event": ("action = 'propose'", {"sequence": 99}),
    "declaration": ("1 = 1", {"revision": 99}),
    "document": ("1 = 1", {"reference": "X", "digest": "f" * 64}),
    "document_support": ("1 = 1", {"requirement": "X"}),
    "requested_item": ("supplied_on IS NOT NULL", {"reference": "X"}),
    "period": ("kind = 'silence' AND outcome = 'met'", {"kind": "inspection"}),
    "assessment": ("1 = 1", {}),
    "proposal": ("1 = 1", {"event_id": 1}),
    "ministerial_order": ("state = 'published'", {"reference": "X", "nor": "X"}),
    "order_line": (f"order_id = {PREPARED}", {"position": 99, "dossier_id": None}),
    "outbox_message": ("1 = 1", {"key": "X"}),
    "manufacturer_brand": ("1 = 1", {"folded": "x"}),
    "minister_position": ("1 = 1", {}),
    "breach_report": ("1 = 1", {"reference": "X"}),
    "breach_reporter": ("1 = 1", {"report_id": LAST.format("breach_report")}),
    "breach_reading": ("1 = 1", {}),
    "listing": ("1 = 1", {"tvv": "X"}),
    "subscription": ("1 = 1", {"reference": "X", "key_digest": "X"}),
    "publication": ("1 = 1", {"sequence": 99}),
    "list_word": ("1 = 1", {"word": "x"}),
    "list_change": (
        "1 = 1",
        {
            "sequence": 99,
            "line_id": f"(SELECT max(id) FROM order_line WHERE order_id = {PREPARED})",
        },
    ),
    "journal_entry": (
        "position = 1",
        {"position": 99, "sequence": 99, "event_id": LAST.format("dossier_event")},
    ),
}

# Constraint, then what a wrong copy says; a function is given the row that is copied.
CHECKS = {
    "ck_manufacturer_country_is_iso": {"country": "F"},
    "ck_user_account_role_is_known": {"role": "spy", "manufacturer_id": None},
    "ck_user_account_clock_is_no_person": {"role": "clock", "manufacturer_id": None},
    "ck_user_account_company_for_manufacturers_only": {"manufacturer_id": None},
    "ck_user_account_email_is_lower_case": {"email": "X@exemple.test"},
    "ck_dossier_route_is_known": {"route": "shortcut"},
    "ck_dossier_state_is_known": {"state": "lost", "decided_on": None},
    "ck_dossier_draft_is_undated": {"state": "draft", "decided_on": None},
    "ck_dossier_complete_after_receipt": lambda row: {"complete_on": row["received_on"] - DAY},
    "ck_dossier_decision_is_dated": {"decided_on": None},
    "ck_dossier_review_needs_completeness": {"complete_on": None},
    "ck_dossier_listing_needs_proposal": {"proposed_on": None},
    "ck_dossier_code_is_not_blank": {"tvv": "  "},
    "ck_dossier_event_action_is_known": {"action": "bribe"},
    "ck_dossier_event_from_state_is_known": {"from_state": "lost"},
    "ck_dossier_event_to_state_is_known": {"to_state": "lost"},
    "ck_dossier_event_actor_role_is_known": {"actor_role": "spy"},
    "ck_dossier_event_sequence_is_positive": {"sequence": 0},
    "ck_dossier_event_a_person_or_the_clock": {"actor_id": None},
    "ck_document_scan_is_known": {"scan": "perhaps"},
    "ck_document_is_not_empty": {"size": 0},
    "ck_document_digest_is_sha256": {"digest": "f" * 63},
    "ck_requested_item_supplied_after_asked": lambda row: {"supplied_on": row["asked_on"] - DAY},
    "ck_requested_item_supplied_day_and_instant": {"supplied_at": None},
    "ck_period_kind_is_known": {"kind": "patience"},
    "ck_period_outcome_is_known": {"outcome": "lost"},
    "ck_period_ends_after_origin": lambda row: {"last_day": row["origin_on"]},
    "ck_period_has_a_length": {"months": 0},
    "ck_period_outcome_is_dated": {"settled_at": None},
    "ck_ministerial_order_state_is_known": {
        "state": "lost",
        "published_on": None,
        "effective_on": None,
    },
    "ck_ministerial_order_origin_is_known": {"origin": "rumour"},
    "ck_ministerial_order_publication_is_dated": {"published_on": None},
    "ck_ministerial_order_effect_is_dated": {"effective_on": None},
    "ck_ministerial_order_nor_is_known": {"nor": None},
    "ck_ministerial_order_effect_after_publication": lambda row: {
        "effective_on": row["published_on"] - DAY
    },
    "ck_order_line_effect_is_known": {"effect": "perhaps"},
    "ck_order_line_code_is_not_blank": {"tvv": "  "},
    "ck_outbox_message_attempts_are_counted": {"attempts": -1},
    "ck_user_account_ministry_is_known": {
        "ministry": "defence",
        "role": "authority",
        "manufacturer_id": None,
    },
    "ck_user_account_ministry_for_authorities_only": {"ministry": "energy"},
    "ck_dossier_change_of_a_report_only": lambda row: {"changed_on": row["received_on"]},
    "ck_dossier_changed_before_report": lambda row: {
        "route": "modification",
        "changed_on": row["received_on"] + DAY,
    },
    "ck_order_line_a_correction_replaces": {"effect": "correct", "listed_from": DAY_ONE},
    "ck_order_line_a_correction_is_dated": {"effect": "correct", "replaces_id": 1},
    "ck_minister_position_ministry_is_known": {"ministry": "defence"},
    "ck_minister_position_stance_is_known": {"stance": "asleep"},
    "ck_breach_report_kind_is_known": {"kind": "gossip"},
    "ck_breach_report_reported_after_found": lambda row: {"reported_on": row["found_on"] - DAY},
    "ck_breach_report_code_is_not_blank": {"tvv": "  "},
    "ck_journal_entry_position_is_positive": {"position": 0},
    "ck_listing_days_follow": lambda row: {
        "listed_until": row["listed_from"],
        "removal_id": row["order_id"],
    },
    "ck_listing_instants_follow": lambda row: {"known_until": row["known_from"] - DAY},
    "ck_listing_an_end_has_its_order": lambda row: {"listed_until": row["listed_from"] + DAY},
    "ck_list_change_sequence_is_positive": {"sequence": 0},
    "ck_publication_sequence_is_positive": {"sequence": 0},
    "ck_subscription_state_is_known": {"state": "lost"},
    "ck_subscription_position_is_positive": {"position": -1},
    "ck_subscription_failures_are_positive": {"failures": -1},
}


class Attacker:
    """Copies a row with wrong values, and tells how the database answered."""

    def __init__(self):
        db.session.remove()
        self.tables = sa.MetaData()
        self.tables.reflect(db.engine)

    def row(self, name):
        table = self.tables.tables[name]
        where, _ = COPIED[name]
        with db.engine.connect() as connection:
            found = connection.execute(sa.select(table).where(sa.text(where))).mappings().first()
        assert found is not None, f"no row of {name} to copy"
        return {key: value for key, value in found.items() if key != "id"}

    def copy(self, name, changes, *, keep=()):
        """Insert a copy; return what the database says of it, nothing when it takes it."""
        fresh = {key: value for key, value in COPIED[name][1].items() if key not in keep}
        values = self.row(name) | fresh | changes
        values = {
            key: sa.text(value) if str(value).startswith("(SELECT") else value
            for key, value in values.items()
        }
        with db.engine.connect() as connection:
            try:
                connection.execute(sa.insert(self.tables.tables[name]).values(values))
            except IntegrityError as error:
                return str(error.orig)
        return ""


@pytest.fixture
def attacker(world):
    """A database that holds at least one row of each table."""
    sign_in(world.email("manufacturer"), PASSWORD, browser="Essai", clock=world.clock)
    create_api_token("Essai", by=world.actor("manufacturer"), clock=world.clock)
    story = Story(world, tvv="V1").tell(
        ("receive", "2026-03-02"), ("request", "2026-03-05"), ("supply", "2026-03-06")
    )
    world.attach(story.dossier, "other", "version")
    story.tell(("propose", "2026-03-07"), ("list_by_order", "2026-03-08"))
    rows_beside(world, story.dossier)
    Story(world, tvv="V2").tell(("receive", "2026-03-09"))
    Story(world, tvv="V3").tell(
        ("receive", "2026-03-09"), ("confirm", "2026-03-09"), ("propose", "2026-03-09"),
        ("prepare", "2026-03-09"),
    )  # fmt: skip
    publish_list(Path(world.app.config["INSTANCE"]) / "public", clock=world.clock)
    subscribe("https://exemple.test/", brand="", email="", since=0, clock=world.clock)
    attacker = Attacker()
    events = attacker.tables.tables["dossier_event"]
    with db.engine.begin() as connection:
        # An event that is in no journal, as nobody but a thief leaves one.
        connection.execute(sa.insert(events).values(attacker.row(events.name) | {"sequence": 98}))
    return attacker


def tables():
    return [table for table in Base.metadata.sorted_tables if table.name in COPIED]


def test_every_check_refuses_the_row_it_is_for(attacker):
    for name, wrong in CHECKS.items():
        named = [table.name for table in tables() if name.startswith(f"ck_{table.name}_")]
        table = max(named, key=len)
        changes = wrong(attacker.row(table)) if callable(wrong) else wrong
        assert name in attacker.copy(table, changes), name


def test_no_check_was_left_unattacked():
    named = {
        str(check.name)
        for table in Base.metadata.sorted_tables
        for check in table.constraints
        if isinstance(check, sa.CheckConstraint)
    }
    assert named == set(CHECKS)


def test_every_copy_that_says_nothing_wrong_is_taken(attacker):
    """Otherwise the attacks would prove nothing."""
    assert {name: attacker.copy(name, {}) for name in COPIED} == dict.fromkeys(COPIED, "")


def test_what_must_be_unique_is(attacker):
    attacked = 0
    for table in tables():
        keys = [
            [column.name for column in one.columns]
            for one in table.constraints
            if isinstance(one, sa.UniqueConstraint)
        ]
        for columns in keys:
            answer = attacker.copy(table.name, {}, keep=columns)
            assert "unique" in answer.lower(), (table.name, columns)
            attacked += 1
    assert attacked > 15


# What else a row must say before a column of it may refer to anything.
SO_THAT = {
    "replaces_id": {"effect": "correct", "listed_from": DAY_ONE},
    "removal_id": {"listed_until": date(2099, 1, 1)},
}


def test_what_must_refer_to_a_row_does(attacker):
    attacked = 0
    for table in tables():
        for column in table.columns:
            if column.foreign_keys:
                answer = attacker.copy(
                    table.name, {column.name: 999_999} | SO_THAT.get(column.name, {})
                )
                assert "foreign key" in answer.lower(), (table.name, column.name)
                attacked += 1
    assert attacked > 10


def test_a_company_has_one_open_dossier_for_a_code(attacker):
    """Issue 2: a second open dossier of the same company for the same code; reports apart."""
    opened = {"state": "submitted", "decided_on": None, "tvv": "V2"}
    assert "unique" in attacker.copy("dossier", opened).lower()
    assert attacker.copy("dossier", opened | {"route": "modification"}) == ""
    assert attacker.copy("dossier", opened | {"state": "withdrawn"}) == ""


def test_an_order_says_one_thing_of_a_dossier(attacker):
    answer = attacker.copy("order_line", {}, keep=["dossier_id"])
    assert "unique" in answer.lower()


APPEND_ONLY = {
    "dossier_event": "dossier_id",
    "declaration": "dossier_id",
    "journal_entry": "event_id",
    "minister_position": "dossier_id",
    "breach_report": "dossier_id",
    "breach_reading": "report_id",
}


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_what_happened_is_never_changed(attacker, table, statement):
    """House, law 5: events are never changed; a trigger refuses it to everybody."""
    with db.engine.connect() as connection, pytest.raises(DBAPIError, match="append-only"):
        connection.execute(sa.text(statement.format(table, *[APPEND_ONLY[table]] * 2)))
