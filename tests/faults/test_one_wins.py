"""Sixteen people decide one dossier at once: one wins, the others learn it and lose no word."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.domain.deadlines import PARIS
from app.domain.errors import StaleDossierError
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.queries.audit import broken_chains
from app.services.acts import act_on
from app.services.completeness import confirm_complete
from tests.faults.crowd import at_once, crowd
from tests.services.stories import messages

pytestmark = pytest.mark.long

PEOPLE = 16
LONG = 40
BETWEEN_ROUNDS = timedelta(minutes=3)


class Proposals:
    """The reviewers of the agency all send a proposal, each with reasons of their own."""

    who = "reviewer"
    told = "Proposition transmise aux ministres"
    field = "reasons"
    key = "proposal/"
    reached = State.PROPOSED
    action = Action.PROPOSE

    def prepare(self, world, number):
        self.dossier = world.complete(tvv=f"PROP{number:03}").reference
        return f"/instruction/dossiers/{self.dossier}/proposition"

    def typed(self, number):
        reasons = f"Motifs de la personne {number}, longs à écrire.\nDeuxième ligne."
        return {"opinion": "favorable", "reasons": reasons}


class Publications:
    """The agents of the ministries all record the publication of the order, each a NOR number."""

    who = "authority"
    told = "Inscription par arrêté"
    field = "nor"
    key = "decision/"
    reached = State.LISTED_BY_ORDER
    action = Action.LIST_BY_ORDER

    def prepare(self, world, number):
        dossier = world.proposed(tvv=f"LIST{number:03}")
        self.dossier, self.round = dossier.reference, number
        return f"/ministeres/arretes/{world.order(dossier).reference}/publication"

    def typed(self, number):
        return {"nor": f"ENER26{self.round:03}{number:02}A", "published_on": "2026-03-02"}


def hour_of(instant):
    local = instant.astimezone(PARIS)
    return f"le {local.day} mars 2026 à {local.hour} h {local.minute:02} (heure de Paris)"


def play(world, decision, browsers, number):
    """One round: everybody opens the page, then everybody sends it."""
    address = decision.prepare(world, number)
    seen = world.dossier(decision.dossier).last_sequence
    forms = {who: browser.get(address).form("seen") for who, browser in browsers.items()}
    typed = {who: decision.typed(rank) for rank, who in enumerate(browsers)}
    pages = at_once(
        {who: lambda who=who: browsers[who].submit(forms[who], **typed[who]) for who in browsers}
    )
    (winner,) = [who for who, page in pages.items() if page.status == 200]
    for who, page in pages.items():
        if who != winner:
            assert page.status == 409
            loser_is_told(page, winner, decision, world.clock.now())
            kept = page.form(decision.field).values
            assert {name: kept[name] for name in typed[who]} == {
                name: [value] for name, value in typed[who].items()
            }
    decided_once(decision, winner, seen, typed[winner])


def loser_is_told(page, winner, decision, at):
    """Who, when, what."""
    assert f"{winner} a agi entre-temps" in page.main
    assert f"{winner}, {hour_of(at)} : {decision.told}." in page.main


def decided_once(decision, winner, seen, typed):
    dossier = db.session.query(Dossier).filter_by(reference=decision.dossier).one()
    (event,) = [event for event in dossier.events if event.sequence > seen]
    assert (event.actor_name, event.action) == (winner, decision.action)
    assert event.details[decision.field] == typed[decision.field]
    assert dossier.state == decision.reached
    assert len(messages(f"{decision.key}{decision.dossier}")) == 1


def rounds(world, decision, count):
    browsers = crowd(world, decision.who, PEOPLE)
    for number in range(count):
        play(world, decision, browsers, number)
        world.clock.advance(BETWEEN_ROUNDS)
    assert list(broken_chains()) == []


def test_of_sixteen_proposals_one_is_sent(world):
    rounds(world, Proposals(), 1)


def test_of_sixteen_publications_one_is_recorded(world):
    rounds(world, Publications(), 1)


@pytest.mark.slow
@pytest.mark.parametrize("decision", [Proposals, Publications])
def test_of_sixteen_decisions_one_wins_forty_times(world, decision):
    rounds(world, decision(), LONG)


def test_whoever_is_beaten_at_the_commit_learns_who_acted_too(app, world):
    """The constraint says that somebody acted; the dossier says who, when and what."""
    dossier = world.submitted()
    reference, colleague = dossier.reference, world.actor("colleague")

    def confirm():
        with app.app_context():
            confirm_complete(reference, by=colleague, clock=world.clock)

    def beaten():
        """Lose the lock, as to a server that restarts, then write the number another has taken."""
        with act_on(reference, by=world.actor("reviewer"), clock=world.clock, expected=1):
            db.session.rollback()
            other = threading.Thread(target=confirm)
            other.start()
            other.join()
            world.clock.advance(timedelta(minutes=5))
            db.session.execute(again(dossier.id, 2))

    with pytest.raises(StaleDossierError) as refused:
        beaten()
    (act,) = refused.value.since
    assert (act.who, act.action) == ("Denis Moreau", Action.CONFIRM_COMPLETE)
    assert act.at == world.clock.now() - timedelta(minutes=5)
    assert "Denis Moreau a agi entre-temps" in str(refused.value)


def again(dossier_id, sequence):
    """Write an event a second time, under the number it has."""
    table = DossierEvent.__table__
    columns = [column for column in table.columns if column.name != "id"]
    known = sa.select(*columns).where(
        DossierEvent.dossier_id == dossier_id, DossierEvent.sequence == sequence
    )
    return sa.insert(table).from_select([column.name for column in columns], known)
