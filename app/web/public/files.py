"""The public files: served as they were written, to any site, without touching the session."""

import hashlib
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from app.context import current_clock, current_settings
from app.services.publication import SUFFIXES, publish_list
from app.web.access import DECLARED

blueprint = Blueprint("files", __name__)
# Open to everybody, and not by `open_to`: reading the session would make each answer private.
DECLARED[blueprint.name] = frozenset()

FOLDER: Final = "public"
HEADERS: Final = {
    "Cache-Control": "public, max-age=60, stale-while-revalidate=600",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Vary": "Accept-Encoding",
}


@blueprint.get("/data/versions.json")
def versions_json() -> ResponseReturnValue:
    """Give the list of today, and what is announced."""
    return _serve("versions.json", "application/json")


@blueprint.get("/data/versions.csv")
def versions_csv() -> ResponseReturnValue:
    """Give the list of today as a table."""
    return _serve("versions.csv", "text/csv; charset=utf-8")


@blueprint.get("/feed.json")
def feed() -> ResponseReturnValue:
    """Give the changes of the list as a JSON Feed."""
    return _serve("feed.json", "application/feed+json")


def _serve(name: str, content_type: str) -> Response:
    folder = current_settings().instance / FOLDER
    encoding = _encoding()
    try:
        body = _read(folder, name, encoding)
    except FileNotFoundError:  # asked for before the first run of the scheduler
        publish_list(folder, clock=current_clock())
        body = _read(folder, name, encoding)
    response = Response(body, content_type=content_type, headers=HEADERS)
    if encoding != "identity":
        response.headers["Content-Encoding"] = encoding
    # Of the bytes that are sent: each encoding has its own.
    response.set_etag(hashlib.sha256(body).hexdigest()[:32])
    response.make_conditional(request)
    return response


def _read(folder: Path, name: str, encoding: str) -> bytes:
    return (folder / f"{name}{SUFFIXES[encoding]}").read_bytes()


def _encoding() -> str:
    """Return what the caller prefers; brotli, then gzip, among what it likes as much."""
    accepted = request.accept_encodings
    asked = {value for value, _ in accepted}
    plain = accepted["identity"] if "identity" in asked else 0
    best = max(("br", "gzip"), key=lambda name: accepted[name])
    return best if accepted[best] > 0 and accepted[best] >= plain else "identity"
