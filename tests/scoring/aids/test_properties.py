"""What holds of every case: never negative, bounded by what is unknown, lines that add up."""

import json
from datetime import date
from decimal import Decimal, Inexact, localcontext

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from scoring.aids.amounts import Sum, capped, choice, french, lowest, within_cost
from scoring.aids.facts import FACTS
from scoring.aids.reading import FactsError, read_facts
from scoring.aids.together import alone, together
from scoring.aids.wire import Case, answer
from tests.scoring.aids.cases import BOOK, BY_ID, facts, given, rows

CASES = rows()
PLAIN = [row for row in CASES if "+" not in row["regime_id"]]
SEVERAL = [row for row in CASES if "+" in row["regime_id"]]


def read(row, content=None):
    content = json.loads(row["inputs_json"]) if content is None else content
    return read_facts(content, date.fromisoformat(row["reference_date"]))


def without(content, names):
    """The same facts without some, as if nobody had said them."""
    found = json.loads(json.dumps(content))
    for name in names:
        holder, _, inner = name.rpartition(".")
        (found[holder] if holder else found).pop(inner)
    return found


def names_of(content):
    return [
        f"{key}.{inner}" if isinstance(value, dict) else key
        for key, value in content.items()
        for inner in (value if isinstance(value, dict) else [""])
    ]


def asked(row, known):
    case = Case(id=row["id"], regimes=tuple(row["regime_id"].split("+")), facts=known)
    return answer(case, BOOK, explain=True)


def test_an_amount_is_exact_and_never_negative():
    """No operation of any case rounds: the context would refuse it."""
    with localcontext() as context:
        context.traps[Inexact] = True
        for row in CASES:
            known = read(row)
            if known.co2_g_km is not None and known.co2_g_km % 1:
                continue  # rounded to the gram, no sum of money
            for one in alone(BOOK, known, row["regime_id"].split("+")):
                if one.amount is not None and one.regime != "cumulative-cap":
                    assert one.amount.low >= 0, row["id"]


def test_the_lines_of_an_explanation_add_up():
    for row in CASES:
        for one in alone(BOOK, read(row), row["regime_id"].split("+")):
            if one.known and one.regime != "cumulative-cap":
                assert sum(line.eur for line in one.amount.lines) == one.known, row["id"]
                assert all(line.label for line in one.amount.lines)


def test_the_parts_of_a_total_add_up():
    for row in SEVERAL:
        found = asked(row, read(row))
        regimes = row["regime_id"].split("+")
        parts = sum(Decimal(found["detail"][one]) for one in regimes)
        assert parts == Decimal(found["amount_exact"]), row["id"]


def test_the_order_in_which_regimes_are_named_changes_nothing():
    for row in SEVERAL:
        known, regimes = read(row), row["regime_id"].split("+")
        one, other = together(BOOK, known, regimes), together(BOOK, known, regimes[::-1])
        assert (one.known, one.eligible) == (other.known, other.eligible), row["id"]
        assert sorted(one.outcomes[0].failing) == sorted(other.outcomes[-1].failing)


def test_a_sum_never_exceeds_the_cost_under_the_cap():
    for row in SEVERAL:
        regimes = [one for one in row["regime_id"].split("+") if one != "leasing"]
        if any(one.startswith("retrofit") for one in regimes):
            continue
        known = read(row)
        total = together(BOOK, known, [*dict.fromkeys((*regimes, "cumulative-cap"))])
        rented = known.battery_cost or Decimal(0)
        assert total.known <= known.cost_ttc - known.commercial_discount + rented, row["id"]


def test_the_cap_leaves_retrofits_without_an_acquisition_alone():
    """Reading AMB-30."""
    row = BY_ID["O0537"]
    known = read(row)
    regimes = [*row["regime_id"].split("+"), "cumulative-cap"]
    total = together(BOOK, known, regimes)
    assert (total.known, total.cut.low) == (31000, 0)
    unknown = together(BOOK, known.but(lez_local_aid=None), regimes)
    assert (unknown.low, unknown.high) == (31000, 33000)


@pytest.mark.parametrize(
    ("name", "regime"),
    [
        ("O0001", "bonus-car-new"),
        ("O0041", "bonus-van-new"),
        ("O0102", "bonus-cycle"),
        ("O0160", "conversion-car"),
        ("O0181", "conversion-car"),
        ("O0216", "conversion-car"),
        ("O0239", "conversion-van"),
        ("O0254", "conversion-two-three-wheelers"),
        ("O0261", "conversion-cycle"),
        ("O0272", "retrofit-car"),
        ("O0279", "retrofit-van"),
        ("O0290", "retrofit-two-three-wheelers"),
    ],
)
def test_more_income_never_gives_more(name, regime):
    """The aid to the lease apart: there a lower bonus leaves more (AMB-13)."""
    bounds = (0, 6358, 7100, 14089, 15400, 22983, 24900)
    incomes = sorted({Decimal(one) + cents for one in bounds for cents in (0, Decimal("0.01"))})
    amounts = [
        alone(BOOK, facts(name, rfr_part=f"{one:.2f}"), (regime,))[0].known for one in incomes
    ]
    assert amounts == sorted(amounts, reverse=True)
    assert amounts[0] > amounts[-1] or regime.startswith("bonus-two")


