"""The triggers that refuse to change what happened: whether the database still has them all."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy import Connection

# Tables of which no row changes nor goes; of a proposal, the day it lapsed may still be written.
APPEND_ONLY: Final = (
    "assessment",
    "breach_reading",
    "breach_report",
    "declaration",
    "dossier_event",
    "journal_entry",
    "minister_position",
    "proposal",
)
# What a published order and its lines no longer allow.
SEALED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "ministerial_order": ("no_update", "no_delete"),
        "order_line": ("no_insert", "no_update", "no_delete"),
    }
)
# SQLite knows no TRUNCATE.
REFUSED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "sqlite": ("no_update", "no_delete"),
        "postgresql": ("no_update", "no_delete", "no_truncate"),
    }
)
# A trigger that somebody disabled is one that is not there.
LIVE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": (
            "SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
        ),
    }
)

Guard = tuple[str, str]


def expected_guards(dialect: str) -> frozenset[Guard]:
    """Return the table and the name of each trigger that the migrations make on a database."""
    kept = {**dict.fromkeys(APPEND_ONLY, REFUSED[dialect]), **SEALED}
    return frozenset((table, f"{table}_{name}") for table, names in kept.items() for name in names)


def guards_of(connection: Connection) -> frozenset[Guard]:
    """Return the table and the name of each trigger that a database has, and obeys."""
    rows = connection.exec_driver_sql(LIVE[connection.dialect.name])
    return frozenset((table, name) for table, name in rows)


def missing_guards(connection: Connection) -> tuple[Guard, ...]:
    """Return the triggers that somebody took away, in order."""
    return tuple(sorted(expected_guards(connection.dialect.name) - guards_of(connection)))
