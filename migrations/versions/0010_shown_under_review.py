"""The two acts by which a company lets its dossier be shown as under review, or no longer.

SQLite cannot change a CHECK: the events are written anew from the text of their table, with their
indexes and triggers.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010_shown_under_review"
down_revision = "0009_publications"
branch_labels = None
depends_on = None

# The words of the day this revision was written, after those of revision 0005.
OLD_ACTIONS = (
    "'submit', 'submit_derogation', 'submit_inadmissible', 'request_documents', 'request_again',"
    " 'request_without_effect', 'confirm_complete', 'deem_complete', 'supply_item',"
    " 'supply_last_item', 'add_document', 'correct', 'propose', 'propose_after_silence',"
    " 'list_by_order', 'list_after_silence', 'list_in_time', 'refuse_by_order',"
    " 'refuse_after_silence', 'refuse_in_time', 'refuse_by_silence', 'withdraw',"
    " 'request_reasons', 'give_reasons', 'report_change', 'give_opinion', 'miss_opinion',"
    " 'keep_by_order', 'pass_over_in_silence', 'remove_by_order', 'correct_by_order',"
    " 'request_evidence', 'supply_evidence'"
)
NEW_WORDS = ("show_publicly", "stop_showing")
OLD = f"action IN ({OLD_ACTIONS})"
NEW = f"action IN ({OLD_ACTIONS}, 'show_publicly', 'stop_showing')"
CHECK = "ck_dossier_event_action_is_known"


def sqlite():
    return op.get_bind().dialect.name == "sqlite"


def rows(statement, **values):
    return op.get_bind().execute(sa.text(statement), values).all()


def rebuild(table, old_text, new_text):
    """Write a table of SQLite anew, its text changed; its indexes and triggers follow."""
    text = rows("SELECT sql FROM sqlite_master WHERE name = :name", name=table)[0][0]
    followers = rows(
        "SELECT sql FROM sqlite_master WHERE tbl_name = :name AND type <> 'table'"
        " AND sql IS NOT NULL",
        name=table,
    )
    if old_text not in text:
        raise RuntimeError(f"{table}: not found: {old_text}")
    text = text.replace(old_text, new_text)
    op.execute(sa.text(f"CREATE TABLE _{table} {text[text.index('(') :]}".replace(":", r"\:")))
    names = [row[1] for row in rows(f"PRAGMA table_info({table})")]
    old, new = (sa.table(name, *map(sa.column, names)) for name in (table, f"_{table}"))
    op.execute(sa.insert(new).from_select(names, sa.select(old)))
    op.execute(f"DROP TABLE {table}")
    op.execute(f"ALTER TABLE _{table} RENAME TO {table}")
    for (follower,) in followers:
        op.execute(follower)


def change(old, new):
    if sqlite():
        rebuild("dossier_event", old, new)
        return
    op.drop_constraint(op.f(CHECK), "dossier_event")
    op.create_check_constraint(op.f(CHECK), "dossier_event", new)


def check_references():
    if sqlite() and rows("PRAGMA foreign_key_check"):
        raise RuntimeError("The tables do not hold together.")


def upgrade():
    change(OLD, NEW)
    check_references()


def downgrade():
    """Refuse to go back once somebody agreed: an event is never removed."""
    event = sa.table("dossier_event", sa.column("action"))
    told = sa.select(event.c.action).where(event.c.action.in_(NEW_WORDS)).limit(1)
    if op.get_bind().execute(told).first():
        raise RuntimeError("dossier_event holds acts that the older revision does not know")
    change(NEW, OLD)
    check_references()
