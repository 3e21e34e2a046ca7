"""Headers of every answer: what a browser may do with it, and how long it keeps it."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, current_app, request

from app.context import visitor

# The DSFR draws some icons from its style sheet, hence data: for images.
CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "object-src 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ALWAYS: Final = tuple((name.lower(), name, value) for name, value in HEADERS.items())
STRICT_TRANSPORT: Final = "max-age=31536000; includeSubDomains"
FOR_EVER: Final = "public, max-age=31536000, immutable"
VERSIONED_FOLDER: Final = "dsfr-"


def install(app: Flask) -> None:
    """Make *app* send the headers, and name its static files by what they hold."""
    app.after_request(add_headers)
    app.url_defaults(_version_static)


def add_headers(response: Response) -> Response:
    """Add to an answer the headers it does not set itself (downloads and feeds set their own)."""
    # One look at what is there: to look it up for each name costs as much as a whole evaluation.
    said = {name.lower() for name, _ in response.headers}
    response.headers.extend([(name, value) for key, name, value in ALWAYS if key not in said])
    if current_app.config["SESSION_COOKIE_SECURE"]:
        response.headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
    if response.mimetype == "text/html":
        # What a signed-in person read does not stay on a shared computer.
        kept = "private, no-cache" if visitor() is None else "private, no-store"
        response.headers.setdefault("Cache-Control", kept)
    if request.endpoint == "static" and response.status_code in {200, 304}:
        name = (request.view_args or {})["filename"]
        if "v" in request.args or name.startswith(VERSIONED_FOLDER):
            response.headers["Cache-Control"] = FOR_EVER
    return response


def _version_static(endpoint: str, values: dict[str, Any]) -> None:
    """Add to the address of a static file of ours the start of its digest."""
    if endpoint == "static" and not values["filename"].startswith(VERSIONED_FOLDER):
        values["v"] = _digest(Path(__file__).parent.parent / "static" / values["filename"])


@lru_cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
