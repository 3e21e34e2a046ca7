"""Dossiers, their events, periods, documents and scores."""

import sqlalchemy as sa
from alembic import op

revision = "0002_dossiers"
down_revision = "0001_accounts"
branch_labels = None
depends_on = None

# The words of the day this revision was written: the code may learn others, this file does not.
STATES = (
    "'draft', 'submitted', 'awaiting_documents', 'complete', 'proposed',"
    " 'listed_by_order', 'refused_by_order', 'refused_by_silence', 'withdrawn'"
)
DECIDED = "'listed_by_order', 'refused_by_order', 'refused_by_silence'"
REVIEWED = f"'complete', 'proposed', {DECIDED}"
ACTIONS = (
    "'submit', 'request_documents', 'request_again', 'request_without_effect',"
    " 'confirm_complete', 'deem_complete', 'supply_item', 'supply_last_item', 'add_document',"
    " 'propose', 'propose_after_silence',"
    " 'list_by_order', 'list_after_silence', 'list_in_time',"
    " 'refuse_by_order', 'refuse_after_silence', 'refuse_in_time', 'refuse_by_silence',"
    " 'withdraw'"
)
# One open dossier of a company for a code; change reports apart.
OPEN = sa.text(
    "state IN ('awaiting_documents', 'complete', 'draft', 'proposed', 'submitted')"
    " AND route <> 'modification'"
)
RUNNING = sa.text("outcome = 'running'")

# What happened and what was filed is never changed, by nobody.
APPEND_ONLY = ("dossier_event", "declaration")


def forbid_changes(table):
    """Refuse update and delete of a table; a batch migration drops these triggers silently."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$"
    )
    for name, verb, level in (
        ("no_update", "UPDATE", "ROW"),
        ("no_delete", "DELETE", "ROW"),
        ("no_truncate", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} "
            f"FOR EACH {level} EXECUTE FUNCTION {table}_append_only()"
        )


def drop_function(table):
    """Drop what a dropped table leaves behind."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f"DROP FUNCTION {table}_append_only()")


