"""What changed the list: additions, removals, corrections, each told once, whatever comes after."""

from datetime import date

import pytest

from app.domain.errors import UnknownThingError
from app.domain.orders import LineEffect
from app.queries.list_changes import changed_brands, changes
from app.queries.public_orders import public_order, public_orders
from app.queries.register import Wanted, announced, listed, removed
from app.queries.status import Verdict, status
from app.queries.suggestions import suggestions
from tests import orders
from tests.orders import day


def told():
    return [(one.kind.value, one.row.tvv, one.row.day.isoformat()) for one in reversed(changes())]


@pytest.fixture
def history(world):
    """Two versions listed, one of them removed, the other corrected."""
    first = orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    world.days_pass(1)
    gone = orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    world.days_pass(1)
    fixed = orders.correction(
        world, first, 2, brand="DS", commercial_name="N° 8", tvv="N8", listed_from=day("2026-01-11")
    )
    world.publish(fixed)
    return first, gone, fixed


def test_each_change_is_told_the_last_known_first(history):
    assert told() == [
        ("corrected", "N8", "2026-01-11"),
        ("removed", "f6", "2026-02-11"),
        ("added", "n8", "2026-01-11"),
        ("added", "f6", "2026-01-11"),
    ]
    assert changes()[-1].before.tvv == "n8"


def test_what_was_told_once_stays_told(world, history):
    before = told()
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-03-05")
    assert told() == [("added", "f6", "2026-03-06"), *before]


def test_a_removal_of_what_is_not_listed_changes_nothing(world):
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    assert told() == []


def test_a_removed_version_stays_visible_with_its_orders(history):
    first, gone, _ = history
    (one,) = removed(on=day("2026-02-11"))
    assert (one.tvv, one.listed_from, one.listed_until) == (
        "f6",
        date(2026, 1, 11),
        date(2026, 2, 11),
    )
    assert (one.order.reference, one.removal.reference) == (first.reference, gone.reference)
    assert removed(on=day("2026-02-10")) == []
    found = status("f6", on=day("2026-03-01"))
    assert (found.verdict, found.shown) == (Verdict.REMOVED, one)
    assert status("f6", on=day("2026-02-10")).verdict == Verdict.LISTED
    assert status("f6", on=day("2026-01-10")).verdict == Verdict.NOT_LISTED


def test_a_version_listed_again_is_not_among_the_removed(world, history):
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-03-02", effect="2026-04-01")
    found = status("f6", on=day("2026-03-03"))
    assert (found.verdict, found.coming.listed_from) == (Verdict.REMOVED, date(2026, 4, 1))
    assert [one.tvv for one in announced(after=day("2026-03-03"))] == ["f6"]
    assert [one.tvv for one in removed(on=day("2026-03-03"))] == ["f6"]
    assert removed(on=day("2026-04-01")) == []
    assert len(status("f6", on=day("2026-04-01")).listings) == 2


def test_the_list_and_its_suggestions_follow_a_correction(history):
    assert [one.tvv for one in listed(Wanted(on=day("2026-03-04")))] == ["N8"]
    assert [one.tvv for one in suggestions("n 8")] == ["N8"]
    found = status("n8", on=day("2026-03-04"))
    assert found.verdict == Verdict.UNKNOWN
    assert [(one.before.tvv, one.after.tvv) for one in found.corrections] == [("n8", "N8")]


def test_an_order_that_only_removes_or_corrects_is_public(history):
    first, gone, fixed = history
    assert [
        (one.order.reference, one.listed, one.removed, one.corrected) for one in public_orders()
    ] == [
        (fixed.reference, 0, 0, 1),
        (gone.reference, 0, 1, 0),
        (first.reference, 2, 0, 0),
    ]
    _, (line,) = public_order(fixed.reference)
    assert (line.before.tvv, line.row.tvv) == ("n8", "N8")
    _, (kept, corrected) = public_order(first.reference)
    assert (kept.after, corrected.after.tvv) == (None, "N8")


def test_what_an_order_refuses_or_keeps_is_not_public(world):
    """It is told to the company alone."""
    refused = world.order(world.complete(tvv="R1"), effect=LineEffect.REFUSE)
    world.publish(refused)
    with pytest.raises(UnknownThingError):
        public_order(refused.reference)
    mixed = world.order(world.complete(tvv="R2"), effect=LineEffect.REFUSE)
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")
    orders.removal(world, ("f6", "Fiat"), order=mixed)
    world.publish(mixed)
    shown, lines = public_order(mixed.reference)
    assert [one.row.tvv for one in lines] == ["f6"]
    assert (shown.listed, shown.removed, shown.corrected) == (0, 1, 0)


def test_each_brand_that_the_list_ever_had_is_named_once_in_order(world, history):
    """Removed or corrected, a brand keeps its feed; each is written in one of its ways."""
    orders.enter(
        world, ("Citroën", "ë-C3", "c3"), ("CITROEN", "C4", "c4"), ("Abarth", "600", "a6"),
        on="2026-02-20",
    )  # fmt: skip
    assert changed_brands() == [
        ("abarth", "Abarth"),
        ("citroen", "Citroën"),
        ("ds", "DS"),
        ("fiat", "Fiat"),
    ]


def test_a_list_without_a_version_has_no_brand(world):
    assert changed_brands() == []
