"""What is not known: each missing fact is asked where it decides, and nowhere else."""

from datetime import date
from decimal import Decimal

import pytest

from scoring.aids.book import load
from scoring.aids.evaluation import evaluate, is_refused
from scoring.aids.together import alone, together
from scoring.aids.wire import Case, answer
from tests.scoring.aids.cases import BOOK, facts


@pytest.mark.parametrize(
    ("name", "regime", "unsaid", "asked"),
    [
        ("O0001", "bonus-car-new", {"resold_on": date(2026, 1, 1), "first_registration_date": None},
         {"first_registration_date", "km_at_resale"}),
        ("O0293", "scrappage-2009-car", {"old_first_registration_date": None},
         {"old.first_registration_date"}),
        ("O0293", "scrappage-2009-car", {"invoice_date": None, "operation": "lease"},
         {"invoice_date"}),
        ("O0254", "conversion-two-three-wheelers", {"max_net_power_kw": None},
         {"max_net_power_kw"}),
        ("O0254", "conversion-two-three-wheelers",
         {"power_basis": None, "max_net_power_kw": Decimal("2.5")}, {"power_basis"}),
        ("O0254", "conversion-two-three-wheelers", {"power_basis": None}, set()),
        ("O0160", "conversion-car",
         {"old_main_fuel": None, "old_first_registration_date": date(2008, 1, 1)},
         {"old.main_fuel"}),
        ("O0160", "conversion-car",
         {"old_main_fuel": None, "old_first_registration_date": date(2004, 1, 1)}, set()),
        ("O0181", "conversion-car",
         {"first_registration_date": None, "co2_g_km": Decimal(130)},
         {"first_registration_date"}),
        ("O0181", "conversion-car",
         {"previously_registered": None, "co2_g_km": Decimal(120)}, set()),
        ("O0181", "conversion-car", {"co2_method": None, "co2_g_km": Decimal(104)}, set()),
        ("O0181", "conversion-car", {"co2_method": None, "co2_g_km": Decimal(130)},
         {"co2_method"}),
        ("O0561", "conversion-uniqueness", {"n_scrapped": None}, {"n_scrapped"}),
        ("O0566", "conversion-uniqueness", {"household_members": None}, {"household_members"}),
    ],
)  # fmt: skip
def test_a_missing_fact_is_asked_where_it_decides(name, regime, unsaid, asked):
    found = evaluate(BOOK, regime, facts(name).but(**unsaid))
    assert found.eligible is (None if asked else True)
    assert set(found.missing) == asked


def test_an_income_that_is_refused_either_way_is_not_asked_of_whom():
    """Neither a minor nor a company is entitled: who asks no longer matters."""
    known = facts("O0174").but(applicant_kind=None)
    found = evaluate(BOOK, "conversion-car", known)
    assert found.eligible is False
    assert found.missing == ()
    assert found.failing == ("CC2-01", "CC2-24")


def test_a_flat_sum_within_an_unknown_cost_is_bounded():
    known = facts("O0254").but(bonus_received=None)
    found = evaluate(BOOK, "conversion-two-three-wheelers", known)
    assert (found.amount.low, found.amount.high) == (0, 1100)
    cheap = facts("O0254", cost_ttc="800.00").but(bonus_received=None)
    assert evaluate(BOOK, "conversion-two-three-wheelers", cheap).amount.high == 800
    # A cost that is partly known, and already above the flat sum, does not matter.
    petrol = facts("O0189", rfr_part="14000.00", cost_ttc="9000.00").but(commercial_discount=None)
    assert evaluate(BOOK, "conversion-car", petrol).amount.high == 1500


def test_the_clause_of_new_vehicles_waits_for_the_same_facts():
    """Both wordings possible and nothing known: no one gives more for sure."""
    known = facts("O0575").but(rfr_part=None)
    found = evaluate(BOOK, "conversion-car", known)
    assert found.missing == ("rfr_part",)
    assert found.known is None
    less = facts("O0575").but(rfr_part=None, mass_kg=None)
    assert evaluate(BOOK, "conversion-car", less).eligible is None
    mixed = facts("O0578").but(version_listed=None)
    assert evaluate(BOOK, "conversion-car", mixed).eligible is None


def test_what_an_older_wording_may_give_is_not_refused():
    after = facts("O0041", "2024-05-15", order_date="2024-02-10", invoice_date="2024-05-15")
    assert not is_refused(BOOK, "bonus-van-new", after)
    assert is_refused(BOOK, "bonus-van-new", after.but(veh_cat="VP"))
    assert is_refused(BOOK, "leasing", after)


def test_an_increase_waits_for_its_base():
    unsaid = facts("O0518").but(mass_kg=None)
    (found,) = alone(BOOK, unsaid, ("overseas-increase",))
    assert (found.eligible, found.missing) == (None, ("mass_kg",))
    base, increase = alone(BOOK, facts("O0518"), ("bonus-car-new", "overseas-increase"))
    assert (base.known, increase.known) == (5000, 1000)


