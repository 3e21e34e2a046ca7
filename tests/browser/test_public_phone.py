"""The public tables on a phone: every column is read without scrolling sideways."""

import pytest

from tests import orders
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_comfort import faults_of
from tests.browser.test_phone_tables import HIDDEN

pytestmark = pytest.mark.browser

TITLE = "Arrêté du {} modifiant l’arrêté du 14 décembre 2023 fixant la liste des versions"


@pytest.fixture
def the_list(world):
    for day in ("2023-12-15", "2024-03-14", "2025-06-18"):
        rows = [("Mercedes-Benz", f"Modèle très long {day}", f"Ab{number}{day}") for number in "12"]
        orders.enter(world, *rows, on=day, title=TITLE.format(day))
        world.days_pass(1)
    first = orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10", title=TITLE.format("x"))
    fixed = orders.correction(
        world, first, 1, brand="Fiat", commercial_name="600e", tvv="F6",
        listed_from=orders.day("2026-01-11"),
    )  # fmt: skip
    world.publish(fixed)
    world.days_pass(2)
    return first, fixed


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_no_table_hides_a_column_and_axe_sees_nothing(person, world, the_list, viewport):
    visitor = person(viewport=viewport)
    paths = ["/", "/liste", "/comparer?du=2024-01-01&au=2026-03-03", "/arretes", "/statistiques"]
    paths += ["/statistiques?marque=Fiat", "/versions/F6"]
    paths += [f"/arretes/{one.reference}" for one in the_list]
    found = {path: visitor.goto(path).evaluate(HIDDEN) for path in paths}
    assert {path: hidden for path, hidden in found.items() if hidden} == {}
    assert faults_of(visitor, ["/statistiques?marque=Fiat", "/versions/F6", "/arretes"]) == []
