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


def share(response: Response) -> Response:
    """Let any site read, and answer 304 to whoever has the same bytes already."""
    response.headers.extend(SHARED)
    if response.status_code == HTTPStatus.OK and request.method in {"GET", "HEAD"}:
        response.headers["Cache-Control"] = CACHE
        response.add_etag()
        response.make_conditional(request)
    return response
