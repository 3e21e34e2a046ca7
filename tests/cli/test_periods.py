"""`score-env periods`: the oracles through the command, and rows that cannot be read."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest

from app.cli.periods import COLUMNS

CASES = Path(__file__).parent.parent / "cases" / "periods.csv"
HEAD = ",".join(COLUMNS)


def answers(done):
    return [json.loads(line) for line in done.out.splitlines()]


def table(tmp_path, *rows, head=HEAD, encoding="utf-8"):
    path = tmp_path / "rows.csv"
    path.write_bytes("\n".join([head, *rows]).encode(encoding) + b"\n")
    return str(path)


def test_every_dossier_of_the_oracles_is_answered(score_env):
    """D. 251-1-A and R. 251-1-B; readings T-1 to T-8."""
    with CASES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = [{name: row[name] or None for name in row if name not in COLUMNS} for row in rows]
    done = score_env("periods", str(CASES))
    found = answers(done)
    assert (done.status, len(found)) == (0, 160)
    assert [answer.pop("row") for answer in found] == list(range(1, 161))
    assert found == expected


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        pytest.param("express,2026-03-02,,,,,", "unknown_route", "route", id="unknown route"),
        pytest.param("reference,,,,,,", "missing_day", "received_on", id="no day of receipt"),
        pytest.param("reference,02/03/2026,,,,,", "not_a_day", "received_on", id="another format"),
        pytest.param("reference,2026-02-30,,,,,", "not_a_day", "received_on", id="no such day"),
        pytest.param("reference,2026-03-02,hier,,,,", "not_a_day", "confirmed_on", id="a word"),
        pytest.param("reference,2020-01-01,,,,,", "not_in_force", "received_on", id="before law"),
        pytest.param("reference", "missing_day", "received_on", id="a row cut short"),
    ],
)
def test_a_row_that_cannot_be_read_is_answered(score_env, tmp_path, row, code, field):
    done = score_env("periods", table(tmp_path, row, "reference,2026-03-02,,,,,"))
    bad, good = answers(done)
    assert done.status == 1
    assert (bad["row"], bad["error"]["code"], bad["error"]["field"]) == (1, code, field)
    assert bad["error"]["message"].endswith(".")
    assert (good["row"], good["completeness_last_day"]) == (2, "2026-04-02")


def test_absent_columns_are_named(score_env, tmp_path):
    done = score_env("periods", table(tmp_path, "reference", head="route"))
    assert done.refused("Colonnes absentes de l’en-tête : received_on, confirmed_on", status=2)


def test_a_file_that_is_not_utf8_is_refused(score_env, tmp_path):
    path = table(tmp_path, "dérogation,2026-03-02,,,,,", encoding="latin-1")
    assert score_env("periods", path).refused("n’est pas un CSV en UTF-8", status=1)


def test_a_mark_of_byte_order_is_no_part_of_a_name(score_env, tmp_path):
    path = table(tmp_path, "reference,2026-03-02,,,,,", encoding="utf-8-sig")
    assert score_env("periods", path).status == 0


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        pytest.param((), 2, "Usage : score-env periods FICHIER", id="no file"),
        pytest.param(("absent.csv",), 2, "« absent.csv » ne peut pas être lu", id="absent"),
        pytest.param(("tests",), 2, "« tests » ne peut pas être lu", id="a folder"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_sentence(score_env, words, status, sentence):
    assert score_env("periods", *words).refused(sentence, status=status)


def test_standard_input_is_a_file_like_another(score_env, monkeypatch):
    given = f"\ufeff{HEAD}\nreference,2026-03-02,,,,,\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
    assert answers(score_env("periods", "-"))[0]["completeness_last_day"] == "2026-04-02"
