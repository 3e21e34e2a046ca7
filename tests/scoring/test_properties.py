"""What holds of every declaration: order, growth, weighting between the extremes."""

import copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.inputs import Component
from scoring.law import method_on
from tests.scoring.declarations import AFTER, BEFORE, LAW, declared, line, scored

# One country of each zone that a table of the method tells apart, and some residual ones.
COUNTRIES = ("FR", "DE", "SE", "CN", "KR", "JP", "IN", "US", "MX", "BR", "TR", "MA", "ZA", "AU")
LEGS = (
    ("sea", "all"),
    ("river", "all"),
    ("air", "all"),
    ("road", "France"),
    ("road", "Asia"),
    ("rail", "France"),
    ("rail", "Europe without France"),
)
MASSES = ("ferrous_mass_kg", "aluminium_mass_kg", "other_materials_mass_kg")
days = st.sampled_from([BEFORE, AFTER])
hundredths = st.integers(0, 5000)


@st.composite
def lines(draw, name):
    """A production line: its sites in any country, its legs."""
    made = line(name, draw(st.sampled_from(COUNTRIES)), volume=draw(st.integers(1, 1000)))
    for part in ("assembly", "body_in_white", "painting"):
        made[part] = {"name": part, "country": draw(st.sampled_from(COUNTRIES))}
    made["stamping"] = [{"name": "presse", "country": draw(st.sampled_from(COUNTRIES))}]
    made["delivery"] = [
        {"mode": mode, "zone": zone, "distance_km": str(draw(st.integers(1, 20_000)))}
        for mode, zone in draw(st.lists(st.sampled_from(LEGS), min_size=1, max_size=3))
    ]
    return made


@st.composite
def declarations(draw, most_lines=3):
    """A declaration whose masses close, made on some lines with some battery sites."""
    declaration = declared()
    vehicle = declaration["reference_vehicle"]
    masses = {name: draw(st.integers(1, 1500)) for name in MASSES}
    battery = draw(st.integers(1, 800))
    vehicle |= {name: str(kg) for name, kg in masses.items()}
    vehicle["battery"] = {"mass_kg": str(battery), "capacity_kwh": str(draw(st.integers(1, 200)))}
    vehicle["running_mass_kg"] = str(sum(masses.values()) + battery + 75)
    vehicle["seats"] = draw(st.sampled_from([4, 5]))
    declaration["manufacturing_lines"] = [
        draw(lines(f"L{number}")) for number in range(draw(st.integers(1, most_lines)))
    ]
    declaration["battery_sites"] = [
        {
            "id": f"B{number}",
            "name": "Cellules",
            "cell_country": draw(st.sampled_from(COUNTRIES)),
            "volume_six_months": draw(st.integers(1, 1000)),
            "volume_proven": True,
        }
        for number in range(draw(st.integers(1, 3)))
    ]
    return declaration


def moved(one, other):
    """The components that differ between two scores."""
    return {name for name in Component if one.components[name] != other.components[name]}


@given(declarations(), days, st.randoms())
def test_the_order_of_sites_lines_and_legs_changes_nothing(declaration, on, shuffled):
    other = copy.deepcopy(declaration)
    shuffled.shuffle(other["manufacturing_lines"])
    shuffled.shuffle(other["battery_sites"])
    for made in other["manufacturing_lines"]:
        shuffled.shuffle(made["delivery"])
    one, two = scored(declaration, on), scored(other, on)
    assert (one.components, one.footprint_kg, one.score) == (
        two.components,
        two.footprint_kg,
        two.score,
    )


@given(declarations(), days, st.sampled_from(MASSES), st.integers(1, 500))
def test_a_heavier_material_never_lightens_the_footprint(declaration, on, name, more):
    """A kilogram more of a material is a kilogram more to process and to deliver."""
    heavier = copy.deepcopy(declaration)
    vehicle = heavier["reference_vehicle"]
    for key in (name, "running_mass_kg"):
        vehicle[key] = str(int(vehicle[key]) + more)
    before, after = scored(declaration, on), scored(heavier, on)
    assert after.footprint_kg > before.footprint_kg
    assert after.score <= before.score


@given(declarations(), days, st.integers(1, 100))
def test_a_heavier_battery_and_a_larger_one_never_lighten(declaration, on, more):
    for part, also in (("mass_kg", True), ("capacity_kwh", False)):
        heavier = copy.deepcopy(declaration)
        vehicle = heavier["reference_vehicle"]
        vehicle["battery"][part] = str(int(vehicle["battery"][part]) + more)
        if also:
            vehicle["running_mass_kg"] = str(int(vehicle["running_mass_kg"]) + more)
        assert scored(heavier, on).footprint_kg > scored(declaration, on).footprint_kg


@given(declarations(), days, st.integers(1, 10_000))
def test_a_longer_leg_weighs_on_the_delivery_alone(declaration, on, more):
    longer = copy.deepcopy(declaration)
    leg = longer["manufacturing_lines"][0]["delivery"][0]
    leg["distance_km"] = str(int(leg["distance_km"]) + more)
    before, after = scored(declaration, on), scored(longer, on)
    assert moved(before, after) == {Component.DELIVERY}
    assert after.footprint_kg > before.footprint_kg
    assert after.score <= before.score


