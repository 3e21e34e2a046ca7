"""A schema as the database tells it: all that two ways of making it must agree on."""

import sqlalchemy as sa

from app.queries.audit.guards import guards_of

# Alembic's own.
BOOKKEEPING = "alembic_version"


def schema_of(engine):
    """Each table with its columns, keys, constraints and indexes, in words."""
    inspector = sa.inspect(engine)
    names = set(inspector.get_table_names()) - {BOOKKEEPING}
    return {name: _table(inspector, name) for name in sorted(names)}


def _table(inspector, name):
    return {
        "columns": {
            column["name"]: (str(column["type"]), column["nullable"], column["default"])
            for column in inspector.get_columns(name)
        },
        "primary key": inspector.get_pk_constraint(name),
        "foreign keys": _by_name(inspector.get_foreign_keys(name)),
        "uniques": _by_name(inspector.get_unique_constraints(name)),
        "checks": {
            check["name"]: " ".join(check["sqltext"].split())
            for check in inspector.get_check_constraints(name)
        },
        "indexes": _by_name(inspector.get_indexes(name)),
    }


def _by_name(found):
    return {one["name"]: _told(one) for one in found}


def _told(value):
    """A value that compares: the predicate of an index is an object, its text is not."""
    if isinstance(value, dict):
        return {name: _told(one) for name, one in value.items()}
    return str(value) if isinstance(value, sa.TextClause) else value


def triggers_of(engine):
    """The table and the name of each trigger."""
    with engine.connect() as connection:
        return set(guards_of(connection))


def functions_of(engine):
    """The functions that the migrations made; SQLite has none."""
    if engine.dialect.name == "sqlite":
        return set()
    with engine.connect() as connection:
        return set(
            connection.exec_driver_sql(
                "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
            ).scalars()
        )


def counts_of(engine):
    """How many rows each table holds."""
    names = set(sa.inspect(engine).get_table_names()) - {BOOKKEEPING}
    with engine.connect() as connection:
        return {
            name: connection.scalar(sa.select(sa.func.count()).select_from(sa.table(name)))
            for name in names
        }


def revision_of(engine):
    with engine.connect() as connection:
        return connection.scalar(sa.text(f"SELECT version_num FROM {BOOKKEEPING}"))
