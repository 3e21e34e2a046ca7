"""The explanation of a score."""

import json
from fractions import Fraction

import pytest

from scoring.factors import country_factor
from scoring.inputs import Component
from scoring.law import method_on
from tests.scoring.declarations import AFTER, BEFORE, BY_ID, LAW, declared, scored


def steps(step):
    yield step
    for child in step["children"]:
        yield from steps(child)


def explained(declaration, on=BEFORE):
    return scored(declaration, on).to_wire(explain=True)["trace"]


def named(trace, name):
    return [step for step in steps(trace) if step["name"] == name]


def test_the_explanation_is_plain_json():
    trace = explained(declared())
    assert json.loads(json.dumps(trace)) == trace


@pytest.mark.parametrize("name", ["suv-china", "S0047", "S0036"])
def test_every_value_of_the_law_shows_edition_source_and_grade(name):
    for step in steps(explained(BY_ID[name]["declaration"], AFTER)):
        assert step["label"]
        assert step["article"]
        if step["formula"] == "" and step["name"] not in {"site", "specific_value"}:
            assert step["source"]
            assert step["grade"]
            assert step["edition"]["from"]


def test_the_six_terms_add_up_to_the_footprint_shown():
    (footprint,) = named(explained(declared()), "footprint")
    terms = [step for step in footprint["children"] if step["name"] in set(Component)]
    assert sum(Fraction(step.get("exact", step["result"])) for step in terms) == 14_250


def test_a_figure_no_decimal_holds_is_also_given_exactly():
    (ferrous,) = named(explained(declared("suv-china")), "ferrous")
    assert (ferrous["result"], ferrous["exact"]) == ("2285.714285714", "16000/7")


def test_an_inferred_zone_says_so():
    """Reading S-11: an assignment graded C is marked."""
    method = method_on(LAW, BEFORE)
    (note,) = country_factor(method, Component.FERROUS, "SE", None).notes
    assert "coté C" in note
    (note,) = country_factor(method, Component.FERROUS, "DE", None).notes
    assert "coté B" in note


def test_a_doubtful_factor_says_what_to_confirm():
    """Method, 5.6."""
    declaration = declared("river-and-rail-america")
    notes = [note for step in named(explained(declaration), "leg") for note in str(step).split("'")]
    assert len({note for note in notes if note.startswith("à confirmer")}) == 2


def test_reference_and_specific_values_both_stay_visible():
    """Reading S-13."""
    (specific,) = named(explained(BY_ID["S0027"]["declaration"]), "specific_value")[:1]
    assert specific["children"][0]["name"] == "reference_value"
    assert "valeur de référence" in specific["notes"][0]


def test_weights_are_shown_with_the_volumes():
    """Arrêté du 7 octobre 2023, art. 9."""
    (step,) = named(explained(declared("exactly-60-three-lines-3-3-1")), "manufacturing_lines")
    assert step["result"] == "ligne L1 : 42,86 % ; ligne L2 : 42,86 % ; ligne L3 : 14,29 %"
    (ferrous,) = named(explained(declared("exactly-60-three-lines-3-3-1")), "ferrous")[:1]
    assert len(ferrous["children"]) == 3


def test_the_line_kept_and_the_site_kept_are_named():
    """Readings S-6 and S-7."""
    trace = explained(BY_ID["S0047"]["declaration"], AFTER)
    (lines,) = named(trace, "manufacturing_lines")
    assert "ligne L2" in lines["notes"][0]
    assert [step["result"] for step in lines["children"]][1] == "Site 67 (MA)"
