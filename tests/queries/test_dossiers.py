"""Who sees which dossier, and what runs out first."""

from datetime import date

import pytest

from app.domain.errors import UnknownDossierError
from app.domain.procedure import State
from app.queries.dossiers import (
    dossiers_of,
    filed_declaration,
    get_dossier,
    open_dossier,
    proposal_on,
    standing_proposal,
    worklist,
)
from tests.services.stories import Story

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def test_a_company_sees_its_own_dossiers_alone(world):
    """Companies are isolated from each other."""
    ours, theirs = world.draft(tvv="V1"), world.submitted(tvv="V1", who="rival")
    assert [found.reference for found in dossiers_of(world.actor("manufacturer"))] == [
        ours.reference
    ]
    assert get_dossier(ours.reference, seen_by=world.actor("manufacturer")) is ours
    for who, reference in (("manufacturer", theirs.reference), ("rival", ours.reference)):
        with pytest.raises(UnknownDossierError):
            get_dossier(reference, seen_by=world.actor(who))


def test_the_authorities_see_what_was_filed(world):
    draft, filed = world.draft(tvv="V1"), world.submitted(tvv="V2")
    for who in ("reviewer", "authority"):
        assert [found.reference for found in dossiers_of(world.actor(who))] == [filed.reference]
        with pytest.raises(UnknownDossierError):
            get_dossier(draft.reference, seen_by=world.actor(who))


def test_an_operator_sees_no_dossier(world):
    filed = world.submitted()
    assert dossiers_of(world.actor("operator")) == []
    with pytest.raises(UnknownDossierError):
        get_dossier(filed.reference, seen_by=world.actor("operator"))


def test_an_unknown_reference_is_answered_the_same(world):
    with pytest.raises(UnknownDossierError):
        get_dossier("SE-2222-2222", seen_by=world.actor("reviewer"))


def test_the_worklist_begins_with_what_runs_out_first(world):
    """What runs out first is on top; what waits for its manufacturer comes last."""
    stories = {
        name: Story(world, tvv=name) for name in ("month", "review", "waiting", "later", "decided")
    }
    stories["review"].tell(("receive", "2026-03-02"), ("confirm", "2026-03-20"))
    stories["waiting"].tell(("receive", "2026-03-03"), ("request", "2026-03-04"))
    stories["month"].tell(("receive", "2026-03-16"))
    stories["later"].tell(("receive", "2026-03-16"), ("confirm", "2026-03-17"))
    stories["decided"].tell(("receive", "2026-03-18"), ("withdraw", "2026-03-19"))
    items = worklist(world.actor("reviewer"))
    assert [item.dossier.tvv for item in items] == ["month", "review", "later", "waiting"]
    assert [item.period and item.period.kind for item in items] == [
        "completeness",
        "review",
        "review",
        None,
    ]
    assert [item.days_left(date(2026, 4, 16)) for item in items] == [0, 16, 30, None]
    assert items[0].days_left(date(2026, 4, 17)) == -1


def test_a_worklist_shows_the_states_that_are_asked(world):
    Story(world, tvv="V1").tell(*COMPLETE)
    Story(world, tvv="V2").tell(*COMPLETE, ("propose", "2026-03-12"))
    items = worklist(world.actor("authority"), frozenset({State.PROPOSED}))
    assert [(item.dossier.tvv, item.period.kind) for item in items] == [("V2", "silence")]


def test_an_open_dossier_is_found_until_it_is_closed(world):
    story = Story(world, tvv="V1").tell(*COMPLETE)
    company = story.dossier.manufacturer_id
    assert open_dossier(company, "V1").reference == story.reference
    assert open_dossier(company, "v1") is None
    story.tell(("withdraw", "2026-03-12"))
    assert open_dossier(company, "V1") is None


def test_a_draft_has_no_filed_declaration(world):
    assert filed_declaration(world.draft()) is None


def test_a_proposal_stands_until_it_lapses(world):
    """Row 10."""
    story = Story(world).tell(
        ("receive", "2026-03-02"),
        ("request", "2026-03-10"),
        ("supply", "2026-03-20"),
        ("propose", "2026-04-01"),
    )
    assert standing_proposal(story.dossier).sent_on == date(2026, 4, 1)
    assert proposal_on(story.dossier, date(2026, 3, 31)) is None
    assert proposal_on(story.dossier, date(2026, 4, 1)) is not None
    story.tell(("request", "2026-04-10"))
    assert standing_proposal(story.dossier) is None
    # It stood at the first hour of that day, the hour of the Journal officiel (transition 17).
    assert proposal_on(story.dossier, date(2026, 4, 10)) is not None
    assert proposal_on(story.dossier, date(2026, 4, 11)) is None
