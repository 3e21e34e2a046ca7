"""The list, derived from the orders: days, codes, words and look-alikes."""

from datetime import date, timedelta

import pytest

from app.domain.errors import UnknownThingError
from app.models.order import LineEffect
from app.queries.list_changes import changes
from app.queries.public_orders import public_order, public_orders
from app.queries.register import Wanted, announced, histories_of, listed
from app.queries.status import Verdict, status
from app.queries.suggestions import suggestions
from app.services.orders import PublishedRow, import_published_order

TESLAS = ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")


@pytest.fixture
def published(world):
    """Enter an order as the Journal officiel printed it."""

    def enter(*rows, on=None, effect=None, title="Arrêté d’essai"):
        return import_published_order(
            title,
            [PublishedRow(brand=brand, commercial_name=name, tvv=tvv) for brand, name, tvv in rows],
            published_on=on or world.clock.today(),
            effective_on=effect,
            by=world.actor("authority"),
            clock=world.clock,
        )

    return enter


@pytest.mark.parametrize(
    ("days_after_publication", "verdict"),
    [
        pytest.param(-1, Verdict.NOT_LISTED, id="the day before publication"),
        pytest.param(0, Verdict.NOT_LISTED, id="the day of publication"),
        pytest.param(1, Verdict.LISTED, id="the day of effect"),
        pytest.param(400, Verdict.LISTED, id="a year later"),
    ],
)
def test_a_version_is_on_the_list_from_the_day_after_publication(
    world, published, days_after_publication, verdict
):
    """Reading T-11."""
    published(("Citroën", "ë-C3", "Ab1"))
    day = world.clock.today() + timedelta(days=days_after_publication)
    assert status("Ab1", on=day).verdict == verdict
    assert [one.tvv for one in listed(Wanted(on=day))] == (
        ["Ab1"] if verdict == Verdict.LISTED else []
    )


def test_an_order_may_say_another_day_of_effect(world, published):
    """Reading T-11."""
    published(("Citroën", "ë-C3", "Ab1"), effect=date(2026, 4, 1))
    assert status("Ab1", on=date(2026, 3, 31)).verdict == Verdict.NOT_LISTED
    assert status("Ab1", on=date(2026, 4, 1)).verdict == Verdict.LISTED


def test_two_codes_that_differ_in_two_letters_are_two_versions(world, published):
    """Reading L-1: the only two real codes found."""
    published(("Tesla", "Model Y", TESLAS[0]))
    day = date(2026, 3, 3)
    assert status(TESLAS[0], on=day).verdict == Verdict.LISTED
    assert status(TESLAS[1], on=day).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize("typed", [TESLAS[0].upper(), TESLAS[0].lower(), "005Y7CRBVb3s5T3"])
def test_a_code_is_matched_exactly(world, published, typed):
    """Reading L-1."""
    published(("Tesla", "Model Y", TESLAS[0]))
    assert status(typed, on=date(2026, 3, 3)).verdict == Verdict.UNKNOWN


def test_outer_blanks_of_a_code_are_removed_and_nothing_else(world, published):
    """Reading L-1."""
    published(("Tesla", "Model Y", "A  b"))
    assert status("  A  b ", on=date(2026, 3, 3)).verdict == Verdict.LISTED
    assert status("A b", on=date(2026, 3, 3)).verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ë-C3", ["c3"]),
        ("e-c3", ["c3"]),
        ("EC3", ["c3"]),
        ("citroen", ["c3"]),
        ("CITROËN c3", ["c3"]),
        ("DS N°8", ["n8"]),
        ("ds nº8", ["n8"]),
        ("ds n8", ["n8"]),
        ("série 4", ["s4"]),
        ("c3", ["c3"]),
        ("n8", ["n8"]),
        ("N8", ["n8"]),
        ("peugeot", []),
        ("%", []),
        ("_", []),
        ("", ["s4", "c3", "n8"]),
    ],
)
def test_words_are_searched_without_accents_case_or_blanks(world, published, words, found):
    """Reading L-1: brand and model only."""
    published(("Citroën", "ë-C3", "c3"), ("DS", "N°8", "n8"), ("BMW", "Série 4", "s4"))
    assert [one.tvv for one in listed(Wanted(on=date(2026, 3, 3), containing=words))] == found


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("005y7crbvb3s5t3x", id="case"),
        pytest.param("O05Y7CRBVb3s5T3X", id="O for 0"),
        pytest.param("005 Y7CR BVb3s5T3X", id="blanks"),
    ],
)
def test_a_code_that_looks_alike_is_suggested(world, published, typed):
    """Reading L-1: a suggestion, never an answer."""
    published(*(("Tesla", "Model Y", tvv) for tvv in TESLAS))
    assert [one.tvv for one in suggestions(typed)] == [TESLAS[0]]
    assert status(typed, on=date(2026, 3, 3)).verdict == Verdict.UNKNOWN


def test_a_one_is_suggested_for_an_i_and_for_an_l(world, published):
    published(("Exemple", "E", "A1B"))
    assert [one.tvv for one in suggestions("aIb")] == ["A1B"]
    assert [one.tvv for one in suggestions("alb")] == ["A1B"]
    assert suggestions("A7B") == []
    assert suggestions("  ") == []


def test_a_later_order_that_repeats_a_version_changes_nothing(world, published):
    published(("Citroën", "ë-C3", "Ab1"), title="Premier")
    world.days_pass(10)
    published(("Citroen", "E-C3", "Ab1"), ("Fiat", "600", "f6"), title="Second")
    assert [(one.row.tvv, one.row.order.title) for one in reversed(changes())] == [
        ("f6", "Second"),
        ("Ab1", "Premier"),
    ]
    day = world.clock.today() + timedelta(days=1)
    assert [(one.tvv, one.listed_from) for one in listed(Wanted(on=day))] == [
        ("Ab1", date(2026, 3, 3)),
        ("f6", day),
    ]


def test_an_order_entered_late_puts_its_version_on_the_list_earlier(world, published):
    """Readings T-14 and L-2: the legal day, whenever the portal knew it."""
    published(("Citroën", "ë-C3", "Ab1"), title="Second")
    published(("Citroën", "ë-C3", "Ab1"), on=date(2026, 1, 15), title="Premier")
    assert [one.row.order.title for one in reversed(changes())] == ["Premier", "Second"]
    assert status("Ab1", on=date(2026, 1, 16)).verdict == Verdict.LISTED


def test_what_is_on_the_list_is_not_announced_again(world, published):
    published(("Citroën", "ë-C3", "Ab1"), on=date(2026, 1, 15))
    published(("Citroën", "ë-C3", "Ab1"), ("Fiat", "600", "f6"))
    assert [one.tvv for one in announced(after=world.clock.today())] == ["f6"]


def test_an_express_refusal_lists_nothing_and_is_not_shown(world):
    refused = world.complete(tvv="R1")
    world.publish(world.order(refused, effect=LineEffect.REFUSE))
    assert histories_of(["R1"]) == []
    assert changes() == []
    assert public_orders() == []


def test_an_order_is_shown_with_the_versions_it_lists_in_its_order(world, published):
    order = published(("Z", "1", "z1"), ("A", "2", "a2"))
    shown, lines = public_order(order.reference)
    assert (shown.listed, shown.order.effective_on) == (2, date(2026, 3, 3))
    assert [one.row.tvv for one in lines] == ["z1", "a2"]
    assert [one.order.reference for one in public_orders()] == [order.reference]


def test_an_order_in_preparation_is_not_public(world):
    order = world.order(world.proposed())
    with pytest.raises(UnknownThingError):
        public_order(order.reference)
