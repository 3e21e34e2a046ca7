"""What arrives is read strictly: a code, a French sentence, a pointer; nothing else is raised."""

import io
import json
import sys
from datetime import date

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from scoring.aids.command import run
from scoring.aids.facts import FACTS, Facts, Kind
from scoring.aids.reading import FactsError, read_facts
from scoring.aids.wire import answer, answer_opened, read_case, read_vehicles
from scoring.command import main
from tests.scoring.aids.cases import BOOK, given

DAY = date(2024, 1, 15)
HEADER = "id,regime_id,reference_date,inputs_json\n"


def refused(content):
    with pytest.raises(FactsError) as caught:
        read_facts(content, DAY)
    (one,) = caught.value.problems
    assert one.message.endswith((".", "?"))
    assert one.message in str(caught.value)
    return one.code, one.field


@pytest.mark.parametrize(
    ("content", "code", "pointer"),
    [
        ({"cost_ttc": "30000 €"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "30 000"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "30000,50"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "1e4"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "1234567890"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "١٢"}, "not_a_quantity", "/cost_ttc"),
        ({"cost_ttc": "-5"}, "negative", "/cost_ttc"),
        ({"cost_ttc": 30000}, "wrong_type", "/cost_ttc"),
        ({"cost_ttc": 30000.5}, "wrong_type", "/cost_ttc"),
        ({"cost_ttc": None}, "wrong_type", "/cost_ttc"),
        ({"adult": "true"}, "wrong_type", "/adult"),
        ({"adult": 1}, "wrong_type", "/adult"),
        ({"lease_months": "24"}, "wrong_type", "/lease_months"),
        ({"lease_months": True}, "wrong_type", "/lease_months"),
        ({"lease_months": -1}, "out_of_range", "/lease_months"),
        ({"co2_method": 5}, "out_of_range", "/co2_method"),
        ({"co2_method": 0}, "out_of_range", "/co2_method"),
        ({"invoice_date": "15/01/2024"}, "not_a_day", "/invoice_date"),
        ({"invoice_date": "2024-02-30"}, "not_a_day", "/invoice_date"),
        ({"invoice_date": "9999-12-31"}, "out_of_range", "/invoice_date"),
        ({"invoice_date": 20240115}, "not_a_day", "/invoice_date"),
        ({"veh_cat": "voiture"}, "unknown_word", "/veh_cat"),
        ({"veh_cat": ["VP"]}, "unknown_word", "/veh_cat"),
        ({"energy": "electric"}, "wrong_type", "/energy"),
        ({"energy": []}, "empty", "/energy"),
        ({"energy": ["coal"]}, "unknown_word", "/energy"),
        ({"energy": [["electric"]]}, "unknown_word", "/energy"),
        ({"other_aids": ["bonus"]}, "unknown_word", "/other_aids"),
        ({"prior_leasing_ref_dates": "2021-01-25"}, "wrong_type", "/prior_leasing_ref_dates"),
        ({"prior_leasing_ref_dates": ["x"]}, "not_a_day", "/prior_leasing_ref_dates"),
        ({"ads_territory": ""}, "wrong_type", "/ads_territory"),
        ({"ads_territory": "x" * 101}, "wrong_type", "/ads_territory"),
        ({"ads_territory": "chateauroux"}, "unknown_word", "/ads_territory"),
        ({"overseas": {"territory": "Reunion"}}, "unknown_word", "/overseas/territory"),
        ({"overseas": {"territory": 3}}, "wrong_type", "/overseas/territory"),
        ({"overseas": "La Réunion"}, "wrong_type", "/overseas"),
        ({"old": None}, "wrong_type", "/old"),
        ({"old": {"kat": "VP"}}, "unknown_fact", "/old/kat"),
        ({"cost": "1"}, "unknown_fact", "/cost"),
        ({"old.cat": "VP"}, "unknown_fact", "/old.cat"),
        ({"base_due": True}, "unknown_fact", "/base_due"),
        ({"reference_date": "2024-01-15"}, "unknown_fact", "/reference_date"),
        ([], "wrong_type", ""),
    ],
)
def test_what_is_not_a_fact_is_refused_where_it_is(content, code, pointer):
    assert refused(content) == (code, pointer)


def test_a_misspelt_name_is_suggested():
    with pytest.raises(FactsError, match="Vouliez-vous écrire « cost_ttc »"):
        read_facts({"cost_tcc": "1"}, DAY)


