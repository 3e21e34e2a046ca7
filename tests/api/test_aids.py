"""The aids through the API: the worked cases, the batch, what is refused, what is covered."""

import csv
import json
from datetime import date
from decimal import Decimal

import pytest

from scoring.aids.registry import REGIMES
from tests import orders
from tests.scoring.declarations import CASES

jsonschema = pytest.importorskip("jsonschema")

with (CASES / "aids.csv").open(encoding="utf-8", newline="") as file:
    WORKED = list(csv.DictReader(file))
BY_ID = {one["id"]: one for one in WORKED}


def case(name, **changes):
    row = BY_ID[name]
    facts = {**json.loads(row["inputs_json"]), **changes}
    return {
        "id": name,
        "regimes": row["regime_id"].split("+"),
        "reference_date": row["reference_date"],
        "facts": {key: one for key, one in facts.items() if one is not ...},
    }


def evaluate(anybody, content, *, explain=False):
    query = "?explain=true" if explain else ""
    return anybody.post(f"/aids/evaluate{query}", json=content)


def test_the_worked_cases_have_their_answers(anybody):
    """Two requests: the 407 cases fit in one, and say the same explained."""
    cases = [case(one["id"]) for one in WORKED]
    found = evaluate(anybody, cases).json
    assert [one["id"] for one in found] == [one["id"] for one in WORKED]
    for row, one in zip(WORKED, found, strict=True):
        assert one["eligible"] is (row["expected_eligible"] == "true"), row["id"]
        exact = row["expected_amount_exact"]
        assert (one["amount_exact"] is None) == (not exact), row["id"]
        if exact:
            assert Decimal(one["amount_exact"]) == Decimal(exact), row["id"]
            assert Decimal(one["amount_eur"]) == Decimal(row["expected_amount_eur"]), row["id"]
        assert set(one["failing"]) == set(filter(None, row["failing_condition_ids"].split(";")))
        detail = json.loads(row["expected_detail_json"])
        assert detail.items() <= one["detail"].items(), row["id"]
    explained = evaluate(anybody, cases, explain=True).json
    assert all(one.items() <= other.items() for one, other in zip(found, explained, strict=True))
    assert all("grounds" in one for one in explained)


def test_one_case_is_answered_alone(anybody):
    answer = evaluate(anybody, case("O0001"), explain=True)
    assert answer.status_code == 200
    assert answer.json["amount_eur"] == "5000.00"
    assert answer.json["lines"] == [
        {
            "label": "27 % du coût d’acquisition TTC, batterie louée comprise",
            "eur": "8100",
        },
        {"label": "Limite de 5\u202f000 € pour une personne physique", "eur": "-3100"},
    ]
    states = {one["id"]: one["state"] for one in answer.json["grounds"]}
    assert states.pop("BCN-03") == "not_tested"
    assert set(states.values()) == {"met"}
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_without_regimes_each_one_of_the_day_is_answered_alone(anybody):
    asked = case("O0001")
    del asked["regimes"]
    found = {one["regime"]: one for one in evaluate(anybody, asked).json["regimes"]}
    assert "bonus-2014" not in found
    assert found["bonus-car-new"]["amount_eur"] == "5000.00"
    assert found["bonus-van-new"]["failing"] == ["BVN-04"]
    assert found["conversion-car"]["eligible"] is None
    assert "old.cat" in found["conversion-car"]["depends_on"]


def test_a_missing_fact_is_said_with_the_bounds(anybody):
    found = evaluate(anybody, case("O0001", rfr_part=...)).json
    assert (found["eligible"], found["amount_eur"]) == (True, None)
    assert found["depends_on"] == ["rfr_part"]
    assert (found["amount_min_eur"], found["amount_max_eur"]) == ("5000.00", "7000.00")


def test_a_day_without_text_is_not_extrapolated(anybody):
    asked = case("O0001", invoice_date="2025-06-01", order_date="2025-05-01")
    found = evaluate(anybody, asked | {"reference_date": "2025-06-01"}).json
    assert (found["eligible"], found["amount_eur"]) == (None, None)
    assert found["outside"] == {"from": "2023-10-10", "until": "2024-02-13"}


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"cost_ttc": "30000 €"}, "not_a_quantity", "/facts/cost_ttc"),
        ({"cost_ttc": 30000}, "wrong_type", "/facts/cost_ttc"),
        ({"cost_ttc": "-1.00"}, "negative", "/facts/cost_ttc"),
        ({"price": "30000"}, "unknown_fact", "/facts/price"),
        ({"veh_cat": "car"}, "unknown_word", "/facts/veh_cat"),
        ({"overseas": {"territory": "Reunion"}}, "unknown_word", "/facts/overseas/territory"),
        ({"adult": "yes"}, "wrong_type", "/facts/adult"),
        ({"adult": None}, "wrong_type", "/facts/adult"),
        ({"invoice_date": "2024-01-16"}, "contradictory_day", "/facts/invoice_date"),
    ],
)
def test_what_is_misspelt_is_refused_where_it_is(anybody, change, code, pointer):
    answer = evaluate(anybody, case("O0001", **change))
    assert answer.status_code == 422
    assert [(one["code"], one["pointer"]) for one in answer.json["errors"]] == [(code, pointer)]


