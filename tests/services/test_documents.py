"""Evidence: safe on disk before its row, kept once, read by its company and the authorities."""

import io
from datetime import timedelta

import pytest

from app.clock import FixedClock, SystemClock
from app.context import SETTINGS, current_files
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    TransitionNotAllowedError,
    UnknownDossierError,
    UnknownThingError,
)
from app.domain.file_errors import (
    EmptyFileError,
    FileMissingError,
    FileNotAcceptedError,
    FileTooLargeError,
)
from app.domain.procedure import Action
from app.domain.scans import Scan
from app.extensions import db
from app.models.document import Document, DocumentSupport
from app.services.documents import (
    UNNAMED,
    Upload,
    add_document,
    check_receivable,
    detach_document,
    keep_upload,
    open_document,
    sweep_documents,
)
from app.services.submission import submit_dossier
from tests.gateways import samples
from tests.services.stories import Story

CELL = ("site_attestation", "line:L1")


def keep(content=None, filename="piece.pdf"):
    return keep_upload(
        Upload(filename=filename, stream=io.BytesIO(samples.pdf() if content is None else content)),
        files=current_files(),
        limit_bytes=1_000_000,
    )


def attach(world, dossier, *, who="manufacturer", content=None, cell=CELL):
    requirement, site = cell
    return add_document(
        dossier.reference,
        keep(content),
        requirement=requirement,
        site=site,
        by=world.actor(who),
        clock=world.clock,
    )


def test_the_bytes_are_on_disk_before_any_row(world):
    """House, stack: a row never points to bytes that are not there."""
    kept = keep()
    assert current_files().verify(kept.digest)
    assert db.session.query(Document).count() == 0


def test_a_document_comes_back_byte_for_byte(world):
    support = attach(world, world.draft())
    document, stream = open_document(
        support.document.reference, by=world.actor("manufacturer"), files=current_files()
    )
    with stream:
        assert stream.read() == samples.pdf()
    assert (document.size, document.media_type) == (len(samples.pdf()), "application/pdf")


@pytest.mark.parametrize(
    ("content", "error"),
    [
        pytest.param(b"", EmptyFileError, id="empty"),
        pytest.param(b"%" * 1_000_001, FileTooLargeError, id="too large"),
    ],
)
def test_a_refused_file_leaves_nothing(world, content, error):
    with pytest.raises(error):
        keep(content)
    store = current_files()
    assert [path for path in store.root.rglob("*") if path.is_file()] == []


def test_a_file_that_is_not_what_it_says_leaves_nothing(world):
    """Issue 2, bad input."""
    with pytest.raises(FileNotAcceptedError):
        keep(samples.pdf(), filename="masses.xlsx")
    assert [path for path in current_files().root.rglob("*") if path.is_file()] == []


def test_the_same_bytes_are_one_document_of_a_company(world):
    one, two = world.draft(tvv="V1"), world.draft(tvv="V2")
    first = attach(world, one)
    assert attach(world, two).document.reference == first.document.reference
    assert attach(world, one, cell=("other", "version")).document.id == first.document.id
    assert attach(world, one).id == first.id
    assert db.session.query(Document).count() == 1
    assert db.session.query(DocumentSupport).count() == 3


def test_the_same_bytes_keep_each_name_they_were_sent_under(world):
    """One content on the disk, two documents: what a person sees is what they sent."""
    draft = world.draft()
    names = ("un.pdf", "deux.pdf")
    first, second = (world.attach(draft, "materials", "version", filename=name) for name in names)
    assert [first.document.filename, second.document.filename] == ["un.pdf", "deux.pdf"]
    assert first.document.digest == second.document.digest
    assert len(kept_files(world)) == 1
    again = world.attach(draft, "materials", "version", filename="deux.pdf")
    assert again.id == second.id
    document, stream = open_document(
        second.document.reference, by=world.actor("manufacturer"), files=current_files()
    )
    with stream:
        assert document.filename == "deux.pdf"


def test_the_same_bytes_of_two_companies_are_two_documents(world):
    ours = attach(world, world.draft(tvv="V1"))
    theirs = attach(world, world.draft(tvv="V1", who="rival"), who="rival")
    assert ours.document.digest == theirs.document.digest
    assert ours.document.reference != theirs.document.reference
    with pytest.raises(UnknownThingError):
        open_document(ours.document.reference, by=world.actor("rival"), files=current_files())


def test_a_company_adds_nothing_to_the_dossier_of_another(world):
    dossier = world.draft()
    for who in ("rival", "operator", "reviewer"):
        with pytest.raises(UnknownDossierError):
            attach(world, dossier, who=who)
    filed = world.submitted(tvv="V2")
    with pytest.raises(NotAllowedError):
        attach(world, filed, who="reviewer")


