"""The 407 worked cases of the aids, and the other readings whose figure they give."""

import json
from decimal import Decimal

import pytest

from scoring.aids.book import REFERENCE, load
from scoring.aids.command import answered
from scoring.aids.wordings import MET, NOT_MET, NOT_TESTED, UNKNOWN
from scoring.command import main
from tests.scoring.aids.cases import BOOK, BY_ID, rows
from tests.scoring.declarations import CASES

OTHER = [row for row in rows() if row["alternative_amount_eur"]]


def wrong(row, found):
    """What of an answer is not what the case says; nothing when it agrees."""
    expected = row["expected_amount_exact"]
    exact, eur = found["amount_exact"], found["amount_eur"]
    if found["eligible"] is not (row["expected_eligible"] == "true"):
        return "eligible", found["eligible"]
    if (exact is None) != (not expected) or (expected and Decimal(exact) != Decimal(expected)):
        return "amount", exact
    if expected and Decimal(eur) != Decimal(row["expected_amount_eur"]):
        return "cents", eur
    failing = set(filter(None, row["failing_condition_ids"].split(";")))
    if set(found["failing"]) != failing:
        return "failing", found["failing"]
    if not json.loads(row["expected_detail_json"]).items() <= found["detail"].items():
        return "detail", found["detail"]
    return None


def test_the_command_answers_the_worked_cases(capfdbinary):
    assert main(["aids", str(CASES / "aids.csv")]) == 0
    found = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [one["id"] for one in found] == list(BY_ID)
    told = {row["id"]: wrong(row, one) for row, one in zip(rows(), found, strict=True)}
    assert {name: one for name, one in told.items() if one} == {}


def test_an_explanation_says_the_same_with_its_grounds():
    for row in rows():
        plain = answered(row, BOOK, explain=False)
        found = answered(row, BOOK, explain=True)
        assert plain.items() <= found.items()
        states = {one["state"] for one in found["grounds"]}
        assert states <= {MET, NOT_MET, UNKNOWN, NOT_TESTED}
        refused = [one["id"] for one in found["grounds"] if one["state"] == NOT_MET]
        assert list(dict.fromkeys(refused)) == found["failing"], row["id"]
        assert all(one["sentence"].endswith(".") for one in found["grounds"])


@pytest.mark.parametrize("row", OTHER, ids=[row["id"] for row in OTHER])
def test_the_other_reading_gives_its_figure(row):
    """Where the text has two readings and the cases give the figure of the second (L-5)."""
    asked = dict(row)
    if row["id"] == "O0551":  # whose figure is the one that the cap leaves
        asked["regime_id"] += "+cumulative-cap"
    found = answered(asked, load(frozenset({row["reading"]})), explain=False)
    assert Decimal(found["amount_exact"]) == Decimal(row["alternative_amount_eur"])
    assert Decimal(answered(row, BOOK, explain=False)["amount_exact"]) == Decimal(
        row["expected_amount_exact"]
    )


def test_a_reading_that_no_case_gives_is_no_setting():
    """Reading L-5: a documented setting only where the figure is known."""
    named = {row["reading"] for row in OTHER}
    files = REFERENCE.glob("*.toml")
    written = {
        word.strip("{ =")
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("other = ")
        for word in line.replace(",", " ").split()
        if word.startswith("AMB-")
    }
    assert written == named
