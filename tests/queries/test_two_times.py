"""The days that the list holds, and the instants at which the portal knew them (L-2)."""

from datetime import date, timedelta

import pytest

from app.domain.list_changes import ChangeKind
from app.domain.orders import LineEffect, PublishedRow
from app.extensions import db
from app.queries.audit.list_rows import numbers_follow, wrong_codes
from app.queries.import_preview import Outcome, outcomes
from app.queries.list_changes import changes, last_change
from app.queries.list_statistics import by_brand, by_month
from app.queries.register import Sort, Wanted, count_listed, listed, place_of
from app.queries.status import Verdict, answers, status
from app.services.listings import rebuild_list
from tests import orders
from tests.orders import day


@pytest.fixture
def history(world):
    """Known one day after the other: two listed, one removed, the other corrected."""
    instants = []
    first = orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    instants.append(world.clock.now())
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    instants.append(world.clock.now())
    world.days_pass(1)
    fixed = orders.correction(
        world, first, 2, brand="DS", commercial_name="N° 8", tvv="N8", listed_from=day("2026-01-11")
    )
    world.publish(fixed)
    instants.append(world.clock.now())
    db.session.remove()
    return instants


def codes(on, known_at=None):
    return [one.tvv for one in listed(Wanted(on=day(on), known_at=known_at))]


def test_the_list_of_a_day_is_given_as_it_was_known(history):
    """A removal recorded late does not undo the answer that was given before it."""
    before, removed, _ = history
    assert codes("2026-03-01") == ["N8"]
    assert codes("2026-03-01", known_at=removed) == ["n8"]
    assert codes("2026-03-01", known_at=before) == ["n8", "f6"]
    assert codes("2026-03-01", known_at=before - timedelta(seconds=1)) == []


@pytest.mark.parametrize(
    ("tvv", "place", "verdict"),
    [
        ("f6", 0, Verdict.LISTED),
        ("f6", 1, Verdict.REMOVED),
        ("n8", 1, Verdict.LISTED),
        ("n8", 2, Verdict.UNKNOWN),
        ("N8", 1, Verdict.UNKNOWN),
        ("N8", 2, Verdict.LISTED),
    ],
)
def test_the_status_of_a_code_is_given_as_it_was_known(history, tvv, place, verdict):
    assert status(tvv, on=day("2026-03-01"), known_at=history[place]).verdict == verdict


def test_a_correction_is_told_from_the_instant_it_was_known(history):
    _, removed, corrected = history
    assert status("n8", on=day("2026-03-01"), known_at=removed).corrections == ()
    (one,) = status("n8", on=day("2026-03-01"), known_at=corrected).corrections
    assert (one.before.tvv, one.after.tvv) == ("n8", "N8")


def test_the_changes_are_numbered_without_a_gap(history):
    assert [(one.sequence, one.kind, one.row.tvv) for one in changes()] == [
        (1, ChangeKind.ADDED, "f6"),
        (2, ChangeKind.ADDED, "n8"),
        (3, ChangeKind.REMOVED, "f6"),
        (4, ChangeKind.CORRECTED, "N8"),
    ]
    assert [one.sequence for one in changes(since=2)] == [3, 4]
    assert [one.sequence for one in changes(since=1, most=2)] == [2, 3]
    assert [one.sequence for one in changes(brand="ds", most=1)] == [2]
    assert (last_change(), numbers_follow()) == (4, True)


def test_the_rows_say_what_the_orders_say_and_can_be_written_anew(history):
    def told():
        return [
            [(one.tvv, one.listed_from, one.listed_until) for one in listed(Wanted(on=day(on)))]
            for on in ("2026-01-11", "2026-02-10", "2026-02-11")
        ], [codes("2026-03-01", known_at=instant) for instant in history]

    assert wrong_codes() == []
    before = told()
    assert rebuild_list() == 4
    assert told() == before
    assert wrong_codes() == []


def test_two_days_are_compared_both_ways(history):
    """January's version left in February; the other was renamed, which changes no day."""
    january, march = day("2026-01-20"), day("2026-03-01")
    assert listed(Wanted(on=march, absent_on=january)) == []
    gone = Wanted(on=january, absent_on=march)
    assert ([one.tvv for one in listed(gone)], count_listed(gone)) == (["f6"], 1)
    came = Wanted(on=january, absent_on=day("2026-01-10"))
    assert [one.tvv for one in listed(came)] == ["N8", "f6"]


def test_a_page_begins_where_the_one_before_ended(world):
    """Sorted by name, then the last listed first; two versions of one day by name."""
    orders.enter(world, ("B", "1", "b1"), ("A", "1", "a2"), on="2026-01-10")
    orders.enter(world, ("C", "1", "c3"), ("a", "1", "a1"), on="2026-02-10")
    on = day("2026-02-20")
    for sort, expected in (
        (Sort.NAME, ["a1", "a2", "b1", "c3"]),
        (Sort.NEWEST, ["a1", "c3", "a2", "b1"]),
    ):
        found, after = [], None
        while page := listed(Wanted(on=on), sort=sort, after=after, most=1):
            found += page
            after = place_of(page[-1])
        assert [one.tvv for one in found] == expected
    assert [one.tvv for one in listed(Wanted(on=on, brand="A"), skip=1)] == ["a2"]


def test_many_codes_are_answered_in_their_order(history):
    asked = ["N8", "f6", " N8 ", "F6", ""]
    found = answers(asked, on=day("2026-03-01"))
    assert [(one.tvv, one.verdict.value) for one in found] == [
        ("N8", "listed"),
        ("f6", "removed"),
        (" N8 ", "listed"),
        ("F6", "unknown"),
        ("", "unknown"),
    ]
    assert found[1].listing.listed_until == date(2026, 2, 11)


def test_the_months_and_the_brands_are_counted(history):
    assert [(one.brand, one.versions) for one in by_brand(on=day("2026-01-20"))] == [
        ("DS", 1),
        ("Fiat", 1),
    ]
    assert [
        (f"{one.month:%Y-%m}", one.added, one.removed, one.versions)
        for one in by_month(until=day("2026-03-04"))
    ] == [("2026-01", 2, 0, 2), ("2026-02", 0, 1, 1), ("2026-03", 0, 0, 1)]
    assert by_month(until=day("2026-01-10")) == []


def printed(brand, tvv, effect=LineEffect.LIST):
    return PublishedRow(brand=brand, commercial_name="E", tvv=tvv, effect=effect)


def test_an_order_is_previewed_without_being_entered(history):
    named = [
        printed("ds", "N8"),
        printed("DS", "N8", LineEffect.REMOVE),
        printed("Fiat", "f6"),
        printed("Fiat", "f6", LineEffect.REMOVE),
        printed("Fiat", "N8"),
    ]
    assert outcomes(named, effective_on=day("2026-03-01")) == [
        Outcome.ALREADY_LISTED,
        Outcome.REMOVED,
        Outcome.ADDED,
        Outcome.NOT_LISTED,
        Outcome.ADDED,
    ]
    early = outcomes(named[:1], effective_on=day("2026-01-05"))
    assert early == [Outcome.EARLIER]


def test_a_clock_set_back_does_not_undo_what_was_known(world):
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")
    known = world.clock.now()
    world.clock.move_to(known - timedelta(hours=1))
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    assert codes("2026-03-01") == []
    assert codes("2026-03-01", known_at=known - timedelta(minutes=1)) == []
    assert wrong_codes() == []
