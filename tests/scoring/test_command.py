"""The command `score-env score`, from the line typed to the exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring.command import main
from scoring.dated import LawFileError
from scoring.lines import LONGEST_LINE, answer
from tests.scoring.declarations import BY_ID, CASES, LAW, declared

SCORE_ENV = [sys.executable, "-c", "import sys; from scoring.command import main; sys.exit(main())"]
ROOT = Path(__file__).parent.parent.parent


def run(*arguments, given=None):
    """Run the command in a process of its own."""
    return subprocess.run(
        [*SCORE_ENV, *arguments], input=given, capture_output=True, cwd=ROOT, check=False
    )


def request(**changes):
    return {"id": "A", "on": "2024-06-01", "declaration": declared()} | changes


def typed(monkeypatch, *lines):
    """Give *lines* to standard input."""
    given = io.TextIOWrapper(io.BytesIO(b"\n".join(lines)), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", given)


def test_every_case_of_the_oracles_is_answered():
    done = run("score", "tests/cases/score.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"id": name, **case["expected"]} for name, case in BY_ID.items()]


def test_standard_input_is_a_file_like_another():
    given = (CASES / "score.jsonl").read_bytes()
    assert run("score", "-", given=given).stdout == run("score", "tests/cases/score.jsonl").stdout


def test_an_explanation_is_given_when_asked(capsysbinary):
    assert main(["score", "--explain", str(CASES / "score.jsonl")]) == 0
    for line in capsysbinary.readouterr().out.splitlines():
        assert json.loads(line)["trace"]["name"] == "score"


def test_a_bad_line_answers_and_the_next_goes_on(monkeypatch, capsysbinary):
    good = json.dumps(request()).encode()
    typed(monkeypatch, b"oops", b"", b"   ", good)
    assert main(["score", "-"]) == 1
    bad, fine = map(json.loads, capsysbinary.readouterr().out.splitlines())
    assert bad["id"] is None
    assert bad["error"]["code"] == "not_json"
    assert fine["score"] == "60.000000000"


@pytest.mark.parametrize(
    ("line", "code", "field", "name"),
    [
        pytest.param(b"{", "not_json", None, None, id="cut"),
        pytest.param(b"\xff\xfe", "not_json", None, None, id="not UTF-8"),
        pytest.param(b'{"id": NaN}', "not_json", None, None, id="not a number"),
        pytest.param(b'{"id": ' + b"9" * 5000 + b"}", "not_json", None, None, id="huge number"),
        pytest.param(b"[" * 100_000, "not_json", None, None, id="nested arrays"),
        pytest.param(b'{"a":' * 100_000, "not_json", None, None, id="nested objects"),
        pytest.param(b'{"id": "A", "id": "B"}', "duplicate_key", None, None, id="key twice"),
        pytest.param(b'["A"]', "wrong_type", None, None, id="not an object"),
        pytest.param(b"{}", "required", "/id", None, id="no id"),
        pytest.param(b'{"id": true}', "required", "/id", None, id="id not a text"),
        pytest.param(b'{"id": 7, "colour/": 1}', "unknown_key", "/colour~1", 7, id="unknown key"),
        pytest.param(b'{"id": "A"}', "not_a_day", "/on", "A", id="no day"),
        pytest.param(b'{"id": "A", "on": "20240601"}', "not_a_day", "/on", "A", id="other day"),
        pytest.param(b'{"id": "A", "on": "2024-02-30"}', "not_a_day", "/on", "A", id="no such day"),
        pytest.param(
            b'{"id": "A", "on": "2024-06-01"}', "wrong_type", "/declaration", "A", id="nothing"
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line, code, field, name):
    found = answer(line, LAW)
    error = found["error"]
    assert (found["id"], error["code"], error["field"]) == (name, code, field)
    assert error["message"].endswith(".")


def test_a_declaration_that_cannot_be_read_names_its_field():
    declaration = declared()
    declaration["reference_vehicle"]["battery"]["mass_kg"] = 360
    error = answer(json.dumps(request(declaration=declaration)).encode(), LAW)["error"]
    assert error["code"] == "wrong_type"
    assert error["field"] == "/declaration/reference_vehicle/battery/mass_kg"


def test_before_10_october_2023_there_is_no_method():
    """Décret 2023-930: in force on 10 October 2023."""
    error = answer(json.dumps(request(on="2023-10-09")).encode(), LAW)["error"]
    assert (error["code"], error["field"]) == ("not_in_force", "/on")
    assert "09/10/2023" in error["message"]


def test_a_byte_order_mark_is_not_an_error():
    assert "error" not in answer(b"\xef\xbb\xbf" + json.dumps(request()).encode(), LAW)


def test_a_lone_surrogate_comes_back_escaped(monkeypatch, capsysbinary):
    typed(monkeypatch, b'{"id": "\\ud800", "on": 1}')
    assert main(["score", "-"]) == 1
    assert json.loads(capsysbinary.readouterr().out)["id"] == "\ud800"


def test_a_line_too_long_is_refused_without_being_kept(monkeypatch, capsysbinary):
    long = b" " * (3 * LONGEST_LINE) + b"{}"
    typed(monkeypatch, long, json.dumps(request()).encode(), long)
    assert main(["score", "-"]) == 1
    codes = [
        json.loads(line).get("error", {}).get("code")
        for line in capsysbinary.readouterr().out.splitlines()
    ]
    assert codes == ["line_too_long", None, "line_too_long"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("absent.jsonl", "n’existe pas"), ("", "n’existe pas"), (".", "dossier"), ("a\0b", "refuse")],
)
def test_a_file_that_cannot_be_opened_is_a_sentence(tmp_path, monkeypatch, capsys, name, reason):
    monkeypatch.chdir(tmp_path)
    assert main(["score", name]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["a", "b"], ["a", "--verbose"]])
def test_a_misused_command_recalls_its_usage(capsys, words):
    assert main(["score", *words]) == 2
    assert capsys.readouterr().err == "Usage : score-env score FICHIER [--explain]\n"


def test_help_is_in_french(capsys):
    assert main(["score", "--help"]) == 0
    assert "calcule le score" in capsys.readouterr().out


def test_help_alone_lists_the_calculations():
    for words in ([], ["--help"]):
        shown = run(*words).stdout.decode()
        assert "score FICHIER [--explain]" in shown
        assert "periods FICHIER" in shown


def test_a_reader_that_leaves_is_no_accident(tmp_path):
    many = tmp_path / "many.jsonl"
    many.write_bytes((CASES / "score.jsonl").read_bytes() * 5)
    with subprocess.Popen(
        [*SCORE_ENV, "score", str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait() == 141
    assert errors == b""


def test_a_closed_pipe_ends_the_command_quietly(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    out = os.fdopen(writer, "w")
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        assert main(["score", str(CASES / "score.jsonl")]) == 141
    out.close()


@pytest.mark.parametrize(
    ("words", "target", "received"),
    [
        (["periods", "a.csv"], ("app.cli.periods", "run"), ["a.csv"]),
        (["tick", "--at", "x"], ("app.cli", "main"), ["tick", "--at", "x"]),
        ([], ("app.cli", "main"), ["--help"]),
    ],
)
def test_every_other_command_is_found_in_the_application(
    monkeypatch, capsys, words, target, received
):
    """The calculator knows the names of the modules, not what they hold."""
    seen = []
    module, function = target
    command = SimpleNamespace(**{function: lambda given: seen.append(given) or 3})
    monkeypatch.setitem(sys.modules, "app.cli", SimpleNamespace())
    monkeypatch.setitem(sys.modules, module, command)
    assert main(words) == 3
    assert seen == [received]
    assert ("score FICHIER" in capsys.readouterr().out) == (words == [])


def test_tables_that_cannot_be_read_are_said(monkeypatch, capsys):
    def refuse():
        raise LawFileError("ferrous.toml : deux éditions se recouvrent.")

    monkeypatch.setattr("scoring.command.load", refuse)
    assert main(["score", str(CASES / "score.jsonl")]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "ferrous.toml : deux éditions se recouvrent.\n")


def test_an_interruption_is_no_accident(capsys, monkeypatch):
    class Interrupted(io.BytesIO):
        def readline(self, size=-1):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    assert main(["score", "-"]) == 130


def test_a_million_lines_would_not_fill_the_memory():
    """The answer to a line is out before the next line is read."""
    process = subprocess.Popen(
        [*SCORE_ENV, "score", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    with process:
        for _ in range(3):
            process.stdin.write(json.dumps(request()).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["reached"]
        process.stdin.close()
        assert process.wait() == 0


def many_lines(path, count, *, broken):
    """So many lines of which one is broken; its number."""
    lines = (CASES / "score.jsonl").read_bytes().splitlines(keepends=True)
    with path.open("wb") as file:
        for number in range(count):
            file.write(b'{"id": "broken", \n' if number == broken else lines[number % len(lines)])


def answered(path):
    """Run the command on a file; the answers and the status."""
    with subprocess.Popen(
        [*SCORE_ENV, "score", str(path)], stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        yield from map(json.loads, process.stdout)
    assert process.returncode == 1


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(2_000, marks=pytest.mark.long),
        pytest.param(1_000_000, marks=pytest.mark.slow),
    ],
)
def test_one_broken_line_among_many_is_said_and_the_others_are_answered(tmp_path, count):
    path, broken = tmp_path / "many.jsonl", count // 2
    many_lines(path, count, broken=broken)
    places = range(count)
    for place, found in zip(places, answered(path), strict=True):
        if place == broken:
            assert (found["id"], found["error"]["code"]) == (None, "not_json")
        else:
            assert found.get("error") is None


def test_the_calculator_starts_without_the_web():
    code = "import sys, scoring.command; sys.exit('flask' in sys.modules or 'app' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
