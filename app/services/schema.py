"""The schema of the database: only migrations make it, once, before anything is served."""

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app
from flask_migrate import upgrade

from app.extensions import db
from app.services.list_lock import lock_list
from app.services.listings import count_rows, relist_all
from app.services.transaction import transaction


class SchemaError(Exception):
    """The database is not at a revision that the portal can use; the sentence says what to do."""


def upgrade_schema() -> None:
    """Bring the database to the last revision; each revision is one transaction.

    A database that had orders before the list had rows is given them.

    Raises:
        SchemaError: its revision is unknown: it belongs to a later portal.
    """
    known = {script.revision for script in _scripts().walk_revisions()}
    if not _found() <= known:
        raise SchemaError(
            "La base de données est à une révision que ce portail ne connaît pas :"
            " elle vient d’une version plus récente."
        )
    upgrade()
    with transaction():
        lock_list()
        if not count_rows():
            relist_all()


def check_schema() -> None:
    """Refuse a database that is not at the last revision.

    Raises:
        SchemaError: it is empty, or at another revision.
    """
    if _found() != set(_scripts().get_heads()):
        raise SchemaError("La base de données n’est pas à jour : lancez « score-env upgrade ».")


def close_connections() -> None:
    """End the session and close the connections of the application to its database."""
    db.session.remove()
    db.engine.dispose()


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(current_app.extensions["migrate"].migrate.get_config())


def _found() -> set[str]:
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())
