"""What other tables would change on a panel, exactly."""

import json
from datetime import date
from fractions import Fraction
from statistics import StatisticsError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import law
from scoring.drift import compare, first_difference
from tests.scoring.declarations import BY_ID, LAW, declared
from tests.scoring.test_law import changed

FIRST = date(2023, 10, 10)


def line(name, case, on="2024-06-01", **more):
    return json.dumps({"id": name, "on": on, "declaration": declared(case), **more}).encode()


LIMIT = line("limite", "exactly-60-one-line")
ABROAD = line("sarthe", "river-and-rail-america")
BELOW = line("gramme", "a-gram-above-60")


def from_2027(tmp_path, name, value, instead, *, label="value"):
    """The tables with another number from 1 July 2027."""
    old = f"from = 2023-10-10, {label} = {value}, "
    closed = f"from = 2023-10-10, until = 2027-07-01, {label} = {value}, "
    source = 'source = "texte inventé", grade = "A" }, { '
    opened = f"from = 2027-07-01, {label} = {instead}, "
    return changed(tmp_path, name, (old, closed + source + opened))


@pytest.fixture(scope="module")
def cleaner(tmp_path_factory):
    """Tables whose batteries are 1 kg CO2e a kWh lighter in Europe, 2 kg in the United States."""
    lighter = (("value = 53,", "value = 52,"), ("value = 55,", "value = 53,"))
    return changed(tmp_path_factory.mktemp("cleaner"), "battery.toml", *lighter)


def test_the_same_tables_change_nothing():
    report = compare([LIMIT, ABROAD], old=LAW, new=law.read(law.REFERENCE))
    assert (report.since, report.gains, report.loses, report.unread) == (None, 0, 0, ())
    assert [(one.on, one.change) for one in report.drifts] == [(date(2024, 6, 1), 0)] * 2


def test_a_lower_factor_raises_the_score_exactly(tmp_path):
    """100 kWh, 3 kg less a kWh, 112.5 kg a point: 8/3 of a point, which no decimal says."""
    new = changed(tmp_path, "battery.toml", ("value = 53,", "value = 50,"))
    (one,) = compare([LIMIT], old=LAW, new=new).drifts
    assert (one.old.score, one.new.score) == (60, 60 + Fraction(8, 3))
    assert one.change == Fraction(8, 3)


def test_a_verdict_can_change_while_the_score_does_not(tmp_path):
    new = from_2027(tmp_path, "score.toml", 60, "62.5")
    report = compare([LIMIT, ABROAD], old=LAW, new=new)
    assert (report.gains, report.loses) == (0, 1)
    one = report.drifts[0]
    assert (one.id, one.change, one.old.minimum, one.new.minimum) == ("limite", 0, 60, 62.5)
    assert (one.old.reached, one.new.reached, one.loses, one.gains) == (True, False, True, False)


def test_a_lower_minimum_is_a_gain(tmp_path):
    """56.26 points and 59.9999 points, under 60 and above 55."""
    new = from_2027(tmp_path, "score.toml", 60, "55")
    report = compare([LIMIT, ABROAD, BELOW], old=LAW, new=new)
    assert (report.gains, report.loses) == (2, 0)
    assert [one.id for one in report.drifts] == ["sarthe", "gramme", "limite"]


def test_verdicts_come_first_then_the_largest_changes(cleaner):
    """100 kWh each, 112.5 kg a point: 8/9 of a point in Europe, 16/9 in the United States.

    The car a gram above 60 points is the only one that passes the minimum by it.
    """
    report = compare([LIMIT, ABROAD, BELOW], old=LAW, new=cleaner)
    assert [(one.id, one.change) for one in report.drifts] == [
        ("gramme", Fraction(8, 9)),
        ("sarthe", Fraction(16, 9)),
        ("limite", Fraction(8, 9)),
    ]
    assert (report.gains, report.loses, report.median) == (1, 0, Fraction(8, 9))
    assert (report.lowest.change, report.highest.id) == (Fraction(8, 9), "sarthe")


def test_the_median_of_an_even_panel_is_between_the_two(cleaner):
    assert compare([LIMIT, ABROAD], old=LAW, new=cleaner).median == Fraction(4, 3)


def test_an_empty_panel_has_no_median():
    report = compare([], old=LAW, new=LAW)
    assert report.drifts == ()
    with pytest.raises(StatisticsError):
        report.median  # noqa: B018 - read to be refused


