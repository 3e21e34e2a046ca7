"""Every state of a dossier says whose act is awaited, and what comes next or that nothing does."""

from datetime import date
from itertools import product

import pytest

from app.domain.holders import Holder, turn
from app.domain.obtained import ObtainedListing
from app.domain.procedure import Route, State

TODAY = date(2026, 3, 10)
# First day on the list, first day out of it, first day of a later listing.
LISTINGS = (
    (date(2026, 3, 3), None, None),
    (date(2026, 3, 11), None, None),
    (date(2026, 3, 3), date(2026, 3, 12), None),
    (date(2026, 3, 3), date(2026, 3, 10), None),
    (date(2026, 3, 3), date(2026, 3, 5), date(2026, 3, 9)),
    (None, None, None),
)


def listing(first, until, again=None):
    return ObtainedListing(on=TODAY, first=first, until=until, again=again)


@pytest.mark.parametrize("listed", [None, *(listing(*days) for days in LISTINGS)])
def test_every_state_says_what_comes_next(listed):
    for state, route, given, due in product(State, Route, (False, True), (False, True)):
        found = turn(state, route, opinion_given=given, reasons_due=due, listing=listed)
        for sentence in (found.reason, found.next):
            assert sentence[0].islower(), sentence
            assert sentence.endswith("."), sentence
            assert "'" not in sentence, sentence
            assert "None" not in sentence, sentence


def test_nobody_holds_a_removed_version_and_the_day_is_said():
    """Row 23: the state of the dossier stays, what is said of it does not."""
    found = turn(
        State.LISTED_BY_ORDER,
        Route.REFERENCE,
        listing=listing(date(2026, 3, 3), date(2026, 3, 10)),
    )
    assert found.holder == Holder.NOBODY
    assert found.reason == "un arrêté a retiré la version de la liste, depuis le 10 mars 2026."
    assert "un nouveau dossier" in found.next


def test_a_listing_says_nothing_of_another_state():
    plain = turn(State.PROPOSED, Route.REFERENCE)
    assert turn(State.PROPOSED, Route.REFERENCE, listing=listing(None, None)) == plain
