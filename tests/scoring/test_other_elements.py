"""What is declared of repairability and materials: kept, and without a point today (S-2)."""

from fractions import Fraction

import pytest

from scoring.dated import LawFileError
from scoring.law import check, method_on
from scoring.levers import levers
from scoring.score import score
from scoring.wire import declaration_schema, problems_of, read_declaration, write_declaration
from tests.scoring.declarations import AFTER, BEFORE, BY_ID, LAW, declared, scored
from tests.scoring.test_law import changed

ELEMENTS = {
    "battery_modules_replaceable": True,
    "battery_cells_replaceable": False,
    "battery_repair_offered": True,
    "plastics_mass_kg": "200",
    "recycled_plastics_mass_kg": "20.5",
    "bio_based_materials_mass_kg": "0",
}


def declaring(**elements):
    return declared() | {"other_elements": elements}


def problems(**elements):
    return [(one.code, one.field) for one in problems_of(declaring(**elements), on=AFTER, law=LAW)]


def step(found):
    (told,) = [one for one in found.trace.children if one.name == "other_elements"]
    return told


@pytest.mark.parametrize("name", BY_ID)
def test_the_score_of_a_worked_case_is_the_same_with_them(name):
    """Reading S-2: weight zero in the edition in force."""
    case = BY_ID[name]["declaration"]
    mass = {"bio_based_materials_mass_kg": "0"}
    with_them = scored(case | {"other_elements": ELEMENTS | mass | no_plastics(case)}, AFTER)
    assert with_them.to_wire() == scored(case, AFTER).to_wire()


def no_plastics(case):
    """No plastics in a car whose other materials are lighter than those of the example."""
    light = Fraction(case["reference_vehicle"]["other_materials_mass_kg"]) < 200
    return dict.fromkeys(("plastics_mass_kg", "recycled_plastics_mass_kg"), "0") if light else {}


def test_what_is_declared_is_written_again_and_nothing_else():
    """Method, 7.3: what is absent is unknown."""
    for content in (declared(), declaring(**ELEMENTS), declaring(battery_repair_offered=False)):
        assert write_declaration(read_declaration(content, on=AFTER, law=LAW)) == content


def test_an_unknown_part_is_the_same_as_none():
    content = declared() | {"other_elements": None}
    assert read_declaration(content, on=AFTER, law=LAW).other_elements is None


def test_the_schema_asks_for_none_of_them():
    schema = declaration_schema()
    assert "other_elements" not in schema["required"]
    (part, null) = schema["properties"]["other_elements"]["anyOf"]
    assert (part["required"], null) == ([], {"type": "null"})
    assert part["properties"].keys() == ELEMENTS.keys()


@pytest.mark.parametrize(
    ("elements", "found"),
    [
        ({"battery_modules_replaceable": "oui"}, ("wrong_type", "battery_modules_replaceable")),
        ({"recycled_plastics_mass_kg": "-1"}, ("negative", "recycled_plastics_mass_kg")),
        ({"recycled_plastics_mass_kg": 1}, ("wrong_type", "recycled_plastics_mass_kg")),
        ({"colour": "1"}, ("unknown_key", "colour")),
        (
            {"plastics_mass_kg": "10", "recycled_plastics_mass_kg": "10.001"},
            ("out_of_range", "recycled_plastics_mass_kg"),
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(elements, found):
    code, key = found
    assert problems(**elements) == [(code, f"/other_elements/{key}")]


@pytest.mark.parametrize(
    "key", ["plastics_mass_kg", "recycled_plastics_mass_kg", "bio_based_materials_mass_kg"]
)
def test_a_part_of_the_other_materials_is_no_heavier_than_they_are(key):
    """Method, 2: what is neither ferrous nor aluminium, without the battery."""
    most = declared()["reference_vehicle"]["other_materials_mass_kg"]
    assert problems(**{key: most}) == []
    assert problems(**{key: f"{most}.001"}) == [("out_of_range", f"/other_elements/{key}")]


def test_the_trace_lists_what_is_declared_and_says_it_earns_nothing():
    told = step(scored(declaring(**ELEMENTS), AFTER))
    assert (told.label, told.result) == ("Points des autres éléments", 0)
    assert [(one.value, one.unit) for one in told.inputs] == [
        (True, ""),
        (False, ""),
        (True, ""),
        (200, "kg"),
        (Fraction("20.5"), "kg"),
        (0, "kg"),
    ]
    assert "article 12" in told.article
    assert "0 point" in told.notes[-1]
    assert [one.name for one in told.children] == ["other_points"]


def test_the_trace_says_when_nothing_is_declared():
    told = step(scored(declared(), AFTER))
    assert told.inputs == ()
    assert "Aucune donnée" in told.notes[0]


@pytest.fixture
def generous(tmp_path):
    """A later edition: 20 points, 12 for modules, 10 for a repair, 1/10 for each recycled kg."""
    weights = {
        "battery_modules_replaceable": "12",
        "battery_repair_offered": "10",
        "recycled_plastics_mass_kg": "0.1",
    }
    pairs = [
        (f'("{element}", .*?)weight = 0,', rf"\1weight = {weight},")
        for element, weight in weights.items()
    ]
    law = changed(tmp_path, "score.toml", ("value = 0,", "value = 20,"), *pairs)
    check(law)
    return law


@pytest.mark.parametrize(
    ("elements", "points"),
    [
        ({}, 0),
        ({"battery_modules_replaceable": False}, 0),
        ({"battery_modules_replaceable": True}, 12),
        ({"recycled_plastics_mass_kg": "20.5"}, Fraction("2.05")),
        ({"battery_cells_replaceable": True, "plastics_mass_kg": "200"}, 0),
        (ELEMENTS, 20),
    ],
)
def test_an_edition_that_gives_points_is_data_only(generous, elements, points):
    """D. 251-1: within the points of the edition, at most 30 % of the score."""
    read = read_declaration(declaring(**elements), on=AFTER, law=generous)
    found = score(read, on=AFTER, law=generous)
    without = score(read_declaration(declared(), on=AFTER, law=generous), on=AFTER, law=generous)
    assert found.other_points == step(found).number == points
    assert found.score == without.score + points
    assert found.footprint_kg == without.footprint_kg


def test_points_of_other_elements_leave_a_heavier_footprint(generous):
    """Category 2: 9,000 kg for 80 points, so 12 points are worth 1,350 kg."""
    read = read_declaration(declaring(battery_modules_replaceable=True), on=AFTER, law=generous)
    assert levers(read, on=AFTER, law=generous).footprint.most == 14_250 + 1_350


@pytest.mark.parametrize(
    ("pair", "sentence"),
    [
        (('element = "plastics_mass_kg"', 'element = "glass_mass_kg"'), "une ligne par donnée"),
        (("weight = 0", "weight = -1"), "other_elements, ligne 1 : valeur négative"),
    ],
)
def test_a_table_of_weights_that_does_not_fit_is_refused(tmp_path, pair, sentence):
    with pytest.raises(LawFileError, match=sentence):
        check(changed(tmp_path, "score.toml", pair))


def test_each_datum_has_its_weight_on_each_day():
    for day in (BEFORE, AFTER):
        weights = method_on(LAW, day).other_elements
        assert weights.keys() == ELEMENTS.keys()
        assert all(one.value == 0 for one in weights.values())
