"""The three routes and what follows a listing: words, columns, the journal of all dossiers.

SQLite cannot change a CHECK: its tables are written anew from their own text, with their indexes
and triggers. The journal takes the events there are in the order of their rows. A published order,
and its lines, never change from here on: the database refuses it.
"""

import hashlib
import json
from datetime import date

import sqlalchemy as sa
from alembic import op

revision = "0005_whole_procedure"
down_revision = "0004_outbox"
branch_labels = None
depends_on = None

# The words of the day this revision was written, after those of revision 0002 and 0003.
STATES = (
    "'draft', 'submitted', 'awaiting_documents', 'complete', 'proposed',"
    " 'listed_by_order', 'refused_by_order', 'refused_by_silence', {}'withdrawn'{}"
)
NEW_STATES = STATES.format("'inadmissible', ", ", 'reported', 'settled', 'silent'")
OLD_STATES = STATES.format("", "")
OLD_ACTIONS = (
    "'submit', 'request_documents', 'request_again', 'request_without_effect',"
    " 'confirm_complete', 'deem_complete', 'supply_item', 'supply_last_item', 'add_document',"
    " 'propose', 'propose_after_silence',"
    " 'list_by_order', 'list_after_silence', 'list_in_time',"
    " 'refuse_by_order', 'refuse_after_silence', 'refuse_in_time', 'refuse_by_silence',"
    " 'withdraw'"
)
NEW_ACTIONS = (
    "'submit', 'submit_derogation', 'submit_inadmissible', 'request_documents', 'request_again',"
    " 'request_without_effect', 'confirm_complete', 'deem_complete', 'supply_item',"
    " 'supply_last_item', 'add_document', 'correct', 'propose', 'propose_after_silence',"
    " 'list_by_order', 'list_after_silence', 'list_in_time', 'refuse_by_order',"
    " 'refuse_after_silence', 'refuse_in_time', 'refuse_by_silence', 'withdraw',"
    " 'request_reasons', 'give_reasons', 'report_change', 'give_opinion', 'miss_opinion',"
    " 'keep_by_order', 'pass_over_in_silence', 'remove_by_order', 'correct_by_order',"
    " 'request_evidence', 'supply_evidence'"
)
OLD_KINDS = "'completeness', 'recheck', 'review', 'silence', 'inspection'"
NEW_KINDS = f"{OLD_KINDS}, 'reasons'"
OLD_DECIDED = "'listed_by_order', 'refused_by_order', 'refused_by_silence'"
NEW_DECIDED = "'listed_by_order', 'refused_by_order', 'refused_by_silence', 'settled', 'silent'"
OLD_REVIEWED = f"'complete', 'proposed', {OLD_DECIDED}"
NEW_REVIEWED = f"'complete', 'proposed', {OLD_DECIDED}, 'reported', 'settled', 'silent'"
OLD_EFFECTS = "'list', 'refuse'"
NEW_EFFECTS = "'list', 'refuse', 'keep', 'remove', 'correct'"
MINISTRIES = "'economy', 'energy', 'ecology', 'transport'"

OLD_OPEN = (
    "state IN ('awaiting_documents', 'complete', 'draft', 'proposed', 'submitted')"
    " AND route <> 'modification'"
)
NEW_OPEN = (
    "state IN ('awaiting_documents', 'complete', 'draft', 'proposed', 'reported', 'submitted')"
    " AND (route = 'reference' OR (route = 'derogation' AND state <> 'draft'))"
)
DEROGATION_DRAFT = "state = 'draft' AND route = 'derogation'"

# The checks that learn words: table, name, what it said, what it says.
CHECKS = (
    ("dossier", "state_is_known", f"state IN ({OLD_STATES})", f"state IN ({NEW_STATES})"),
    (
        "dossier",
        "decision_is_dated",
        f"(state IN ({OLD_DECIDED})) = (decided_on IS NOT NULL)",
        f"(state IN ({NEW_DECIDED})) = (decided_on IS NOT NULL)",
    ),
    (
        "dossier",
        "review_needs_completeness",
        f"state NOT IN ({OLD_REVIEWED}) OR complete_on IS NOT NULL",
        f"state NOT IN ({NEW_REVIEWED}) OR complete_on IS NOT NULL",
    ),
    (
        "dossier_event",
        "action_is_known",
        f"action IN ({OLD_ACTIONS})",
        f"action IN ({NEW_ACTIONS})",
    ),
    (
        "dossier_event",
        "from_state_is_known",
        f"from_state IN ({OLD_STATES})",
        f"from_state IN ({NEW_STATES})",
    ),
    (
        "dossier_event",
        "to_state_is_known",
        f"to_state IN ({OLD_STATES})",
        f"to_state IN ({NEW_STATES})",
    ),
    ("period", "kind_is_known", f"kind IN ({OLD_KINDS})", f"kind IN ({NEW_KINDS})"),
    ("order_line", "effect_is_known", f"effect IN ({OLD_EFFECTS})", f"effect IN ({NEW_EFFECTS})"),
)