def test_all_that_is_wrong_is_said_at_once():
    with pytest.raises(FactsError) as caught:
        read_facts({"adult": 1, "cost_ttc": "x", "old": {"cat": "x"}}, DAY)
    assert [one.field for one in caught.value.problems] == ["/adult", "/cost_ttc", "/old/cat"]


@pytest.mark.parametrize(
    ("operation", "fact"),
    [
        ("purchase", "invoice_date"),
        ("lease", "first_rent_date"),
        ("retrofit", "transformation_date"),
    ],
)
def test_the_reference_day_is_that_of_the_operation(operation, fact):
    content = {"operation": operation, fact: "2024-01-16"}
    assert refused(content) == ("contradictory_day", f"/{fact}")
    assert read_facts(content | {fact: "2024-01-15"}, DAY).operation == operation


def test_another_place_is_outside_without_being_refused():
    """A city or a territory that no text names is known, and outside."""
    read = read_facts(
        {"ads_territory": "Strasbourg", "overseas": {"territory": "Saint-Martin"}}, DAY
    )
    assert (read.ads_territory, read.overseas_territory) == ("Strasbourg", "Saint-Martin")


def test_null_says_none_where_it_may_be_written():
    nullable = {one.name for one in FACTS.values() if one.nullable}
    # The wire contract: "boolean, or null", "day, or null" and the like.
    assert nullable == {
        "ads_operated_4y",
        "first_rent_date",
        "income_tax_prev_year",
        "invoice_date",
        "km_at_resale",
        "last_award_ref_date",
        "lease_kept_months",
        "lease_months",
        "old.insured_since",
        "resold_on",
        "retrofit_date",
        "rfr_part",
        "van_class",
    }
    read = read_facts({"lez": None, "overseas": None}, DAY)
    assert (read.lez_home_in, read.overseas_territory) == (False, "")


def test_each_fact_has_the_type_of_its_attribute():
    types = {
        Kind.BOOLEAN: "bool | None",
        Kind.QUANTITY: "Decimal | None",
        Kind.INTEGER: "int | None",
        Kind.DAY: "date | None",
        Kind.WORD: "str | None",
        Kind.TEXT: "str | None",
        Kind.DAYS: "tuple[date, ...] | None",
    }
    for fact in FACTS.values():
        written = str(Facts.__annotations__[fact.attribute])
        written = written.replace("datetime.", "").replace("decimal.", "")
        if fact.kind != Kind.WORDS:
            assert written == types[fact.kind], fact.name


@pytest.mark.parametrize(
    ("content", "code", "pointer"),
    [
        (3, "wrong_type", ""),
        ({}, "required", "/reference_date"),
        ({"reference_date": "2024"}, "not_a_day", "/reference_date"),
        ({"reference_date": "2024-01-15", "regimes": []}, "wrong_type", "/regimes"),
        ({"reference_date": "2024-01-15", "regimes": "leasing"}, "wrong_type", "/regimes"),
        ({"reference_date": "2024-01-15", "regimes": ["bonus"]}, "unknown_regime", "/regimes/0"),
        ({"reference_date": "2024-01-15", "regimes": [3]}, "unknown_regime", "/regimes/0"),
        (
            {"reference_date": "2024-01-15", "regimes": ["leasing", "leasing"]},
            "duplicate",
            "/regimes",
        ),
        ({"reference_date": "2024-01-15", "id": 1.5}, "wrong_type", "/id"),
        ({"reference_date": "2024-01-15", "id": True}, "wrong_type", "/id"),
        ({"reference_date": "2024-01-15", "id": "x" * 201}, "wrong_type", "/id"),
        ({"reference_date": "2024-01-15", "aids": []}, "unknown_key", "/aids"),
        ({"reference_date": "2024-01-15", "facts": {"adult": 1}}, "wrong_type", "/facts/adult"),
        ({"reference_date": "2024-01-15", "facts": []}, "wrong_type", "/facts"),
    ],
)
def test_a_case_that_cannot_be_read_says_where(content, code, pointer):
    with pytest.raises(FactsError) as caught:
        read_case(content)
    assert [(one.code, one.field) for one in caught.value.problems] == [(code, pointer)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*FACTS, "old", "lez", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@for_all(JSON)
def test_nothing_but_a_refusal_is_raised(content):
    try:
        facts = read_facts(content, DAY)
    except FactsError as error:
        assert error.problems  # noqa: PT017 - whatever is sent, refusals say where
        return
    case = {"reference_date": "2024-01-15", "facts": content}
    assert answer(read_case(case), BOOK)["regimes"]
    assert facts.reference_date == DAY


def lines(capfdbinary):
    out, err = capfdbinary.readouterr()
    return [json.loads(line) for line in out.splitlines()], err.decode()


def test_the_command_goes_on_after_a_row_it_cannot_read(tmp_path, capfdbinary):
    path = tmp_path / "cases.csv"
    path.write_text(
        HEADER
        + '1,bonus-car-new,2024-01-15,"{""adult"": 1}"\n'
        + "2,bonus-car-new,2024-01-15,{\n"
        + '3,bonus,2024-01-15,"{}"\n'
        + '4,,2024-01-15,"{}"\n'
        + '5,leasing,,"{}"\n',
        encoding="utf-8",
    )
    assert main(["aids", str(path)]) == 1
    found, _ = lines(capfdbinary)
    codes = [one.get("error", {}).get("code") for one in found]
    assert codes == ["wrong_type", "not_json", "unknown_regime", None, "not_a_day"]
    assert [one["id"] for one in found] == list("12345")
    assert found[0]["error"]["field"] == "/facts/adult"
    assert len(found[3]["regimes"]) == 21


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "Usage"),
        (("a", "b"), 2, "Usage"),
        (("--verbose", "a"), 2, "Usage"),
        (("nowhere.csv",), 2, "ne peut pas être lu"),
    ],
)
def test_what_the_command_cannot_do_is_a_sentence(words, status, said, capfd):
    assert run(words) == status
    assert said in capfd.readouterr().err