def upgrade():
    op.create_table(
        "dossier",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("route", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.Column("manufacturer_id", sa.Integer(), nullable=False),
        sa.Column("tvv", sa.String(length=85), nullable=False),
        sa.Column("brand", sa.String(length=120), nullable=False),
        sa.Column("commercial_name", sa.String(length=120), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("content_revision", sa.Integer(), nullable=False),
        sa.Column("last_sequence", sa.Integer(), nullable=False),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("complete_on", sa.Date(), nullable=True),
        sa.Column("proposed_on", sa.Date(), nullable=True),
        sa.Column("decided_on", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(state = 'draft') = (received_on IS NULL)", name=op.f("ck_dossier_draft_is_undated")
        ),
        sa.CheckConstraint(
            f"(state IN ({DECIDED})) = (decided_on IS NOT NULL)",
            name=op.f("ck_dossier_decision_is_dated"),
        ),
        sa.CheckConstraint(
            "route IN ('reference', 'derogation', 'modification')",
            name=op.f("ck_dossier_route_is_known"),
        ),
        sa.CheckConstraint(
            f"state IN ({STATES})",
            name=op.f("ck_dossier_state_is_known"),
        ),
        sa.CheckConstraint(
            f"state NOT IN ({REVIEWED}) OR complete_on IS NOT NULL",
            name=op.f("ck_dossier_review_needs_completeness"),
        ),
        sa.CheckConstraint(
            "state NOT IN ('proposed', 'listed_by_order') OR proposed_on IS NOT NULL",
            name=op.f("ck_dossier_listing_needs_proposal"),
        ),
        sa.CheckConstraint(
            "complete_on >= received_on", name=op.f("ck_dossier_complete_after_receipt")
        ),
        sa.CheckConstraint("length(trim(tvv)) > 0", name=op.f("ck_dossier_code_is_not_blank")),
        sa.ForeignKeyConstraint(
            ["manufacturer_id"],
            ["manufacturer.id"],
            name=op.f("fk_dossier_manufacturer_id_manufacturer"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dossier")),
        sa.UniqueConstraint("reference", name=op.f("uq_dossier_reference")),
    )
    op.create_index(op.f("ix_dossier_manufacturer_id"), "dossier", ["manufacturer_id"])
    op.create_index("ix_dossier_state", "dossier", ["state"])
    op.create_index(op.f("ix_dossier_tvv"), "dossier", ["tvv"])
    op.create_index(
        "uq_dossier_open",
        "dossier",
        ["manufacturer_id", "tvv"],
        unique=True,
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )
    op.create_table(
        "dossier_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("from_state", sa.String(length=40), nullable=False),
        sa.Column("to_state", sa.String(length=40), nullable=False),
        sa.Column("basis", sa.String(length=10), nullable=False),
        sa.Column("occurred_on", sa.Date(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("actor_name", sa.String(length=120), nullable=False),
        sa.Column("actor_role", sa.String(length=40), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("previous_digest", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "(actor_role = 'clock') = (actor_id IS NULL)",
            name=op.f("ck_dossier_event_a_person_or_the_clock"),
        ),
        sa.CheckConstraint(
            f"action IN ({ACTIONS})",
            name=op.f("ck_dossier_event_action_is_known"),
        ),
        sa.CheckConstraint(
            "actor_role IN ('manufacturer', 'reviewer', 'authority', 'operator', 'clock')",
            name=op.f("ck_dossier_event_actor_role_is_known"),
        ),
        sa.CheckConstraint(
            f"from_state IN ({STATES})",
            name=op.f("ck_dossier_event_from_state_is_known"),
        ),
        sa.CheckConstraint(
            f"to_state IN ({STATES})",
            name=op.f("ck_dossier_event_to_state_is_known"),
        ),
        sa.CheckConstraint("sequence > 0", name=op.f("ck_dossier_event_sequence_is_positive")),
        sa.ForeignKeyConstraint(
            ["actor_id"], ["user_account.id"], name=op.f("fk_dossier_event_actor_id_user_account")
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_dossier_event_dossier_id_dossier")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dossier_event")),
        sa.UniqueConstraint(
            "dossier_id", "sequence", name=op.f("uq_dossier_event_dossier_id_sequence")
        ),
    )
    op.create_table(
        "declaration",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("filed_on", sa.Date(), nullable=False),
        sa.Column("filed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_declaration_dossier_id_dossier")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_declaration")),
        sa.UniqueConstraint(
            "dossier_id", "revision", name=op.f("uq_declaration_dossier_id_revision")
        ),
    )
    op.create_table(
        "period",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=300), nullable=False),
        sa.Column("origin_event_id", sa.Integer(), nullable=False),
        sa.Column("origin_on", sa.Date(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("effect_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine_version", sa.String(length=20), nullable=False),
        sa.CheckConstraint(
            "(outcome = 'running') = (settled_at IS NULL)", name=op.f("ck_period_outcome_is_dated")
        ),
        sa.CheckConstraint(
            "kind IN ('completeness', 'recheck', 'review', 'silence', 'inspection')",
            name=op.f("ck_period_kind_is_known"),
        ),
        sa.CheckConstraint(
            "outcome IN ('running', 'met', 'expired', 'superseded', 'stopped')",
            name=op.f("ck_period_outcome_is_known"),
        ),
        sa.CheckConstraint("last_day > origin_on", name=op.f("ck_period_ends_after_origin")),
        sa.CheckConstraint("months > 0", name=op.f("ck_period_has_a_length")),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_period_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["origin_event_id"],
            ["dossier_event.id"],
            name=op.f("fk_period_origin_event_id_dossier_event"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_period")),
        sa.UniqueConstraint(
            "dossier_id",
            "kind",
            "origin_event_id",
            name=op.f("uq_period_dossier_id_kind_origin_event_id"),
        ),
    )
    op.create_index(
        "uq_period_running",
        "period",
        ["dossier_id", "kind"],
        unique=True,
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.create_index(
        "ix_period_due",
        "period",
        ["effect_at"],
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.create_table(
        "document",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("manufacturer_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("media_type", sa.String(length=100), nullable=False),
        sa.Column("filename", sa.String(length=150), nullable=False),
        sa.Column("scan", sa.String(length=40), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_from_id", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "scan IN ('not_scanned', 'pending', 'clean', 'infected', 'error')",
            name=op.f("ck_document_scan_is_known"),
        ),
        sa.CheckConstraint("length(digest) = 64", name=op.f("ck_document_digest_is_sha256")),
        sa.CheckConstraint("size > 0", name=op.f("ck_document_is_not_empty")),
        sa.ForeignKeyConstraint(
            ["manufacturer_id"],
            ["manufacturer.id"],
            name=op.f("fk_document_manufacturer_id_manufacturer"),
        ),
        sa.ForeignKeyConstraint(
            ["received_from_id"],
            ["user_account.id"],
            name=op.f("fk_document_received_from_id_user_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint(
            "manufacturer_id", "digest", name=op.f("uq_document_manufacturer_id_digest")
        ),
        sa.UniqueConstraint("reference", name=op.f("uq_document_reference")),
    )
    op.create_table(
        "document_support",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Integer(), nullable=False),
        sa.Column("requirement", sa.String(length=60), nullable=False),
        sa.Column("site", sa.String(length=80), nullable=False),
        sa.Column("added_on", sa.Date(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name=op.f("fk_document_support_document_id_document")
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_document_support_dossier_id_dossier")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_support")),
        sa.UniqueConstraint(
            "dossier_id",
            "document_id",
            "requirement",
            "site",
            name=op.f("uq_document_support_dossier_id_document_id_requirement_site"),
        ),
    )
    op.create_index("ix_document_support_document", "document_support", ["document_id"])
    op.create_table(
        "requested_item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=20), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("requirement", sa.String(length=60), nullable=True),
        sa.Column("site", sa.String(length=80), nullable=True),
        sa.Column("binding", sa.Boolean(), nullable=False),
        sa.Column("asked_on", sa.Date(), nullable=False),
        sa.Column("answer_by", sa.Date(), nullable=False),
        sa.Column("supplied_on", sa.Date(), nullable=True),
        sa.Column("supplied_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(supplied_on IS NULL) = (supplied_at IS NULL)",
            name=op.f("ck_requested_item_supplied_day_and_instant"),
        ),
        sa.CheckConstraint(
            "supplied_on >= asked_on", name=op.f("ck_requested_item_supplied_after_asked")
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_requested_item_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["dossier_event.id"],
            name=op.f("fk_requested_item_event_id_dossier_event"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requested_item")),
        sa.UniqueConstraint("reference", name=op.f("uq_requested_item_reference")),
    )
    op.create_index("ix_requested_item_dossier", "requested_item", ["dossier_id"])
    op.create_table(
        "assessment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("declaration_id", sa.Integer(), nullable=False),
        sa.Column("law_on", sa.Date(), nullable=False),
        sa.Column("computed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("law_digest", sa.String(length=64), nullable=False),
        sa.Column("engine_version", sa.String(length=20), nullable=False),
        sa.Column("category", sa.Integer(), nullable=False),
        sa.Column("footprint_kg", sa.String(length=60), nullable=False),
        sa.Column("score", sa.String(length=60), nullable=False),
        sa.Column("reached", sa.Boolean(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["declaration_id"],
            ["declaration.id"],
            name=op.f("fk_assessment_declaration_id_declaration"),
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_assessment_dossier_id_dossier")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assessment")),
    )
    op.create_index("ix_assessment_dossier", "assessment", ["dossier_id"])
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dossier_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("assessment_id", sa.Integer(), nullable=False),
        sa.Column("favourable", sa.Boolean(), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.Column("lapsed_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["assessment_id"], ["assessment.id"], name=op.f("fk_proposal_assessment_id_assessment")
        ),
        sa.ForeignKeyConstraint(
            ["dossier_id"], ["dossier.id"], name=op.f("fk_proposal_dossier_id_dossier")
        ),
        sa.ForeignKeyConstraint(
            ["event_id"], ["dossier_event.id"], name=op.f("fk_proposal_event_id_dossier_event")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
        sa.UniqueConstraint("event_id", name=op.f("uq_proposal_event_id")),
    )
    op.create_index("ix_proposal_dossier", "proposal", ["dossier_id"])
    for table in APPEND_ONLY:
        forbid_changes(table)


def downgrade():
    op.drop_index("ix_proposal_dossier", table_name="proposal")
    op.drop_table("proposal")
    op.drop_index("ix_assessment_dossier", table_name="assessment")
    op.drop_table("assessment")
    op.drop_index("ix_requested_item_dossier", table_name="requested_item")
    op.drop_table("requested_item")
    op.drop_index("ix_document_support_document", table_name="document_support")
    op.drop_table("document_support")
    op.drop_table("document")
    op.drop_index(
        "uq_period_running",
        table_name="period",
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.drop_index(
        "ix_period_due",
        table_name="period",
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )
    op.drop_table("period")
    op.drop_table("declaration")
    op.drop_table("dossier_event")
    op.drop_index(
        "uq_dossier_open",
        table_name="dossier",
        sqlite_where=OPEN,
        postgresql_where=OPEN,
    )
    op.drop_index(op.f("ix_dossier_tvv"), table_name="dossier")
    op.drop_index("ix_dossier_state", table_name="dossier")
    op.drop_index(op.f("ix_dossier_manufacturer_id"), table_name="dossier")
    op.drop_table("dossier")
    for table in APPEND_ONLY:
        drop_function(table)