def test_an_increase_named_after_its_base_is_answered_once():
    bonus, increase, again = alone(
        BOOK, facts("O0518"), ("bonus-car-new", "overseas-increase", "bonus-car-new")
    )
    assert (bonus, increase.known) == (again, 1000)


def test_a_cap_over_an_unbounded_cost_leaves_the_sum():
    known = facts("O0548").but(cost_ttc=None)
    total = together(BOOK, known, ("bonus-car-new", "cumulative-cap"))
    assert (total.known, total.low, total.high) == (None, 0, 7000)
    free = facts("O0020").but(cost_ttc=None)
    assert together(BOOK, free, ("bonus-car-new", "cumulative-cap")).high == 3000


def test_a_limit_of_number_has_no_amount_in_a_total():
    known = facts("O0160").but(acquired=("VP",), n_scrapped=2)
    case = Case(id=1, regimes=("conversion-car", "conversion-uniqueness"), facts=known)
    found = answer(case, BOOK)
    assert found["amount_eur"] == "6000.00"
    assert found["detail"] == {
        "conversion-car": "6000",
        "label": "prime à la conversion",
        "max_premiums": 1,
    }


def test_the_cap_asks_nothing_where_no_aid_can_be_due():
    known = facts("O0023").but(cost_ttc=None)
    total = together(BOOK, known, ("bonus-car-new", "cumulative-cap"))
    assert (total.known, total.missing) == (0, ())


def test_a_bonus_computed_with_its_premium_is_not_asked():
    regimes = ("bonus-two-three-wheelers", "conversion-two-three-wheelers")
    known = facts("O0559").but(bonus_received=None)
    assert together(BOOK, known, regimes).known == 2000
    unsaid = known.but(battery_kwh=None)
    assert together(BOOK, unsaid, regimes).missing == ("battery_kwh",)


def test_aids_that_exclude_each_other_are_bounded_by_the_larger():
    """A company with a licence of taxi: 16 500 at most, or 3 000, never both (D. 251-1-2, V)."""
    taxi = facts("O0059")
    both = taxi.but(
        **{
            name: getattr(facts("O0017"), name)
            for name in (
                "applicant_kind",
                "establishment_fr",
                "veh_cat",
                "mass_kg",
                "version_listed",
            )
        },
        first_registration_date=taxi.invoice_date,
        other_aids=frozenset(),
        battery_rented=False,
        battery_cost=Decimal(0),
    )
    total = together(BOOK, both, ("bonus-taxi-wav", "bonus-car-new"))
    assert total.conflicts == (("bonus-taxi-wav", "bonus-car-new"),)
    assert (total.known, total.low, total.high) == (None, 16500, 16500)
    open_ = together(BOOK, both.but(mass_kg=None), ("bonus-taxi-wav", "bonus-car-new"))
    assert (open_.low, open_.high) == (16500, 16500)
    # The cap, and the increase that goes with the bonus given up, change nothing to it.
    island = both.but(overseas_territory="Mayotte", overseas_circulates_from=taxi.invoice_date)
    more = ("bonus-taxi-wav", "bonus-car-new", "overseas-increase", "cumulative-cap")
    capped = together(BOOK, island, more)
    assert (capped.known, capped.low, capped.high) == (None, 16500, 16500)
    assert capped.cut is None
    dear = together(BOOK, island.but(cost_ttc=Decimal(3000)), more)
    # 40 % of 3 000 for the taxi; 27 % and 1 000 for the car.
    assert (dear.low, dear.high) == (1810, 1810)


def test_a_trailer_is_free_of_what_is_said_of_cycles():
    """Reading AMB-10: as long as it may be one, nothing is refused."""
    for unsaid in ({"is_new": False}, {"lead_battery": True}):
        known = facts("O0106").but(veh_cat=None, **unsaid)
        found = evaluate(BOOK, "bonus-cycle", known)
        assert (found.eligible, "veh_cat" in found.missing) == (None, True)


def test_a_first_rent_may_be_negative():
    """Reading AMB-15: once the aids are deducted."""
    assert evaluate(BOOK, "leasing", facts("O0129", first_rent_net="-350.00")).known == 6000


def test_all_that_decides_a_ceiling_of_carbon_is_asked():
    known = facts("O0181", co2_g_km="100").but(co2_method=None, first_registration_date=None)
    assert set(evaluate(BOOK, "conversion-car", known).missing) == {
        "co2_method",
        "first_registration_date",
    }


def test_without_a_limit_a_sum_has_no_bound():
    """The other reading of AMB-03: nothing limits the State."""
    book = load(frozenset({"AMB-03"}))
    free = facts("O0020").but(cost_ttc=None)
    assert together(book, free, ("bonus-car-new", "cumulative-cap")).high is None
    taxi = facts("O0059").but(
        **{name: getattr(free, name) for name in ("applicant_kind", "mass_kg", "version_listed")},
        cost_ttc=None,
        veh_cat="VP",
        other_aids=frozenset(),
        battery_rented=False,
        battery_cost=Decimal(0),
    )
    assert together(book, taxi, ("bonus-taxi-wav", "bonus-car-new")).high is None
