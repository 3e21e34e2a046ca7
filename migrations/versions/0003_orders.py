"""Orders of the ministers and what they say of each version."""

import sqlalchemy as sa
from alembic import op

revision = "0003_orders"
down_revision = "0002_dossiers"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "ministerial_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("origin", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("nor", sa.String(length=12), nullable=True),
        sa.Column("signed_on", sa.Date(), nullable=True),
        sa.Column("published_on", sa.Date(), nullable=True),
        sa.Column("effective_on", sa.Date(), nullable=True),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(state = 'published') = (effective_on IS NOT NULL)",
            name=op.f("ck_ministerial_order_effect_is_dated"),
        ),
        sa.CheckConstraint(
            "(state = 'published') = (published_on IS NOT NULL)",
            name=op.f("ck_ministerial_order_publication_is_dated"),
        ),
        sa.CheckConstraint(
            "origin IN ('portal', 'imported')", name=op.f("ck_ministerial_order_origin_is_known")
        ),
        sa.CheckConstraint(
            "state <> 'published' OR origin = 'imported' OR nor IS NOT NULL",
            name=op.f("ck_ministerial_order_nor_is_known"),
        ),
        sa.CheckConstraint(
            "state IN ('prepared', 'published')", name=op.f("ck_ministerial_order_state_is_known")
        ),
        sa.CheckConstraint(
            "effective_on >= published_on",
            name=op.f("ck_ministerial_order_effect_after_publication"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["user_account.id"],
            name=op.f("fk_ministerial_order_created_by_id_user_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ministerial_order")),
        sa.UniqueConstraint("nor", name=op.f("uq_ministerial_order_nor")),
        sa.UniqueConstraint("reference", name=op.f("uq_ministerial_order_reference")),
    )
    op.create_table(
        "order_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("effect", sa.String(length=40), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=True),
        sa.Column("brand", sa.String(length=120), nullable=False),
        sa.Column("commercial_name", sa.String(length=120), nullable=False),
        sa.Column("tvv", sa.String(length=85), nullable=False),
        sa.Column("search_text", sa.Text(), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "effect IN ('list', 'refuse')", name=op.f("ck_order_line_effect_is_known")
        ),
        sa.CheckConstraint("length(trim(tvv)) > 0", name=op.f("ck_order_line_code_is_not_blank")),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_order_line_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["order_id"],
            ["ministerial_order.id"],
            name=op.f("fk_order_line_order_id_ministerial_order"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_line")),
        sa.UniqueConstraint("order_id", "position", name=op.f("uq_order_line_order_id_position")),
    )
    op.create_index(op.f("ix_order_line_dossier_id"), "order_line", ["dossier_id"])
    op.create_index("ix_order_line_tvv", "order_line", ["tvv"])
    op.create_index(
        "uq_order_line_dossier",
        "order_line",
        ["order_id", "dossier_id"],
        unique=True,
        sqlite_where=sa.text("dossier_id IS NOT NULL"),
        postgresql_where=sa.text("dossier_id IS NOT NULL"),
    )


def downgrade():
    op.drop_index(
        "uq_order_line_dossier",
        table_name="order_line",
        sqlite_where=sa.text("dossier_id IS NOT NULL"),
        postgresql_where=sa.text("dossier_id IS NOT NULL"),
    )
    op.drop_index("ix_order_line_tvv", table_name="order_line")
    op.drop_index(op.f("ix_order_line_dossier_id"), table_name="order_line")
    op.drop_table("order_line")
    op.drop_table("ministerial_order")
