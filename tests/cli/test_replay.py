"""`score-env replay`: every score that was kept is found again, or named (S-12, S-13)."""

import json
import shutil

import pytest
import sqlalchemy as sa

from app.extensions import db
from app.models.assessment import Assessment
from scoring.law import REFERENCE, load
from scoring.score import ENGINE_VERSION
from tests.queries.damage import opened
from tests.services.derogations import BATTERY, FERROUS, NO, YES, derogation, propose

pytestmark = pytest.mark.long

NOW = f"Tables du recalcul : {load().digest} (calcul {ENGINE_VERSION}).\n"


@pytest.fixture
def dossier(world, portal):
    """A dossier on the reference route: its score at the deposit, and that of its proposal."""
    return world.proposed()


@pytest.fixture
def values(world, portal):
    """A derogation whose battery counts with 40 kg CO2e a kWh, and whose ferrous value does not."""
    declared = derogation(world, {BATTERY: "40", FERROUS: "1.5"})
    propose(world, declared, {BATTERY: YES, FERROUS: NO})
    return declared


def kept(statement, **values):
    """Damage that stays."""
    with opened() as damage:
        damage.run(statement, **values)
        damage.connection.commit()
    db.session.remove()


def last_score(reference):
    """The row of the last score of a dossier."""
    scores = sa.select(sa.func.max(Assessment.id)).where(
        Assessment.dossier.has(reference=reference)
    )
    return db.session.scalar(scores)


def change(reference, **columns):
    """Change columns of the last score of a dossier; its number."""
    number = last_score(reference)
    listed = ", ".join(f"{name} = :{name}" for name in columns)
    kept(f"UPDATE assessment SET {listed} WHERE id = :number", number=number, **columns)
    return number


def tables(folder, *pairs):
    """A copy of the tables, one file changed."""
    shutil.copytree(REFERENCE, folder)
    for name, old, new in pairs:
        path = folder / name
        content = path.read_text(encoding="utf-8")
        assert content.count(old) == 1
        path.write_text(content.replace(old, new), encoding="utf-8")
    return str(folder)


def test_an_empty_portal_has_nothing_to_find_again(score_env, portal):
    done = score_env("replay")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"Scores recalculés : 0 ; différents : 0.\n{NOW}"


def test_the_scores_of_an_honest_history_are_found_again(score_env, dossier):
    done = score_env("replay")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"Scores recalculés : 2 ; différents : 0.\n{NOW}"


def test_decided_values_count_as_they_were_decided(score_env, values):
    """A value declared, accepted or refused: three scores of two dossiers, and the proposal."""
    done = score_env("replay")
    assert (done.status, done.err) == (0, "")
    assert "différents : 0." in done.out


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        pytest.param(
            {"score": "81.000000000"},
            "score : 81.000000000 gardé, 80.000000000 recalculé",
            id="score",
        ),
        pytest.param({"score": "80"}, "score : 80 gardé, 80.000000000 recalculé", id="digits"),
        pytest.param({"footprint_kg": "1.000000000"}, "empreinte : 1.000000000 gardé", id="kg"),
        pytest.param({"category": 1}, "catégorie : 1 gardé, 2 recalculé", id="category"),
        pytest.param(
            {"reached": False},
            "score minimal atteint : false gardé, true recalculé",
            id="verdict",
        ),
    ],
)
def test_a_figure_that_differs_is_named(score_env, dossier, columns, told):
    number = change(dossier.reference, **columns)
    done = score_env("replay")
    assert done.status == 1
    assert done.err.startswith(
        f"{dossier.reference}, score n° {number}, méthode du 2026-03-02 : {told}"
    )
    assert "Scores recalculés : 2 ; différents : 1.\n" in done.out


def test_a_component_that_differs_is_named(score_env, dossier):
    """The case suv-france: 70 kWh made in France, 53 kg a kWh."""
    result = db.session.get(Assessment, last_score(dossier.reference)).result
    assert result["components_kg"]["battery"] == "3710.000000000"
    result = {**result, "components_kg": {**result["components_kg"], "battery": "0"}}
    change(dossier.reference, result=json.dumps(result))
    done = score_env("replay")
    assert done.status == 1
    assert "result.components_kg.battery : 0 gardé, 3710.000000000 recalculé." in done.err


def test_a_figure_that_is_lost_is_named(score_env, dossier):
    change(dossier.reference, result='{"note": 1}')
    done = score_env("replay", "--json")
    (found, _) = map(json.loads, done.out.splitlines())
    figures = {one["figure"]: (one["kept"], one["found"]) for one in found["differences"]}
    assert figures["result.note"] == (1, None)
    assert figures["result.score"] == (None, "80.000000000")


