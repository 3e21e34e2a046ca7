"""Specific values, known by the reference value they replace (D. 251-1-A, II; reading S-13)."""

from datetime import date
from fractions import Fraction

import pytest

from app.domain.completeness import required_documents, sites_declared, sites_of
from app.domain.drafts import malformed
from app.domain.procedure import Route
from app.domain.specific import (
    Target,
    lost_targets,
    reference_values,
    target_of,
    targets_of,
    values_by_target,
    with_all_accepted,
    without_values,
)
from scoring.inputs import Component
from scoring.law import method_on
from tests.scoring.declarations import AFTER, LAW, declared, line

BATTERY = Target(component=Component.BATTERY, owner="B1")
FERROUS = Target(component=Component.FERROUS, owner="L1")
SECOND_LEG = Target(component=Component.DELIVERY, owner="L1", leg=1)
SEA = {"mode": "sea", "zone": "all", "distance_km": "100"}
ROAD = {"mode": "road", "zone": "France", "distance_km": "300"}
METHOD = method_on(LAW, AFTER)


def content(*targets, made="FR"):
    found = declared()
    found["manufacturing_lines"] = [{**line("L1", made), "delivery": [dict(SEA), dict(ROAD)]}]
    found["battery_sites"] = [{**found["battery_sites"][0], "id": "B1", "cell_country": "CN"}]
    found["specific_values"] = [
        {**target.to_wire(), "value": "0.5", "accepted": None} for target in targets
    ]
    return found


@pytest.mark.parametrize(
    ("target", "key", "label"),
    [
        (BATTERY, "specific:battery:B1", "Batterie, site B1"),
        (FERROUS, "specific:ferrous:L1", "Métaux ferreux, ligne L1"),
        (SECOND_LEG, "specific:delivery:1:L1", "Acheminement, ligne L1, trajet 2"),
    ],
)
def test_a_target_has_words_that_its_rank_in_the_list_does_not_change(target, key, label):
    assert (target.key, target.label) == (key, label)
    assert target_of(target.to_wire()) == target


def test_everything_that_has_one_factor_may_be_replaced():
    assert [target.key for target in targets_of(content())] == [
        "specific:ferrous:L1",
        "specific:aluminium:L1",
        "specific:other_materials:L1",
        "specific:processing:L1",
        "specific:delivery:0:L1",
        "specific:delivery:1:L1",
        "specific:battery:B1",
    ]
    assert targets_of({}) == ()


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"component": "glass", "line": "L1"},
        {"component": ["ferrous"], "line": "L1"},
        {"component": "ferrous", "battery_site": "B1"},
        {"component": "delivery", "line": "L1"},
        {"component": "delivery", "line": "L1", "leg": True},
    ],
)
def test_a_value_that_does_not_say_what_it_replaces_has_no_target(value):
    assert target_of(value) is None
    assert values_by_target({"specific_values": [value]}) == {}


def test_the_reference_value_of_the_day_is_that_of_the_table():
    """The order of 7 October 2023: the rows of the tables, read by hand in scoring/reference."""
    found = content()
    (cells,) = reference_values(found, BATTERY, method=METHOD)
    (road,) = reference_values(found, SECOND_LEG, method=METHOD)
    assert road.result == Fraction("0.208")  # Routier, France
    assert cells.unit == LAW.parameters["battery_factors"].unit


def test_a_line_in_two_countries_shows_both_reference_values():
    """Reading S-7: the line counts at the site that gives the highest footprint."""
    found = content()
    found["manufacturing_lines"][0]["painting"] = {"name": "Peinture", "country": "CN"}
    assert len(reference_values(found, FERROUS, method=METHOD)) == 2
    assert len(reference_values(content(), FERROUS, method=METHOD)) == 1


def test_what_is_not_described_yet_has_no_reference_value():
    found = content()
    for part, key in (("manufacturing_lines", "painting"), ("battery_sites", "cell_country")):
        del found[part][0][key]
    for target in (FERROUS, BATTERY, SECOND_LEG):
        assert reference_values(found, target, method=METHOD) == ()
    third = Target(component=Component.DELIVERY, owner="L1", leg=2)
    assert reference_values(content(), third, method=METHOD) == ()
    unknown = Target(component=Component.BATTERY, owner="B9")
    assert reference_values(content(), unknown, method=METHOD) == ()


def test_a_value_does_not_pass_to_the_leg_that_took_the_rank_of_its_own():
    before, after = content(SECOND_LEG, FERROUS), content(SECOND_LEG, FERROUS)
    after["manufacturing_lines"][0]["delivery"].insert(0, {**SEA, "mode": "rail", "zone": "Asia"})
    assert list(lost_targets(before, after)) == [SECOND_LEG]
    after["manufacturing_lines"] = []
    assert list(lost_targets(before, after)) == [SECOND_LEG, FERROUS]


def test_another_distance_is_the_same_leg():
    before, after = content(SECOND_LEG), content(SECOND_LEG)
    after["manufacturing_lines"][0]["delivery"][1]["distance_km"] = "301"
    assert list(lost_targets(before, after)) == []


def test_a_value_that_never_had_a_target_is_not_lost_in_silence():
    """It is a point to correct, told as such."""
    before = content(Target(component=Component.BATTERY, owner="B9"))
    assert list(lost_targets(before, before)) == []


def test_values_are_taken_off_by_target_and_accepted_all_together():
    found = content(BATTERY, FERROUS)
    assert list(values_by_target(without_values(found, [BATTERY]))) == [FERROUS]
    accepted = with_all_accepted(found)["specific_values"]
    assert [one["accepted"] for one in accepted] == [True, True]
    assert found["specific_values"][0]["accepted"] is None


def test_each_value_is_a_place_for_evidence():
    found = content(BATTERY)
    assert sites_of(found)[-1].key == "specific:battery:B1"
    assert sites_of(found)[-1].label == "Valeur spécifique : Batterie, site B1"
    assert sites_declared(found)["specific:battery:B1"]["value"] == "0.5"


@pytest.mark.parametrize("on", [date(2023, 10, 10), AFTER])
def test_a_derogation_needs_evidence_for_each_value_and_no_reserved_parts(on):
    """D. 251-1-A, II, first paragraph (P-20, P-21); the reference route asks for neither."""
    found = content(BATTERY, SECOND_LEG)
    reference = {one.key for one in required_documents(found, on=on)}
    derogation = {one.key for one in required_documents(found, on=on, route=Route.DEROGATION)}
    assert derogation - reference == {
        "no_reserved_parts@version",
        "specific_value@specific:battery:B1",
        "specific_value@specific:delivery:1:L1",
    }
    assert reference < derogation


@pytest.mark.parametrize("decided", [True, False])
def test_the_decision_on_a_value_is_not_the_company_s(decided):
    found = content(BATTERY)
    found["specific_values"][0]["accepted"] = decided
    (problem,) = malformed(found, [])
    assert (problem.code, problem.field) == ("not_yours_to_decide", "/specific_values/0/accepted")
    assert malformed(content(BATTERY), []) == []
