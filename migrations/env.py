"""Run the revisions on the database of the application, one transaction each."""

from alembic import context
from flask import current_app
from sqlalchemy import Connection

from app.extensions import WRITING, Base


def configure_and_run(connection: Connection) -> None:
    """Run the revisions asked for; a batch rebuilds a table where the database cannot change it."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        transaction_per_migration=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


engine = current_app.extensions["migrate"].db.engine
with engine.connect().execution_options(**{WRITING: True}) as opened:
    configure_and_run(opened)
