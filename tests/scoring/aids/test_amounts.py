"""Every bound of an amount, its two sides: the sums are worked out by hand from the texts."""

from decimal import Decimal

import pytest

from scoring.aids.together import alone
from tests.scoring.aids.cases import BOOK, facts

LEGAL = {"applicant_kind": "legal", "establishment_fr": True}
MODEST = {"rfr_part": "14089.00"}
PETROL_TAXI = {"energy": ["petrol"], "co2_g_km": "100"}
USED_LEASE = {"previously_registered": True, "first_registration_date": "2022-01-01"}
PETROL = {
    "energy": ["petrol"],
    "previously_registered": True,
    "first_registration_date": "2018-03-10",
    "co2_g_km": "100",
}


def cost(value, **more):
    return {"cost_ttc": value, **more}


def work(value, **more):
    return {"transformation_cost": value, **more}


# Case, regime, what is changed, the sum.
ROWS = [
    # D. 251-1, II: 27 %, 5 000 €, 3 000 €, 2 000 € more up to 14 089 €.
    ("O0001", "bonus-car-new", cost("18518.51"), "4999.9977"),
    ("O0001", "bonus-car-new", cost("18518.52"), "5000"),
    ("O0001", "bonus-car-new", cost("11111.11", **LEGAL), "2999.9997"),
    ("O0001", "bonus-car-new", cost("11111.12", **LEGAL), "3000"),
    ("O0001", "bonus-car-new", {"rfr_part": "14089.00"}, "7000"),
    ("O0001", "bonus-car-new", {"rfr_part": "14089.01"}, "5000"),
    # D. 251-1-1, II: 40 %, 6 000 €, 8 000 €, 4 000 €.
    ("O0041", "bonus-van-new", cost("14999.99"), "5999.996"),
    ("O0041", "bonus-van-new", cost("15000.01"), "6000"),
    ("O0041", "bonus-van-new", cost("19999.99", **MODEST), "7999.996"),
    ("O0041", "bonus-van-new", cost("20000.01", **MODEST), "8000"),
    ("O0041", "bonus-van-new", cost("20000.01", rfr_part="14089.01"), "6000"),
    ("O0041", "bonus-van-new", cost("9999.99", **LEGAL), "3999.996"),
    ("O0041", "bonus-van-new", cost("10000.01", **LEGAL), "4000"),
    # D. 251-1-2, III: 40 %, 16 500 €, 9 500 €.
    ("O0058", "bonus-taxi-wav", cost("41249.99"), "16499.996"),
    ("O0058", "bonus-taxi-wav", cost("41250.01"), "16500"),
    ("O0058", "bonus-taxi-wav", cost("23749.99", **PETROL_TAXI), "9499.996"),
    ("O0058", "bonus-taxi-wav", cost("23750.01", **PETROL_TAXI), "9500"),
    # D. 251-1-3, II: 250 € a kWh, 27 %, 900 €; 20 %, 100 €.
    ("O0084", "bonus-two-three-wheelers", {"battery_kwh": "3.59"}, "897.5"),
    ("O0084", "bonus-two-three-wheelers", {"battery_kwh": "3.61"}, "900"),
    ("O0084", "bonus-two-three-wheelers", cost("3333.33"), "899.9991"),
    ("O0084", "bonus-two-three-wheelers", cost("3333.34"), "900"),
    ("O0084", "bonus-two-three-wheelers", {"max_net_power_kw": "2"}, "900"),
    ("O0084", "bonus-two-three-wheelers", {"max_net_power_kw": "1.99"}, "100"),
    ("O0084", "bonus-two-three-wheelers", cost("499.99", max_net_power_kw="1.99"), "99.998"),
    ("O0084", "bonus-two-three-wheelers", cost("500.01", max_net_power_kw="1.99"), "100"),
    # D. 251-1-4, II: 40 %, 1 000 €; the local aid, 200 €.
    ("O0106", "bonus-cycle", cost("2499.99"), "999.996"),
    ("O0106", "bonus-cycle", cost("2500.01"), "1000"),
    ("O0102", "bonus-cycle", {"local_aid": "199.99"}, "199.99"),
    ("O0102", "bonus-cycle", {"local_aid": "200.01"}, "200"),
    # D. 251-2, II.
    ("O0119", "bonus-used", cost("1.00"), "1000"),
    # D. 251-3, V: 16 %, 5 000 €; 13 000 € and 8 000 € less the bonus of this lessee.
    ("O0129", "leasing", cost("31249.99"), "5999.9984"),
    ("O0129", "leasing", cost("31250.01"), "6000"),
    ("O0129", "leasing", cost("31249.99", **USED_LEASE), "4999.9984"),
    ("O0129", "leasing", cost("31250.01", **USED_LEASE), "5000"),
    ("O0129", "leasing", {"rfr_part": "14089.00"}, "6000"),
    ("O0129", "leasing", {"rfr_part": "14089.01"}, "8000"),
    # D. 251-4, III, of October 2023: 80 %, 6 000 €, 2 500 €; 4 000 €, 1 500 €.
    ("O0160", "conversion-car", cost("7499.99"), "5999.992"),
    ("O0160", "conversion-car", cost("7500.01"), "6000"),
    ("O0160", "conversion-car", {"rfr_part": "6358.00"}, "6000"),
    ("O0160", "conversion-car", {"rfr_part": "6358.01"}, "2500"),
    ("O0160", "conversion-car", {**MODEST, "commute_km": "30.01"}, "6000"),
    ("O0160", "conversion-car", {**MODEST, "commute_km": "30"}, "2500"),
    ("O0160", "conversion-car", {**MODEST, "pro_km_year": "12001"}, "6000"),
    ("O0160", "conversion-car", {**MODEST, "pro_km_year": "12000"}, "2500"),
    ("O0160", "conversion-car", {"rfr_part": "14089.01", "commute_km": "31"}, "2500"),
    ("O0160", "conversion-car", cost("4999.99", **PETROL), "3999.992"),
    ("O0160", "conversion-car", cost("5000.01", **PETROL), "4000"),
    ("O0160", "conversion-car", cost("1499.99", **PETROL, **MODEST), "1499.99"),
    ("O0160", "conversion-car", cost("1500.01", **PETROL, **MODEST), "1500"),
    # The same of January 2023.
    ("O0212", "conversion-car", cost("7500.01"), "6000"),
    ("O0212", "conversion-car", {"rfr_part": "6358.01"}, "2500"),
    # Of February 2024: 5 000 €, 1 500 €; 3 000 €, 500 €; 7 100 € and 15 400 € of income.
    ("O0216", "conversion-car", cost("6249.99"), "4999.992"),
    ("O0216", "conversion-car", cost("6250.01"), "5000"),
    ("O0216", "conversion-car", {"rfr_part": "7100.00"}, "5000"),
    ("O0216", "conversion-car", {"rfr_part": "7100.01"}, "1500"),
    ("O0216", "conversion-car", {"rfr_part": "15400.00", "commute_km": "30.01"}, "5000"),
    ("O0216", "conversion-car", {"rfr_part": "15400.00", "commute_trip_km": "30.01"}, "5000"),
    ("O0216", "conversion-car", {"rfr_part": "15400.01", "commute_km": "30.01"}, "1500"),
    ("O0216", "conversion-car", cost("3749.99", **PETROL), "2999.992"),
    ("O0216", "conversion-car", cost("3750.01", **PETROL), "3000"),
    ("O0216", "conversion-car", cost("499.99", **PETROL, rfr_part="15400.00"), "499.99"),
    ("O0216", "conversion-car", cost("500.01", **PETROL, rfr_part="15400.00"), "500"),
    # D. 251-4-1, III: 40 %, 5 000 €, 7 000 €, 9 000 € by class, 1 000 € more.
    ("O0239", "conversion-van", cost("12499.99"), "4999.996"),
    ("O0239", "conversion-van", cost("12500.01"), "5000"),
    ("O0239", "conversion-van", cost("17499.99", van_class="II"), "6999.996"),
    ("O0239", "conversion-van", cost("17500.01", van_class="II"), "7000"),
    ("O0239", "conversion-van", cost("22499.99", van_class="III"), "8999.996"),
    ("O0239", "conversion-van", cost("22500.01", van_class="III"), "9000"),
    ("O0239", "conversion-van", {"rfr_part": "6358.00"}, "6000"),
    ("O0239", "conversion-van", {"rfr_part": "6358.01"}, "5000"),
    # D. 251-4-2, III: 1 100 € within the cost less the bonus, 100 €.
    ("O0254", "conversion-two-three-wheelers", {"rfr_part": "14089.01"}, "100"),
    ("O0254", "conversion-two-three-wheelers", cost("1999.99"), "1099.99"),
    ("O0254", "conversion-two-three-wheelers", cost("2000.01"), "1100"),
    ("O0254", "conversion-two-three-wheelers", cost("899.99"), "0"),
    # D. 251-4-3, III: 40 %, 1 500 €.
    ("O0261", "conversion-cycle", cost("3749.99"), "1499.996"),
    ("O0261", "conversion-cycle", cost("3750.01"), "1500"),
    # D. 251-5 to D. 251-5-3.
    ("O0272", "retrofit-car", work("7499.99"), "5999.992"),
    ("O0272", "retrofit-car", work("7500.01"), "6000"),
    ("O0272", "retrofit-car", {"rfr_part": "6358.01"}, "2500"),
    ("O0279", "retrofit-van", work("12499.99", van_class="I"), "4999.996"),
    ("O0279", "retrofit-van", work("12500.01", van_class="I"), "5000"),
    ("O0279", "retrofit-van", work("14999.99", van_class="I", rfr_part="6358.00"), "5999.996"),
    ("O0279", "retrofit-van", work("15000.01", van_class="I", rfr_part="6358.00"), "6000"),
    ("O0279", "retrofit-van", work("19999.99", van_class="II", rfr_part="6358.00"), "7999.996"),
    ("O0279", "retrofit-van", work("25000.01", van_class="III", rfr_part="6358.00"), "10000"),
    ("O0285", "retrofit-tourist-train", work("74999.99"), "29999.996"),
    ("O0285", "retrofit-tourist-train", work("75000.01"), "30000"),
    ("O0290", "retrofit-two-three-wheelers", work("1.00"), "1100"),
    # D. 251-1-5 and D. 251-6.
    ("O0518", "overseas-increase", {}, "1000"),
    ("O0528", "lez-increase", {"lez__local_aid": "0.00"}, "1000"),
    ("O0528", "lez-increase", {"lez__local_aid": "1999.99"}, "2999.99"),
    ("O0528", "lez-increase", {"lez__local_aid": "2000.01"}, "3000"),
    # Décret 2014-1672, article 4, II: by the gram.
    ("O0330", "additional-aid-2014", {"co2_g_km": "20.4"}, "3700"),
    ("O0330", "additional-aid-2014", {"co2_g_km": "20.5"}, "2500"),
    ("O0330", "additional-aid-2014", {"co2_g_km": "60", "income_tax_prev_year": "0"}, "2500"),
    ("O0330", "additional-aid-2014", {"co2_g_km": "61", "income_tax_prev_year": "0"}, "500"),
]
# Décret 2009-66, article 12: order, invoice, sum.
BANDS = [
    ("2009-12-31", "2010-03-31", "1000"),
    ("2009-12-31", "2010-04-01", "700"),
    ("2009-12-31", "2010-09-30", "700"),
    ("2009-12-31", "2010-10-01", "500"),
    ("2009-12-31", "2011-03-31", "500"),
    ("2010-01-01", "2010-03-31", "700"),
    ("2010-06-30", "2010-09-30", "700"),
    ("2010-06-30", "2010-10-01", "500"),
    ("2010-07-01", "2010-09-30", "500"),
    ("2010-12-31", "2011-03-31", "500"),
]


@pytest.mark.parametrize(
    ("name", "regime", "changes", "eur"),
    ROWS,
    ids=[f"{row[1]}-{n}" for n, row in enumerate(ROWS)],
)
def test_a_sum_on_each_side_of_its_bound(name, regime, changes, eur):
    (found,) = alone(BOOK, facts(name, **changes), (regime,))
    assert found.eligible is True
    assert found.known == Decimal(eur)


@pytest.mark.parametrize("regime", ["scrappage-2009-car", "scrappage-2009-van"])
@pytest.mark.parametrize(("ordered", "invoiced", "eur"), BANDS)
def test_the_grant_of_2009_by_order_and_invoice(regime, ordered, invoiced, eur):
    name = {"scrappage-2009-car": "O0293", "scrappage-2009-van": "O0314"}[regime]
    known = facts(
        name,
        invoiced,
        order_date=ordered,
        invoice_date=invoiced,
        first_registration_date=invoiced,
        co2_g_km="155",
    )
    (found,) = alone(BOOK, known, (regime,))
    assert (found.eligible, found.known) == (True, Decimal(eur))
