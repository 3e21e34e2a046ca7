"""A draft: nothing is received, nothing is dated, nothing typed is lost."""

import pytest

from app.domain.errors import (
    DeclarationRefusedError,
    InvalidValueError,
    NotAllowedError,
    OpenDossierExistsError,
    StaleDossierError,
    UnknownDossierError,
)
from app.domain.procedure import State
from app.extensions import db
from app.models.document import DocumentSupport
from app.models.dossier import Dossier
from app.services.drafting import (
    MOST_LINES,
    create_draft,
    discard_draft,
    record_reference_vehicle,
    record_site,
    record_version,
    remove_site,
    replace_declaration,
)
from tests.builders import declaration
from tests.services.stories import Story

LINES = "manufacturing_lines"


def by(world, who="manufacturer"):
    return {"by": world.actor(who), "clock": world.clock}


def version(**changes):
    return {"version": {"tvv": "V1", "brand": "Exemple", "commercial_name": "E"} | changes}


def test_a_version_alone_opens_a_draft(world):
    draft = create_draft(version(tvv=" Ab1 "), **by(world))
    assert (draft.state, draft.tvv, draft.content["version"]["tvv"]) == (State.DRAFT, "Ab1", "Ab1")
    assert (draft.received_on, draft.last_sequence) == (None, 0)


@pytest.mark.parametrize(
    ("content", "field"),
    [
        pytest.param({}, "tvv", id="nothing"),
        pytest.param(version(tvv=" \u00a0 "), "tvv", id="a code of blanks"),
        pytest.param(version(brand=" "), "brand", id="no brand"),
        pytest.param(version(commercial_name=""), "commercial_name", id="no name"),
        pytest.param(version(brand="é" * 121), "brand", id="too long a brand"),
    ],
)
def test_what_a_draft_cannot_hold_is_refused_beside_its_field(world, content, field):
    """Issue 2, bad input."""
    with pytest.raises(InvalidValueError) as refused:
        create_draft(content, **by(world))
    assert refused.value.field == field
    assert db.session.query(Dossier).count() == 0


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        pytest.param({"version": "V1"}, "/version", id="a version that is no object"),
        pytest.param(version(brand="A\x00B"), "/version/brand", id="a character nobody keeps"),
        pytest.param(version(brand="A\ud800B"), "/version/brand", id="half a character"),
        pytest.param(version() | {"x": "y"}, "/x", id="a key outside the format"),
        pytest.param(version() | {LINES: "L1"}, f"/{LINES}", id="lines that are no list"),
        pytest.param(version() | {LINES: [{}]}, f"/{LINES}/0/id", id="a line without name"),
        pytest.param(
            version() | {LINES: [{"id": "L1"}] * 2}, f"/{LINES}/1/id", id="two lines of one name"
        ),
        pytest.param(
            version() | {LINES: [{"id": "L" * 56}]}, f"/{LINES}/0/id", id="too long a name"
        ),
        pytest.param(
            version() | {"battery_sites": [[]]}, "/battery_sites/0", id="a site that is none"
        ),
    ],
)
def test_what_no_form_could_write_is_refused_with_its_place(world, content, pointer):
    """Issue 2, bad input: an import is a declaration, however unfinished."""
    draft = world.draft(tvv="V2")
    for act in (
        lambda: create_draft(content, **by(world)),
        lambda: replace_declaration(draft.reference, content, revision=None, **by(world)),
    ):
        with pytest.raises(DeclarationRefusedError) as refused:
            act()
        assert pointer in {problem.field for problem in refused.value.problems}
    assert db.session.query(Dossier).one().content_revision == 1


@pytest.mark.parametrize("state", ["draft", "submitted", "complete", "proposed"])
def test_a_second_open_dossier_for_a_code_is_refused(world, state):
    """Issue 2, bad input; INV-05."""
    first = getattr(world, state)(tvv="V1")
    with pytest.raises(OpenDossierExistsError) as refused:
        create_draft(version(), **by(world))
    assert refused.value.reference == first.reference
    create_draft(version(tvv="v1"), **by(world))
    create_draft(version(), **by(world, "rival"))


def test_a_code_taken_is_refused_when_a_draft_changes_its_own(world):
    world.draft(tvv="V1")
    other = world.draft(tvv="V2")
    with pytest.raises(OpenDossierExistsError):
        record_version(other.reference, version()["version"], revision=1, **by(world))
    with pytest.raises(OpenDossierExistsError):
        replace_declaration(other.reference, version(), revision=None, **by(world))
    assert (
        record_version(
            other.reference, version(tvv="V2", brand="Autre")["version"], revision=1, **by(world)
        ).brand
        == "Autre"
    )


