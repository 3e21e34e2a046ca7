"""The days of a version on the list, against INV-01 asked day by day."""

import itertools
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.listing import PublishedOrder, Row, intervals, on_day
from app.domain.orders import LineEffect

FIRST = date(2024, 1, 1)
HOUR = datetime(2024, 1, 1, 12, tzinfo=UTC)
BRANDS, CODES = ("Citroën", "Fiat"), ("V1", "v1")
HORIZON = 34


def day(number):
    return FIRST + timedelta(days=number)


def order(number, published, effect=1, recorded=None):
    """An order published on a day, that takes effect *effect* days after, recorded that day."""
    return PublishedOrder(
        id=number,
        reference=f"AR-{number}",
        title=f"Arrêté {number}",
        nor=None,
        published_on=day(published),
        effective_on=day(published + effect),
        recorded_at=HOUR + timedelta(days=published if recorded is None else recorded),
    )


def row(identifier, of, effect, *, tvv="V1", brand="Citroën", replaces=None, listed_from=None):
    return Row(
        id=identifier,
        order=of,
        position=identifier,
        effect=LineEffect(effect),
        brand=brand,
        commercial_name="E",
        tvv=tvv,
        dossier_id=100 + identifier,
        replaces=replaces,
        listed_from=None if listed_from is None else day(listed_from),
    )


def spans(rows, key=("citroen", "V1"), **named):
    """The days of a version as numbers, with the orders that opened and closed them."""
    return [
        (
            (one.first - FIRST).days,
            one.until and (one.until - FIRST).days,
            one.opened_by.first.order.id,
            one.closed_by and one.closed_by.first.order.id,
        )
        for one in intervals(rows, **named).get(key, [])
    ]


LISTED = row(1, order(1, 0), "list")
REMOVED = row(2, order(2, 10), "remove")
AGAIN = row(3, order(3, 20), "list")


def test_an_order_lists_from_its_day_of_effect_and_another_removes_from_its_own():
    """Reading T-11, row 23; a later listing begins anew."""
    assert spans([LISTED]) == [(1, None, 1, None)]
    assert spans([REMOVED, LISTED]) == [(1, 11, 1, 2)]
    assert spans([AGAIN, REMOVED, LISTED]) == [(1, 11, 1, 2), (21, None, 3, None)]


def test_a_repetition_opens_nothing_and_is_kept():
    (found,) = intervals([LISTED, AGAIN])["citroen", "V1"]
    assert (found.first, found.until) == (day(1), None)
    assert found.opened_by.first is LISTED
    assert found.dossier_ids == (101, 103)


def test_a_listing_removed_and_listed_anew_the_same_day_has_two_intervals():
    """CAMB-11: a new listing has its own evidence window."""
    again = row(3, order(3, 10), "list")
    assert spans([LISTED, REMOVED, again]) == [(1, 11, 1, 2), (11, None, 3, None)]


def test_a_removal_published_before_a_listing_does_not_undo_it():
    """INV-01: no *later* order removes it."""
    slow = row(2, order(2, 5, effect=20), "remove")
    assert spans([LISTED, slow, row(3, order(3, 10), "list")]) == [(1, None, 1, None)]


def test_a_listing_to_come_is_undone_by_a_later_order_before_it_begins():
    slow = row(1, order(1, 0, effect=30), "list")
    assert spans([slow, REMOVED]) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"brand": "Fiat"}, {("fiat", "V1"): (1, 11)}),
        ({"tvv": "V2"}, {("citroen", "V2"): (1, None)}),
        ({"listed_from": 5}, {("citroen", "V1"): (5, 11)}),
    ],
)
def test_a_correction_replaces_the_row_and_keeps_the_place_of_its_order(said, expected):
    """Row 29: brand, code or day; the removal of the version still comes after it."""
    removal = REMOVED if "brand" not in said else row(2, order(2, 10), "remove", brand="Fiat")
    new = {"listed_from": 1} | said
    correction = row(4, order(4, 15), "correct", replaces=1, **new)
    found = intervals([LISTED, removal, correction])
    assert {
        key: ((one.first - FIRST).days, one.until and (one.until - FIRST).days)
        for key, days in found.items()
        for one in days
    } == expected
    (entry,) = {one.opened_by.first.order.id for days in found.values() for one in days}
    assert entry == 1