@st.composite
def with_less(draw):
    """A worked case, and one to three of its facts that nobody says."""
    row = draw(st.sampled_from(CASES))
    content = json.loads(row["inputs_json"])
    names = draw(st.lists(st.sampled_from(names_of(content)), min_size=1, max_size=3, unique=True))
    names = [one for one in names if one in FACTS]
    return row, content, names


@for_all(with_less())
@settings(max_examples=300, derandomize=True)
def test_what_is_unknown_bounds_the_known_answer(found):
    """The answer stays possible, between the bounds; nothing else is asked."""
    row, content, names = found
    known = asked(row, read(row))
    less = asked(row, read(row, without(content, names)))
    assert less["eligible"] in {known["eligible"], None}
    # What is asked is not said yet: taken away, null, or of another kind of applicant.
    stated = {
        one for one in names_of(content) if one not in names and content.get(one, 0) is not None
    }
    assert not stated & set(less.get("depends_on", ()))
    exact = known["amount_exact"]
    if "depends_on" not in less or exact is None:
        if less["eligible"] is not None and less["amount_exact"] is not None:
            assert less["amount_exact"] == exact
        return
    least, most = less["amount_min_eur"], less["amount_max_eur"]
    if least is not None:
        assert Decimal(least) <= Decimal(known["amount_eur"])
    if most is not None and "operation" not in names:
        assert Decimal(known["amount_eur"]) <= Decimal(most)


DAYS = ("1990-01-01", "1999-01-01", "2010-12-31", "2011-06-01", "2015-04-20", "2022-06-01")
DAYS += ("2023-06-01", "2023-12-10", "2024-02-01", "2024-12-01", "2009-12-01", "2030-01-01")
# A few values that a fact of each type could take, some far apart.
TRIED = {
    "boolean": [True, False],
    "day": [*DAYS, None],
    "days": [[], ["2023-06-01"], ["2018-01-01", "2014-01-01"]],
    "integer": [0, 1, 3, 8, 24, 36, 2000],
    "quantity": [
        "0",
        "1",
        "50",
        "115",
        "400",
        "3000",
        "9000",
        "13000",
        "14500",
        "40000",
        "60000",
        "75000",
    ],
    "text": ["La Réunion", "Lille", "Ailleurs"],
    "words": [
        [],
        ["conversion-car"],
        ["bonus-car-new"],
        ["electric"],
        ["petrol"],
        ["diesel"],
        ["VAE"],
        ["VP", "VP"],
    ],
}


def can_change(row, content, name):
    """Whether two values of a fact that is not said give two answers."""
    told = set()
    for value in TRIED.get(FACTS[name].kind, FACTS[name].words):
        tried = json.loads(json.dumps(content))
        holder, _, inner = name.rpartition(".")
        (tried.setdefault(holder, {}) if holder else tried)[inner or name] = value
        try:
            one = asked(row, read(row, tried))
        except FactsError:
            continue
        told.add((one["eligible"], one["amount_exact"], json.dumps(one["detail"])))
        if len(told) > 1:
            return True
    return False


@pytest.mark.parametrize("regime", sorted({row["regime_id"] for row in PLAIN}))
def test_what_is_asked_can_change_the_answer(regime):
    """Of every case, each fact taken away alone: where it is asked, it decides.

    The day of the handover apart: its three conditions are each possible, and their days are not
    compared (decision 0034).
    """
    idle = []
    for row in PLAIN:
        if row["regime_id"] != regime:
            continue
        content = json.loads(row["inputs_json"])
        for name in names_of(content):
            if name == "old.handover_date":
                continue
            less = without(content, [name])
            if name in asked(row, read(row, less)).get("depends_on", ()) and not can_change(
                row, less, name
            ):
                idle.append((row["id"], name))
    assert idle == []


@for_all(st.sampled_from(PLAIN), st.data())
@settings(max_examples=200)
def test_a_fact_that_the_text_does_not_name_changes_nothing(row, data):
    """Facts of another regime may be there: nobody fills two forms."""
    other = json.loads(data.draw(st.sampled_from(CASES))["inputs_json"])
    content = json.loads(row["inputs_json"])
    name = row["regime_id"]
    base = alone(BOOK, read(row), (name,))[0]
    named = {
        fact for ground in alone(BOOK, read(row, {}), (name,))[0].grounds for fact in ground.missing
    }
    apart = {"operation", "invoice_date", "first_rent_date", "transformation_date", "order_date"}
    if name.startswith(("conversion-uniqueness", "bonus-2014")):
        return
    more = {
        key: value
        for key, value in other.items()
        if key not in content
        and not isinstance(value, dict)
        and key not in named | apart
        and key
        not in {"lease_kept_months", "commute_trip_km", "co2_method", "same_vehicle_already_aided"}
        and key not in {"prior_leasing_ref_dates", "retrofit_date", "ads_operated_4y"}
    }
    again = alone(BOOK, read(row, {**more, **content}), (name,))[0]
    assert (again.eligible, again.known, again.failing) == (base.eligible, base.known, base.failing)


