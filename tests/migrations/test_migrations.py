"""The revisions, up and down, on both databases; the schema they make; what they leave broken."""

import re
import shutil

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory
from flask_migrate import downgrade, upgrade

from app.extensions import Base, db
from app.services.schema import SchemaError, check_schema, upgrade_schema
from app.services.showing import show_publicly
from app.settings import ROOT
from tests.builders import World
from tests.migrations.filled import fill
from tests.migrations.schema import (
    counts_of,
    functions_of,
    revision_of,
    schema_of,
    triggers_of,
)

MIGRATIONS = ROOT / "migrations"


def revisions():
    """The revisions, the last first."""
    return list(ScriptDirectory(str(MIGRATIONS)).walk_revisions())


def test_there_is_one_head_and_git_knows_its_name():
    heads = ScriptDirectory(str(MIGRATIONS)).get_heads()
    assert heads == [(MIGRATIONS / ".current-head").read_text(encoding="utf-8").strip()]


def test_a_file_is_named_after_its_revision_and_numbered():
    found = revisions()[::-1]
    names = sorted(path.stem for path in (MIGRATIONS / "versions").glob("*.py"))
    assert [script.revision for script in found] == names
    assert all(re.fullmatch(r"\d{4}_[a-z_]+", name) for name in names)
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_down_to_nothing_and_up_again_gives_the_same_schema(empty):
    upgrade_schema()
    first = (schema_of(db.engine), triggers_of(db.engine), functions_of(db.engine))
    downgrade(revision="base")
    assert (schema_of(db.engine), triggers_of(db.engine), functions_of(db.engine)) == (
        {},
        set(),
        set(),
    )
    upgrade_schema()
    assert (schema_of(db.engine), triggers_of(db.engine), functions_of(db.engine)) == first


def test_each_revision_keeps_the_rows_of_the_tables_it_leaves(empty, clock):
    upgrade_schema()
    fill(empty, clock)
    assert not [
        name
        for name, count in counts_of(db.engine).items()
        if not count
        and name not in {"api_token", "sign_in_session", "sign_in_attempt", "scheduler_run"}
    ]
    for script in revisions():
        before = counts_of(db.engine)
        downgrade(revision="-1")
        below = counts_of(db.engine)
        assert below == {name: before[name] for name in below}
        upgrade(revision=script.revision)
        again = counts_of(db.engine)
        assert {name: again[name] for name in below} == below
        downgrade(revision="-1")
    assert counts_of(db.engine) == {}


def test_migrations_and_models_make_the_same_schema(empty, new_database):
    """F15: autogeneration sees neither CHECK nor predicate of a partial index."""
    upgrade_schema()
    engine = sa.create_engine(new_database("models"))
    Base.metadata.create_all(engine)
    made, wanted = schema_of(db.engine), schema_of(engine)
    engine.dispose()
    assert made.keys() == wanted.keys()
    for table, parts in wanted.items():
        for part, expected in parts.items():
            assert (table, part, made[table][part]) == (table, part, expected)
    assert sum(len(parts["checks"]) for parts in wanted.values()) > 20


LOST = {
    "ck_period_has_a_length": "period",
    "uq_dossier_open": "dossier",
    "fk_proposal_event_id_dossier_event": "proposal",
}


def test_a_schema_without_one_of_its_constraints_is_another(new_database):
    """The comparison sees what a migration could forget."""
    whole, less = (sa.create_engine(new_database(name)) for name in ("whole", "less"))
    Base.metadata.create_all(whole)
    other = sa.MetaData(naming_convention=Base.metadata.naming_convention)
    for table in Base.metadata.sorted_tables:
        copied = table.to_metadata(other)
        copied.constraints -= {one for one in copied.constraints if one.name in LOST}
        copied.indexes -= {one for one in copied.indexes if one.name in LOST}
    other.create_all(less)
    wanted, made = schema_of(whole), schema_of(less)
    whole.dispose()
    less.dispose()
    assert {name for name in wanted if wanted[name] != made[name]} == set(LOST.values())


BROKEN = '''
"""A revision that fails half-way."""

import sqlalchemy as sa
from alembic import op

revision = "{name}"
down_revision = "{after}"


def upgrade():
    op.create_table("half", sa.Column("id", sa.Integer(), primary_key=True))
    with op.batch_alter_table("manufacturer") as batch:
        batch.add_column(sa.Column("half", sa.Integer()))
    op.execute("UPDATE manufacturer SET name = name || ' half'")
    raise ArithmeticError("half-way")
'''
SOUND = '''
"""A revision that succeeds."""

import sqlalchemy as sa
from alembic import op

revision = "{name}"
down_revision = "{after}"


def upgrade():
    op.create_table("sound", sa.Column("id", sa.Integer(), primary_key=True))
'''


def test_a_revision_that_fails_half_way_leaves_the_one_before(empty, clock, tmp_path):
    """F6: by itself the driver of SQLite would keep the first half."""
    upgrade_schema()
    fill(empty, clock)
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    after = revisions()[0].revision
    for name, text in (("9001_sound", SOUND), ("9002_broken", BROKEN)):
        path = folder / "versions" / f"{name}.py"
        path.write_text(text.format(name=name, after=after), encoding="utf-8")
        after = name
    names = sa.text("SELECT name FROM manufacturer ORDER BY name")
    before = (schema_of(db.engine), triggers_of(db.engine), counts_of(db.engine))
    with pytest.raises(ArithmeticError, match="half-way"):
        upgrade(directory=str(folder))
    assert revision_of(db.engine) == "9001_sound"
    schema, triggers, counts = (
        schema_of(db.engine),
        triggers_of(db.engine),
        counts_of(db.engine),
    )
    assert (schema.pop("sound") is not None, counts.pop("sound")) == (True, 0)
    assert (schema, triggers, counts) == before
    with db.engine.connect() as connection:
        assert connection.scalars(names).all() == ["Constructeur A", "Constructeur B"]


def test_a_database_of_another_revision_is_refused(empty):
    with pytest.raises(SchemaError, match="score-env upgrade"):
        check_schema()
    upgrade(revision=revisions()[1].revision)
    with pytest.raises(SchemaError, match="score-env upgrade"):
        check_schema()
    upgrade_schema()
    check_schema()


def test_an_act_that_an_older_revision_does_not_know_is_never_dropped(empty, clock, caplog):
    """Revision 0010: an event is never removed, so there is no way back past it."""
    upgrade_schema()
    world = World(empty, clock)
    dossier = world.submitted(tvv="SHOWN1")
    show_publicly(dossier.reference, by=world.actor("manufacturer"), clock=clock)
    before = counts_of(db.engine)["dossier_event"]
    db.session.remove()
    with pytest.raises(SystemExit):
        downgrade(revision="0009_publications")
    assert "acts that the older revision does not know" in caplog.text
    assert counts_of(db.engine)["dossier_event"] == before
