"""The score: boundaries, shape of the curve, both site rules, specific values."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.inputs import Component
from scoring.law import Curve, method_on
from scoring.points import points
from scoring.rounding import nearest
from tests.scoring.declarations import AFTER, BEFORE, LAW, declared, line, scored

METHOD = method_on(LAW, BEFORE)
MOST = Fraction(80)
footprints = st.fractions(min_value=0, max_value=50_000)
masses = st.integers(0, 3000)


@pytest.mark.parametrize(
    ("kg", "category_2", "category_1"),
    [
        (5_999, "80", "80"),
        (6_000, "80", "80"),
        (8_749, "80", "60.0073"),
        (8_750, "80", "60"),
        (8_751, "80", "59.9927"),
        (9_000, "80", "58.1818"),
        (12_000, "80", "36.3636"),
        (14_250, "60", "20"),
        (14_251, "59.9911", "19.9927"),
        (14_750, "55.5556", "16.3636"),
        (17_000, "35.5556", "0"),
        (21_000, "0", "0"),
    ],
)
def test_points_at_the_bounds_of_each_category(kg, category_2, category_1):
    """Method, 11.1: four decimals where the table has them, exact where it has none."""
    for category, told in ((2, category_2), (1, category_1)):
        found = points(Fraction(kg), METHOD.curves[category], MOST)
        assert Fraction(nearest(found, 4)) == Fraction(told)
        assert "." in told or found == Fraction(told)


@pytest.mark.parametrize(
    ("kg", "category", "exact"), [(12_000, 1, Fraction(400, 11)), (17_000, 2, Fraction(320, 9))]
)
def test_points_are_exact_fractions(kg, category, exact):
    """S-14."""
    assert points(Fraction(kg), METHOD.curves[category], MOST) == exact


@given(footprints, footprints, st.sampled_from([1, 2]))
def test_a_heavier_footprint_never_earns_more(one, other, category):
    lighter, heavier = sorted([one, other])
    curve = METHOD.curves[category]
    assert 0 <= points(heavier, curve, MOST) <= points(lighter, curve, MOST) <= MOST


@given(footprints)
def test_the_curve_is_a_line_between_its_bounds(kg):
    curve = Curve(category=1, label="", full_kg=Fraction(0), zero_kg=Fraction(50_000), grade="A")
    assert points(kg, curve, Fraction(50)) == Fraction(50_000 - kg, 1000)


def test_exactly_the_minimum_is_reached():
    """Reading S-1: three equal sites, volumes 3, 3 and 1, at exactly 14,250 kg."""
    found = scored(declared("exactly-60-three-lines-3-3-1"))
    assert (found.footprint_kg, found.score, found.reached) == (14_250, 60, True)


def test_a_gram_more_does_not_reach_the_minimum():
    """Reading S-1: on the exact decimal, never on a rounded one."""
    found = scored(declared("a-gram-above-60"))
    assert found.footprint_kg == Fraction("14250.001")
    assert not found.reached


@given(masses, masses, masses, st.integers(1, 200))
def test_the_footprint_is_the_sum_of_its_six_terms(ferrous, aluminium, other, capacity):
    """Method, 4."""
    declaration = declared()
    vehicle = declaration["reference_vehicle"]
    vehicle |= {
        "ferrous_mass_kg": str(ferrous),
        "aluminium_mass_kg": str(aluminium),
        "other_materials_mass_kg": str(other),
        "running_mass_kg": str(ferrous + aluminium + other + 360 + 75),
    }
    vehicle["battery"]["capacity_kwh"] = str(capacity)
    found = scored(declaration)
    assert list(found.components) == list(Component)
    assert sum(found.components.values()) == found.footprint_kg
    assert 0 <= found.score <= MOST
    assert found.reached == (found.score >= found.minimum)


@pytest.mark.parametrize("component", ["seats", "boot_litres", "electric_range_km"])
def test_each_criterion_alone_can_leave_category_2(component):
    """Reading S-4: all three are needed."""
    below = {"seats": 4, "boot_litres": "199.9", "electric_range_km": "169.999"}
    declaration = declared("category-2-at-all-three-bounds")
    assert scored(declaration).category == 2
    declaration["reference_vehicle"][component] = below[component]
    assert scored(declaration).category == 1


def test_lines_are_weighted_by_their_proven_volumes():
    """Arrêté du 7 octobre 2023, art. 9; reading S-6."""
    declaration = declared()
    alone = {}
    for country in ("FR", "CN"):
        declaration["manufacturing_lines"] = [line("L1", country)]
        alone[country] = scored(declaration).components
    declaration["manufacturing_lines"] = [
        line("L1", "FR", volume=3),
        line("L2", "CN", volume=1),
    ]
    for component, kg in scored(declaration).components.items():
        assert kg == (3 * alone["FR"][component] + alone["CN"][component]) / 4


def test_a_line_of_no_volume_does_not_count_beside_others():
    declaration = declared()
    declaration["manufacturing_lines"] = [line("L1", "FR", volume=3), line("L2", "CN", volume=0)]
    assert scored(declaration).score == 60


@pytest.mark.parametrize("proven", [None, False])
def test_one_volume_unknown_lets_the_worst_line_count_alone(proven):
    """Arrêté du 7 octobre 2023, art. 9; reading S-6."""
    declaration = declared()
    declaration["manufacturing_lines"] = [line("L1", "CN")]
    worst = scored(declaration).components
    chinese = line("L2", "CN", volume=1)
    if proven is None:
        chinese["volume_six_months"] = None
    else:
        chinese["volume_proven"] = proven
    declaration["manufacturing_lines"] = [line("L1", "FR", volume=10**6), chinese]
    assert scored(declaration).components == worst


def test_the_worst_line_is_chosen_with_its_delivery():
    """Reading S-15: a long delivery makes a clean plant the worst one."""
    declaration = declared()
    far = line("L1", "FR")
    far["delivery"] = [{"mode": "air", "zone": "all", "distance_km": "20000"}]
    declaration["manufacturing_lines"] = [line("L2", "CN"), far]
    found = scored(declaration)
    assert found.components[Component.DELIVERY] == 2 * Fraction("1.21") * 20_000
    assert found.components[Component.FERROUS] == 2000


def test_an_accepted_value_counts_when_the_worst_line_is_chosen():
    """Reading S-15: with its own factors the Chinese line is no longer the worst one."""
    declaration = declared()
    declaration["manufacturing_lines"] = [line("L1", "CN"), line("L2", "DE")]
    declaration["specific_values"] = [
        {"component": name, "line": "L1", "value": "0.1", "accepted": True}
        for name in ("ferrous", "aluminium", "other_materials", "processing")
    ]
    german = declared()
    german["manufacturing_lines"] = [line("L2", "DE")]
    assert scored(declaration).components == scored(german).components


def test_the_assembly_site_counts_until_24_january_2025():
    """Arrêté du 7 octobre 2023, art. 2, before arrêté du 23 janvier 2025."""
    kit = line("L1", "FR")
    kit["body_in_white"] = {"name": "Kit", "country": "CN"}
    declaration = declared()
    declaration["manufacturing_lines"] = [kit]
    assert scored(declaration, BEFORE).score == 60
    assert scored(declaration, AFTER).score < 60


def test_final_assembly_does_not_count_from_25_january_2025():
    """Arrêté du 23 janvier 2025: stamping, body-in-white and painting only."""
    declaration = declared()
    made = line("L1", "FR")
    made["assembly"] = {"name": "Montage", "country": "CN"}
    declaration["manufacturing_lines"] = [made]
    assert scored(declaration, BEFORE).score < 60
    assert scored(declaration, AFTER).score == 60


@pytest.mark.parametrize(
    ("masses_kg", "counts_in"),
    [
        pytest.param(("200", "100"), "FR", id="largest stamped mass"),
        pytest.param(("100", "200"), "CN", id="largest stamped mass elsewhere"),
        pytest.param(("100", "100"), "CN", id="a tie goes to the highest footprint"),
        pytest.param(("200", None), "CN", id="one mass unproven"),
        pytest.param((None, None), "CN", id="no mass proven"),
    ],
)
def test_stamping_on_two_sites_counts_at_one(masses_kg, counts_in):
    """Arrêté du 23 janvier 2025; readings S-7 and S-15."""
    made = line("L1", "FR")
    made["stamping"] = [
        {"name": country, "country": country} | ({"stamped_mass_kg": kg} if kg else {})
        for country, kg in zip(("FR", "CN"), masses_kg, strict=True)
    ]
    declaration, single = declared(), declared()
    declaration["manufacturing_lines"] = [made]
    single["manufacturing_lines"] = [line("L1", counts_in)]
    assert scored(declaration, AFTER).components == scored(single, AFTER).components


@pytest.mark.parametrize("accepted", [False, None])
def test_a_value_not_accepted_is_shown_and_does_not_count(accepted):
    """Readings S-13 and S-16."""
    declaration = declared()
    before = scored(declaration)
    declaration["specific_values"] = [
        {"component": "battery", "battery_site": "B1", "value": "1", "accepted": accepted}
    ]
    found = scored(declaration)
    assert found.components == before.components
    notes = str(found.trace.to_wire())
    assert "elle ne compte pas" in notes


def test_an_accepted_value_changes_its_component_only():
    """Reading S-13."""
    declaration = declared()
    before = scored(declaration).components
    declaration["specific_values"] = [
        {"component": "battery", "battery_site": "B1", "value": "40", "accepted": True}
    ]
    after = scored(declaration).components
    assert after[Component.BATTERY] == 4000
    assert {c for c in Component if before[c] != after[c]} == {Component.BATTERY}
