"""A declared value is corrected before the proposal: a supplement, and no period moves (row 19)."""

from copy import deepcopy

import pytest

from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    NothingChangedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownDossierError,
)
from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.periods import periods_of
from app.queries.revisions import revisions_of
from app.services.corrections import abandon_correction, file_correction
from app.services.drafting import (
    record_reference_vehicle,
    record_site,
    record_version,
    remove_site,
)
from app.services.review import send_proposal
from tests.services.stories import Story


def by(world, who="manufacturer"):
    return {"by": world.actor(who), "clock": world.clock}


def change_boot(world, dossier, litres="199"):
    """Category 2 asks for 200 litres of boot: 199 makes it category 1 (S-4)."""
    vehicle = deepcopy(dossier.content["reference_vehicle"]) | {"boot_litres": litres}
    return record_reference_vehicle(
        dossier.reference, vehicle, revision=dossier.content_revision, **by(world)
    )


def correct(world, dossier, **named):
    given = {"reason": "Erreur de saisie.", "revision": dossier.content_revision} | named
    return file_correction(dossier.reference, **given, **by(world))


def told(dossier):
    """All that the periods of a dossier say."""
    return [
        (one.kind, one.origin_on, one.last_day, one.effect_at, one.outcome, one.settled_at)
        for one in periods_of(dossier)
    ]


@pytest.mark.parametrize("state", ["submitted", "awaiting", "complete"])
def test_a_correction_stands_beside_what_was_filed_and_moves_no_period(world, state):
    """P-12: what was filed stays, and so does every day."""
    dossier = getattr(world, state)()
    before = (dossier.state, dossier.received_on, dossier.complete_on, told(dossier))
    filed = deepcopy(dossier.declarations[0].content)
    world.days_pass(5)
    change_boot(world, dossier)
    assert dossier.declarations[0].content == filed
    correct(world, dossier)
    assert (dossier.state, dossier.received_on, dossier.complete_on, told(dossier)) == before
    first, second = dossier.declarations
    assert (first.content, first.revision, second.revision) == (filed, 1, 2)
    assert second.content["reference_vehicle"]["boot_litres"] == "199"
    assert list(broken_chains()) == []


def test_the_event_keeps_what_differs_as_it_was_and_as_it_is(world):
    dossier = world.submitted()
    was = dossier.content["reference_vehicle"]["boot_litres"]
    change_boot(world, dossier)
    correct(world, dossier, reason=" Erreur de saisie. ")
    event = dossier.events[-1]
    assert event.action == Action.CORRECT
    assert event.details == {
        "declaration": dossier.declarations[1].digest,
        "revision": 2,
        "reasons": "Erreur de saisie.",
        "differences": [
            {"pointer": "/reference_vehicle/boot_litres", "before": str(was), "after": "199"}
        ],
    }


def test_each_correction_keeps_its_own_score(world):
    """S-4, S-12: two worked cases that only the boot tells apart; the last one is proposed."""
    dossier = world.complete(case="exactly-60-one-line")
    for litres in ("199.9", "300"):
        change_boot(world, dossier, litres)
        correct(world, dossier)
    first, second = revisions_of(dossier)
    assert (first.score_before.score, first.score_after.score) == (60, 20)
    assert (second.score_before.score, second.score_after.score) == (20, 60)
    proposal = send_proposal(
        dossier.reference, favourable=True, reasons="Atteint.", **by(world, "reviewer")
    )
    assert (proposal.assessment.declaration.revision, proposal.assessment.score) == (3, 60)


def test_the_last_item_still_makes_a_corrected_dossier_complete_that_day(world):
    """Row 8 alone moves the day a dossier is complete."""
    story = Story(world).tell(("receive", "2024-03-05"), ("request", "2024-04-02"))
    story.on("2024-04-10")
    change_boot(world, story.dossier)
    correct(world, story.dossier)
    assert (story.dossier.state, story.dossier.complete_on) == (State.AWAITING_DOCUMENTS, None)
    story.tell(("supply", "2024-04-20"))
    assert story.dossier.complete_on.isoformat() == "2024-04-20"
    assert story.last_day("silence") == "2024-07-20"


