"""The positions of the four ministers: their own words, for them and the agency alone."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from app.domain.errors import NotAllowedError, OrderRefusedError, StaleDossierError
from app.domain.ministries import Ministry, Stance
from app.extensions import db
from app.queries.positions import positions_of, positions_on, said_before
from app.services.accounts import set_ministry
from app.services.positions import give_position
from tests.services.stories import Story
from tests.web.changes import reported


def speak(world, dossier, ministry=Ministry.ENERGY, stance=Stance.FAVOURABLE, **named):
    set_ministry(world.email("authority"), ministry)
    by = {"by": world.actor("authority"), "clock": world.clock}
    return give_position(dossier.reference, stance=stance, **by, **named)


def told(world, dossier, who="authority"):
    found = positions_of(dossier, seen_by=world.actor(who))
    return found and {ministry: one.stance for ministry, one in found.given.items()}


def test_each_ministry_speaks_for_itself_and_the_last_word_counts(world):
    dossier = world.proposed()
    speak(world, dossier, Ministry.ENERGY, Stance.RESERVED, comment=" À revoir. ")
    speak(world, dossier, Ministry.ECONOMY, Stance.FAVOURABLE)
    world.days_pass(1)
    speak(world, dossier, Ministry.ENERGY, Stance.UNFAVOURABLE)
    assert told(world, dossier) == {
        Ministry.ECONOMY: Stance.FAVOURABLE,
        Ministry.ENERGY: Stance.UNFAVOURABLE,
    }
    found = positions_of(dossier, seen_by=world.actor("authority"))
    assert found.missing == (Ministry.ECOLOGY, Ministry.TRANSPORT)
    assert found.of(Ministry.TRANSPORT) is None
    last, _, first = said_before(dossier, seen_by=world.actor("authority"))
    assert (first.stance, first.comment) == (Stance.RESERVED, "À revoir.")
    assert (last.given_on, last.given_by_name) == (world.clock.today(), "Élise Robert")


def test_a_position_decides_nothing_and_is_no_event(world):
    dossier = world.proposed()
    before = (dossier.state, dossier.last_sequence)
    for ministry in Ministry:
        speak(world, dossier, ministry, Stance.UNFAVOURABLE)
    found = world.dossier(dossier.reference)
    assert (found.state, found.last_sequence) == before


def test_a_position_is_never_changed(world):
    """Append-only: the database refuses."""
    speak(world, world.proposed())
    for statement in (
        "UPDATE minister_position SET comment = 'x'",
        "DELETE FROM minister_position",
    ):
        with pytest.raises(DatabaseError, match="append-only"):
            db.session.execute(text(statement))
        db.session.rollback()


def test_an_agent_without_a_ministry_is_told_who_sets_it(world):
    dossier = world.proposed()
    with pytest.raises(NotAllowedError, match="exploitant"):
        speak(world, dossier, None)


@pytest.mark.parametrize("who", ["manufacturer", "reviewer", "operator"])
def test_only_a_ministry_takes_a_position(world, who):
    dossier = world.proposed()
    with pytest.raises(NotAllowedError):
        give_position(
            dossier.reference, stance=Stance.FAVOURABLE, by=world.actor(who), clock=world.clock
        )
    assert told(world, dossier) == {}


def test_the_company_never_reads_what_the_ministers_weigh(world):
    dossier = world.proposed()
    speak(world, dossier)
    for who in ("manufacturer", "operator"):
        assert told(world, dossier, who) is None
        assert said_before(dossier, seen_by=world.actor(who)) == []
    assert told(world, dossier, "reviewer") == {Ministry.ENERGY: Stance.FAVOURABLE}


@pytest.mark.parametrize(
    ("script", "open_to_it"),
    [
        ((), False),
        ((("confirm", "2026-03-05"),), True),
        ((("confirm", "2026-03-05"), ("propose", "2026-03-06")), True),
        ((("confirm", "2026-03-05"), ("tick", "2026-07-01")), True),
        ((("confirm", "2026-03-05"), ("withdraw", "2026-03-06")), False),
        ((("confirm", "2026-03-05"), ("refuse_by_order", "2026-03-06")), False),
    ],
    ids=["received", "complete", "proposed", "silence", "withdrawn", "refused"],
)
def test_a_position_is_taken_on_what_an_order_may_decide(world, script, open_to_it):
    story = Story(world).tell(("receive", "2026-03-02"), *script)
    if open_to_it:
        speak(world, story.dossier)
    else:
        with pytest.raises(OrderRefusedError):
            speak(world, story.dossier)
    assert bool(told(world, story.dossier)) is open_to_it


def test_a_position_is_taken_on_a_reported_change(world):
    """P-26, P-27: the ministers decide on keeping the version."""
    world.listed(tvv="V1")
    world.days_pass(2)
    report = reported(world)
    speak(world, report, stance=Stance.RESERVED)
    assert told(world, report) == {Ministry.ENERGY: Stance.RESERVED}


def test_a_position_on_a_page_that_is_stale_is_not_recorded(world):
    dossier = world.complete()
    seen = dossier.last_sequence
    world.days_pass(120)
    with pytest.raises(StaleDossierError):
        speak(world, dossier, expected=seen)
    assert told(world, dossier) == {}


def test_positions_are_read_for_many_dossiers_at_once(world):
    one, two = world.proposed(tvv="V1"), world.proposed(tvv="V2")
    speak(world, two)
    found = positions_on([one, two], seen_by=world.actor("authority"))
    assert {dossier: list(positions.given) for dossier, positions in found.items()} == {
        one.id: [],
        two.id: [Ministry.ENERGY],
    }
