"""Receive evidence, per production site, and give it back.

The bytes are safe on disk, under their digest, before the row that names them is committed.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, BinaryIO, Final

from sqlalchemy import select

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.completeness import required_documents, sites_of
from app.domain.errors import InvalidValueError, NotAllowedError, UnknownThingError
from app.domain.file_errors import FileMissingError
from app.domain.identifiers import new_reference
from app.domain.procedure import Action, State, rule
from app.domain.scans import UNAVAILABLE, Scan
from app.extensions import db
from app.gateways.content import check_content, safe_filename
from app.gateways.files import Files, ReceivedFile
from app.models.document import Document, DocumentSupport
from app.models.dossier import Dossier
from app.queries.dossiers import declared_content, get_dossier, visible
from app.services.acts import act_on
from app.services.transaction import transaction

OTHER: Final = "other"
UNNAMED: Final = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file that arrives: its name as sent, and its bytes."""

    filename: str
    stream: BinaryIO


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFile:
    """A file that was checked and is safe in the store, not yet named by a row."""

    filename: str
    media_type: str
    digest: str
    size: int


def keep_upload(upload: Upload, *, files: Files, limit_bytes: int) -> KeptFile:
    """Stream a file to the store and check what it is.

    Raises:
        FileTooLargeError: it passes the limit.
        EmptyFileError: it holds nothing.
        FileNotAcceptedError: it is not one of the accepted kinds, or not what its name says.
    """
    received: ReceivedFile = files.receive(upload.stream, limit_bytes=limit_bytes)
    try:
        filename = safe_filename(upload.filename)
        media_type = check_content(received.path, filename)
    except BaseException:
        with suppress(OSError):
            files.discard(received)
        raise
    files.keep(received)
    return KeptFile(
        filename=filename, media_type=media_type, digest=received.digest, size=received.size
    )


def check_receivable(
    reference: str, *, requirement: str, site: str, by: Actor, clock: Clock
) -> None:
    """Refuse, before its bytes are kept, a document that its dossier could not take.

    Raises:
        NotAllowedError: the actor is of no company.
        InvalidValueError: the declaration has no such site, or asks no such document there.
        TransitionNotAllowedError: the dossier is with the ministers, or decided.
    """
    dossier = get_dossier(reference, seen_by=by)
    if by.role != Role.MANUFACTURER:
        raise NotAllowedError
    if dossier.state != State.DRAFT:
        rule(dossier.state, Action.ADD_DOCUMENT, dossier.route)
    _check_cell(dossier, requirement, site, clock)


def sweep_documents(*, files: Files, clock: Clock) -> int:
    """Remove the kept files that no document names: their act was refused, or never came.

    A form that is shown again remembers its files while its session lasts, hence the two days.
    """

    def named(digest: str) -> bool:
        found = select(Document.id).where(Document.digest == digest).limit(1)
        return db.session.scalars(found).first() is not None

    return files.sweep_unnamed(clock.now() - UNNAMED, named=named)


def add_document(
    reference: str,
    kept: KeptFile,
    *,
    requirement: str,
    site: str,
    by: Actor,
    clock: Clock,
) -> DocumentSupport:
    """Attach a kept file to a dossier, for one required document of one site.

    Before the deposit it is only written down; afterwards it is an act of the procedure
    (transition 19), which moves no period.

    Raises:
        InvalidValueError: the declaration has no such site, or asks no such document there.
        TransitionNotAllowedError: the dossier is with the ministers, or decided.
    """
    dossier = get_dossier(reference, seen_by=by)
    if by.role != Role.MANUFACTURER:
        raise NotAllowedError
    if dossier.state == State.DRAFT:
        with transaction():
            dossier = get_dossier(reference, seen_by=by, for_update=True)
            _check_cell(dossier, requirement, site, clock)
            return attach(dossier, kept, requirement=requirement, site=site, by=by, clock=clock)
    with act_on(reference, by=by, clock=clock) as dossier:
        _check_cell(dossier, requirement, site, clock)
        support = attach(dossier, kept, requirement=requirement, site=site, by=by, clock=clock)
        dossier.record(
            Action.ADD_DOCUMENT,
            by=by,
            occurred_on=clock.today(),
            recorded_at=clock.now(),
            details={"documents": [description(support)]},
        )
    return support


