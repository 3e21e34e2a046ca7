"""The publications of the list, numbered."""

import sqlalchemy as sa
from alembic import op

revision = "0009_publications"
down_revision = "0008_listings"
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "publication",
        sa.Column("sequence", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("still_on", sa.Date(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_of", sa.String(length=300), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.CheckConstraint("sequence > 0", name=op.f("ck_publication_sequence_is_positive")),
        sa.PrimaryKeyConstraint("sequence", name=op.f("pk_publication")),
    )


def downgrade():
    op.drop_table("publication")
