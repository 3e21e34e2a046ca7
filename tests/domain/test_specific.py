"""Specific values, known by the reference value they replace (D. 251-1-A, II; reading S-13)."""

from copy import deepcopy
from datetime import date
from fractions import Fraction

import pytest

from app.domain.completeness import required_documents, sites_changed, sites_of
from app.domain.drafts import malformed
from app.domain.procedure import Route
from app.domain.specific import (
    Target,
    reference_values,
    target_of,
    targets_of,
    values_by_target,
    values_kept,
    values_moved,
    with_all_accepted,
    with_values_moved,
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


def leg(rank):
    return Target(component=Component.DELIVERY, owner="L1", leg=rank)


def with_legs(before, *legs):
    """The same declaration with other legs on its line, its values where they were."""
    after = deepcopy(before)
    after["manufacturing_lines"][0]["delivery"] = [dict(one) for one in legs]
    return after


RAIL = {"mode": "rail", "zone": "Asia", "distance_km": "900"}


@pytest.mark.parametrize(
    ("legs", "rank"),
    [
        pytest.param((SEA, ROAD), 1, id="the same legs"),
        pytest.param((RAIL, SEA, ROAD), 2, id="one before it"),
        pytest.param((ROAD,), 0, id="the one before it removed"),
        pytest.param((ROAD, SEA), 0, id="the two changed places"),
        pytest.param((SEA, ROAD | {"distance_km": "300.0"}), 1, id="the same distance"),
        pytest.param((SEA, ROAD | {"distance_km": "301"}), 1, id="another distance"),
        pytest.param((RAIL, SEA, ROAD | {"distance_km": "301"}), None, id="moved and changed"),
        pytest.param((SEA, ROAD | {"zone": "Asia"}), None, id="another zone at its rank"),
        pytest.param((SEA,), None, id="removed"),
        pytest.param((), None, id="no leg left"),
    ],
)
def test_a_value_follows_its_leg_and_passes_to_no_other(legs, rank):
    before = content(SECOND_LEG)
    after = with_legs(before, *legs)
    moved = values_moved(before, after)
    assert moved == {SECOND_LEG: None if rank is None else leg(rank)}
    left = values_by_target(with_values_moved(after, moved))
    assert list(left) == [one for one in moved.values() if one]
    assert all(one["value"] == "0.5" for one in left.values())


def test_of_two_legs_alike_in_mode_and_zone_each_is_itself():
    other = ROAD | {"distance_km": "40"}
    before = with_legs(content(leg(0), leg(1)), ROAD, other, SEA)
    assert values_moved(before, with_legs(before, other, SEA)) == {leg(0): None, leg(1): leg(0)}


def test_a_removed_line_takes_its_values():
    before = content(BATTERY, SECOND_LEG, FERROUS)
    after = deepcopy(before) | {"manufacturing_lines": []}
    assert values_moved(before, after) == {BATTERY: BATTERY, SECOND_LEG: None, FERROUS: None}
    assert list(values_by_target(with_values_moved(after, values_moved(before, after)))) == [
        BATTERY
    ]


def test_a_value_that_never_had_a_target_is_not_lost_in_silence():
    """It is a point to correct, told as such."""
    before = content(Target(component=Component.BATTERY, owner="B9"))
    assert values_moved(before, before) == {}
    assert with_values_moved(before, {}) == before


class TestWhatAnotherDeclarationRepeats:
    """The evidence of a value is on its sites (method, article 11); decision 0023."""

    def kept(self, change, *targets):
        before = content(*targets)
        after = deepcopy(before)
        change(after)
        return values_kept(before, after)

    @pytest.mark.parametrize("written", ["0.5", "0.50", "00.5", 0.5])
    def test_a_number_is_compared_as_a_number(self, written):
        def rewrite(after):
            after["specific_values"][0]["value"] = written

        assert self.kept(rewrite, BATTERY) == {BATTERY: BATTERY}

    def test_another_number_is_another_value(self):
        def rewrite(after):
            after["specific_values"][0]["value"] = "0.51"

        assert self.kept(rewrite, BATTERY) == {}

    @pytest.mark.parametrize(
        ("said", "same"),
        [
            ({"name": "Autre usine"}, False),
            ({"address": "1 rue Neuve, 59000 Lille"}, False),
            ({"cell_country": "KR"}, False),
            ({"volume_six_months": 10, "volume_proven": True}, True),
            ({"id": " B1 "}, True),
        ],
    )
    def test_a_plant_of_cells_is_its_name_its_address_and_its_country(self, said, same):
        def elsewhere(after):
            after["battery_sites"][0] |= said

        assert bool(self.kept(elsewhere, BATTERY)) == same

    def test_outer_blanks_are_no_other_name(self):
        def blanks(after):
            site = after["battery_sites"][0]
            site["name"] = f" {site['name']} "

        assert self.kept(blanks, BATTERY) == {BATTERY: BATTERY}

    def test_the_order_of_stamping_sites_says_nothing(self):
        more = {"name": "Presses", "country": "FR", "stamped_mass_kg": "10"}
        before = content(FERROUS)
        before["manufacturing_lines"][0]["stamping"].append(more)
        after = deepcopy(before)
        after["manufacturing_lines"][0]["stamping"].reverse()
        assert values_kept(before, after) == {FERROUS: FERROUS}
        after["manufacturing_lines"][0]["stamping"].pop()
        assert values_kept(before, after) == {}

    def test_a_leg_is_the_same_with_its_distance_only(self):
        def further(after):
            after["manufacturing_lines"][0]["delivery"][1]["distance_km"] = "301"

        assert self.kept(further, SECOND_LEG, FERROUS) == {FERROUS: FERROUS}


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


def test_evidence_stays_on_a_site_that_is_written_otherwise_only():
    before, after = content(), content()
    after["battery_sites"][0]["name"] += " "
    after["manufacturing_lines"][0]["delivery"][0]["distance_km"] = "100.0"
    assert sites_changed(before, after) == ()
    after["battery_sites"] = []
    after["manufacturing_lines"][0]["painting"]["country"] = "CN"
    assert sites_changed(before, after) == ("line:L1", "battery:B1")


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
    change = {one.key for one in required_documents(found, on=on, route=Route.MODIFICATION)}
    assert change == derogation - {"no_reserved_parts@version"}


@pytest.mark.parametrize("decided", [True, False])
def test_the_decision_on_a_value_is_not_the_company_s(decided):
    found = content(BATTERY)
    found["specific_values"][0]["accepted"] = decided
    (problem,) = malformed(found, [])
    assert (problem.code, problem.field) == ("not_yours_to_decide", "/specific_values/0/accepted")
    assert malformed(content(BATTERY), []) == []