# The columns that come: table, column, type, what else the database must know.
COLUMNS = (
    ("dossier", "changed_on", "DATE", ""),
    ("dossier", "follows_id", "INTEGER", "dossier"),
    ("period", "edition_on", "DATE", ""),
    ("order_line", "replaces_id", "INTEGER", "order_line"),
    ("order_line", "listed_from", "DATE", ""),
    ("user_account", "ministry", "VARCHAR(40)", ""),
    ("assessment", "decided_values", "TEXT DEFAULT '[]' NOT NULL", ""),
)
NEW_CHECKS = (
    ("dossier", "change_of_a_report_only", "changed_on IS NULL OR route = 'modification'"),
    ("dossier", "changed_before_report", "changed_on <= received_on"),
    ("order_line", "a_correction_replaces", "(effect = 'correct') = (replaces_id IS NOT NULL)"),
    ("order_line", "a_correction_is_dated", "(effect = 'correct') = (listed_from IS NOT NULL)"),
    ("user_account", "ministry_is_known", f"ministry IN ({MINISTRIES})"),
    ("user_account", "ministry_for_authorities_only", "ministry IS NULL OR role = 'authority'"),
)
REBUILT = ("user_account", "dossier", "dossier_event", "period", "order_line", "assessment")
INDEXED = ("dossier", "follows_id"), ("order_line", "replaces_id")

# The edition in force when every earlier period was opened.
FIRST_EDITION = date(2023, 10, 10)

APPEND_ONLY = ("journal_entry", "minister_position", "breach_report", "breach_reading")

# All that an order says; its revision counts the edits, the last of which publishes it.
WORDS_OF_ORDER = (
    "id, reference, title, origin, state, nor, signed_on, published_on, effective_on,"
    " recorded_at, created_at, created_by_id"
)
PUBLISHED = "a published order never changes"
# A revision that writes ministerial_order anew drops the triggers of order_line first.
OF_PUBLISHED_ORDER = (
    "EXISTS (SELECT 1 FROM ministerial_order WHERE state = 'published' AND id IN ({}){})"
)
# An order entered once published comes with its lines; to one of the portal none is added.
OF_PORTAL = " AND origin = 'portal'"
ORDER_TRIGGERS = (
    ("ministerial_order_no_update", "ministerial_order"),
    ("ministerial_order_no_delete", "ministerial_order"),
    ("order_line_no_insert", "order_line"),
    ("order_line_no_update", "order_line"),
    ("order_line_no_delete", "order_line"),
)


def sqlite():
    return op.get_bind().dialect.name == "sqlite"


def rows(statement, **values):
    return op.get_bind().execute(sa.text(statement), values).all()


def rebuild(table, changes, column_names):
    """Write a table of SQLite anew, its text changed; its indexes and triggers follow."""
    text = rows("SELECT sql FROM sqlite_master WHERE name = :name", name=table)[0][0]
    followers = rows(
        "SELECT sql FROM sqlite_master WHERE tbl_name = :name AND type <> 'table'"
        " AND sql IS NOT NULL",
        name=table,
    )
    for old, new in changes:
        if old not in text:
            raise RuntimeError(f"{table}: not found: {old}")
        text = text.replace(old, new)
    head = "CREATE TABLE "
    start = text.index("(")
    op.execute(sa.text(f"{head}_{table} {text[start:]}".replace(":", r"\:")))
    old, new = (
        sa.table(name, *(sa.column(one) for one in column_names)) for name in (table, f"_{table}")
    )
    op.execute(sa.insert(new).from_select(column_names, sa.select(old)))
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE _{table} RENAME TO {table}")
    for (follower,) in followers:
        op.execute(follower)


def columns_of(table):
    return [row[1] for row in rows(f"PRAGMA table_info({table})")]


