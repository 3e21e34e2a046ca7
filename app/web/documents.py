"""Give a document back to whoever may see it: one function for every audience."""

from typing import Final

from flask import Response, send_file

from app.context import current_actor, current_files
from app.services.documents import open_document

# A document comes from outside: it is never shown inside the portal, nor by another site.
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


def send_document(reference: str) -> Response:
    """Send the bytes of a document as a download, under its own name (RFC 6266).

    Raises:
        UnknownThingError: it does not exist, or the actor may not see it.
        NotAllowedError: the antivirus has not let it through.
        FileMissingError: the store lost it.
    """
    document, stream = open_document(reference, by=current_actor(), files=current_files())
    response = send_file(
        stream,
        mimetype=document.media_type,
        as_attachment=True,
        download_name=document.filename,
        etag=document.digest,
        max_age=0,
        conditional=False,
    )
    response.headers.update(HEADERS)
    response.headers["Content-Type"] = document.media_type  # exactly: no charset is guessed
    response.headers["Content-Length"] = str(document.size)
    return response