@given(declarations(), days, st.sampled_from(Component), hundredths, st.integers(1, 5000))
def test_a_higher_factor_weighs_on_its_component_alone(declaration, on, component, factor, more):
    """The footprint grows with each factor of a line or of a battery site (S-13)."""
    value = {"component": component, "accepted": True}
    value |= {"battery_site": "B0"} if component is Component.BATTERY else {"line": "L0"}
    value |= {"leg": 0} if component is Component.DELIVERY else {}
    found = []
    for number in (factor, factor + more):
        changed = copy.deepcopy(declaration)
        changed["specific_values"] = [value | {"value": f"{number // 100}.{number % 100:02}"}]
        found.append(scored(changed, on))
    lower, higher = found
    assert moved(lower, higher) == {component}
    assert higher.components[component] > lower.components[component]
    assert higher.score <= lower.score


@given(declarations(), days)
def test_several_sites_weigh_between_the_extremes(declaration, on):
    """S-6: each component lies between those of the lines, or of the battery sites, alone."""
    whole = scored(declaration, on).components
    alone = []
    for made in declaration["manufacturing_lines"]:
        for site in declaration["battery_sites"]:
            one = copy.deepcopy(declaration)
            one["manufacturing_lines"], one["battery_sites"] = [made], [site]
            alone.append(scored(one, on).components)
    for component in Component:
        kilograms = [one[component] for one in alone]
        assert min(kilograms) <= whole[component] <= max(kilograms)


def shown(figure):
    """A figure of the trace: its exact fraction, or its decimals when they hold it."""
    return Fraction(figure.get("exact", figure.get("result", figure.get("value"))))


@given(declarations(), days)
def test_the_legs_shown_give_the_delivery_of_the_version(declaration, on):
    """Each leg is its distance times its factor; lines are weighted by the shares shown (S-6)."""
    found = scored(declaration, on)
    footprint = found.to_wire(explain=True)["trace"]["children"][1]
    (delivery,) = [step for step in footprint["children"] if step["name"] == Component.DELIVERY]
    several = len(declaration["manufacturing_lines"]) > 1
    of_lines = delivery["children"] if several else [delivery]
    shares = [shown(one) for one in delivery["inputs"]] if several else [Fraction(1)]
    for made, step in zip(declaration["manufacturing_lines"], of_lines, strict=True):
        mass_t, per_tonne = map(shown, step["inputs"])
        legs = [one for one in step["children"] if one["name"] == "leg"]
        for declared_leg, leg in zip(made["delivery"], legs, strict=True):
            distance, factor = map(shown, leg["inputs"])
            assert distance == int(declared_leg["distance_km"])
            assert shown(leg) == distance * factor
        assert mass_t * 1000 == int(declaration["reference_vehicle"]["running_mass_kg"]) - 75
        assert per_tonne == sum(map(shown, legs))
        assert shown(step) == mass_t * per_tonne
    weighted = sum(share * shown(one) for share, one in zip(shares, of_lines, strict=True))
    assert sum(shares) == 1
    assert weighted == shown(delivery) == found.components[Component.DELIVERY]


@given(declarations(), days)
def test_one_unproven_volume_gives_the_worst_battery_site(declaration, on):
    """S-6: for battery sites as for lines."""
    alone = []
    for site in declaration["battery_sites"]:
        one = copy.deepcopy(declaration)
        one["battery_sites"] = [site]
        alone.append(scored(one, on).components[Component.BATTERY])
    unproven = copy.deepcopy(declaration)
    unproven["battery_sites"][-1]["volume_six_months"] = None
    assert scored(unproven, on).components[Component.BATTERY] == max(alone)


@given(declarations(), days)
def test_one_unproven_volume_gives_the_worst_line(declaration, on):
    """S-6: the line of the highest footprint, its delivery included, counts alone."""
    totals = []
    for made in declaration["manufacturing_lines"]:
        one = copy.deepcopy(declaration)
        one["manufacturing_lines"] = [made]
        totals.append(scored(one, on).footprint_kg)
    unproven = copy.deepcopy(declaration)
    unproven["manufacturing_lines"][0]["volume_proven"] = False
    assert scored(unproven, on).footprint_kg == max(totals)


@given(declarations(), days)
def test_the_score_is_that_of_the_sum_of_the_components(declaration, on):
    """Additive, bounded, and reached on the exact figure (S-1)."""
    found = scored(declaration, on)
    curve = method_on(LAW, on).curves[found.category]
    assert sum(found.components.values()) == found.footprint_kg
    inside = (curve.zero_kg - found.footprint_kg) * 80 / (curve.zero_kg - curve.full_kg)
    assert found.score == min(Fraction(80), max(Fraction(0), inside))
    assert found.reached == (found.score >= 60)


@pytest.mark.parametrize("on", [BEFORE, AFTER])
def test_twice_the_volumes_weigh_the_same(on):
    declaration = declared()
    declaration["manufacturing_lines"] = [line("L1", "FR", volume=3), line("L2", "CN", volume=1)]
    doubled = copy.deepcopy(declaration)
    for made in doubled["manufacturing_lines"]:
        made["volume_six_months"] *= 2
    assert scored(doubled, on).components == scored(declaration, on).components
