"""The brands of the list by an index: one step a brand, however many versions it has."""

from alembic import op

revision = "0011_listing_brands"
down_revision = "0010_shown_under_review"
branch_labels = None
depends_on = None


def upgrade():
    op.create_index("ix_listing_brand", "listing", ["brand_key", "brand"])


def downgrade():
    op.drop_index("ix_listing_brand", table_name="listing")