def test_the_agency_reads_what_was_filed_only(world):
    draft, filed = world.draft(tvv="V1"), world.draft(tvv="V2")
    hidden = attach(world, draft).document.reference
    shown = attach(world, filed, content=samples.pdf(after=b"\n")).document.reference
    submit_dossier(filed.reference, by=world.actor("manufacturer"), clock=world.clock)
    for who in ("reviewer", "authority"):
        _, stream = open_document(shown, by=world.actor(who), files=current_files())
        stream.close()
        with pytest.raises(UnknownThingError):
            open_document(hidden, by=world.actor(who), files=current_files())
    with pytest.raises(UnknownThingError):
        open_document(shown, by=world.actor("operator"), files=current_files())


@pytest.mark.parametrize(
    ("cell", "field"),
    [
        pytest.param(("site_attestation", "line:L9"), "site", id="a line that is not declared"),
        pytest.param(("other", "line:L9"), "site", id="anything on such a line"),
        pytest.param(("materials", "line:L1"), "requirement", id="not asked of a line"),
        pytest.param(("bribe", "version"), "requirement", id="asked nowhere"),
    ],
)
def test_a_document_supports_a_declared_site(world, cell, field):
    """P-13."""
    with pytest.raises(InvalidValueError) as refused:
        attach(world, world.draft(), cell=cell)
    assert refused.value.field == field
    assert db.session.query(Document).count() == 0


def test_a_document_added_after_the_deposit_moves_no_period(world):
    """Row 19."""
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    before = story.outcomes(), story.dossier.complete_on
    support = attach(world, story.dossier)
    event = story.dossier.events[-1]
    assert event.action == Action.ADD_DOCUMENT
    assert event.details["documents"][0]["digest"] == support.document.digest
    assert (story.outcomes(), story.dossier.complete_on) == before


def test_no_document_is_added_once_the_ministers_have_the_dossier(world):
    """Row 19: before the proposal."""
    story = Story(world).tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("propose", "2026-03-11")
    )
    with pytest.raises(TransitionNotAllowedError):
        attach(world, story.dossier)
    assert db.session.query(DocumentSupport).count() == 0


def test_a_document_is_taken_off_a_draft_only(world):
    draft = world.draft(tvv="V1")
    support = attach(world, draft)
    digest, identifier = support.document.digest, support.id
    for who in ("rival", "reviewer"):
        with pytest.raises(UnknownDossierError):
            detach_document(draft.reference, identifier, by=world.actor(who))
    with pytest.raises(UnknownThingError):
        detach_document(world.draft(tvv="V2").reference, identifier, by=world.actor("manufacturer"))
    detach_document(draft.reference, identifier, by=world.actor("manufacturer"))
    assert db.session.query(DocumentSupport).count() == 0
    assert current_files().verify(digest)
    filed = world.submitted(tvv="V3")
    kept = attach(world, filed).id
    with pytest.raises(NotAllowedError):
        detach_document(filed.reference, kept, by=world.actor("manufacturer"))


def test_a_suspect_document_is_read_by_nobody(world):
    support = attach(world, world.draft())
    reference = support.document.reference
    for scan in (Scan.PENDING, Scan.INFECTED):
        support.document.scan = scan
        db.session.commit()
        with pytest.raises(NotAllowedError):
            open_document(reference, by=world.actor("manufacturer"), files=current_files())


def test_a_document_damaged_in_the_store_is_not_given(world):
    support = attach(world, world.draft())
    store = current_files()
    path = store._path(support.document.digest)
    path.write_bytes(b"autre chose")
    with pytest.raises(FileMissingError):
        open_document(
            support.document.reference, by=world.actor("manufacturer"), files=current_files()
        )


def kept_files(world):
    root = world.app.extensions[SETTINGS].instance / "documents"
    return [path.name for path in root.glob("??/??/*")]


def test_a_kept_file_that_nothing_names_is_swept(world):
    """Its act was refused after its bytes were safe: two days later they go."""
    keep_upload(
        Upload(filename="perdu.pdf", stream=io.BytesIO(samples.pdf())),
        files=current_files(),
        limit_bytes=1_000_000,
    )
    named = world.attach(
        world.draft(), "materials", "version", content=samples.png(), filename="a.png"
    )
    digest = named.document.digest
    assert len(kept_files(world)) == 2
    clock = SystemClock()  # the store has the dates of the disk
    assert sweep_documents(files=current_files(), clock=clock) == 0
    clock = FixedClock(clock.now() + UNNAMED + timedelta(minutes=1))
    assert sweep_documents(files=current_files(), clock=clock) == 1
    assert kept_files(world) == [digest]


@pytest.mark.parametrize(
    ("named", "refusal"),
    [
        ({"requirement": "materials", "site": "line:L9"}, InvalidValueError),
        ({"requirement": "rien", "site": "version"}, InvalidValueError),
        ({"requirement": "materials", "site": "version"}, TransitionNotAllowedError),
    ],
)
def test_what_cannot_be_attached_is_refused_before_it_is_kept(world, named, refusal):
    dossier = world.listed() if refusal == TransitionNotAllowedError else world.draft()
    with pytest.raises(refusal):
        check_receivable(
            dossier.reference, by=world.actor("manufacturer"), clock=world.clock, **named
        )
