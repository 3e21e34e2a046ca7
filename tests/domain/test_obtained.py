"""Where the listing of a dossier stands on a day, against the orders (T-11, row 23)."""

import pytest

from app.domain.obtained import ListingStage, obtained
from tests.domain.test_listing import AGAIN, LISTED, REMOVED, day, order, row

DOSSIER = LISTED.dossier_id


def found(rows, on):
    return obtained(rows, {DOSSIER}, on=day(on))[DOSSIER]


@pytest.mark.parametrize(
    ("on", "stage"),
    [
        pytest.param(0, ListingStage.ANNOUNCED, id="the day of publication"),
        pytest.param(1, ListingStage.HELD, id="the first day"),
        pytest.param(30, ListingStage.HELD, id="no order says otherwise"),
    ],
)
def test_a_listing_holds_from_its_day_of_effect(on, stage):
    """T-11: published on day 0, in force from day 1."""
    assert found([LISTED], on).stage == stage


@pytest.mark.parametrize(
    ("on", "stage", "over"),
    [
        pytest.param(10, ListingStage.ENDING, False, id="the day of publication"),
        pytest.param(11, ListingStage.OVER, True, id="the day of effect"),
    ],
)
def test_a_removal_ends_it_on_its_day_of_effect(on, stage, over):
    listing = found([LISTED, REMOVED], on)
    assert (listing.stage, listing.over) == (stage, over)
    assert (listing.first, listing.until) == (day(1), day(11))


def test_a_later_listing_is_another_one():
    rows = [LISTED, REMOVED, AGAIN]
    assert found(rows, 20).again is None
    assert (found(rows, 21).again, found(rows, 21).stage) == (day(21), ListingStage.OVER)
    later = obtained(rows, {AGAIN.dossier_id}, on=day(21))[AGAIN.dossier_id]
    assert (later.stage, later.again) == (ListingStage.HELD, None)


def test_a_repetition_changes_nothing():
    assert found([LISTED, AGAIN], 25).stage == ListingStage.HELD
    assert found([LISTED, AGAIN], 25).again is None


def test_a_removal_in_force_before_the_listing_leaves_no_day():
    """INV-01: the later order removes what the earlier one would list."""
    late = row(1, order(1, 0, effect=20), "list")
    listing = found([late, row(2, order(2, 5), "remove")], 25)
    assert (listing.first, listing.stage) == (None, ListingStage.OVER)


def test_a_dossier_that_no_order_lists_is_left_out():
    assert obtained([LISTED, REMOVED], {REMOVED.dossier_id}, on=day(30)) == {}