def test_exclusive_aids_are_left_to_the_applicant():
    """A taxi that asks the bonus of cars too: both due, no total, the conflict said."""
    content = {**given("O0001"), **given("O0058"), "reference_date": None}
    del content["reference_date"]
    content |= {
        "order_date": "2024-01-03",
        "invoice_date": "2024-01-15",
        "first_registration_date": "2024-01-15",
        "application_date": "2024-02-10",
        "mass_kg": "1600",
        "other_aids": [],
        "applicant_kind": "natural",
    }
    row = {"id": 1, "regime_id": "bonus-car-new+bonus-taxi-wav", "reference_date": "2024-01-15"}
    found = asked(row, read(row, content))
    assert found["conflicts"] == [["bonus-taxi-wav", "bonus-car-new"]]
    assert (found["eligible"], found["amount_eur"]) == (True, None)
    assert found["detail"] == {"bonus-car-new": "5000", "bonus-taxi-wav": "16000"}


def test_a_total_is_unknown_while_a_part_that_may_be_due_is():
    row = BY_ID["O0541"]
    found = asked(row, read(row).but(lez_local_aid=None))
    # 5 510 + 1 000 + 6 000 + 1 000 already exceeds the cost of 13 000: the cap decides.
    assert (found["amount_min_eur"], found["amount_max_eur"]) == ("13000.00", "13000.00")
    free = asked(BY_ID["O0542"], read(BY_ID["O0542"]).but(lez_local_aid=None))
    assert (free["eligible"], free["amount_eur"]) == (True, None)
    assert free["depends_on"] == ["lez.local_aid"]
    assert (free["amount_min_eur"], free["amount_max_eur"]) == ("15000.00", "17000.00")


def test_several_aids_that_no_text_covers_are_outside():
    row = {"id": 1, "regime_id": "bonus-car-new+leasing", "reference_date": "2030-01-01"}
    found = asked(row, read(row, {}))
    assert (found["eligible"], found["amount_eur"]) == (None, "0.00") or found["eligible"] is None
    assert found["outside"]["from"] == "2023-10-10"


def test_a_cost_partly_known_is_bounded():
    """The price alone, or the battery alone: the share lies between two sums."""
    bonus = lambda **less: alone(BOOK, facts("O0014").but(**less), ("bonus-car-new",))[0]  # noqa: E731
    assert bonus(cost_ttc=None).amount[:3] == (0, 5000, ("cost_ttc",))
    assert bonus(commercial_discount=None).amount[:3] == (0, 2700, ("commercial_discount",))
    rented = bonus(battery_rented=None, battery_cost=Decimal(1000))
    assert rented.amount[:3] == (2700, 2970, ("battery_rented",))
    assert bonus(battery_cost=None, battery_rented=True).amount.low == 2700
    both = bonus(battery_cost=None, battery_rented=None)
    assert both.amount.missing == ("battery_rented", "battery_cost")
    dear = bonus(commercial_discount=None, cost_ttc=Decimal(60000))
    assert dear.eligible is None
    assert bonus(battery_cost=None, cost_ttc=Decimal(47001)).eligible is False


def test_sums_are_compared_as_far_as_they_are_known():
    known, unknown = Sum(Decimal(5), Decimal(5)), Sum(Decimal(2), None, ("a",))
    bounded = Sum(Decimal(6), Decimal(9), ("b",))
    assert lowest((known, bounded)) == known
    assert lowest((bounded, known)) == known
    assert lowest((known, unknown)) == Sum(Decimal(2), Decimal(5), ("a",))
    assert lowest((unknown, Sum(Decimal(1), None, ("b",)))) == Sum(Decimal(1), None, ("a", "b"))
    assert choice(("c",), unknown, known) == Sum(Decimal(2), None, ("c", "a"))
    assert choice(("c",), known, known)[:3] == (5, 5, ())
    assert capped(bounded, "", Decimal(4))[:3] == (4, 4, ())
    assert within_cost(unknown, "", (Decimal(3), None, ("d",))) == Sum(Decimal(2), None, ("a", "d"))
    assert within_cost(bounded, "", (Decimal(9), None, ("d",))) == bounded
    assert french(Decimal("18518.510")) == "18\u202f518,51"
