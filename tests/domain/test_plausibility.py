"""Values that ask to be read again; the law sets no bound, so that nothing is refused for one."""

from copy import deepcopy

import pytest

from app.domain.plausibility import bounds, doubts, value_doubt
from app.domain.specific import Target
from scoring.inputs import Component
from scoring.law import method_on
from tests.builders import declaration
from tests.scoring.declarations import AFTER, LAW, cases

BATTERY = Target(component=Component.BATTERY, owner="B1")
METHOD = method_on(LAW, AFTER)


def found(content):
    return [(one.code, one.field) for one in doubts(content, method=METHOD)]


def changed(pointer, value):
    content = declaration()
    *parents, last = pointer.split("/")[1:]
    part = content
    for key in parents:
        part = part[int(key) if isinstance(part, list) else key]
    part[last] = value
    return content


def test_a_bound_is_a_choice_of_the_product():
    """Decision 0024: no number of the law, and none in the code."""
    assert bounds().times == 10
    assert all(least < most for least, most in bounds().quantities.values())


@pytest.mark.parametrize("value", ["53", "40", "5.3", "530", "68"])
def test_a_value_of_the_size_of_the_reference_value_is_not_doubted(value):
    """53 kg CO2e by kWh, cells of France: battery.toml."""
    assert value_doubt(declaration(), BATTERY, value, method=METHOD) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("99999999", "Plus de 10 fois plus grande que la valeur de référence"),
        ("530.000000001", "Plus de 10 fois plus grande que la valeur de référence"),
        ("5.299999999", "Plus de 10 fois plus petite que la valeur de référence"),
        ("0", "Plus de 10 fois plus petite que la valeur de référence"),
    ],
)
def test_a_value_of_another_size_asks_to_be_read_again(value, said):
    assert value_doubt(declaration(), BATTERY, value, method=METHOD).startswith(said)


def test_a_value_with_nothing_to_compare_it_with_is_not_doubted():
    """A draft may lack the cells of its battery; its value may be no number yet."""
    content = declaration()
    del content["battery_sites"][0]["cell_country"]
    assert value_doubt(content, BATTERY, "99999999", method=METHOD) == ""
    assert value_doubt(declaration(), BATTERY, "beaucoup", method=METHOD) == ""


def test_a_doubted_value_is_told_with_what_it_replaces():
    content = declaration() | {
        "specific_values": [{**BATTERY.to_wire(), "value": "99999999", "accepted": None}]
    }
    (doubt,) = doubts(content, method=METHOD)
    assert doubt.field == "/specific_values"
    assert "Batterie, site B1" in doubt.message


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/reference_vehicle/electric_range_km", "99999999"),
        ("/reference_vehicle/boot_litres", "99999999"),
        ("/reference_vehicle/running_mass_kg", "1.9"),
        ("/reference_vehicle/seats", 10),
        ("/reference_vehicle/battery/capacity_kwh", "0.07"),
        ("/manufacturing_lines/0/delivery/0/distance_km", "99999999"),
        ("/manufacturing_lines/0/volume_six_months", 999999999),
    ],
)
def test_a_quantity_that_no_car_has_asks_to_be_read_again(pointer, value):
    """Tonnes for kilograms, megawatt-hours for kilowatt-hours, a leg longer than the Earth."""
    assert found(changed(pointer, value)) == [("unusual_value", pointer)]


@pytest.mark.parametrize("value", ["beaucoup", None, True, "1e9", "", []])
def test_what_is_no_number_is_told_elsewhere(value):
    assert found(changed("/reference_vehicle/boot_litres", value)) == []


def test_an_unfinished_draft_is_read():
    assert found({"version": {"tvv": "V1"}}) == []
    assert found({}) == []


def test_no_worked_case_is_doubted_for_its_quantities():
    for case in cases():
        content = deepcopy(case["declaration"])
        content["specific_values"] = []
        assert found(content) == [], case["id"]
