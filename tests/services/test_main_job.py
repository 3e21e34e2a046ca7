"""The main job, by its acts."""

from datetime import date

from app.domain.history import told
from app.domain.procedure import State
from app.queries.status import Verdict, status


def test_a_version_goes_from_draft_to_the_list(world):
    dossier = world.listed(tvv="Ab1")
    assert dossier.state == State.LISTED_BY_ORDER == told(dossier.events, dossier.route).state
    assert status("Ab1", on=world.clock.today()).verdict == Verdict.NOT_LISTED
    assert status("Ab1", on=date(2026, 3, 3)).verdict == Verdict.LISTED
    assert status("AB1", on=date(2026, 3, 3)).verdict == Verdict.UNKNOWN