def declared(table, column, kind, points_to):
    """The lines that a new column adds to the text of its table."""
    if not points_to:
        return f"{column} {kind}", ""
    name = f"fk_{table}_{column}_{points_to}"
    return (
        f"{column} {kind}",
        f"CONSTRAINT {name} FOREIGN KEY({column}) REFERENCES {points_to} (id)",
    )


def upgrade_sqlite():
    for table in REBUILT:
        before = columns_of(table)
        changes = [(old, new) for where, _, old, new in CHECKS if where == table]
        added = [declared(*one) for one in COLUMNS if one[0] == table]
        constraints = [line for _, line in added if line] + [
            f"CONSTRAINT ck_{table}_{name} CHECK ({check})"
            for where, name, check in NEW_CHECKS
            if where == table
        ]
        primary = f"CONSTRAINT pk_{table} PRIMARY KEY"
        columns = "".join(f"{line}, " for line, _ in added)
        first = next(
            line.strip()
            for line in rows("SELECT sql FROM sqlite_master WHERE name = :n", n=table)[0][
                0
            ].splitlines()
            if line.strip().startswith("CONSTRAINT")
        )
        changes.append((first, f"{columns}{first}"))
        if constraints:
            changes.append((primary, f"{', '.join(constraints)}, {primary}"))
        rebuild(table, changes, before)
    require_edition()


def fill_edition():
    period = sa.table("period", sa.column("edition_on", sa.Date()))
    op.execute(period.update().values(edition_on=FIRST_EDITION))


def require_edition():
    fill_edition()
    rebuild("period", [("edition_on DATE", "edition_on DATE NOT NULL")], columns_of("period"))


def upgrade_postgresql():
    for table, column, kind, points_to in COLUMNS:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
        if points_to:
            op.create_foreign_key(
                op.f(f"fk_{table}_{column}_{points_to}"), table, points_to, [column], ["id"]
            )
    fill_edition()
    op.alter_column("period", "edition_on", nullable=False)
    for table, name, _, new in CHECKS:
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table)
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, new)
    for table, name, check in NEW_CHECKS:
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, check)


def change_indexes():
    for table, column in INDEXED:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    op.drop_index("uq_dossier_open", table_name="dossier")
    unique_on_code("uq_dossier_open", NEW_OPEN)
    unique_on_code("uq_dossier_derogation_draft", DEROGATION_DRAFT)


def unique_on_code(name, predicate):
    where = sa.text(predicate)
    op.create_index(
        name,
        "dossier",
        ["manufacturer_id", "tvv"],
        unique=True,
        sqlite_where=where,
        postgresql_where=where,
    )


def forbid_changes(table):
    """Refuse update and delete of a table."""
    if sqlite():
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    for name, verb, level in (
        ("no_update", "UPDATE", "ROW"),
        ("no_delete", "DELETE", "ROW"),
        ("no_truncate", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} "
            f"FOR EACH {level} EXECUTE FUNCTION {table}_append_only()"
        )


def seal_orders():
    """Refuse to change a published order, which has no line more nor less from then on."""
    if sqlite():
        seal_orders_sqlite()
    else:
        seal_orders_postgresql()


def seal_orders_sqlite():
    old = "OLD.state = 'published'"
    for (name, table), (verb, when) in zip(
        ORDER_TRIGGERS,
        (
            (f"UPDATE OF {WORDS_OF_ORDER}", old),
            ("DELETE", old),
            ("INSERT", OF_PUBLISHED_ORDER.format("NEW.order_id", OF_PORTAL)),
            ("UPDATE", OF_PUBLISHED_ORDER.format("OLD.order_id, NEW.order_id", "")),
            ("DELETE", OF_PUBLISHED_ORDER.format("OLD.order_id", "")),
        ),
        strict=True,
    ):
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {verb} ON {table} WHEN {when} "
            f"BEGIN SELECT RAISE(ABORT, '{PUBLISHED}'); END"
        )


