"""Changes to a declaration: what JSON Patch does, and what is refused."""

import copy
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.changes import CHANGES, ChangesError, apply, blamed, read_changes
from scoring.law import method_on
from scoring.problems import Problem
from tests.scoring.declarations import BEFORE, LAW, at, declared, line

METHOD = method_on(LAW, BEFORE)
SEATS = "/reference_vehicle/seats"


def changed(document, *changes):
    return apply(read_changes(list(changes), method=METHOD), document)


def refused(document, *changes):
    with pytest.raises(ChangesError) as caught:
        changed(document, *changes)
    (problem,) = caught.value.problems
    return problem


def replaced(path, value):
    return {"op": "replace", "path": path, "value": value}


def added(path, value):
    return {"op": "add", "path": path, "value": value}


def removed(path):
    return {"op": "remove", "path": path}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(replaced("/a/1", 9), {"a": [1, 9, 3], "b": {"c": 4}}, id="replace in a list"),
        pytest.param(replaced("/b/c", 9), {"a": [1, 2, 3], "b": {"c": 9}}, id="replace a key"),
        pytest.param(replaced("/b", None), {"a": [1, 2, 3], "b": None}, id="replace by none"),
        pytest.param(added("/a/0", 9), {"a": [9, 1, 2, 3], "b": {"c": 4}}, id="add before"),
        pytest.param(added("/a/3", 9), {"a": [1, 2, 3, 9], "b": {"c": 4}}, id="add after the last"),
        pytest.param(added("/a/-", 9), {"a": [1, 2, 3, 9], "b": {"c": 4}}, id="add at the end"),
        pytest.param(added("/b/d", 9), {"a": [1, 2, 3], "b": {"c": 4, "d": 9}}, id="add a key"),
        pytest.param(added("/b/c", 9), {"a": [1, 2, 3], "b": {"c": 9}}, id="add a key known"),
        pytest.param(added("/b/", 9), {"a": [1, 2, 3], "b": {"c": 4, "": 9}}, id="the empty key"),
        pytest.param(removed("/a/1"), {"a": [1, 3], "b": {"c": 4}}, id="remove from a list"),
        pytest.param(removed("/b/c"), {"a": [1, 2, 3], "b": {}}, id="remove a key"),
        pytest.param(replaced("", 9), 9, id="replace the whole"),
        pytest.param(added("", 9), 9, id="add the whole"),
        pytest.param(removed(""), None, id="remove the whole"),
    ],
)
def test_each_operation_does_what_json_patch_says(change, expected):
    """RFC 6902, 4.1 to 4.3."""
    document = {"a": [1, 2, 3], "b": {"c": 4}}
    assert changed(document, change) == expected
    assert document == {"a": [1, 2, 3], "b": {"c": 4}}


def test_a_key_with_a_slash_or_a_tilde_is_escaped():
    """RFC 6901, 4: ~1 first, then ~0, so that ~01 is ~1."""
    document = {"a/b": 1, "m~n": 2, "~1": 3}
    assert changed(document, removed("/a~1b"), removed("/m~0n"), removed("/~01")) == {}


def test_changes_follow_each_other():
    document = {"a": [1]}
    assert changed(document, added("/a/-", {"b": 2}), replaced("/a/1/b", 3)) == {"a": [1, {"b": 3}]}


def test_what_is_put_there_is_not_modified_by_what_follows():
    value = {"b": [2]}
    assert changed({"a": 0}, replaced("/a", value), added("/a/b/-", 3)) == {"a": {"b": [2, 3]}}
    assert value == {"b": [2]}


@pytest.mark.parametrize(
    "change",
    [
        replaced("/c", 1),
        removed("/c"),
        replaced("/a/3", 1),
        replaced("/a/-", 1),
        removed("/a/-"),
        added("/a/4", 1),
        added("/a/01", 1),
        added("/a/one", 1),
        added("/a/-1", 1),
        added(f"/a/{'9' * 5000}", 1),
        added("/c/d", 1),
        added("/a/-/d", 1),
        added("/b/c/d", 1),
        replaced("/t/0", 1),
        replaced("/b//c", 1),
        added("/n/x", 1),
    ],
    ids=lambda change: f"{change['op']} {change['path'][:20]}",
)
def test_a_pointer_that_leads_nowhere_is_refused(change):
    document = {"a": [1, 2, 3], "b": {"c": 4}, "t": "text", "n": None}
    problem = refused(document, replaced("/t", "other"), change)
    assert (problem.code, problem.field) == ("unknown_pointer", "/1/path")
    assert change["path"][:50] in problem.message
    assert problem.message.endswith(" ne mène nulle part dans la déclaration.")


