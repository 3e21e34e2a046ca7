"""Run the revisions on the database of the application, one transaction each."""

import sqlite3

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


def let_tables_be_rebuilt(connection: Connection, *, rebuilding: bool) -> None:
    """Suspend the foreign keys of SQLite: a table that is written anew is dropped for a moment.

    A revision that does so checks them itself before its commit.
    """
    raw = connection.connection.dbapi_connection
    if isinstance(raw, sqlite3.Connection):
        raw.execute(f"PRAGMA foreign_keys={'OFF' if rebuilding else 'ON'}")


engine = current_app.extensions["migrate"].db.engine
with engine.connect().execution_options(**{WRITING: True}) as opened:
    let_tables_be_rebuilt(opened, rebuilding=True)
    try:
        configure_and_run(opened)
    finally:
        opened.rollback()
        let_tables_be_rebuilt(opened, rebuilding=False)
