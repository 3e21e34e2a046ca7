"""What a dossier filed: its declarations, the version they are about, its documents."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.domain.chain import digest_of
from app.domain.history import RECEIPTS
from app.domain.procedure import Action, Route
from app.models.dossier import DossierEvent
from app.queries.audit.beside import Beside
from app.queries.audit.kept import (
    KeptDeclaration,
    KeptDossier,
    documents_of,
    read_or_none,
    said,
)
from app.queries.audit.wrong import Wrong, altered, dropped, inserted

# The acts that file a declaration, and name it.
FILINGS: Final = RECEIPTS | {Action.CORRECT}


def wrong_declarations(
    dossier: KeptDossier, filed: Sequence[KeptDeclaration], events: Sequence[DossierEvent]
) -> Iterator[Wrong]:
    """Each filing has its declaration, in order: its content and its day are what the event tells.

    The row of the dossier names the version that was declared last.
    """
    filings = [event for event in events if event.action in FILINGS]
    for place, event in enumerate(filings):
        if place >= len(filed):
            yield dropped(event.sequence, "la déclaration déposée n’est plus là")
        elif not _is_that_of(filed[place], event):
            yield altered(event.sequence, "la déclaration déposée n’est plus celle qu’il dit")
    last = filings[-1].sequence if filings else 0
    if len(filed) > len(filings):
        yield inserted(last, "une déclaration n’est dite par aucun événement")
    elif len(filed) == len(filings) and filed and not _names(dossier, filed[-1].content):
        yield altered(last, "la fiche ne dit plus la version déclarée")


def _is_that_of(declaration: KeptDeclaration, event: DossierEvent) -> bool:
    digest = said(event)["declaration"]
    return (
        declaration.digest == digest
        and read_or_none(digest_of, declaration.content) == digest
        and declaration.filed_on == event.occurred_on.isoformat()
    )


def _names(dossier: KeptDossier, content: Any) -> bool:  # noqa: ANN401 - any JSON that a row holds
    version = content.get("version") if isinstance(content, dict) else None
    if not isinstance(version, dict):
        return False
    names = ["tvv"]
    if dossier.route != Route.MODIFICATION:
        # A report keeps the names of the list, whatever it declares.
        names += ["brand", "commercial_name"]
    return all(str(version.get(name) or "").strip() == getattr(dossier, name) for name in names)


def wrong_documents(company: int, kept: Beside, events: Sequence[DossierEvent]) -> Iterator[Wrong]:
    """Each document that an event names is there; its bytes too, when they are asked for."""
    for event in events:
        for digest in documents_of(event):
            if (company, digest) not in kept.documents:
                yield dropped(event.sequence, f"la pièce d’empreinte {digest} n’est plus là")
            elif kept.are_kept is not None and not read_or_none(kept.are_kept, digest):
                what = f"le fichier d’empreinte {digest} n’est plus là, ou n’est plus le même"
                yield altered(event.sequence, what)
