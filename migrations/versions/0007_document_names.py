"""A company may send the same bytes under several names: one document for each name."""

import sqlalchemy as sa
from alembic import op

revision = "0007_document_names"
down_revision = "0006_guarded_scores"
branch_labels = None
depends_on = None

TABLE = "document"
BEFORE = ("uq_document_manufacturer_id_digest", "manufacturer_id, digest")
AFTER = ("uq_document_manufacturer_id_digest_filename", "manufacturer_id, digest, filename")


def sqlite():
    return op.get_bind().dialect.name == "sqlite"


def rows(statement, **values):
    return op.get_bind().execute(sa.text(statement), values).all()


def declared(constraint):
    name, columns = constraint
    return f"CONSTRAINT {name} UNIQUE ({columns})"


def rebuild(old, new):
    """Write the table of SQLite anew, its text changed; its indexes and triggers follow."""
    text = rows("SELECT sql FROM sqlite_master WHERE name = :name", name=TABLE)[0][0]
    followers = rows(
        "SELECT sql FROM sqlite_master WHERE tbl_name = :name AND type <> 'table'"
        " AND sql IS NOT NULL",
        name=TABLE,
    )
    if declared(old) not in text:
        raise RuntimeError(f"{TABLE}: not found: {old}")
    text = text.replace(declared(old), declared(new))
    names = [row[1] for row in rows(f"PRAGMA table_info({TABLE})")]
    op.execute(f"CREATE TABLE _{TABLE} {text[text.index('(') :]}")
    held, fresh = (sa.table(one, *map(sa.column, names)) for one in (TABLE, f"_{TABLE}"))
    op.execute(sa.insert(fresh).from_select(names, sa.select(held)))
    op.execute(f"DROP TABLE {TABLE}")
    op.execute(f"ALTER TABLE _{TABLE} RENAME TO {TABLE}")
    for (follower,) in followers:
        op.execute(follower)
    if rows("PRAGMA foreign_key_check"):
        raise RuntimeError("The tables do not hold together.")


def change(old, new):
    if sqlite():
        rebuild(old, new)
        return
    op.execute(f"ALTER TABLE {TABLE} DROP CONSTRAINT {old[0]}")
    op.execute(f"ALTER TABLE {TABLE} ADD {declared(new)}")


def upgrade():
    change(BEFORE, AFTER)


def downgrade():
    """Go back; refused by the constraint itself once a company used a second name."""
    change(AFTER, BEFORE)