def test_a_pointer_of_any_length_makes_a_short_sentence():
    assert len(refused({}, removed("/a" * 100_000)).message) < 200
    assert refused({}, removed("/a\ud800")).message.startswith("« /a\\ud800 »")


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        pytest.param({}, "wrong_type", "", id="not a list"),
        pytest.param([removed("/a")] * 1001, "wrong_length", "", id="too many"),
        pytest.param(["x"], "wrong_type", "/0", id="not an object"),
        pytest.param([{"path": "/a"}], "required", "/0/op", id="no operation"),
        pytest.param([{"op": "move", "path": "/a"}], "unknown_choice", "/0/op", id="a move"),
        pytest.param([{"op": "remove"}], "required", "/0/path", id="no pointer"),
        pytest.param([removed("a/b")], "not_a_pointer", "/0/path", id="no first slash"),
        pytest.param([removed("/a~2")], "not_a_pointer", "/0/path", id="a tilde alone"),
        pytest.param([removed(7)], "not_a_pointer", "/0/path", id="not a text"),
        pytest.param([{"op": "add", "path": "/a"}], "required", "/0/value", id="add nothing"),
        pytest.param([{"op": "replace", "path": "/a"}], "required", "/0/value", id="replace by it"),
        pytest.param(
            [removed("/a") | {"value": 1}], "not_applicable", "/0/value", id="remove with a value"
        ),
        pytest.param([removed("/a") | {"from": "/b"}], "unknown_key", "/0/from", id="unknown key"),
    ],
)
def test_changes_that_cannot_be_read_say_why(changes, code, field):
    with pytest.raises(ChangesError) as caught:
        read_changes(changes, method=METHOD)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == (code, field)
    assert problem.message.endswith(".")


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(ChangesError) as caught:
        read_changes([removed("a"), {}], method=METHOD)
    assert [one.field for one in caught.value.problems] == ["/0/path", "/1/op", "/1/path"]


@pytest.mark.parametrize(
    ("field", "blames"),
    [
        pytest.param("/reference_vehicle/seats", "/0", id="the value put there"),
        pytest.param("/reference_vehicle", "/0", id="what holds the value put there"),
        pytest.param("/manufacturing_lines/0/id", "/2", id="inside the value put there, the last"),
        pytest.param("/specific_values/3/value", "/3", id="a value added at the end"),
        pytest.param("/specific", "", id="a name that only starts alike"),
        pytest.param("/battery_sites", "", id="elsewhere"),
    ],
)
def test_a_refused_declaration_blames_the_last_change_that_touches_it(field, blames):
    made = read_changes(
        [
            replaced(SEATS, "five"),
            replaced("/manufacturing_lines/0", {}),
            replaced("/manufacturing_lines/0", {"id": 1}),
            added("/specific_values/-", {}),
        ],
        method=METHOD,
    )
    assert blamed(Problem("c", "m", field), made) == Problem("c", "m", blames)


def pointers(node, path=""):
    """Every pointer into a JSON document, but the empty one."""
    keys = node if isinstance(node, dict) else range(len(node) if isinstance(node, list) else 0)
    for key in keys:
        yield f"{path}/{key}"
        yield from pointers(node[key], f"{path}/{key}")


def with_lines():
    declaration = declared("specific-delivery-second-leg")
    declaration["manufacturing_lines"].append(line("L2", "CN", volume=3))
    return declaration


PLACES = sorted(pointers(with_lines()))


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["remove", "replace", "add"]))))
def test_the_inverse_changes_give_the_declaration_back(drawn):
    """RFC 6902: each change undone in the reverse order is as if there was none."""
    declaration = with_lines()
    before, inverse = declaration, []
    for path, op in drawn:
        if path not in set(pointers(before)):
            continue
        holder, key = at(before, path)
        change = removed(path) if op == "remove" else {"op": op, "path": path, "value": [path]}
        grows = op == "add" and isinstance(holder, list)
        back = removed(path) if grows else replaced(path, copy.deepcopy(holder[key]))
        inverse.insert(0, added(path, holder[key]) if op == "remove" else back)
        before = changed(before, change)
    assert changed(before, *inverse) == declaration == with_lines()


def test_a_deep_value_is_no_accident():
    deep = json.loads("[" * 500 + "]" * 500)
    found = changed({"a": 0}, replaced("/a", deep), added("/a" + "/0" * 499 + "/-", 7))
    assert json.dumps(found) == '{"a": ' + "[" * 500 + "7" + "]" * 500 + "}"


def test_the_shape_of_the_changes_is_described():
    item = CHANGES.schema()["items"]
    assert item["required"] == ["op", "path"]
    assert item["properties"]["op"]["enum"] == ["add", "remove", "replace"]
    assert re.search(item["properties"]["path"]["pattern"], "/a~1b")
    assert not re.search(item["properties"]["path"]["pattern"], "a/b")
    assert item["properties"]["value"] == {"title": "Valeur"}