def test_the_last_correction_of_a_correction_counts():
    first = row(4, order(4, 12), "correct", replaces=1, tvv="V2", listed_from=1)
    second = row(5, order(5, 14), "correct", replaces=4, tvv="V3", listed_from=1)
    found = intervals([second, LISTED, first])
    assert list(found) == [("citroen", "V3")]
    assert {code for _, code in found["citroen", "V3"][0].keys} == {"V1", "V2", "V3"}


def test_what_was_known_at_an_instant_leaves_out_what_came_later():
    """The list as it was answered that day."""
    late = row(2, order(2, 10, recorded=30), "remove")
    assert spans([LISTED, late], known_at=HOUR + timedelta(days=29)) == [(1, None, 1, None)]
    assert spans([LISTED, late], known_at=HOUR + timedelta(days=30)) == [(1, 11, 1, 2)]


@st.composite
def histories(draw):
    """Orders that list, remove and correct two codes of two brands, in any order of days."""
    rows = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        of = order(
            number,
            draw(st.integers(0, 20)),
            effect=draw(st.integers(0, 6)),
            recorded=draw(st.integers(0, 25)),
        )
        corrected = {one.replaces for one in rows}
        left = [one for one in rows if one.id not in corrected]
        words = {"brand": draw(st.sampled_from(BRANDS)), "tvv": draw(st.sampled_from(CODES))}
        if left and draw(st.booleans()):
            words |= {"replaces": draw(st.sampled_from(left)).id}
            words |= {"listed_from": draw(st.integers(0, 26))}
            rows.append(row(number, of, "correct", **words))
        else:
            rows.append(row(number, of, draw(st.sampled_from(["list", "remove"])), **words))
    return draw(st.permutations(rows))


def listed_by_the_law(rows, brand, tvv, on):
    """INV-01, word for word: an order in force names it, and no later one in force removes it."""
    named = {LineEffect.LIST: [], LineEffect.REMOVE: []}
    for first in rows:
        if first.effect == LineEffect.CORRECT:
            continue
        said = first
        while following := [one for one in rows if one.replaces == said.id]:
            (said,) = following
        from_day = said.listed_from or said.order.effective_on
        if (said.brand, said.tvv) == (brand, tvv) and from_day <= on:
            of = first.order
            named[first.effect].append((of.published_on, of.effective_on, of.id))
    return any(
        not any(removal > listing for removal in named[LineEffect.REMOVE])
        for listing in named[LineEffect.LIST]
    )


@settings(max_examples=80, deadline=None)
@given(rows=histories(), known=st.none() | st.integers(0, 25))
def test_the_intervals_say_each_day_what_the_law_says(rows, known):
    """INV-01 and INV-09, with what the portal knew at some instant."""
    instant = None if known is None else HOUR + timedelta(days=known)
    told = [one for one in rows if instant is None or one.order.recorded_at <= instant]
    ids = {one.id for one in told}
    # A correction known before the row it replaces replaces nothing yet.
    told = [one for one in told if one.replaces is None or one.replaces in ids]
    found = intervals(rows, known_at=instant)
    for brand in BRANDS:
        for tvv in CODES:
            days = found.get(("citroen" if brand == "Citroën" else "fiat", tvv), [])
            for number in range(HORIZON):
                expected = listed_by_the_law(told, brand, tvv, day(number))
                assert (on_day(days, day(number)) is not None) == expected


@settings(max_examples=60, deadline=None)
@given(rows=histories())
def test_the_intervals_follow_one_another_and_name_their_orders(rows):
    for days in intervals(rows).values():
        for one in days:
            assert (one.until is None) == (one.closed_by is None)
            assert one.until is None or one.first < one.until
            assert one.opened_by in one.entries
        for before, after in itertools.pairwise(days):
            assert before.until is not None
            assert before.until <= after.first