def seal_orders_postgresql():
    refuse = f"RAISE EXCEPTION '{PUBLISHED}';"
    added = OF_PUBLISHED_ORDER.format("NEW.order_id", OF_PORTAL)
    moved = OF_PUBLISHED_ORDER.format("OLD.order_id, NEW.order_id", "")
    removed = OF_PUBLISHED_ORDER.format("OLD.order_id", "")
    of_line = (
        f"IF TG_OP = 'INSERT' THEN IF {added} THEN {refuse} END IF; RETURN NEW;"
        f" ELSIF TG_OP = 'UPDATE' THEN IF {moved} THEN {refuse} END IF; RETURN NEW;"
        f" ELSE IF {removed} THEN {refuse} END IF; RETURN OLD; END IF;"
    )
    for table, body in (("ministerial_order", refuse), ("order_line", of_line)):
        op.execute(
            f"CREATE FUNCTION {table}_published() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {body} END $$"
        )
    for name, table in ORDER_TRIGGERS:
        verb = name.rpartition("_")[2].upper()
        what, when = verb, ""
        if table == "ministerial_order":
            what = f"UPDATE OF {WORDS_OF_ORDER}" if verb == "UPDATE" else verb
            when = "WHEN (OLD.state = 'published') "
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {what} ON {table} FOR EACH ROW {when}"
            f"EXECUTE FUNCTION {table}_published()"
        )


def unseal_orders():
    for name, table in ORDER_TRIGGERS:
        op.execute(f"DROP TRIGGER {name}{'' if sqlite() else f' ON {table}'}")
    if not sqlite():
        for table in ("ministerial_order", "order_line"):
            op.execute(f"DROP FUNCTION {table}_published()")


