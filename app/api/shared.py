"""What any site may read without an account: how it is answered."""

from http import HTTPStatus
from typing import Final

from flask import Response, request

CACHE: Final = "public, max-age=60"
SHARED: Final = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, RateLimit, RateLimit-Policy, Retry-After"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
)

# What a page of another site may send: JSON, and the tag of what it has already.
PREFLIGHT: Final = (
    ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
    ("Access-Control-Allow-Headers", "Content-Type, If-None-Match"),
    ("Access-Control-Max-Age", "600"),
)


def share(response: Response) -> Response:
    """Let any site read, and answer 304 to whoever has the same bytes already."""
    response.headers.extend(SHARED)
    if request.method == "OPTIONS":
        response.headers.extend(PREFLIGHT)
    if response.status_code == HTTPStatus.OK and request.method in {"GET", "HEAD"}:
        response.headers["Cache-Control"] = CACHE
        response.add_etag()
        response.make_conditional(request)
    return response
