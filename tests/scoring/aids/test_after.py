"""After the award: resale, mileage, broken lease; what is undue, by when, by whom."""

from datetime import date

import pytest

from scoring.aids.evaluation import evaluate
from scoring.aids.together import alone, together
from tests.scoring.aids.cases import BOOK, facts


@pytest.mark.parametrize(
    ("name", "regime", "changes", "undue", "repay_by", "repaid_by"),
    [
        # Décret 2014-1672, article 1, II: three months from the sale.
        ("O0328", "bonus-2014", {}, 0, date(2015, 8, 20), "beneficiary"),
        ("O0329", "bonus-2014", {}, 0, date(2015, 11, 30), "beneficiary"),
        ("O0352", "additional-aid-2014", {}, 3700, date(2015, 12, 15), "beneficiary"),
        # D. 251-3, VII, 2°: three months from the break, thirty months after the first rent.
        ("O0159", "leasing", {}, 6000, date(2026, 10, 25), "lessor"),
        # D. 251-1 sets no day.
        ("O0034", "bonus-car-new", {}, 5000, None, "beneficiary"),
        ("O0036", "bonus-car-new", {}, 5000, None, "beneficiary"),
        ("O0387", "conversion-car", {}, 6000, None, "beneficiary"),
        ("O0082", "bonus-taxi-wav", {}, 16000, None, "beneficiary"),
        ("O0288", "retrofit-tourist-train", {}, 30000, None, "beneficiary"),
    ],
)
def test_what_is_undue_is_said(name, regime, changes, undue, repay_by, repaid_by):
    found = evaluate(BOOK, regime, facts(name, **changes))
    assert found.eligible is False
    assert found.undue.amount.low == undue
    assert (found.undue.repay_by, found.undue.repaid_by) == (repay_by, repaid_by)
    assert bool(found.undue.article) is (repay_by is not None)


def test_a_lease_of_2015_cut_short_is_given_back():
    """Décret 2014-1672, article 1, II, second paragraph."""
    lease = {
        "operation": "lease",
        "lease_months": 24,
        "first_rent_date": "2015-02-20",
        "invoice_date": None,
    }
    kept = evaluate(BOOK, "bonus-2014", facts("O0318", **lease))
    assert kept.eligible is True
    cut = evaluate(BOOK, "bonus-2014", facts("O0318", **lease, lease_kept_months=23))
    assert cut.failing == ("B14-11",)
    assert cut.undue.repay_by == date(2017, 4, 20)
    whole = evaluate(BOOK, "bonus-2014", facts("O0318", **lease, lease_kept_months=24))
    assert whole.eligible is True


@pytest.mark.parametrize(
    ("name", "regime", "changes"),
    [
        ("O0006", "bonus-car-new", {"resold_on": "2024-03-01", "km_at_resale": "10"}),
        ("O0006", "bonus-car-new", {}),
        ("O0001", "bonus-car-new", {"resold_on": "2025-02-01", "km_at_resale": "7000"}),
    ],
)
def test_what_was_never_due_or_still_is_gives_nothing_back(name, regime, changes):
    assert evaluate(BOOK, regime, facts(name, **changes)).undue is None


def test_an_award_that_was_never_certain_gives_nothing_back():
    known = facts("O0034").but(mass_kg=None)
    assert evaluate(BOOK, "bonus-car-new", known).undue is None


def test_the_increase_of_an_undue_bonus_is_undue_with_it():
    """D. 251-1-5 follows the bonus; the page and the API say both."""
    sold = {"resold_on": "2024-09-01", "km_at_resale": "100"}
    for found in (
        together(BOOK, facts("O0518", **sold), ("bonus-car-new", "overseas-increase")).outcomes,
        alone(BOOK, facts("O0518", **sold), ("bonus-car-new", "overseas-increase")),
    ):
        bonus, increase = found
        assert (bonus.undue.amount.low, increase.undue.amount.low) == (5000, 1000)
        assert increase.undue.repaid_by == "beneficiary"
    (by_itself,) = alone(BOOK, facts("O0518", **sold), ("overseas-increase",))
    assert by_itself.undue.amount.low == 1000
    never = {**sold, "overseas__territory": "Saint-Martin"}
    assert alone(BOOK, facts("O0518", **never), ("overseas-increase",))[0].undue is None