def attach(
    dossier: Dossier,
    kept: KeptFile,
    *,
    requirement: str,
    site: str,
    by: Actor,
    clock: Clock,
) -> DocumentSupport:
    """Name a kept file by a row and say what it supports; called inside an act.

    The same bytes under another name are another document, so that each is shown, and given back,
    as it was sent.
    """
    assert by.user_id is not None  # noqa: S101 - a company acts through a person
    document = db.session.scalars(
        select(Document).where(
            Document.manufacturer_id == dossier.manufacturer_id,
            Document.digest == kept.digest,
            Document.filename == kept.filename,
        )
    ).one_or_none()
    if document is None:
        document = Document(
            reference=new_reference("DO"),
            manufacturer_id=dossier.manufacturer_id,
            digest=kept.digest,
            size=kept.size,
            media_type=kept.media_type,
            filename=kept.filename,
            scan=Scan.NOT_SCANNED,
            received_at=clock.now(),
            received_from_id=by.user_id,
        )
        db.session.add(document)
        db.session.flush()
    support = db.session.scalars(
        select(DocumentSupport).where(
            DocumentSupport.dossier_id == dossier.id,
            DocumentSupport.document_id == document.id,
            DocumentSupport.requirement == requirement,
            DocumentSupport.site == site,
        )
    ).one_or_none()
    if support is None:
        support = DocumentSupport(
            dossier=dossier,
            document=document,
            requirement=requirement,
            site=site,
            added_on=clock.today(),
            added_at=clock.now(),
        )
        db.session.add(support)
        db.session.flush()
    return support


def description(support: DocumentSupport) -> dict[str, Any]:
    """Return what an event keeps of a document: enough to recognise its bytes."""
    return {
        "reference": support.document.reference,
        "filename": support.document.filename,
        "digest": support.document.digest,
        "requirement": support.requirement,
        "site": support.site,
    }


def detach_document(reference: str, support_id: int, *, by: Actor) -> None:
    """Take a document off a draft; the bytes stay, since another dossier may use them.

    Raises:
        NotAllowedError: the dossier was filed.
        UnknownThingError: the draft has no such document.
    """
    with transaction():
        dossier = get_dossier(reference, seen_by=by, for_update=True)
        if dossier.state != State.DRAFT or by.role != Role.MANUFACTURER:
            raise NotAllowedError("Une pièce déposée ne se retire plus.")
        support = db.session.get(DocumentSupport, support_id)
        if support is None or support.dossier_id != dossier.id:
            raise UnknownThingError("Cette pièce")
        db.session.delete(support)


def open_document(reference: str, *, by: Actor, files: Files) -> tuple[Document, BinaryIO]:
    """Return a document and its bytes.

    Raises:
        UnknownThingError: it does not exist, or supports no dossier that the actor may see.
        NotAllowedError: the antivirus has not let it through.
        FileMissingError: the store lost it, which is an incident.
    """
    seen = visible(by).with_only_columns(Dossier.id)
    document = db.session.scalars(
        select(Document).where(
            Document.reference == reference,
            Document.id.in_(
                select(DocumentSupport.document_id).where(DocumentSupport.dossier_id.in_(seen))
            ),
        )
    ).one_or_none()
    if document is None:
        raise UnknownThingError("Cette pièce")
    if document.scan in UNAVAILABLE:
        raise NotAllowedError(
            "Cette pièce n’est pas consultable : analyse antivirus en cours ou défavorable."
        )
    if not files.verify(document.digest):
        raise FileMissingError
    return document, files.open(document.digest)


def _check_cell(dossier: Dossier, requirement: str, site: str, clock: Clock) -> None:
    content = declared_content(dossier)
    if site not in {item.key for item in sites_of(content)}:
        raise InvalidValueError("site", "Ce site ne figure pas dans la déclaration.")
    if requirement == OTHER:
        return
    on = dossier.received_on or clock.today()
    if f"{requirement}@{site}" not in {
        item.key for item in required_documents(content, on=on, route=dossier.route)
    }:
        raise InvalidValueError("requirement", "Cette pièce n’est pas prévue pour ce site.")
