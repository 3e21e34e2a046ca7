"""`score-env law`: what of the texts is to be looked at again, and what a text would change."""

import json
import shutil
from datetime import date

import pytest

from app.clock import SystemClock
from app.settings import ROOT
from scoring.dated import Law, dated_files
from scoring.law import REFERENCE
from tests.scoring.declarations import CASES
from tests.structure.test_words import AIDS, LAW_FILES


@pytest.fixture
def text(tmp_path, monkeypatch):
    """Write a dated file in a folder called `texts`, beside which the command runs."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "texts" / "invented.toml"
    path.parent.mkdir()

    def write(checked_on, edition):
        path.write_text(
            f'[file]\ntitle = "Texte inventé"\nhref = "https://exemple.fr/"\n'
            f'checked_on = {checked_on}\n\n[invented]\nunit = "mois"\nedition = [{edition}]\n',
            encoding="utf-8",
        )

    return write


SURE = '{ from = 2024-01-01, value = 1, source = "art. 1", grade = "A" }'
DOUBTFUL = (
    '{ from = 2024-01-01, until = 2025-01-01, value = 2, source = "art. 2", grade = "C",'
    ' note = "à confirmer" }'
)


def test_all_the_dated_files_of_the_project_are_read(score_env):
    done = score_env("law", "check", "--on", "2026-12-01", "--json")
    found = json.loads(done.out)
    assert [one["file"] for one in found["files"]] == [
        path.relative_to(ROOT).as_posix() for path in LAW_FILES
    ]
    assert {"app/domain/time_limits.toml", "app/domain/evidence.toml"} <= {
        one["file"] for one in found["values"]
    }


def test_fresh_and_sure_values_have_nothing_to_tell(score_env, text):
    text("2026-06-01", SURE)
    done = score_env("law", "check", "texts", "--on", "2026-12-01", "--strict")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Fichiers : 1, dont 0 à comparer. Valeurs à confirmer : 0.\n")


def test_a_file_that_nobody_compared_for_six_months_is_named(score_env, text):
    text("2026-06-01", SURE)
    done = score_env("law", "check", "texts", "--on", "2026-12-02")
    assert (done.status, done.err) == (1, "")
    assert "texts/invented.toml : comparé le 01/06/2026" in done.out
    assert "de nouveau le 01/12/2026 au plus tard" in done.out
    assert "Texte inventé (https://exemple.fr/)\n    valeurs : invented\n" in done.out


def test_the_months_are_a_setting_of_the_check(score_env, text):
    text("2026-06-01", SURE)
    assert score_env("law", "check", "texts", "--on", "2026-12-02", "--months", "7").status == 0
    assert score_env("law", "check", "texts", "--on", "2026-07-02", "--months", "1").status == 1
    assert score_env("law", "check", "texts", "--months", "0").refused("de 1 à 120", status=2)


def test_a_comparison_to_come_does_not_hide_a_file(score_env, text):
    text("2027-06-01", SURE)
    done = score_env("law", "check", "texts", "--on", "2026-12-01")
    assert done.status == 1
    assert "comparé le 01/06/2027, après ce jour" in done.out


def test_a_value_to_confirm_fails_only_when_asked(score_env, text):
    text("2026-06-01", DOUBTFUL)
    done = score_env("law", "check", "texts", "--on", "2026-06-01")
    assert (done.status, done.err) == (0, "")
    assert (
        "  texts/invented.toml\n    invented, du 01/01/2024 au 31/12/2024 : 2 mois [C] art. 2"
        " (à confirmer)\n"
    ) in done.out
    assert score_env("law", "check", "texts", "--on", "2026-06-01", "--strict").status == 1


def test_a_program_reads_the_same(score_env, text):
    text("2026-06-01", DOUBTFUL)
    done = score_env("law", "check", "texts", "--on", "2026-06-01", "--json")
    assert json.loads(done.out) == {
        "on": "2026-06-01",
        "months": 6,
        "files": [
            {
                "file": "texts/invented.toml",
                "title": "Texte inventé",
                "href": "https://exemple.fr/",
                "checked_on": "2026-06-01",
                "compare_by": "2026-12-01",
                "overdue": False,
                "parameters": ["invented"],
            }
        ],
        "values": [
            {
                "file": "texts/invented.toml",
                "parameter": "invented",
                "edition": {"from": "2024-01-01", "until": "2025-01-01"},
                "row": None,
                "label": None,
                "value": 2,
                "unit": "mois",
                "source": "art. 2",
                "grade": "C",
                "note": "à confirmer",
            }
        ],
    }


def test_each_row_of_a_table_is_told(score_env):
    """Method, 5.4: the zone "other" rests on one source, the five others on three."""
    found = json.loads(score_env("law", "check", "--on", "2026-12-01", "--json").out)
    rows = [one for one in found["values"] if one["parameter"] == "battery_factors"]
    assert [(one["row"], one["label"], one["value"], one["grade"]) for one in rows] == [
        (6, "Autre", {"zone": "Other", "value": 68}, "B1")
    ]
    ferrous = [one for one in found["values"] if one["parameter"] == "ferrous_factors"]
    assert len(ferrous) == 28 - 5
    assert ferrous[0]["value"] == {"zone": "Germany", "value": "1.4"}
    rail = "ligne 11 « Ferroviaire, Amérique » : mode = rail, zone = America, value = 0.038 [B1]"
    assert rail in score_env("law", "check", "--on", "2026-12-01").out


def test_no_value_that_is_not_sure_is_forgotten(score_env):
    """Counted apart, from the rows themselves."""
    doubtful = 0
    for folder in ("app", "scoring"):
        for path in dated_files(ROOT / folder):
            for parameter in Law.read(path).parameters.values():
                for edition in parameter.editions:
                    for row in edition.rows or ({},):
                        grade = row.get("grade", edition.grade)
                        note = str(row.get("note", edition.note)).lower()
                        doubtful += grade in {"B1", "C"} or "à confirmer" in note
    found = json.loads(score_env("law", "check", "--on", "2026-12-01", "--json").out)
    for path in AIDS.glob("*.toml"):
        doubtful += 'grade = "C"' in path.read_text(encoding="utf-8")
    assert len(found["values"]) == doubtful > 100


def test_today_is_the_day_by_default(score_env):
    """The clock of the machine: the day is one of those on which the command ran."""
    before = SystemClock().today()
    day = date.fromisoformat(json.loads(score_env("law", "check", "--json").out)["on"])
    assert before <= day <= SystemClock().today()


def test_a_malformed_file_is_a_sentence(score_env, text):
    text("2026-06-01", SURE.replace('source = "art. 1"', 'source = " "'))
    assert score_env("law", "check", "texts").refused("invented.toml [invented] édition 1 : source")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(("check", "--on", "hier"), "--on : écrivez un jour AAAA-MM-JJ.", id="day"),
        pytest.param(("check", "absent"), "ce dossier ne peut pas être lu", id="no such texts"),
        pytest.param(("drift", "absent", "-"), "ce dossier ne peut pas être lu", id="folder"),
        pytest.param(("drift", ".", "absent"), "ce fichier ne peut pas être lu", id="file"),
        pytest.param(("drift", "."), "Il manque FICHIER.", id="no panel"),
    ],
)
def test_a_misused_command_is_a_sentence(score_env, words, sentence):
    assert score_env("law", *words).refused(sentence, status=2)


@pytest.fixture
def other(tmp_path):
    """The tables with a minimum of 62.5 points from 1 July 2027."""
    folder = tmp_path / "tables"
    shutil.copytree(REFERENCE, folder)
    path = folder / "score.toml"
    content = path.read_text(encoding="utf-8")
    old = "{ from = 2023-10-10, value = 60,"
    assert content.count(old) == 1
    new = (
        '{ from = 2023-10-10, until = 2027-07-01, value = 60, source = "x", grade = "A" },'
        " { from = 2027-07-01, value = 62.5,"
    )
    path.write_text(content.replace(old, new), encoding="utf-8")
    return folder


def test_the_oracles_are_a_panel(score_env, other):
    """A higher minimum takes verdicts away and changes no score."""
    done = score_env("law", "drift", str(other), str(CASES / "score.jsonl"), "--json")
    assert (done.status, done.err) == (0, "")
    found = json.loads(done.out)
    assert found["since"] == "2027-07-01"
    assert found["summary"]["compared"] == len(found["declarations"]) == 105
    verdicts = [(one["old"]["reached"], one["new"]["reached"]) for one in found["declarations"]]
    lost = found["summary"]["lose"]
    assert lost > 0
    assert verdicts[:lost] == [(True, False)] * lost
    assert (True, False) not in verdicts[lost:]
    assert {one["change"]["exact"] for one in found["declarations"]} == {"0"}
    assert found["summary"]["median"] == {"nearest": "0.000000000", "exact": "0"}


def test_a_day_may_be_asked(score_env, other):
    panel = str(CASES / "score.jsonl")
    done = score_env("law", "drift", str(other), panel, "--on", "2027-06-30")
    assert done.status == 0
    assert "par le changement : 0 ; ne l’atteignent plus : 0." in done.out


def test_the_same_tables_are_told_to_be_the_same(score_env, tmp_path):
    panel = tmp_path / "panel.jsonl"
    panel.write_text("\n", encoding="utf-8")
    done = score_env("law", "drift", str(REFERENCE), str(panel))
    assert done.status == 0
    assert "Elles portent les mêmes valeurs chaque jour.\n" in done.out
    assert done.out.endswith("ne l’atteignent plus : 0.\n")


def test_an_unreadable_line_is_named_and_the_status_says_so(score_env, other, tmp_path):
    panel = tmp_path / "panel.jsonl"
    good = (CASES / "score.jsonl").read_text(encoding="utf-8").splitlines()[0]
    panel.write_text(f'oops\n{good}\n{{"id": 7}}\n', encoding="utf-8")
    done = score_env("law", "drift", str(other), str(panel))
    assert done.status == 1
    assert done.err == (
        "Ligne sans identifiant : La ligne n’est pas du JSON lisible, à partir du caractère 1.\n"
        "7 : « on » doit être un jour écrit AAAA-MM-JJ.\n"
    )
    assert "Déclarations comparées : 1 ; illisibles : 2.\n" in done.out


def test_tables_that_do_not_hold_together_are_a_sentence(score_env, other):
    (other / "battery.toml").unlink()
    panel = str(CASES / "score.jsonl")
    assert score_env("law", "drift", str(other), panel).refused(
        "Paramètre absent : battery_factors."
    )
