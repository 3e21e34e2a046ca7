"""Other names of brands and models: whole words, added to a search (reading L-1)."""

from datetime import date

import pytest

from app.domain.aliases import aliases, brand_keys, read_aliases, reading

ONE = {
    "typed": "VW",
    "named": "Volkswagen",
    "brand": True,
    "entered_on": date(2026, 12, 1),
    "source": "Sigle.",
}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param("VW", ["volkswagen"], id="a brand"),
        pytest.param("vw id.3", ["volkswagen", "id", "3"], id="a brand and a model"),
        pytest.param("DS No 8", ["ds", "n", "8"], id="blanks"),
        pytest.param("DS No8", ["ds", "n", "8"], id="no blank"),
        pytest.param("ds № 8", ["ds", "n", "8"], id="the sign of a number"),
        pytest.param("R5 E-Tech", ["renault", "5", "e", "tech"], id="a model"),
        pytest.param("Mercedes Benz CLA", ["mercedes", "cla"], id="two words"),
        pytest.param("vwx", ["vwx"], id="another word"),
        pytest.param("Mercedes", ["mercedes"], id="a beginning finds the rest by itself"),
        pytest.param("ë-C3", ["e", "c3"], id="folded, no alias"),
        pytest.param("…", [], id="no word"),
    ],
)
def test_an_alias_is_read_as_the_name_of_the_list(typed, words):
    assert list(reading(typed).words) == words


def test_the_aliases_that_were_applied_are_told():
    assert [one.named for one in reading("VW ID.3").aliases] == ["Volkswagen"]
    assert reading("Volkswagen ID.3").aliases == ()


@pytest.mark.parametrize(
    ("brand", "keys"),
    [
        ("VW", {"vw", "volkswagen"}),
        ("mercedes", {"mercedes", "mercedes benz"}),
        ("Tesla", {"tesla"}),
        ("R5", {"r5"}),
    ],
)
def test_a_brand_is_known_by_its_alias(brand, keys):
    """A model is no brand."""
    assert brand_keys(brand) == keys


def test_each_alias_has_a_source_and_a_day():
    assert all(one.source and one.entered_on >= date(2026, 12, 1) for one in aliases().values())


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param([ONE | {"source": ""}], id="no source"),
        pytest.param([{key: ONE[key] for key in ("typed", "named")}], id="a key is missing"),
        pytest.param([ONE | {"other": 1}], id="another key"),
        pytest.param([ONE | {"typed": "°"}], id="no word is typed"),
        pytest.param([ONE | {"named": "°"}], id="no word is named"),
        pytest.param([ONE, ONE | {"typed": "v w"}], id="twice"),
    ],
)
def test_data_that_say_something_else_are_refused(wrong):
    with pytest.raises(ValueError, match=r"alias"):
        read_aliases(wrong)
