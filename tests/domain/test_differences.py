"""The fields that differ between two declarations."""

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.differences import DifferenceKind, differences
from tests.scoring.declarations import at, declared, line

ADDED, REMOVED, CHANGED = DifferenceKind.ADDED, DifferenceKind.REMOVED, DifferenceKind.CHANGED

LEG = {"mode": "sea", "zone": "all", "distance_km": "100"}
STAMPING = {"name": "Usine L2", "country": "DE", "address": "1 rue", "stamped_mass_kg": "12.5"}


def whole():
    """A declaration with every field of the format, two lines, two battery sites, three legs."""
    content = declared()
    content["version"] |= dict.fromkeys(("type", "variant", "version", "type_approval_number"), "X")
    second = line("L2", "PL", volume=12)
    second["stamping"] = [deepcopy(STAMPING), {**STAMPING, "name": "Autre"}]
    second["delivery"] = [deepcopy(LEG), {**LEG, "distance_km": "7"}, {**LEG, "mode": "road"}]
    content["manufacturing_lines"] = [line("L1", "FR", volume=3), second]
    battery = {
        "id": "B1",
        "name": "Cellules",
        "cell_country": "FR",
        "address": "2 rue",
        "volume_six_months": 40,
        "volume_proven": True,
    }
    content["battery_sites"] = [battery, {**battery, "id": "B2"}]
    content["specific_values"] = [
        {"component": "battery", "battery_site": "B1", "value": "50", "accepted": True},
        {"component": "delivery", "line": "L2", "leg": 1, "value": "0.5", "accepted": False},
    ]
    content["other_elements"] = {
        "battery_modules_replaceable": True,
        "battery_cells_replaceable": False,
        "battery_repair_offered": True,
        "plastics_mass_kg": "120",
        "recycled_plastics_mass_kg": "12.5",
        "bio_based_materials_mass_kg": "3",
    }
    # Nothing shared: a change at one place stays there.
    return json.loads(json.dumps(content))


# What names an item of a list: changing it is another item.
IDENTITY = {"id", "component", "line", "battery_site", "leg"}


def leaves(value, pointer=""):
    if isinstance(value, dict | list):
        keys = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inside in keys:
            yield from leaves(inside, f"{pointer}/{key}")
    elif not (
        pointer.rsplit("/", 1)[1] in IDENTITY
        and pointer.count("/") == 3  # the key of an item of a list of the declaration
    ):
        yield pointer


POINTERS = sorted(leaves(whole()))


def mutated(value):
    """Another value of the same sort."""
    if isinstance(value, bool):
        return st.just(not value)
    if isinstance(value, int):
        return st.integers(0, 10**9).filter(lambda one: one != value)
    return st.from_regex(r"[a-zA-Z]{1,8}", fullmatch=True).filter(lambda one: one != value)


@given(st.data())
def test_one_field_changed_is_one_difference_at_its_place(data):
    pointer = data.draw(st.sampled_from(POINTERS))
    before, after = whole(), whole()
    holder, key = at(after, pointer)
    was = holder[key]
    holder[key] = data.draw(mutated(was))
    (one,) = differences(before, after)
    assert (one.pointer, one.kind, one.before, one.after) == (pointer, CHANGED, was, holder[key])


@given(st.permutations([0, 1]), st.permutations([0, 1]), st.permutations([0, 1]))
def test_the_order_of_sites_and_of_specific_values_says_nothing(lines, sites, values):
    before, after = whole(), whole()
    for key, order in (
        ("manufacturing_lines", lines),
        ("battery_sites", sites),
        ("specific_values", values),
    ):
        after[key] = [after[key][n] for n in order]
    assert differences(before, after) == ()


@given(st.sampled_from(POINTERS))
def test_the_difference_of_a_field_is_turned_around_with_the_declarations(pointer):
    before, after = whole(), whole()
    holder, key = at(after, pointer)
    holder[key] = "autre"
    (one,), (other,) = differences(before, after), differences(after, before)
    assert (one.pointer, one.before, one.after) == (other.pointer, other.after, other.before)


@pytest.mark.parametrize("spelling", ["5.0", "5.00", 5, 5.0])
def test_numbers_are_compared_as_numbers(spelling):
    before, after = whole(), whole()
    before["reference_vehicle"]["boot_litres"] = "5"
    after["reference_vehicle"]["boot_litres"] = spelling
    assert differences(before, after) == ()


