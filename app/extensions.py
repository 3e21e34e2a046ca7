"""Flask extensions, not yet bound to an application, and how a connection behaves."""

import sqlite3
from typing import Final

from flask_compress import Compress
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect
from sqlalchemy import Connection, MetaData, event
from sqlalchemy.engine import Engine
from sqlalchemy.orm import DeclarativeBase

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The base of every table; constraints have names, so that a migration can find them."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base)
migrate = Migrate()
csrf = CSRFProtect()
compress = Compress()

# Execution option of a connection that is going to write.
WRITING: Final = "writing"


@event.listens_for(Engine, "connect")
def prepare_sqlite(connection: object, _record: object) -> None:
    """Give SQLite foreign keys, a write-ahead log and full durability.

    The driver is kept from opening transactions by itself: it would commit DDL on its own, and a
    migration that fails half-way would leave its first half behind.
    """
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None
    for pragma in (
        "foreign_keys=ON",
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=10000",
    ):
        connection.execute(f"PRAGMA {pragma}")


@event.listens_for(Engine, "begin")
def begin_sqlite(connection: Connection) -> None:
    """Open the transaction; a writer takes the lock at once.

    A reader that becomes a writer half-way is refused by SQLite without waiting, whatever the
    busy time-out.
    """
    if connection.dialect.name != "sqlite":
        return
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
