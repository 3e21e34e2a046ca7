"""The what-if: before, after, what changes, what would reach; and its command."""

import copy
import io
import json
import re
import subprocess
import sys
import time
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.changes import ChangesError
from scoring.command import main
from scoring.dated import NotInForceError
from scoring.inputs import Component
from scoring.problems import DeclarationError
from scoring.whatif import answer, whatif
from tests.scoring.declarations import AFTER, BEFORE, BY_ID, CASES, LAW, at, declared, scored

ROOT = Path(__file__).parent.parent.parent
SCORE_ENV = [sys.executable, "-c", "import sys; from scoring.command import main; sys.exit(main())"]
VEHICLE = "/reference_vehicle"
LINE = "/manufacturing_lines/0"


def replaced(path, value):
    return {"op": "replace", "path": path, "value": value}


def compared(*changes, name="exactly-60-one-line", on=BEFORE):
    return whatif(declared(name), list(changes), on=on, law=LAW)


def request(**changes):
    return {"id": "A", "on": "2024-06-01", "declaration": declared()} | changes


def asked(**changes):
    return answer(json.dumps(request(**changes)).encode(), LAW)


def refused(*changes):
    with pytest.raises(ChangesError) as caught:
        compared(*changes)
    (problem,) = caught.value.problems
    return problem


def test_without_a_change_the_declaration_is_scored_and_its_levers_told():
    for changes in (None, []):
        known = whatif(declared(), changes, on=BEFORE, law=LAW)
        assert known.before.score == 60
        assert (known.after, known.difference) == (None, None)
        assert known.levers.margin_kg == 0


def test_another_capacity_changes_the_battery_alone():
    """Arrêté du 7 octobre 2023: 53 kg a kWh in Europe, 112.5 kg a point in category 2."""
    known = compared(replaced(f"{VEHICLE}/battery/capacity_kwh", "90"))
    difference = known.difference
    assert (known.before.footprint_kg, known.after.footprint_kg) == (14_250, 13_720)
    assert difference.footprint_kg == -530
    assert difference.score == known.after.score - 60 == 530 / Fraction("112.5")
    assert {name: kg for name, kg in difference.components.items() if kg} == {
        Component.BATTERY: -530
    }
    assert not difference.category_changes
    assert not difference.verdict_changes
    assert known.levers.margin_kg == 530


def test_the_levers_are_those_of_the_changed_declaration():
    known = compared(replaced(f"{VEHICLE}/battery/capacity_kwh", "110"))
    assert known.difference.verdict_changes
    battery = known.levers.components[list(Component).index(Component.BATTERY)]
    assert (battery.quantity.now, battery.quantity.most) == (110, 100)


def test_another_boot_changes_the_category():
    """Reading S-4: the same footprint on the other curve, 137.5 kg a point."""
    known = compared(replaced(f"{VEHICLE}/boot_litres", "199.9"))
    assert (known.after.category, known.after.score) == (1, 20)
    difference = known.difference
    assert (difference.score, difference.footprint_kg) == (-40, 0)
    assert difference.category_changes
    assert difference.verdict_changes
    assert known.levers.footprint.most == 8750


def test_another_site_follows_the_rule_of_the_day():
    """Arrêté du 23 janvier 2025: the body-in-white counts, final assembly does not."""
    body, assembly = f"{LINE}/body_in_white/country", f"{LINE}/assembly/country"
    for on, counts, ignored in ((BEFORE, assembly, body), (AFTER, body, assembly)):
        assert compared(replaced(ignored, "CN"), on=on).difference.score == 0
        known = compared(replaced(counts, "CN"), on=on)
        # Ferrous, aluminium, other materials and processing of China in place of France.
        more = 1000 * Fraction("0.6") / Fraction("0.7") + 200 * Fraction("11.4")
        more += 500 * Fraction("0.4") + 1640 * Fraction("1.02")
        assert known.difference.footprint_kg == more


def test_a_leg_less_changes_the_delivery_alone():
    known = compared({"op": "remove", "path": f"{LINE}/delivery/1"})
    assert known.difference.components[Component.DELIVERY] == -2 * Fraction("80.4")
    assert known.difference.footprint_kg == -Fraction("160.8")


def test_a_specific_value_may_be_tried():
    """Reading S-13: 40 kg a kWh in place of 53."""
    value = {"component": "battery", "battery_site": "B1", "value": "40", "accepted": True}
    known = compared({"op": "add", "path": "/specific_values/-", "value": value})
    assert known.difference.components[Component.BATTERY] == -1300