@pytest.mark.parametrize("written", ["NaN", "1/0", "1e999999999", "", [], {"a": 1}, True])
def test_what_is_no_number_is_compared_as_it_is_written(written):
    before, after = whole(), whole()
    after["reference_vehicle"]["seats"] = written
    assert [one.after for one in differences(before, after)] == [written]
    assert differences(after, deepcopy(after)) == ()


def test_a_field_left_out_is_what_the_format_says_of_its_absence():
    before, after = whole(), whole()
    before["battery_sites"][0] |= {"volume_six_months": None, "volume_proven": False}
    for key in ("volume_six_months", "volume_proven"):
        del after["battery_sites"][0][key]
    before["specific_values"] = []
    del after["specific_values"]
    assert differences(before, after) == ()


def test_blanks_around_a_text_are_no_difference():
    before, after = whole(), whole()
    after["version"]["brand"] = f" {before['version']['brand']} "
    assert differences(before, after) == ()


def test_a_field_declared_or_no_longer_declared_is_told_as_such():
    before, after = whole(), whole()
    del before["version"]["variant"]
    del after["battery_sites"][1]["address"]
    assert [(one.pointer, one.kind) for one in differences(before, after)] == [
        ("/version/variant", ADDED),
        ("/battery_sites/1/address", REMOVED),
    ]


def test_a_line_that_comes_first_leaves_the_others_as_they_are():
    before, after = whole(), whole()
    after["manufacturing_lines"].insert(0, line("L0", "CN"))
    found = differences(before, after)
    assert {one.kind for one in found} == {ADDED}
    assert {one.pointer.split("/")[2] for one in found} == {"0"}
    assert found[0].name == "Lignes de fabrication, L0, Identifiant de la ligne"
    countries = [one for one in found if one.pointer.endswith("/assembly/country")]
    assert [(one.before, one.after) for one in countries] == [(None, "CN")]


def test_a_site_that_goes_is_told_at_the_place_it_had():
    before, after = whole(), whole()
    del after["battery_sites"][0]
    found = differences(before, after)
    assert {one.kind for one in found} == {REMOVED}
    assert found[0].pointer == "/battery_sites/0/id"
    assert (found[0].before, found[0].after) == ("B1", None)


def test_a_site_under_another_name_is_another_site():
    before, after = whole(), whole()
    after["battery_sites"][1]["id"] = "B9"
    assert {one.kind for one in differences(before, after)} == {ADDED, REMOVED}


def test_a_leg_put_in_the_middle_does_not_change_the_legs_after_it():
    before, after = whole(), whole()
    legs = after["manufacturing_lines"][1]["delivery"]
    legs.insert(1, {**LEG, "distance_km": "55"})
    legs[2]["distance_km"] = "7.0"  # the same leg, in other figures
    found = differences(before, after)
    assert [(one.pointer, one.kind) for one in found] == [
        (f"/manufacturing_lines/1/delivery/1/{key}", ADDED)
        for key in ("mode", "zone", "distance_km")
    ]
    assert found[2].name == "Lignes de fabrication, L2, Trajets d’acheminement, n° 2, Distance (km)"


def test_a_specific_value_is_known_by_what_it_replaces():
    before, after = whole(), whole()
    del after["specific_values"][0]
    after["specific_values"][0]["value"] = "0.25"
    changed, *gone = differences(before, after)
    assert (changed.pointer, changed.before, changed.after) == (
        "/specific_values/0/value",
        "0.5",
        "0.25",
    )
    assert {one.kind for one in gone} == {REMOVED}


def test_sites_without_a_name_are_matched_in_order():
    before, after = whole(), whole()
    for content in (before, after):
        for site in content["battery_sites"]:
            site["id"] = ""
    after["battery_sites"][1]["cell_country"] = "CN"
    (one,) = differences(before, after)
    assert one.pointer == "/battery_sites/1/cell_country"


@pytest.mark.parametrize("content", [{}, {"version": None}, {"manufacturing_lines": [None]}])
def test_unfinished_declarations_are_compared_as_far_as_they_go(content):
    assert differences(content, {}) == ()
    added = differences(content, whole())
    assert {one.kind for one in added} == {ADDED}
    assert len(added) == len(differences({}, whole()))
