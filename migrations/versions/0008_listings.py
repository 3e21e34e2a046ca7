"""The list as rows with two times, the words that find them, and its numbered changes."""

import sqlalchemy as sa
from alembic import op

revision = "0008_listings"
down_revision = "0007_document_names"
branch_labels = None
depends_on = None

KNOWN_NOW = sa.text("known_until IS NULL")


def plain(kind):
    collation = "C" if op.get_bind().dialect.name == "postgresql" else None
    return sa.Text(collation=collation) if kind is None else sa.String(kind, collation=collation)


def order(name):
    return sa.ForeignKeyConstraint(
        [name], ["ministerial_order.id"], name=op.f(f"fk_listing_{name}_ministerial_order")
    )


def upgrade():
    corrects = sa.text("replaces_id IS NOT NULL")
    op.drop_index("ix_order_line_replaces_id", "order_line")
    op.create_index(
        "ix_order_line_replaces_id",
        "order_line",
        ["replaces_id"],
        sqlite_where=corrects,
        postgresql_where=corrects,
    )
    op.create_table(
        "listing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("brand", sa.String(length=120), nullable=False),
        sa.Column("commercial_name", sa.String(length=120), nullable=False),
        sa.Column("tvv", plain(85), nullable=False),
        sa.Column("brand_key", plain(None), nullable=False),
        sa.Column("place", plain(None), nullable=False),
        sa.Column("shape", plain(None), nullable=False),
        sa.Column("listed_from", sa.Date(), nullable=False),
        sa.Column("listed_until", sa.Date(), nullable=True),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("removal_id", sa.Integer(), nullable=True),
        sa.Column("correction_id", sa.Integer(), nullable=True),
        sa.Column("known_from", sa.DateTime(timezone=True), nullable=False),
        sa.Column("known_until", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("listed_until > listed_from", name=op.f("ck_listing_days_follow")),
        sa.CheckConstraint("known_until >= known_from", name=op.f("ck_listing_instants_follow")),
        sa.CheckConstraint(
            "(removal_id IS NULL) = (listed_until IS NULL)",
            name=op.f("ck_listing_an_end_has_its_order"),
        ),
        order("order_id"),
        order("removal_id"),
        order("correction_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_listing")),
    )
    op.create_index("ix_listing_tvv", "listing", ["tvv"])
    op.create_index("ix_listing_shape", "listing", ["shape"])
    for name, columns in (
        ("ix_listing_place", ["place", "tvv", "brand_key", "listed_from", "listed_until"]),
        ("ix_listing_days", ["listed_from", "listed_until"]),
    ):
        op.create_index(
            name, "listing", columns, sqlite_where=KNOWN_NOW, postgresql_where=KNOWN_NOW
        )
    op.create_table(
        "list_word",
        sa.Column("word", plain(None), nullable=False),
        sa.Column("place", plain(None), nullable=False),
        sa.PrimaryKeyConstraint("word", "place", name=op.f("pk_list_word")),
    )
    op.create_index("ix_list_word_place", "list_word", ["place"])
    op.create_table(
        "list_change",
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line_id", sa.Integer(), nullable=False),
        sa.CheckConstraint("sequence > 0", name=op.f("ck_list_change_sequence_is_positive")),
        sa.ForeignKeyConstraint(
            ["line_id"], ["order_line.id"], name=op.f("fk_list_change_line_id_order_line")
        ),
        sa.PrimaryKeyConstraint("sequence", name=op.f("pk_list_change")),
        sa.UniqueConstraint("line_id", name=op.f("uq_list_change_line_id")),
    )


def downgrade():
    op.drop_table("list_change")
    op.drop_table("list_word")
    op.drop_table("listing")
    op.drop_index("ix_order_line_replaces_id", "order_line")
    op.create_index("ix_order_line_replaces_id", "order_line", ["replaces_id"])
