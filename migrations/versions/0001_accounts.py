"""Companies, accounts, sessions and tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001_accounts"
down_revision = None
branch_labels = None
depends_on = None


def upgrade():
    op.create_table(
        "manufacturer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("length(country) = 2", name=op.f("ck_manufacturer_country_is_iso")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_manufacturer")),
        sa.UniqueConstraint("name", name=op.f("uq_manufacturer_name")),
        sa.UniqueConstraint("reference", name=op.f("uq_manufacturer_reference")),
    )
    op.create_table(
        "user_account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("role", sa.String(length=40), nullable=False),
        sa.Column("manufacturer_id", sa.Integer(), nullable=True),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("totp_secret", sa.String(length=64), nullable=True),
        sa.Column("totp_last_step", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("disabled_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(role = 'manufacturer') = (manufacturer_id IS NOT NULL)",
            name=op.f("ck_user_account_company_for_manufacturers_only"),
        ),
        sa.CheckConstraint("role <> 'clock'", name=op.f("ck_user_account_clock_is_no_person")),
        sa.CheckConstraint(
            "role IN ('manufacturer', 'reviewer', 'authority', 'operator', 'clock')",
            name=op.f("ck_user_account_role_is_known"),
        ),
        sa.CheckConstraint(
            "email = lower(email)", name=op.f("ck_user_account_email_is_lower_case")
        ),
        sa.ForeignKeyConstraint(
            ["manufacturer_id"],
            ["manufacturer.id"],
            name=op.f("fk_user_account_manufacturer_id_manufacturer"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_account")),
        sa.UniqueConstraint("email", name=op.f("uq_user_account_email")),
        sa.UniqueConstraint("reference", name=op.f("uq_user_account_reference")),
    )
    op.create_index(op.f("ix_user_account_manufacturer_id"), "user_account", ["manufacturer_id"])
    op.create_table(
        "sign_in_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("second_factor_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("browser", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_sign_in_session_user_id_user_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_session")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_sign_in_session_token_digest")),
    )
    op.create_index(op.f("ix_sign_in_session_user_id"), "sign_in_session", ["user_id"])
    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("token_digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_api_token_user_id_user_account")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("reference", name=op.f("uq_api_token_reference")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_api_token_token_digest")),
    )
    op.create_index(op.f("ix_api_token_user_id"), "api_token", ["user_id"])
    op.create_table(
        "sign_in_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_attempt")),
    )
    op.create_index("ix_sign_in_attempt_subject_at", "sign_in_attempt", ["subject", "at"])


def downgrade():
    op.drop_index("ix_sign_in_attempt_subject_at", table_name="sign_in_attempt")
    op.drop_table("sign_in_attempt")
    op.drop_index(op.f("ix_api_token_user_id"), table_name="api_token")
    op.drop_table("api_token")
    op.drop_index(op.f("ix_sign_in_session_user_id"), table_name="sign_in_session")
    op.drop_table("sign_in_session")
    op.drop_index(op.f("ix_user_account_manufacturer_id"), table_name="user_account")
    op.drop_table("user_account")
    op.drop_table("manufacturer")
