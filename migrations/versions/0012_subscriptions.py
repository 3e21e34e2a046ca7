"""The addresses that the changes of the list are sent to."""

import sqlalchemy as sa
from alembic import op

revision = "0012_subscriptions"
down_revision = "0011_listing_brands"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "subscription",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("address", sa.String(length=500), nullable=False),
        sa.Column("host", sa.String(length=500), nullable=False),
        sa.Column("brand_key", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=200), nullable=True),
        sa.Column("key_digest", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_result", sa.String(length=200), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('asked', 'active', 'stopped')", name=op.f("ck_subscription_state_is_known")
        ),
        sa.CheckConstraint("position >= 0", name=op.f("ck_subscription_position_is_positive")),
        sa.CheckConstraint("failures >= 0", name=op.f("ck_subscription_failures_are_positive")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subscription")),
        sa.UniqueConstraint("key_digest", name=op.f("uq_subscription_key_digest")),
        sa.UniqueConstraint("reference", name=op.f("uq_subscription_reference")),
    )
    op.create_index(op.f("ix_subscription_host"), "subscription", ["host"])
    op.create_index(op.f("ix_subscription_next_try_at"), "subscription", ["next_try_at"])


def downgrade():
    op.drop_table("subscription")