def test_a_refused_version_may_be_filed_again(world):
    """Row 27."""
    Story(world, tvv="V1").tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("tick", "2026-06-03")
    )
    assert create_draft(version(), **by(world)).state == State.DRAFT


def test_each_step_replaces_its_own_part(world):
    draft = create_draft(version(), **by(world))
    record_reference_vehicle(draft.reference, {"seats": 5}, revision=1, **by(world))
    record_site(draft.reference, LINES, {"volume_proven": False}, revision=2, **by(world))
    record_site(draft.reference, LINES, {"volume_proven": True}, revision=3, **by(world))
    record_site(
        draft.reference, LINES, {"id": "L1", "volume_proven": True}, revision=4, **by(world)
    )
    record_site(draft.reference, "battery_sites", {"name": "C"}, revision=5, **by(world))
    found = db.session.get(Dossier, draft.id)
    assert found.content_revision == 6
    assert found.content["reference_vehicle"] == {"seats": 5}
    assert found.content[LINES] == [
        {"id": "L1", "volume_proven": True},
        {"id": "L2", "volume_proven": True},
    ]
    assert found.content["battery_sites"] == [{"id": "B1", "name": "C"}]


def test_a_stale_step_is_refused(world):
    """Issue 2: somebody else wrote first, and what they wrote stays."""
    draft = world.draft()
    record_reference_vehicle(draft.reference, {"seats": 4}, revision=1, **by(world))
    with pytest.raises(StaleDossierError):
        record_reference_vehicle(draft.reference, {"seats": 5}, revision=1, **by(world))
    with pytest.raises(StaleDossierError):
        remove_site(draft.reference, LINES, "L1", revision=1, **by(world))
    assert db.session.get(Dossier, draft.id).content["reference_vehicle"] == {"seats": 4}


def test_a_site_removed_takes_what_supported_it(world):
    draft = world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    world.attach(draft, "materials", "version")
    remove_site(draft.reference, LINES, "L1", revision=1, **by(world))
    assert db.session.query(DocumentSupport).one().site == "version"
    with pytest.raises(InvalidValueError):
        record_site(draft.reference, LINES, {"id": "L1"}, revision=2, **by(world))


def test_a_dossier_counts_at_most_fifty_lines(world):
    many = [{"id": f"L{number}"} for number in range(MOST_LINES)]
    draft = create_draft(version() | {LINES: many}, **by(world))
    with pytest.raises(InvalidValueError):
        record_site(draft.reference, LINES, {}, revision=1, **by(world))


def test_a_draft_is_seen_by_its_company_alone(world):
    draft = world.draft()
    for who in ("rival", "reviewer", "authority", "operator"):
        with pytest.raises(UnknownDossierError):
            replace_declaration(draft.reference, declaration(), revision=None, **by(world, who))
        with pytest.raises(UnknownDossierError):
            discard_draft(draft.reference, by=world.actor(who))
    for who in ("reviewer", "authority", "operator"):
        with pytest.raises(NotAllowedError):
            create_draft(version(), **by(world, who))


def test_a_draft_thrown_away_leaves_nothing(world):
    draft = world.draft()
    world.attach(draft, "materials", "version")
    discard_draft(draft.reference, by=world.actor("manufacturer"))
    assert db.session.query(Dossier).count() == 0
    assert db.session.query(DocumentSupport).count() == 0


def test_a_filed_dossier_is_not_thrown_away(world):
    """P-11: what was received stays as it was received."""
    filed = world.submitted()
    with pytest.raises(NotAllowedError):
        discard_draft(filed.reference, by=world.actor("manufacturer"))


def test_a_dossier_with_the_ministers_is_no_longer_written(world):
    """Transition 19: a declared value is corrected before the proposal."""
    with_ministers = world.proposed()
    with pytest.raises(NotAllowedError):
        replace_declaration(with_ministers.reference, declaration(), revision=None, **by(world))


def test_evidence_does_not_move_to_another_factory(world):
    """D. 251-1-A, I: evidence is given per site; an import that changes a site takes it off."""
    draft = world.draft()
    world.attach(draft, "site_attestation", "line:L1")
    world.attach(draft, "materials", "version")
    same = declaration()
    by = {"by": world.actor("manufacturer"), "clock": world.clock, "revision": None}
    replace_declaration(draft.reference, same, **by)
    assert len(world.dossier(draft.reference, "manufacturer").supports) == 2
    same["manufacturing_lines"][0]["stamping"][0]["country"] = "CN"
    replace_declaration(draft.reference, same, **by)
    left = world.dossier(draft.reference, "manufacturer").supports
    assert [support.site for support in left] == ["version"]