def test_the_command_says_how_it_is_used(capfd):
    assert run(["--help"]) == 0
    assert "--explain" in capfd.readouterr().out


def test_the_command_reads_its_standard_input(monkeypatch, capfdbinary):
    row = '1,bonus-used,2024-01-15,"{}"\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((HEADER + row).encode())))
    assert run(["-", "--explain"]) == 0
    (found,), _ = lines(capfdbinary)
    assert found["depends_on"][0]
    assert found["grounds"]


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (b"id,regime_id\n1,leasing\n", 2, "Colonnes absentes"),
        (HEADER.encode() + b"1,leasing,2024-01-15,\xff\n", 1, "UTF-8"),
        (HEADER.encode() + b'1,leasing,2024-01-15,"' + b"x" * 1_000_001 + b'"\n', 1, "CSV"),
    ],
)
def test_a_file_that_is_no_table_is_said(tmp_path, capfd, content, status, said):
    path = tmp_path / "cases.csv"
    path.write_bytes(content)
    assert run([str(path)]) == status
    assert said in capfd.readouterr().err


def test_one_buyer_is_asked_of_many_vehicles():
    """Only what is due, or may be, with the increases whose base is."""
    shared = given("O0541")
    asked = {
        "reference_date": "2024-01-15",
        "facts": shared,
        "vehicles": [{}, {"cost_ttc": "47000.01"}, {"veh_cat": "CTTE"}, {"veh_cat": "PTRT"}],
    }
    found = [
        [one["regime"] for one in answer_opened(facts, BOOK)] for facts in read_vehicles(asked)
    ]
    # Nothing is said of a licence: the bonus of taxis may be due.
    assert [one for one in found[0] if one != "bonus-taxi-wav"] == [
        "bonus-car-new",
        "conversion-car",
        "overseas-increase",
        "lez-increase",
    ]
    assert "bonus-car-new" not in found[1]
    assert found[2][0] == "bonus-van-new"
    assert "lez-increase" not in found[3]
    assert all("conversion-uniqueness" not in one for one in found)


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        (None, "wrong_type", ""),
        ({"cars": []}, "unknown_key", "/cars"),
        ({"vehicles": []}, "out_of_range", "/vehicles"),
        ({"vehicles": [{}] * 5001}, "out_of_range", "/vehicles"),
        ({"reference_date": "x"}, "not_a_day", "/reference_date"),
        ({"facts": {"adult": 1}}, "wrong_type", "/facts/adult"),
        ({"vehicles": [{}, {"adult": 1}]}, "wrong_type", "/vehicles/1/adult"),
        ({"vehicles": ["x"]}, "wrong_type", "/vehicles/0"),
    ],
)
def test_many_vehicles_that_cannot_be_read_say_where(change, code, pointer):
    asked = {"reference_date": "2024-01-15", "facts": {}, "vehicles": [{}]}
    with pytest.raises(FactsError) as caught:
        read_vehicles(change if change is None else asked | change)
    assert [(one.code, one.field) for one in caught.value.problems] == [(code, pointer)]