def create_tables():
    op.create_table(
        "manufacturer_brand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("manufacturer_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(
            ["manufacturer_id"],
            ["manufacturer.id"],
            name=op.f("fk_manufacturer_brand_manufacturer_id_manufacturer"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_manufacturer_brand")),
        sa.UniqueConstraint("folded", name=op.f("uq_manufacturer_brand_folded")),
    )
    op.create_index(
        op.f("ix_manufacturer_brand_manufacturer_id"), "manufacturer_brand", ["manufacturer_id"]
    )
    op.create_table(
        "minister_position",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("ministry", sa.String(length=40), nullable=False),
        sa.Column("stance", sa.String(length=40), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("given_on", sa.Date(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("given_by_id", sa.Integer(), nullable=False),
        sa.Column("given_by_name", sa.String(length=120), nullable=False),
        sa.CheckConstraint(
            f"ministry IN ({MINISTRIES})", name=op.f("ck_minister_position_ministry_is_known")
        ),
        sa.CheckConstraint(
            "stance IN ('favourable', 'reserved', 'unfavourable')",
            name=op.f("ck_minister_position_stance_is_known"),
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_minister_position_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["given_by_id"],
            ["user_account.id"],
            name=op.f("fk_minister_position_given_by_id_user_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_minister_position")),
    )
    op.create_index("ix_minister_position_dossier", "minister_position", ["dossier_id"])
    create_breaches()
    op.create_table(
        "journal_entry",
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("dossier", sa.String(length=20), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("event_digest", sa.String(length=64), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("previous_digest", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.CheckConstraint("position > 0", name=op.f("ck_journal_entry_position_is_positive")),
        sa.ForeignKeyConstraint(
            ["event_id"], ["dossier_event.id"], name=op.f("fk_journal_entry_event_id_dossier_event")
        ),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_journal_entry")),
        sa.UniqueConstraint("event_id", name=op.f("uq_journal_entry_event_id")),
        sa.UniqueConstraint("dossier", "sequence", name=op.f("uq_journal_entry_dossier_sequence")),
    )


def create_breaches():
    op.create_table(
        "breach_report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("tvv", sa.String(length=85), nullable=False),
        sa.Column("brand", sa.String(length=120), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("found_on", sa.Date(), nullable=False),
        sa.Column("reported_on", sa.Date(), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reported_by_id", sa.Integer(), nullable=False),
        sa.Column("reported_by_name", sa.String(length=120), nullable=False),
        sa.CheckConstraint(
            "kind IN ('fraud', 'breach')", name=op.f("ck_breach_report_kind_is_known")
        ),
        sa.CheckConstraint(
            "reported_on >= found_on", name=op.f("ck_breach_report_reported_after_found")
        ),
        sa.CheckConstraint(
            "length(trim(tvv)) > 0", name=op.f("ck_breach_report_code_is_not_blank")
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_breach_report_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["reported_by_id"],
            ["user_account.id"],
            name=op.f("fk_breach_report_reported_by_id_user_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_breach_report")),
        sa.UniqueConstraint("reference", name=op.f("uq_breach_report_reference")),
    )
    op.create_index("ix_breach_report_tvv", "breach_report", ["tvv"])
    op.create_index(op.f("ix_breach_report_dossier_id"), "breach_report", ["dossier_id"])
    op.create_table(
        "breach_reporter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("report_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["breach_report.id"],
            name=op.f("fk_breach_reporter_report_id_breach_report"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_breach_reporter")),
        sa.UniqueConstraint("report_id", name=op.f("uq_breach_reporter_report_id")),
    )
    op.create_table(
        "breach_reading",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("report_id", sa.Integer(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_by_id", sa.Integer(), nullable=False),
        sa.Column("read_by_name", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(
            ["report_id"],
            ["breach_report.id"],
            name=op.f("fk_breach_reading_report_id_breach_report"),
        ),
        sa.ForeignKeyConstraint(
            ["read_by_id"],
            ["user_account.id"],
            name=op.f("fk_breach_reading_read_by_id_user_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_breach_reading")),
    )
    op.create_index("ix_breach_reading_report", "breach_reading", ["report_id"])


def fill_journal():
    """Chain the events there are, in the order of their rows."""
    entry = sa.table(
        "journal_entry",
        *(
            sa.column(name)
            for name in (
                "position",
                "event_id",
                "dossier",
                "sequence",
                "event_digest",
                "actor_id",
                "previous_digest",
                "digest",
            )
        ),
    )
    previous = ""
    events = rows(
        "SELECT dossier_event.id, reference, sequence, digest, actor_id FROM dossier_event"
        " JOIN dossier ON dossier.id = dossier_id ORDER BY dossier_event.id"
    )
    chained = []
    for position, (identifier, dossier, sequence, digest, actor_id) in enumerate(events, start=1):
        body = {
            "position": position,
            "dossier": dossier,
            "sequence": sequence,
            "event": digest,
            "actor_id": actor_id,
        }
        canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
        found = hashlib.sha256(f"{previous}{canonical}".encode()).hexdigest()
        chained.append(
            {
                "position": position,
                "event_id": identifier,
                "dossier": dossier,
                "sequence": sequence,
                "event_digest": digest,
                "actor_id": actor_id,
                "previous_digest": previous,
                "digest": found,
            }
        )
        previous = found
    if chained:
        op.bulk_insert(entry, chained)


def check_references():
    if sqlite() and rows("PRAGMA foreign_key_check"):
        raise RuntimeError("The tables do not hold together.")


def upgrade():
    if sqlite():
        upgrade_sqlite()
    else:
        upgrade_postgresql()
    change_indexes()
    create_tables()
    fill_journal()
    for table in APPEND_ONLY:
        forbid_changes(table)
    seal_orders()
    check_references()


def downgrade_sqlite():
    for table in REBUILT:
        gone = {column for where, column, *_ in COLUMNS if where == table}
        changes = [(new, old) for where, _, old, new in CHECKS if where == table]
        for where, name, check in NEW_CHECKS:
            if where == table:
                changes.append((f"CONSTRAINT ck_{table}_{name} CHECK ({check}), ", ""))
        for one in COLUMNS:
            if one[0] == table:
                column, constraint = declared(*one)
                required = " NOT NULL" if one[1] == "edition_on" else ""
                changes.append((f"{column}{required}, ", ""))
                if constraint:
                    changes.append((f"{constraint}, ", ""))
        rebuild(table, changes, [name for name in columns_of(table) if name not in gone])


def downgrade_postgresql():
    for table, name, _ in NEW_CHECKS:
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table)
    for table, name, old, _ in CHECKS:
        op.drop_constraint(op.f(f"ck_{table}_{name}"), table)
        op.create_check_constraint(op.f(f"ck_{table}_{name}"), table, old)
    for table, column, _, _ in COLUMNS:
        op.drop_column(table, column)


def downgrade():
    unseal_orders()
    for table in ("journal_entry", "breach_reading", "breach_reporter", "breach_report"):
        op.drop_table(table)
    op.drop_table("minister_position")
    op.drop_table("manufacturer_brand")
    if not sqlite():
        for table in APPEND_ONLY:
            op.execute(f"DROP FUNCTION {table}_append_only()")
    for table, column in INDEXED:
        op.drop_index(op.f(f"ix_{table}_{column}"), table_name=table)
    op.drop_index("uq_dossier_derogation_draft", table_name="dossier")
    op.drop_index("uq_dossier_open", table_name="dossier")
    unique_on_code("uq_dossier_open", OLD_OPEN)
    if sqlite():
        downgrade_sqlite()
    else:
        downgrade_postgresql()
    check_references()
