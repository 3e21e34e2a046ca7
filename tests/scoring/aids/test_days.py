"""The days: each wording's first and last, the clauses that keep an older one, month ends."""

from datetime import date, timedelta

import pytest

from scoring.aids.evaluation import evaluate
from scoring.aids.wire import answer, read_case
from tests.scoring.aids.cases import BOOK, facts

ONE = timedelta(days=1)
# aids.md, sections 2 and 5, and the readings L-6 to L-8: first and last day of each wording.
COVERED = {
    "bonus-car-new": [("2023-10-10", "2024-02-13")],
    "bonus-van-new": [("2023-01-01", "2024-02-13")],
    "bonus-taxi-wav": [("2024-01-01", "2024-12-31")],
    "bonus-two-three-wheelers": [("2023-01-01", "2024-12-01")],
    "bonus-cycle": [("2024-01-01", "2024-02-13")],
    "bonus-used": [("2023-01-01", "2024-02-13")],
    "overseas-increase": [("2023-01-01", "2024-12-01")],
    "leasing": [("2024-01-01", "2024-02-13")],
    "conversion-car": [
        ("2023-01-01", "2023-10-09"),
        ("2023-10-10", "2024-02-13"),
        ("2024-02-14", "2024-12-01"),
    ],
    "conversion-van": [("2023-01-01", "2024-02-13")],
    "conversion-two-three-wheelers": [("2023-01-01", "2024-02-13")],
    "conversion-cycle": [("2024-01-01", "2024-02-13")],
    "conversion-uniqueness": [
        ("2016-01-01", "2016-12-31"),
        ("2017-01-01", "2022-08-14"),
        ("2022-08-15", "2022-12-31"),
        ("2023-01-01", "2023-12-31"),
        ("2024-01-01", "2024-02-13"),
    ],
    "retrofit-car": [("2023-01-01", "2024-02-13")],
    "retrofit-van": [("2023-01-01", "2024-02-13")],
    "retrofit-tourist-train": [("2023-01-01", "2024-12-01")],
    "retrofit-two-three-wheelers": [("2023-01-01", "2024-12-01")],
    "lez-increase": [("2023-01-01", "2024-12-01")],
    "cumulative-cap": [("2023-01-01", "2024-12-01")],
    "bonus-2014": [("2015-01-01", "2015-12-31")],
    "additional-aid-2014": [("2015-04-01", "2015-12-31")],
}


def asked(regime, day, **known):
    case = {"id": 1, "regimes": [regime], "reference_date": day.isoformat(), "facts": known}
    return answer(read_case(case), BOOK)


@pytest.mark.parametrize("regime", COVERED)
def test_a_wording_answers_from_its_first_day_to_its_last(regime):
    days = [
        (date.fromisoformat(first), date.fromisoformat(last)) for first, last in COVERED[regime]
    ]
    found = BOOK.wordings[regime]
    assert [one.days for one in found] == days
    for first, last in days:
        assert asked(regime, first)["wording"]["from"] == first.isoformat()
        assert asked(regime, last)["wording"]["from"] == first.isoformat()
    outside = {"from": days[0][0].isoformat(), "until": days[-1][1].isoformat()}
    # Registered before: no clause for new vehicles keeps an older wording.
    used = {"previously_registered": True}
    for day in (days[0][0] - ONE, days[-1][1] + ONE):
        said = asked(regime, day, **used)
        assert (said["eligible"], said["amount_eur"], said["outside"]) == (None, None, outside)


def test_the_scrapping_grant_of_2009_answers_for_any_day():
    """Reading L-8: the windows are conditions."""
    for regime in ("scrappage-2009-car", "scrappage-2009-van"):
        said = asked(regime, date(2031, 5, 1), order_date="2031-04-01")
        assert said["eligible"] is False
        assert regime in BOOK.of_day(facts("O0001"))
        assert BOOK.covered(regime) == (None, None)


@pytest.mark.parametrize(
    ("ordered", "invoiced", "due"),
    [
        ("2023-12-15", "2024-03-15", True),
        ("2023-12-16", "2024-03-15", False),
        ("2023-12-15", "2024-03-16", False),
    ],
)
def test_the_score_is_not_opposed_to_what_was_ordered_before_the_first_list(ordered, invoiced, due):
    """Reading L-7, for the bonus."""
    known = facts("O0030", invoiced, order_date=ordered, invoice_date=invoiced)
    found = evaluate(BOOK, "bonus-car-new", known)
    assert found.eligible is due
    assert found.failing == (() if due else ("BCN-11",))