def test_masses_that_no_longer_close_are_told_with_the_difference():
    """Reading S-10: refused, never mended in silence."""
    problem = refused(replaced(f"{VEHICLE}/ferrous_mass_kg", "950.5"))
    assert (problem.code, problem.field) == ("masses_do_not_close", "/0")
    assert "écart de −49,5 kg" in problem.message
    known = compared(
        replaced(f"{VEHICLE}/ferrous_mass_kg", "950"),
        replaced(f"{VEHICLE}/running_mass_kg", "2025"),
    )
    assert known.difference.footprint_kg == -50 * (2 + Fraction("0.58") + Fraction("0.9894"))


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        pytest.param("x", "wrong_type", "", id="not changes"),
        pytest.param([replaced("/colour", "red")], "unknown_pointer", "/0/path", id="nowhere"),
        pytest.param(
            [{"op": "add", "path": "/colour", "value": "red"}], "unknown_key", "/0", id="a new key"
        ),
        pytest.param(
            [replaced(f"{VEHICLE}/seats", 5), replaced(f"{VEHICLE}/seats", "5")],
            "wrong_type",
            "/1",
            id="the change that is wrong",
        ),
        pytest.param(
            [{"op": "remove", "path": LINE}], "wrong_length", "/0", id="the only line removed"
        ),
        pytest.param([replaced("", None)], "wrong_type", "/0", id="nothing left"),
    ],
)
def test_changes_that_cannot_be_applied_say_which(changes, code, field):
    with pytest.raises(ChangesError) as caught:
        whatif(declared(), changes, on=BEFORE, law=LAW)
    assert [(one.code, one.field) for one in caught.value.problems] == [(code, field)]
    error = asked(changes=changes)["error"]
    assert (error["code"], error["field"]) == (code, f"/changes{field}")
    assert error["message"].endswith(".")


def test_what_is_declared_is_checked_first():
    with pytest.raises(DeclarationError) as caught:
        whatif({}, "x", on=BEFORE, law=LAW)
    assert not isinstance(caught.value, ChangesError)
    with pytest.raises(NotInForceError):
        whatif(declared(), "x", on=date(2023, 10, 9), law=LAW)


LEAVES = {
    f"{VEHICLE}/seats": st.integers(1, 9),
    f"{VEHICLE}/boot_litres": st.integers(0, 500).map(str),
    f"{VEHICLE}/battery/capacity_kwh": st.integers(1, 200).map(str),
    f"{LINE}/assembly/country": st.sampled_from(["FR", "CN", "US"]),
    f"{LINE}/delivery/0/distance_km": st.integers(0, 30_000).map(str),
    "/battery_sites/0/cell_country": st.sampled_from(["FR", "CN", "US"]),
}
CHANGES = st.sampled_from(list(LEAVES)).flatmap(
    lambda path: LEAVES[path].map(lambda value: replaced(path, value))
)


@settings(deadline=None, max_examples=25)
@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_a_change_and_its_inverse_change_nothing(changes):
    declaration, given_changes = declared(), copy.deepcopy(changes)
    inverse = []
    for change in changes:
        holder, key = at(declaration, change["path"])
        inverse.append(replaced(change["path"], holder[key]))
    there = whatif(declaration, changes, on=BEFORE, law=LAW)
    back = whatif(declaration, [*changes, *inverse], on=BEFORE, law=LAW)
    assert back.after.to_wire(explain=True) == back.before.to_wire(explain=True)
    assert (back.difference.score, back.difference.footprint_kg) == (0, 0)
    assert sum(there.difference.components.values()) == there.difference.footprint_kg
    assert (declaration, changes) == (declared(), given_changes)


# The command


