"""A database that is not ready is answered by a sentence."""

import sqlite3

import pytest

from app.settings import ROOT

COMMANDS = [
    ("tick",),
    ("scheduler",),
    ("audit", "verify"),
    ("feed", "build"),
    ("account", "reset", "a@b.test"),
    ("company", "create", "X"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_empty_database_asks_for_an_upgrade(score_env, words):
    done = score_env(*words)
    assert done.refused("La base de données n’est pas à jour : lancez « score-env upgrade ».")


def test_an_upgrade_makes_it_ready(score_env, tmp_path):
    assert score_env("upgrade").out == "La base de données est à jour.\n"
    assert score_env("tick").status == 0
    with sqlite3.connect(tmp_path / "portal.db") as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    head = (ROOT / "migrations" / ".current-head").read_text(encoding="utf-8").strip()
    assert found == [(head,)]


def test_a_database_of_a_later_portal_is_left_alone(score_env, tmp_path):
    score_env("upgrade")
    with sqlite3.connect(tmp_path / "portal.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_later'")
    connection.close()
    assert score_env("upgrade").refused("révision que ce portail ne connaît pas")


def test_a_file_that_is_no_database_is_refused(score_env, tmp_path):
    (tmp_path / "portal.db").write_text("Ceci n’est pas une base." * 100, encoding="utf-8")
    assert score_env("tick").refused("La base de données a refusé")


@pytest.mark.parametrize("url", ["nothing", "oracle9://somewhere", "sqlite:////absent/portal.db"])
def test_an_address_that_leads_nowhere_is_refused(score_env, environment, url):
    environment(DATABASE_URL=url)
    done = score_env("tick")
    assert done.refused(
        "SCORE_ENV_DATABASE_URL : " if "absent" not in url else "La base de données"
    )


def test_settings_that_are_wrong_are_all_named_at_once(score_env, environment):
    environment(PORT="abc", WORKERS="0", BASE_URL="ftp://x", STATE_BRAND="peut-être")
    done = score_env("tick")
    assert done.refused("SCORE_ENV_PORT : écrivez un nombre entier.")
    assert [line.split(" ")[0] for line in done.err.splitlines()] == [
        "SCORE_ENV_BASE_URL",
        "SCORE_ENV_PORT",
        "SCORE_ENV_WORKERS",
        "SCORE_ENV_STATE_BRAND",
    ]
