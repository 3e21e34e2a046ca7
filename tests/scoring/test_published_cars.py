"""The sample cars of a public simulator, with the final battery value (method, 11.2 to 11.4).

As published, the masses of the three materials do not add up: 11.4 closes them with the other
materials, and only these and the total then differ from 11.3.
"""

from fractions import Fraction

import pytest

from scoring.arithmetic import total
from scoring.inputs import Component
from scoring.law import method_on
from scoring.points import points
from scoring.rounding import nearest
from tests.scoring.declarations import BEFORE, LAW, declared, line, scored

METHOD = method_on(LAW, BEFORE)
# Category, aluminium, ferrous, other as published, without battery, without driver, kWh.
CARS = {
    "SUV": (2, 150, 800, 100, 1500, 1900, 70),
    "sedan": (2, 130, 780, 80, 1300, 1650, 55),
    "city": (1, 100, 500, 60, 1200, 1200, 30),
}
ROUTES = {
    "CN": (("sea", "all", 20_000), ("road", "Asia", 500), ("road", "France", 500)),
    "KR": (("sea", "all", 23_000), ("road", "Asia", 500), ("road", "France", 500)),
    "DE": (
        ("rail", "Europe without France", 1500),
        ("road", "Europe without France", 500),
        ("road", "France", 500),
    ),
    "FR": (("rail", "France", 500), ("road", "France", 200)),
}
# 11.3: the six components in the order of the sum, the footprint, the score; 2 decimals.
RESULTS = {
    ("SUV", "CN"): ("2285.71 4285.71 500.00 4760 2400 4393.75", "18625.18", "21.11"),
    ("SUV", "KR"): ("1942.86 3964.29 500.00 4410 2145 4969.45", "17931.59", "27.27"),
    ("SUV", "DE"): ("1600.00 1842.86 460.00 3710 1245 506.35", "9364.21", "80"),
    ("SUV", "FR"): ("1600.00 1842.86 460.00 3710 870 88.54", "8571.40", "80"),
    ("sedan", "CN"): ("2228.57 3714.29 400.00 3740 2080 3815.63", "15978.48", "44.64"),
    ("sedan", "FR"): ("1560.00 1597.14 368.00 2915 754 76.89", "7271.03", "80"),
    ("city", "CN"): ("1428.57 2857.14 300.00 2040 1920 2775.00", "11320.71", "41.30"),
    ("city", "DE"): ("1000.00 1228.57 276.00 1590 996 319.80", "5410.37", "80"),
    ("city", "FR"): ("1000.00 1228.57 276.00 1590 696 55.92", "4846.49", "80"),
}
# 11.4: the footprint and the score once the masses close.
CLOSED = {
    ("SUV", "CN"): ("20875.18", "1.11"),
    ("SUV", "KR"): ("20181.59", "7.27"),
    ("SUV", "DE"): ("11434.21", "80"),
    ("SUV", "FR"): ("10641.40", "80"),
    ("sedan", "CN"): ("17528.48", "30.86"),
    ("sedan", "FR"): ("8697.03", "80"),
    ("city", "CN"): ("14020.71", "21.67"),
    ("city", "DE"): ("7894.37", "66.22"),
    ("city", "FR"): ("7330.49", "70.32"),
}


def closed(car, country):
    """The declaration of a car made in one country, its other materials closing the masses."""
    category, aluminium, ferrous, _, without_battery, without_driver, capacity = CARS[car]
    declaration = declared()
    declaration["reference_vehicle"] |= {
        "seats": 5 if category == 2 else 4,
        "ferrous_mass_kg": str(ferrous),
        "aluminium_mass_kg": str(aluminium),
        "other_materials_mass_kg": str(without_battery - ferrous - aluminium),
        "running_mass_kg": str(without_driver + 75),
        "battery": {
            # The city car has none as published: what the closure allows (S-10).
            "mass_kg": str(max(1, without_driver - without_battery)),
            "capacity_kwh": str(capacity),
        },
    }
    made = line("L1", country)
    made["delivery"] = [
        {"mode": mode, "zone": zone, "distance_km": str(km)} for mode, zone, km in ROUTES[country]
    ]
    declaration["manufacturing_lines"] = [made]
    declaration["battery_sites"][0]["cell_country"] = country
    return declaration


def cents(value):
    return Fraction(nearest(value, 2))


@pytest.mark.parametrize("case", RESULTS, ids="-".join)
def test_the_components_of_the_published_cars(case):
    """11.3: each term to two decimals, then the points of their sum."""
    car, country = case
    category, published_other = CARS[car][0], CARS[car][3]
    told, footprint_kg, score = RESULTS[case]
    found = dict(scored(closed(car, country)).components)
    factor = found[Component.OTHER_MATERIALS] / (CARS[car][4] - CARS[car][1] - CARS[car][2])
    found[Component.OTHER_MATERIALS] = factor * published_other
    assert [cents(found[name]) for name in Component] == [Fraction(one) for one in told.split()]
    whole = total(found.values())
    assert cents(whole) == Fraction(footprint_kg)
    assert cents(points(whole, METHOD.curves[category], Fraction(80))) == Fraction(score)


@pytest.mark.parametrize("case", CLOSED, ids="-".join)
def test_the_score_of_the_cars_whose_masses_close(case):
    """11.4."""
    footprint_kg, score = CLOSED[case]
    found = scored(closed(*case))
    assert found.category == CARS[case[0]][0]
    assert (cents(found.footprint_kg), cents(found.score)) == (
        Fraction(footprint_kg),
        Fraction(score),
    )