@pytest.mark.parametrize(("ordered", "failing"), [("2023-12-15", ()), ("2023-12-16", ("LEA-15",))])
def test_nor_to_a_lease(ordered, failing):
    assert evaluate(BOOK, "leasing", facts("O0157", order_date=ordered)).failing == failing


@pytest.mark.parametrize(
    ("ordered", "invoiced", "new", "amount", "clause"),
    [
        ("2024-02-13", "2024-05-15", True, 6000, True),
        ("2024-02-14", "2024-05-15", True, 5000, False),
        ("2024-02-13", "2024-05-16", True, 5000, False),
        ("2024-02-13", "2024-05-15", False, 5000, False),
        ("2024-01-20", "2024-02-13", True, 6000, False),
    ],
)
def test_the_wording_of_december_stays_where_it_gives_more(ordered, invoiced, new, amount, clause):
    """Reading L-7: décret 2024-102, article 2."""
    known = facts(
        "O0575",
        invoiced,
        order_date=ordered,
        invoice_date=invoiced,
        previously_registered=not new,
        first_registration_date="2023-01-10" if not new else invoiced,
        old__handover_date=invoiced,
    )
    found = evaluate(BOOK, "conversion-car", known)
    assert found.known == amount
    assert (found.transition is not None) is clause


def test_the_clause_changes_nothing_where_the_wording_of_december_is_still_in_force():
    known = facts("O0084", "2024-04-01", order_date="2024-02-01", invoice_date="2024-04-01")
    found = evaluate(BOOK, "bonus-two-three-wheelers", known)
    assert (found.known, found.transition) == (900, None)


def test_the_clause_keeps_nothing_that_gives_less():
    assert evaluate(BOOK, "conversion-car", facts("O0578")).transition is None


def test_the_clause_extends_the_days_of_a_wording_that_is_over():
    after = {"order_date": "2024-02-10", "invoice_date": "2024-05-15"}
    van = evaluate(BOOK, "bonus-van-new", facts("O0041", "2024-05-15", **after))
    assert (van.known, van.transition is not None) == (6000, True)
    late = {**after, "invoice_date": "2024-05-16"}
    assert evaluate(BOOK, "bonus-van-new", facts("O0041", "2024-05-16", **late)).outside
    # The wording of December of the cycle is not among the texts (AMB-37).
    cycle = evaluate(BOOK, "bonus-cycle", facts("O0102", "2024-05-15", **after))
    assert cycle.outside


def test_without_the_day_of_the_order_both_wordings_are_possible():
    known = facts("O0575").but(order_date=None)
    found = evaluate(BOOK, "conversion-car", known)
    assert (found.eligible, found.missing) == (True, ("order_date",))
    assert (found.amount.low, found.amount.high) == (5000, 6000)
    only = evaluate(
        BOOK,
        "bonus-van-new",
        facts("O0041", "2024-05-15", invoice_date="2024-05-15").but(order_date=None),
    )
    assert (only.eligible, only.missing) == (None, ("order_date",))
    refused = evaluate(
        BOOK,
        "bonus-van-new",
        facts("O0041", "2024-05-15", invoice_date="2024-05-15", veh_cat="VP").but(order_date=None),
    )
    assert refused.eligible is False
    # The older wording, refused, changes nothing to what is in force.
    same = facts("O0578").but(order_date=None)
    assert evaluate(BOOK, "conversion-car", same).known == 1500


@pytest.mark.parametrize(
    ("registered", "sold", "kept"),
    [
        ("2024-02-29", "2025-02-28", False),
        ("2024-02-29", "2025-03-01", True),
        ("2024-01-31", "2025-01-31", False),
    ],
)
def test_a_year_from_the_end_of_a_month_ends_on_its_last_day(registered, sold, kept):
    known = facts("O0001", first_registration_date=registered, resold_on=sold, km_at_resale="6000")
    found = evaluate(BOOK, "bonus-car-new", known)
    assert found.failing == (() if kept else ("BCN-07",))


def test_the_three_months_before_an_invoice_end_on_the_last_day_of_a_short_month():
    known = {
        "invoice_date": "2023-05-31",
        "order_date": "2023-05-01",
        "first_registration_date": "2023-05-31",
    }
    for handed, failing in (("2023-02-28", ()), ("2023-02-27", ("CC1-17",))):
        found = facts("O0212", "2023-05-31", **known, old__handover_date=handed)
        assert evaluate(BOOK, "conversion-car", found).failing == failing


def test_the_regimes_of_a_day_are_those_that_a_text_covers():
    # In February 2015: before any wording of the code, and before the additional aid of April.
    assert BOOK.of_day(facts("O0318")) == (
        "bonus-2014",
        "scrappage-2009-car",
        "scrappage-2009-van",
    )
    assert "leasing" not in BOOK.of_day(facts("O0160"))
