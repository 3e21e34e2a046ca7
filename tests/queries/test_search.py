"""The search by other names: what is typed finds what it found, an alias adds to it."""

from datetime import date

import pytest

from app.queries.register import Wanted, count_listed, listed
from app.queries.search import applied_aliases
from app.queries.status import Verdict, status
from app.services.orders import PublishedRow, import_published_order

DAY = date(2026, 3, 3)
CARS = (
    ("Volkswagen", "ID.3", "v1"),
    ("VW", "ID.4", "v2"),
    ("DS", "N°8", "d8"),
    ("Citroën", "ë-C3", "c3"),
    ("Mercedes-Benz", "CLA", "m1"),
    ("Mercedes", "EQA", "m2"),
    ("Renault", "Norma", "R5"),
    ("Renault", "5 E-Tech", "r5x"),
)


@pytest.fixture
def cars(world):
    import_published_order(
        "Arrêté d’essai",
        [PublishedRow(brand=brand, commercial_name=name, tvv=tvv) for brand, name, tvv in CARS],
        published_on=world.clock.today(),
        by=world.actor("authority"),
        clock=world.clock,
    )


def found(**asked):
    wanted = Wanted(on=DAY, **asked)
    codes = {one.tvv for one in listed(wanted)}
    assert count_listed(wanted) == len(codes)
    return codes


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("vw", {"v1", "v2"}),
        ("VW ID.3", {"v1"}),
        ("volkswagen", {"v1"}),
        ("DS No 8", {"d8"}),
        ("DS numéro 8", {"d8"}),
        ("DS 8", {"d8"}),
        ("DS N°8", {"d8"}),
        ("eC3", {"c3"}),
        ("ë-C3", {"c3"}),
        ("mercedes", {"m1", "m2"}),
        ("Mercedes Benz", {"m1", "m2"}),
        ("mercedes benz eqa", {"m2"}),
        ("no", {"R5"}),
        ("r5 e-tech", {"r5x"}),
        ("No 8", {"d8"}),
    ],
)
def test_a_name_is_found_by_its_aliases(cars, words, codes):
    """Reading L-1: on brand and model only."""
    assert found(containing=words) == codes


def test_a_code_that_reads_like_an_alias_is_a_code(cars):
    """Reading L-1: R5 is a code here, so it is no Renault 5."""
    assert found(containing="R5") == {"R5"}
    assert applied_aliases("R5") == ()
    assert found(containing="r5") == {"r5x"}
    assert status("r5", on=DAY).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("brand", "codes"),
    [("VW", {"v1", "v2"}), ("Mercedes", {"m1", "m2"}), ("mercedes benz", {"m1", "m2"})],
)
def test_a_brand_is_narrowed_by_its_alias(cars, brand, codes):
    assert found(brand=brand) == codes


@pytest.mark.parametrize(
    ("words", "named"),
    [
        pytest.param("vw", ["Volkswagen"], id="it adds versions"),
        pytest.param("Mercedes", [], id="found as typed"),
        pytest.param("tesla motors", [], id="it finds nothing"),
        pytest.param("", [], id="no word"),
    ],
)
def test_an_alias_is_told_when_it_adds_something(cars, words, named):
    assert [one.named for one in applied_aliases(words)] == named
