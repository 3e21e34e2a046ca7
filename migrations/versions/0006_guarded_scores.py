"""Scores and proposals never change: only the day a proposal lapsed is written afterwards."""

from alembic import op

revision = "0006_guarded_scores"
down_revision = "0005_whole_procedure"
branch_labels = None
depends_on = None

# The table, and the columns that no statement may set; all of them when none are named.
GUARDED = (
    ("assessment", ""),
    ("proposal", "id, dossier_id, event_id, assessment_id, favourable, reasons, sent_on"),
)


def sqlite():
    return op.get_bind().dialect.name == "sqlite"


def guard_sqlite(table, columns):
    update = f"UPDATE OF {columns}" if columns else "UPDATE"
    for name, verb in (("no_update", update), ("no_delete", "DELETE")):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )


def guard_postgresql(table, columns):
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    update = f"UPDATE OF {columns}" if columns else "UPDATE"
    for name, verb, level in (
        ("no_update", update, "ROW"),
        ("no_delete", "DELETE", "ROW"),
        ("no_truncate", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} "
            f"FOR EACH {level} EXECUTE FUNCTION {table}_append_only()"
        )


def upgrade():
    guard = guard_sqlite if sqlite() else guard_postgresql
    for table, columns in GUARDED:
        guard(table, columns)


def downgrade():
    for table, _ in GUARDED:
        names = (
            ("no_update", "no_delete") if sqlite() else ("no_update", "no_delete", "no_truncate")
        )
        for name in names:
            op.execute(f"DROP TRIGGER {table}_{name}{'' if sqlite() else f' ON {table}'}")
        if not sqlite():
            op.execute(f"DROP FUNCTION {table}_append_only()")