def test_the_example_of_the_documents_says_what_is_computed():
    """docs/whatif.md."""
    page = (ROOT / "docs" / "whatif.md").read_text(encoding="utf-8")
    (changes,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    found = asked(changes=json.loads(changes))
    assert found["after"]["footprint_kg"] == "16430.000000000"
    battery = found["levers"]["components"]["battery"]
    shown = (found["after"]["score"], battery["quantity"]["most"], battery["factor"]["most"])
    assert [figure in page for figure in shown] == [True, True, True]
    assert battery["zones"] == []


def run(*arguments, given=None):
    """Run the command in a process of its own."""
    return subprocess.run(
        [*SCORE_ENV, *arguments], input=given, capture_output=True, cwd=ROOT, check=False
    )


def typed(monkeypatch, *lines):
    """Give *lines* to standard input."""
    given = io.TextIOWrapper(io.BytesIO(b"\n".join(lines)), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", given)


def test_a_line_answers_before_after_difference_and_levers():
    found = asked(changes=[replaced(f"{VEHICLE}/battery/capacity_kwh", "90")])
    assert list(found) == ["id", "before", "after", "difference", "levers"]
    assert found["id"] == "A"
    assert found["before"] == scored(declared()).to_wire()
    assert found["after"]["footprint_kg"] == "13720.000000000"
    assert found["difference"] == {
        "score": "4.711111111",
        "footprint_kg": "-530.000000000",
        "components_kg": dict.fromkeys(Component, "0.000000000") | {"battery": "-530.000000000"},
        "category_changes": False,
        "verdict_changes": False,
    }
    assert found["levers"]["margin_kg"] == "530.000000000"


@pytest.mark.parametrize("changes", [{}, {"changes": None}, {"changes": []}])
def test_a_line_without_changes_answers_its_levers(changes):
    found = asked(**changes)
    assert (found["after"], found["difference"]) == (None, None)
    assert found["levers"]["reached"]


@pytest.mark.parametrize(
    ("line", "code", "field", "name"),
    [
        pytest.param(b"{", "not_json", None, None, id="cut"),
        pytest.param(b'{"id": 7, "colour": 1}', "unknown_key", "/colour", 7, id="unknown key"),
        pytest.param(b'{"id": "A"}', "not_a_day", "/on", "A", id="no day"),
        pytest.param(
            b'{"id": "A", "on": "2024-06-01"}', "wrong_type", "/declaration", "A", id="nothing"
        ),
        pytest.param(
            json.dumps(request(on="2023-10-09")).encode(), "not_in_force", "/on", "A", id="too soon"
        ),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line, code, field, name):
    found = answer(line, LAW)
    assert (found["id"], found["error"]["code"], found["error"]["field"]) == (name, code, field)
    assert found["error"]["message"].endswith(".")


def test_the_score_knows_no_changes(monkeypatch, capsysbinary):
    typed(monkeypatch, json.dumps(request(changes=[])).encode())
    assert main(["score", "-"]) == 1
    assert json.loads(capsysbinary.readouterr().out)["error"]["field"] == "/changes"


def test_a_bad_line_answers_and_the_next_goes_on(monkeypatch, capsysbinary):
    typed(monkeypatch, b"oops", b"", json.dumps(request()).encode())
    assert main(["whatif", "-"]) == 1
    bad, fine = map(json.loads, capsysbinary.readouterr().out.splitlines())
    assert (bad["id"], bad["error"]["code"]) == (None, "not_json")
    assert fine["before"]["score"] == "60.000000000"


def test_a_file_of_declarations_is_answered_line_by_line():
    done = run("whatif", "tests/cases/score.jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers] == list(BY_ID)
    assert [one["before"] for one in answers] == [case["expected"] for case in BY_ID.values()]
    reached = [one["levers"]["reached"] for one in answers]
    assert reached == [case["expected"]["reached"] for case in BY_ID.values()]


@pytest.mark.parametrize("words", [[], ["a", "b"], ["a", "--explain"]])
def test_a_misused_command_recalls_its_usage(capsys, words):
    assert main(["whatif", *words]) == 2
    assert capsys.readouterr().err == "Usage : score-env whatif FICHIER\n"


def test_an_absent_file_is_a_sentence(tmp_path, capsys):
    assert main(["whatif", str(tmp_path / "absent.jsonl")]) == 2
    assert "n’existe pas" in capsys.readouterr().err


def test_help_is_in_french(capsys):
    assert main(["whatif", "--help"]) == 0
    assert "whatif FICHIER" in capsys.readouterr().out


def test_a_worked_case_takes_little_time():
    """Median of the cases, in time of the processor: a what-if answers a page at once."""
    lines = (CASES / "score.jsonl").read_bytes().splitlines()[:25]
    spent = []
    for line in lines:
        started = time.process_time()
        answer(line, LAW)
        spent.append(time.process_time() - started)
    assert sorted(spent)[len(spent) // 2] < 1