@pytest.mark.parametrize(
    ("on", "asked", "expected"),
    [
        pytest.param("2024-06-01", None, date(2027, 7, 1), id="before: the first that differs"),
        pytest.param("2027-07-02", None, date(2027, 7, 2), id="after: its own day"),
        pytest.param("2024-06-01", date(2026, 1, 1), date(2026, 1, 1), id="the day asked"),
    ],
)
def test_the_day_of_a_comparison(tmp_path, on, asked, expected):
    new = from_2027(tmp_path, "score.toml", 60, "62.5")
    report = compare([line("limite", "exactly-60-one-line", on)], old=LAW, new=new, on=asked)
    assert report.since == date(2027, 7, 1)
    assert [one.on for one in report.drifts] == [expected]
    assert report.loses == (expected >= report.since)


def test_another_source_is_no_other_value(tmp_path):
    new = changed(tmp_path, "score.toml", ('grade = "B3"', 'grade = "A"'))
    assert new.digest != LAW.digest
    assert first_difference(LAW, new) is None


def test_a_value_corrected_in_place_differs_from_its_first_day(tmp_path):
    new = changed(tmp_path, "battery.toml", ("value = 53,", "value = 52,"))
    assert first_difference(LAW, new) == FIRST
    assert first_difference(new, LAW) == FIRST


def test_tables_that_end_differ_from_that_day(tmp_path):
    (tmp_path / "a.toml").write_text(
        '[file]\ntitle = "t"\nhref = "h"\nchecked_on = 2026-01-01\n[x]\nunit = "u"\nedition = ['
        '{ from = 2024-01-01, until = 2025-01-01, value = 1, source = "s", grade = "A" }]\n',
        encoding="utf-8",
    )
    ended = law.Law.read(tmp_path / "a.toml")
    (tmp_path / "a.toml").write_text(
        (tmp_path / "a.toml").read_text(encoding="utf-8").replace("until = 2025-01-01, ", ""),
        encoding="utf-8",
    )
    assert first_difference(ended, law.Law.read(tmp_path / "a.toml")) == date(2025, 1, 1)


def test_a_line_that_cannot_be_read_is_kept_apart(tmp_path):
    new = from_2027(tmp_path, "score.toml", 60, "62.5")
    lines = [b"oops", LIMIT, None, line("trop", "exactly-60-one-line", "2024-02-30")]
    report = compare(lines, old=LAW, new=new)
    assert [one.id for one in report.drifts] == ["limite"]
    codes = [(one["id"], one["error"]["code"]) for one in report.unread]
    assert codes == [(None, "not_json"), (None, "line_too_long"), ("trop", "not_a_day")]


def test_a_declaration_that_one_of_the_two_does_not_read_is_kept_apart(tmp_path):
    """A closure without tolerance refuses masses that a kilogram separates (S-10)."""
    declaration = declared()
    vehicle = declaration["reference_vehicle"]
    vehicle["running_mass_kg"] = str(int(vehicle["running_mass_kg"]) + 1)
    given = json.dumps({"id": "à un kilo", "on": "2024-06-01", "declaration": declaration}).encode()
    new = from_2027(tmp_path, "reference_vehicle.toml", 1, "0")
    for pair, side in (((LAW, new), "new"), ((new, LAW), "old")):
        (refusal,) = compare([given], old=pair[0], new=pair[1]).unread
        assert (refusal["id"], refusal["tables"]) == ("à un kilo", side)
        assert refusal["error"]["field"].startswith("/declaration")


def test_a_day_without_a_method_is_told(tmp_path):
    (refusal,) = compare([LIMIT], old=LAW, new=LAW, on=date(2023, 10, 9)).unread
    assert (refusal["error"]["code"], refusal["tables"]) == ("not_in_force", "old")


@given(st.permutations([LIMIT, ABROAD, BELOW, *(line(name, name) for name in list(BY_ID)[:3])]))
def test_the_order_of_the_panel_changes_no_count(cleaner, panel):
    one, other = (compare(lines, old=LAW, new=cleaner) for lines in (panel, sorted(panel)))
    assert [drift.change for drift in one.drifts] == [drift.change for drift in other.drifts]
    assert (one.gains, one.loses, one.median) == (other.gains, other.loses, other.median)
