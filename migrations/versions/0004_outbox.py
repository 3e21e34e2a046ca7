"""Mail to send and runs of the scheduler."""

import sqlalchemy as sa
from alembic import op

revision = "0004_outbox"
down_revision = "0003_orders"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "outbox_message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=True),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.String(length=300), nullable=True),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_outbox_message_attempts_are_counted")),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_outbox_message_dossier_id_dossier")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_message")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_message_key")),
    )
    op.create_index(op.f("ix_outbox_message_dossier_id"), "outbox_message", ["dossier_id"])
    op.create_index("ix_outbox_message_sent_at", "outbox_message", ["sent_at"])
    op.create_table(
        "scheduler_run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("job", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scheduler_run")),
    )
    op.create_index(op.f("ix_scheduler_run_job"), "scheduler_run", ["job"])


def downgrade():
    op.drop_index(op.f("ix_scheduler_run_job"), table_name="scheduler_run")
    op.drop_table("scheduler_run")
    op.drop_index("ix_outbox_message_sent_at", table_name="outbox_message")
    op.drop_index(op.f("ix_outbox_message_dossier_id"), table_name="outbox_message")
    op.drop_table("outbox_message")