def test_names_change_when_the_correction_is_filed_and_the_code_never(world):
    dossier = world.submitted(tvv="V1")
    version = dict(dossier.content["version"])
    with pytest.raises(InvalidValueError) as refused:
        record_version(dossier.reference, version | {"tvv": "V2"}, revision=2, **by(world))
    assert refused.value.field == "tvv"
    record_version(dossier.reference, version | {"brand": "Exemplaire"}, revision=2, **by(world))
    assert dossier.brand == "Exemple"
    correct(world, dossier)
    assert (dossier.brand, dossier.tvv) == ("Exemplaire", "V1")


def test_a_document_of_a_line_taken_away_stays_in_the_dossier(world):
    """What was received stays as it was received."""
    dossier = world.submitted(case="exactly-60-three-lines-3-3-1")
    world.attach(dossier, "site_attestation", "line:L1")
    remove_site(dossier.reference, "manufacturing_lines", "L1", revision=2, **by(world))
    correct(world, dossier)
    assert [support.site for support in dossier.supports] == ["line:L1"]


def test_nothing_is_filed_when_nothing_differs(world):
    """A number spelt otherwise is the same number."""
    dossier = world.submitted()
    with pytest.raises(NothingChangedError):
        correct(world, dossier)
    litres = dossier.content["reference_vehicle"]["boot_litres"]
    change_boot(world, dossier, f"{litres}.0")
    with pytest.raises(NothingChangedError):
        correct(world, dossier)
    assert len(dossier.declarations) == 1


def test_what_cannot_be_scored_is_not_filed(world):
    """S-10: the masses still have to close."""
    dossier = world.submitted()
    vehicle = dossier.content["reference_vehicle"] | {"ferrous_mass_kg": "1"}
    record_reference_vehicle(dossier.reference, vehicle, revision=2, **by(world))
    with pytest.raises(DeclarationRefusedError) as refused:
        correct(world, dossier)
    assert [one.field for one in refused.value.problems] == ["/reference_vehicle"]
    assert dossier.last_sequence == 1


def test_a_correction_needs_its_reason(world):
    dossier = world.submitted()
    change_boot(world, dossier)
    with pytest.raises(InvalidValueError) as refused:
        correct(world, dossier, reason="  ")
    assert refused.value.field == "reason"


def test_a_correction_read_before_a_colleague_changed_it_is_stale(world):
    dossier = world.submitted()
    seen = dossier.content_revision
    change_boot(world, dossier)
    with pytest.raises(StaleDossierError):
        correct(world, dossier, revision=seen)


def test_a_correction_that_had_not_seen_the_last_act_is_stale(world):
    dossier = world.submitted()
    change_boot(world, dossier)
    seen = dossier.last_sequence
    world.attach(dossier, "materials", "version")
    with pytest.raises(StaleDossierError):
        correct(world, dossier, expected=seen)


def test_nothing_is_corrected_once_the_ministers_have_the_proposal(world):
    dossier = world.complete()
    change_boot(world, dossier)
    send_proposal(dossier.reference, favourable=True, reasons="Atteint.", **by(world, "reviewer"))
    with pytest.raises(TransitionNotAllowedError):
        correct(world, dossier)
    with pytest.raises(NotAllowedError):
        change_boot(world, dossier, "300")
    assert len(dossier.declarations) == 1


@pytest.mark.parametrize(
    ("who", "error"), [("rival", UnknownDossierError), ("reviewer", NotAllowedError)]
)
def test_nobody_else_corrects_a_declaration(world, who, error):
    dossier = world.submitted()
    change_boot(world, dossier)
    with pytest.raises(error):
        file_correction(dossier.reference, reason="Pour nuire.", revision=None, **by(world, who))
    with pytest.raises(error):
        record_site(
            dossier.reference, "battery_sites", {"name": "X"}, revision=None, **by(world, who)
        )


def test_a_correction_given_up_leaves_what_was_filed(world):
    dossier = world.submitted()
    change_boot(world, dossier)
    abandon_correction(dossier.reference, revision=dossier.content_revision, **by(world))
    assert dossier.content == dossier.declarations[0].content
    with pytest.raises(NothingChangedError):
        correct(world, dossier)


def test_a_draft_has_no_correction_to_give_up(world):
    draft = world.draft()
    with pytest.raises(NotAllowedError):
        abandon_correction(draft.reference, revision=None, **by(world))