def test_a_batch_names_the_case_that_is_refused(anybody):
    answer = evaluate(anybody, [case("O0001"), case("O0002", adult=1), {"reference_date": "x"}])
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json["errors"]] == [
        "/1/facts/adult",
        "/2/reference_date",
    ]


@pytest.mark.parametrize("content", [[], [{"reference_date": "2024-01-15"}] * 1001, "x", 3])
def test_a_body_that_is_no_case_is_refused(anybody, content):
    assert evaluate(anybody, content).status_code == 422


def test_the_list_is_asked_on_the_reference_day(anybody, world):
    """The code and the day decide; a fact that is given wins."""
    orders.enter(world, ("Fiat", "600e", "005Y7CRBVb3s5T3X"), on="2023-12-15")

    def found(**facts):
        asked = case("O0001", **{"version_listed": ...} | facts)
        day = facts.get("invoice_date", asked["reference_date"])
        return evaluate(anybody, asked | {"reference_date": day}).json

    assert found(tvv="005Y7CRBVb3s5T3X")["eligible"] is True
    # In force the day after its publication (reading T-11).
    days = {"order_date": "2023-12-16", "invoice_date": "2023-12-15"}
    assert found(tvv="005Y7CRBVb3s5T3X", **days)["failing"] == ["BCN-11"]
    assert found(tvv="005Y7CRBVb3s5T3X", **days | {"invoice_date": "2023-12-16"})["eligible"]
    assert found(tvv="005Y7CRPZb3s5T3X")["failing"] == ["BCN-11"]
    assert found(tvv="005Y7CRPZb3s5T3X", version_listed=True)["eligible"] is True
    assert found(tvv="005Y7CRBVb3s5T3X", brand="FIAT")["eligible"] is True
    assert found(tvv="005Y7CRBVb3s5T3X", brand="Autre")["failing"] == ["BCN-11"]
    assert found()["depends_on"] == ["version_listed"]


def test_many_vehicles_are_asked_for_one_buyer(anybody, world):
    """Only what is due, or may be, is told of each."""
    orders.enter(world, ("Fiat", "600e", "f6"), on="2023-12-15")
    asked = case("O0001", version_listed=..., tvv=..., cost_ttc=...)
    del asked["id"], asked["regimes"]
    vehicles = [
        {"tvv": "f6", "cost_ttc": "10000.00"},
        {"tvv": "f6", "cost_ttc": "47000.01"},
        {"tvv": "other", "cost_ttc": "10000.00"},
        {"tvv": "f6"},
    ]
    answer = anybody.post("/aids/vehicles", json=asked | {"vehicles": vehicles})
    found = [
        {one["regime"]: one["amount_eur"] for one in each["aids"]}
        for each in answer.json["vehicles"]
    ]
    bonus = [each.get("bonus-car-new", "refused") for each in found]
    assert bonus == ["2700.00", "refused", "refused", None]
    assert all("bonus-van-new" not in each for each in found)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"vehicles": []}, "/vehicles"),
        ({"vehicles": [{}, {"cost_ttc": 1}]}, "/vehicles/1/cost_ttc"),
        ({"vehicles": [3]}, "/vehicles/0"),
        ({"facts": {"adult": 1}}, "/facts/adult"),
        ({"reference_date": "15/01/2024"}, "/reference_date"),
        ({"cars": 1}, "/cars"),
    ],
)
def test_many_vehicles_are_refused_where_they_are_wrong(anybody, change, pointer):
    asked = {"reference_date": "2024-01-15", "facts": {}, "vehicles": [{}]} | change
    answer = anybody.post("/aids/vehicles", json=asked)
    assert answer.status_code == 422
    assert [one["pointer"] for one in answer.json["errors"]] == [pointer]


def test_what_is_covered_and_the_rules_are_documents(anybody, described):
    covered = anybody.get("/aids/regimes")
    assert [one["regime"] for one in covered.json["regimes"]] == list(REGIMES)
    bonus = covered.json["regimes"][0]["wordings"][0]
    assert (bonus["from"], bonus["until"], bonus["article"]) == (
        "2023-10-10",
        "2024-02-13",
        "D. 251-1",
    )
    rules = anybody.get("/aids/rules")
    again = anybody.get("/aids/rules", headers={"If-None-Match": rules.headers["ETag"]})
    assert again.status_code == 304
    schema = described["components"]["schemas"]["AidFacts"]
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    by_regime = {row["regime_id"]: row for row in WORKED}
    for row in by_regime.values():
        assert validator.is_valid(json.loads(row["inputs_json"])), row["id"]
    assert not validator.is_valid({"cost_ttc": 3})
    assert date.fromisoformat(rules.json["regimes"][0]["wordings"][0]["from"]) < date(2024, 1, 1)


@pytest.fixture
def described(anybody):
    return anybody.get("/openapi.json").json
