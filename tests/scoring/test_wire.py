"""The declaration on the wire: what is read, what is refused and how it is said."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.closure import closure_difference_kg
from scoring.dated import NotInForceError
from scoring.inputs import Component
from scoring.law import method_on
from scoring.problems import DeclarationError
from scoring.wire import declaration_schema, problems_of, read_declaration, write_declaration
from tests.scoring.declarations import AFTER, BEFORE, BY_ID, LAW, at, declared, line

ABSENT = object()
VEHICLE = "/reference_vehicle"
LINE = "/manufacturing_lines/0"
SPECIFIC = "/specific_values/0"
SITE = {"name": "Usine", "country": "FR"}
BATTERY_VALUE = {"component": "battery", "battery_site": "B1", "value": "1", "accepted": None}
LEG_VALUE = {"component": "delivery", "line": "L1", "leg": 0, "value": "1", "accepted": True}


def problems(declaration):
    return problems_of(declaration, on=BEFORE, law=LAW)


def changed(pointer, value, name="exactly-60-one-line"):
    declaration = declared(name)
    holder, key = at(declaration, pointer)
    if value is ABSENT:
        del holder[key]
    else:
        holder[key] = value
    return declaration


@pytest.mark.parametrize("case", [pytest.param(c, id=n) for n, c in BY_ID.items()])
def test_a_declaration_written_again_is_the_same(case):
    read = read_declaration(case["declaration"], on=BEFORE, law=LAW)
    assert read_declaration(write_declaration(read), on=BEFORE, law=LAW) == read


def test_what_is_written_is_the_format_itself():
    declaration = declared("specific-delivery-second-leg")
    assert write_declaration(read_declaration(declaration, on=BEFORE, law=LAW)) == declaration


def test_outer_blanks_leave_the_code_and_nothing_else():
    """Reading L-1."""
    declaration = changed("/version/tvv", "\t 005Y7CRBVb3s5T3X \u00a0")
    read = read_declaration(declaration, on=BEFORE, law=LAW)
    assert read.version.tvv == "005Y7CRBVb3s5T3X"


def test_what_is_optional_may_be_absent_or_known():
    declaration = declared()
    declaration["version"] |= {"type": "T", "variant": None, "type_approval_number": "e2*2018/858"}
    for site in (
        declaration["battery_sites"][0],
        *declaration["manufacturing_lines"][0]["stamping"],
    ):
        site["address"] = "1 rue de l’Usine, 59000 Lille, France"
    del declaration["specific_values"]
    del declaration["battery_sites"][0]["volume_six_months"]
    del declaration["battery_sites"][0]["volume_proven"]
    read = read_declaration(declaration, on=BEFORE, law=LAW)
    assert read.version.type_approval_number == "e2*2018/858"
    assert read.battery_sites[0].address.startswith("1 rue")
    assert (read.battery_sites[0].volume_six_months, read.specific_values) == (None, ())


@pytest.mark.parametrize(
    ("pointer", "value", "code"),
    [
        (f"{VEHICLE}/battery/capacity_kwh", "52000", "out_of_range"),
        (f"{VEHICLE}/battery/capacity_kwh", "300.001", "out_of_range"),
        (f"{VEHICLE}/boot_litres", 300, "wrong_type"),
        (f"{VEHICLE}/boot_litres", 300.5, "wrong_type"),
        (f"{VEHICLE}/boot_litres", None, "wrong_type"),
        (f"{VEHICLE}/boot_litres", ABSENT, "required"),
        (f"{VEHICLE}/boot_litres", "3e2", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "300 L", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "1,5", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "1 500", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "1_500", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "NaN", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "Infinity", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "1/3", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "+300", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "300\n", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "٣٠٠", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "", "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "9" * 10, "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "9" * 100_000, "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "0." + "1" * 10, "not_a_quantity"),
        (f"{VEHICLE}/boot_litres", "-300", "negative"),
        (f"{VEHICLE}/battery/capacity_kwh", "0.0", "not_positive"),
        (f"{VEHICLE}/battery", None, "wrong_type"),
        (f"{VEHICLE}/seats", "5", "wrong_type"),
        (f"{VEHICLE}/seats", 5.0, "wrong_type"),
        (f"{VEHICLE}/seats", True, "wrong_type"),
        (f"{VEHICLE}/seats", 0, "out_of_range"),
        (f"{VEHICLE}/seats", 10**400, "out_of_range"),
        (f"{VEHICLE}/colour", "rouge", "unknown_key"),
        (f"{VEHICLE}/running_mass_kg", "2076.000001", "masses_do_not_close"),
        ("/version/tvv", " \t ", "blank"),
        ("/version/tvv", 5, "wrong_type"),
        ("/version/brand", "x" * 256, "too_long"),
        ("/version/brand", "Mar\x00que", "unprintable"),
        ("/version/brand", "Mar\ud800que", "unprintable"),
        (f"{LINE}/assembly/country", "fr", "unknown_country"),
        (f"{LINE}/assembly/country", "ZZ", "unknown_country"),
        (f"{LINE}/assembly/country", ["FR"], "unknown_country"),
        (f"{LINE}/painting", ABSENT, "required"),
        (f"{LINE}/stamping", [], "wrong_length"),
        (f"{LINE}/stamping", [SITE] * 101, "wrong_length"),
        (f"{LINE}/stamping", SITE, "wrong_type"),
        (f"{LINE}/stamping/0/stamped_mass_kg", 12, "wrong_type"),
        (f"{LINE}/delivery", [], "wrong_length"),
        (f"{LINE}/delivery/0/mode", "truck", "unknown_choice"),
        (f"{LINE}/delivery/0/mode", {}, "unknown_choice"),
        (f"{LINE}/delivery/0/zone", "Asia", "unknown_leg"),
        (f"{LINE}/volume_six_months", -1, "out_of_range"),
        (f"{LINE}/volume_six_months", "10", "wrong_type"),
        (f"{LINE}/volume_proven", "oui", "wrong_type"),
        (f"{LINE}/volume_proven", None, "wrong_type"),
        ("/manufacturing_lines", [], "wrong_length"),
        ("/battery_sites", [], "wrong_length"),
        ("/battery_sites/0", "B1", "wrong_type"),
        ("/specific_values", None, "wrong_type"),
    ],
)
def test_what_the_format_does_not_allow_is_refused(pointer, value, code):
    (problem,) = problems(changed(pointer, value))
    assert problem.code == code
    assert pointer.startswith(problem.field) or problem.field.startswith(pointer)
    assert re.fullmatch(r"[A-ZÀÉ«].*[.)]", problem.message, re.DOTALL)


@pytest.mark.parametrize(
    ("value", "code", "field"),
    [
        ({**BATTERY_VALUE, "battery_site": "B9"}, "unknown_reference", "battery_site"),
        ({**BATTERY_VALUE, "line": "L1"}, "not_applicable", "line"),
        ({**BATTERY_VALUE, "leg": 0}, "not_applicable", "leg"),
        ({**BATTERY_VALUE, "battery_site": None}, "required", "battery_site"),
        ({**BATTERY_VALUE, "component": "paint"}, "unknown_choice", "component"),
        ({**BATTERY_VALUE, "accepted": "oui"}, "wrong_type", "accepted"),
        ({**BATTERY_VALUE, "value": "-1"}, "negative", "value"),
        ({**LEG_VALUE, "line": "L9"}, "unknown_reference", "line"),
        ({**LEG_VALUE, "leg": 2}, "unknown_reference", "leg"),
        ({**LEG_VALUE, "leg": None}, "required", "leg"),
        ({**LEG_VALUE, "leg": "0"}, "wrong_type", "leg"),
        ({**LEG_VALUE, "component": "ferrous"}, "not_applicable", "leg"),
    ],
)
def test_a_specific_value_names_what_it_replaces(value, code, field):
    """Reading S-13."""
    (problem,) = problems(changed("/specific_values", [value]))
    assert (problem.code, problem.field) == (code, f"{SPECIFIC}/{field}")


def test_one_reference_value_is_replaced_once():
    (problem,) = problems(changed("/specific_values", [BATTERY_VALUE, BATTERY_VALUE]))
    assert (problem.code, problem.field) == ("duplicate", "/specific_values/1")


def test_a_capacity_in_watt_hours_is_said_to_be_one():
    """Decision 0024; 300 kWh itself is read."""
    assert problems(changed(f"{VEHICLE}/battery/capacity_kwh", "300")) == ()
    (problem,) = problems(changed(f"{VEHICLE}/battery/capacity_kwh", "52000"))
    assert problem.field == f"{VEHICLE}/battery/capacity_kwh"
    assert "en kilowattheures, pas en wattheures" in problem.message


def test_two_lines_of_one_name_are_refused():
    lines = [line("L1", "FR"), line("L1", "CN")]
    (problem,) = problems(changed("/manufacturing_lines", lines))
    assert (problem.code, problem.field) == ("duplicate", "/manufacturing_lines/1")


def test_a_total_volume_of_zero_is_an_error():
    """Reading S-15."""
    lines = [line("L1", "FR", volume=0), line("L2", "CN", volume=0)]
    (problem,) = problems(changed("/manufacturing_lines", lines))
    assert (problem.code, problem.field) == ("total_volume_zero", "/manufacturing_lines")
    lone = changed("/manufacturing_lines", [line("L1", "FR", volume=0)])
    assert problems(lone) == ()


@pytest.mark.parametrize("value", [None, [], "déclaration", 5])
def test_a_declaration_is_an_object(value):
    (problem,) = problems(value)
    assert (problem.code, problem.field) == ("wrong_type", "")


def test_all_problems_are_told_at_once():
    declaration = changed(f"{VEHICLE}/running_mass_kg", "3000")
    declaration["version"]["tvv"] = ""
    declaration["colour/~"] = "rouge"
    declaration["manufacturing_lines"][0]["delivery"][0]["distance_km"] = "loin"
    declaration["specific_values"] = [LEG_VALUE]
    with pytest.raises(DeclarationError) as refused:
        read_declaration(declaration, on=BEFORE, law=LAW)
    assert {(p.code, p.field) for p in refused.value.problems} == {
        ("blank", "/version/tvv"),
        ("masses_do_not_close", "/reference_vehicle"),
        ("not_a_quantity", "/manufacturing_lines/0/delivery/0/distance_km"),
        ("unknown_key", "/colour~1~0"),
    }
    assert "« Type, variante, version » ne peut pas être vide." in str(refused.value)
    assert "Clé inconnue dans « Déclaration » : « colour/~ »." in str(refused.value)


@pytest.mark.parametrize(
    ("running_mass", "difference"),
    [("2075", 0), ("2076", -1), ("2074", 1), ("2075.999999999", Fraction(-999999999, 10**9))],
)
def test_masses_within_a_kilogram_close(running_mass, difference):
    """Reading S-10: one kilogram included."""
    declaration = changed(f"{VEHICLE}/running_mass_kg", running_mass)
    vehicle = read_declaration(declaration, on=BEFORE, law=LAW).reference_vehicle
    assert closure_difference_kg(vehicle, method=method_on(LAW, BEFORE)) == difference


@pytest.mark.parametrize(
    ("running_mass", "difference", "total"),
    [("2077.5", "−2,5", "2\u202f002,5"), ("2073.999999999", "+1,000000001", "1\u202f999")],
)
def test_masses_that_do_not_close_show_the_difference_and_both_totals(
    running_mass, difference, total
):
    """Reading S-10."""
    (problem,) = problems(changed(f"{VEHICLE}/running_mass_kg", running_mass))
    assert problem.code == "masses_do_not_close"
    assert f"un écart de {difference} kg (1 kg admis)" in problem.message
    assert f"sans conducteur {total} kg" in problem.message
    assert "batterie font 2\u202f000 kg" in problem.message


def test_a_day_without_method_is_not_a_problem_of_the_declaration():
    with pytest.raises(NotInForceError):
        problems_of(declared(), on=BEFORE.replace(year=2022), law=LAW)


def test_the_rules_of_2025_read_the_same_declaration():
    assert problems_of(declared(), on=AFTER, law=LAW) == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
POINTERS = [
    "/version", "/version/tvv", VEHICLE, f"{VEHICLE}/seats", f"{VEHICLE}/battery/mass_kg",
    LINE, f"{LINE}/id", f"{LINE}/stamping", f"{LINE}/delivery/0", f"{LINE}/delivery/0/mode",
    "/battery_sites", "/battery_sites/0/cell_country", "/specific_values",
]  # fmt: skip


@given(st.sampled_from(POINTERS), json_values)
def test_nothing_received_breaks_the_reader(pointer, value):
    declaration = changed(pointer, value)
    found = problems(declaration)
    if not found:
        read_declaration(declaration, on=BEFORE, law=LAW)


def test_the_schema_says_what_the_table_reads():
    schema = declaration_schema()
    assert schema["$schema"].endswith("2020-12/schema")
    assert schema["required"] == [
        "version",
        "reference_vehicle",
        "manufacturing_lines",
        "battery_sites",
    ]
    assert schema["additionalProperties"] is False
    made = schema["properties"]["manufacturing_lines"]
    assert made["minItems"] == 1
    leg = made["items"]["properties"]["delivery"]["items"]["properties"]
    assert leg["mode"]["enum"] == ["sea", "river", "air", "road", "rail"]
    volume = made["items"]["properties"]["volume_six_months"]
    assert {"type": "null"} in volume["anyOf"]
    values = schema["properties"]["specific_values"]["items"]["properties"]
    assert values["component"]["enum"] == [str(one) for one in Component]
    assert values["accepted"]["anyOf"][0] == {"type": "boolean"}


@pytest.mark.parametrize("text", ["0", "1650.5", "0.000000001", "999999999.999999999"])
def test_the_pattern_of_the_schema_takes_what_the_reader_takes(text):
    vehicle = declaration_schema()["properties"]["reference_vehicle"]["properties"]
    assert re.search(vehicle["boot_litres"]["pattern"], text)
    assert bool(re.search(vehicle["running_mass_kg"]["pattern"], text)) == (text != "0")
    assert not re.search(vehicle["boot_litres"]["pattern"], f"-{text}")
    assert problems(changed(f"{VEHICLE}/boot_litres", text)) == ()