def test_a_decision_that_was_changed_shows_in_the_score(score_env, values):
    """Without its own value, the battery counts with that of the table: the score differs."""
    number = last_score(values.reference)
    decided = db.session.get(Assessment, number).decided_values
    refused = [{**one, "accepted": False} for one in decided]
    change(values.reference, decided_values=json.dumps(refused))
    done = score_env("replay")
    assert done.status == 1
    assert f"score n° {number}" in done.err
    assert "empreinte : " in done.err


def test_a_declaration_that_was_changed_shows_in_every_score(score_env, dossier):
    kept("UPDATE declaration SET content = replace(content, '\"70\"', '\"71\"')")
    done = score_env("replay")
    assert done.status == 1
    assert done.err.count("result.components_kg.battery : 3710.000000000 gardé, 3763.0") == 2


@pytest.mark.parametrize(
    "columns",
    [
        pytest.param({"law_on": "infinity"}, id="day"),
        pytest.param({"result": "{"}, id="answer"),
        pytest.param({"result": "[]"}, id="answer of another type"),
        pytest.param({"decided_values": '[{"a": 1}]'}, id="decision on nothing"),
        pytest.param({"decided_values": "1"}, id="decisions of another type"),
        pytest.param({"dossier_id": 999, "declaration_id": 999}, id="nothing declared"),
    ],
)
def test_what_cannot_be_read_is_named_like_a_difference(score_env, dossier, columns):
    number = change(dossier.reference, **columns)
    done = score_env("replay")
    assert done.status == 1
    assert f"score n° {number}, " in done.err
    assert "Ce qui a été gardé est illisible." in done.err
    assert ("Dossier absent" in done.err) == ("dossier_id" in columns)
    assert "Scores recalculés : 2 ; différents : 1.\n" in done.out


def test_a_score_of_a_day_without_a_method_is_named(score_env, dossier):
    change(dossier.reference, law_on="2023-10-09")
    done = score_env("replay")
    assert done.status == 1
    assert "aucune valeur en vigueur le 09/10/2023." in done.err


def test_other_tables_of_the_same_result_are_told_and_differ_in_nothing(
    score_env, dossier, tmp_path
):
    edited = ("score.toml", "# The 80 points", "# Read again. The 80 points")
    done = score_env("replay", "--tables", tables(tmp_path / "tables", edited))
    assert (done.status, done.err) == (0, "")
    assert "différents : 0.\n" in done.out
    assert done.out.endswith(
        f"Calculés avec d’autres tables, {load().digest} (calcul {ENGINE_VERSION}) : 2 ;"
        " résultat identique.\n"
    )


def test_other_tables_of_another_result_are_told(score_env, dossier, tmp_path):
    lighter = ("battery.toml", "value = 53,", "value = 52,")
    done = score_env("replay", "--tables", tables(tmp_path / "tables", lighter))
    assert done.status == 1
    assert "battery : 3710.000000000 gardé, 3640.000000000 recalculé" in done.err
    assert done.err.count(f"Calculé avec d’autres tables : {load().digest}.\n") == 2
    assert done.out.endswith(" : 2 ; 2 différent(s).\n")


def test_an_edition_to_come_changes_no_score_that_was_kept(score_env, dossier, tmp_path):
    later = (
        "score.toml",
        "{ from = 2023-10-10, value = 60,",
        (
            '{ from = 2023-10-10, until = 2027-07-01, value = 60, source = "x", grade = "A" },'
            " { from = 2027-07-01, value = 80,"
        ),
    )
    done = score_env("replay", "--tables", tables(tmp_path / "tables", later))
    assert done.status == 0
    assert "résultat identique" in done.out


def test_a_program_reads_a_line_a_difference_then_the_count(score_env, dossier):
    number = change(dossier.reference, score="81.000000000", engine_version="0")
    done = score_env("replay", "--json")
    assert (done.status, done.err) == (1, "")
    difference, count = map(json.loads, done.out.splitlines())
    assert difference == {
        "dossier": dossier.reference,
        "score": number,
        "law_on": "2026-03-02",
        "law_digest": load().digest,
        "engine_version": "0",
        "same_tables": False,
        "refusal": None,
        "differences": [{"figure": "score", "kept": "81.000000000", "found": "80.000000000"}],
    }
    assert count == {
        "scores": 2,
        "different": 1,
        "law_digest": load().digest,
        "engine_version": ENGINE_VERSION,
        "used": [
            {
                "law_digest": load().digest,
                "engine_version": engine,
                "scores": 1,
                "different": different,
            }
            for engine, different in (("0", 1), (ENGINE_VERSION, 0))
        ],
    }


def test_more_scores_than_are_read_at_once_are_all_counted(score_env, dossier):
    names = ", ".join(column.name for column in Assessment.__table__.columns if column.name != "id")
    with opened() as damage:
        for _ in range(7):
            damage.run(f"INSERT INTO assessment ({names}) SELECT {names} FROM assessment")
        damage.connection.commit()
    db.session.remove()
    done = score_env("replay")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("Scores recalculés : 256 ; différents : 0.\n")
