"""The limit of requests of the API: counted before each answer, announced on each."""

import hashlib
import hmac
import sqlite3
from http import HTTPStatus
from typing import Any, Final

from apispec import APISpec, BasePlugin
from flask import Flask, Response, current_app, g, request

from app.api.body import LARGEST
from app.context import SETTINGS, current_clock, current_settings
from app.domain.rates import PERIOD, Allowance, client_of, period_of, units
from app.errors import SENTENCES, problem
from app.gateways.rates import Rates

FILE: Final = "rates.db"
NAME: Final = "score_env.rates"
POLICY: Final = "client"
HEADERS: Final = {
    "RateLimit-Policy": "Unités permises par période (q) et durée d’une période en secondes (w).",
    "RateLimit": "Unités restantes (r) et secondes avant la période suivante (t).",
    "Retry-After": "Secondes à attendre, sur un refus 429.",
}
STATUS: Final = HTTPStatus.TOO_MANY_REQUESTS


def install(app: Flask, prefix: str) -> None:
    """Limit what is asked below *prefix*; a quota of 0 limits nothing."""
    settings = app.extensions[SETTINGS]
    if not settings.requests_a_minute:
        return
    app.extensions[NAME] = Rates(settings.instance / FILE)

    def count() -> Response | None:
        if not request.path.startswith(prefix):
            return None
        allowance = _counted(settings.requests_a_minute)
        if allowance is None:
            return None
        g.allowance = allowance
        if not allowance.exceeded:
            return None
        answer = problem("too_many_requests", SENTENCES[STATUS], STATUS)
        answer.headers["Retry-After"] = str(allowance.reset)
        return answer

    app.before_request(count)
    app.after_request(announce)


def announce(response: Response) -> Response:
    """Say on an answer of the API what is left (draft-ietf-httpapi-ratelimit-headers)."""
    found: Allowance | None = g.get("allowance")
    if found is not None:
        response.headers.extend(
            [
                ("RateLimit-Policy", f'"{POLICY}";q={found.quota};w={PERIOD}'),
                ("RateLimit", f'"{POLICY}";r={found.left};t={found.reset}'),
            ]
        )
    return response


def _counted(quota: int) -> Allowance | None:
    """Count this request; none when it cannot be counted, which refuses nobody."""
    period, reset = period_of(current_clock().now())
    rates: Rates = current_app.extensions[NAME]
    try:
        used = rates.count(_client(), period, units(_announced_bytes()))
    except sqlite3.Error as error:
        current_app.logger.warning("a request was not counted: %s", error)
        return None
    return Allowance(quota=quota, used=used, reset=reset)


def _announced_bytes() -> int:
    """Return the size that a body announces; one that announces none counts as the largest."""
    length = request.content_length
    if length is None and "chunked" in request.headers.get("Transfer-Encoding", "").lower():
        return LARGEST
    return length or 0


def _client() -> str:
    """Return the client under a name that does not tell the address."""
    address = client_of(request.remote_addr or "")
    key = current_settings().secret_key.encode()
    return hmac.new(key, address.encode(), hashlib.sha256).hexdigest()[:32]


class Limited(BasePlugin):
    """Describes the limit on every operation of the API."""

    def init_spec(self, spec: APISpec) -> None:
        """Name the headers that every answer bears."""
        for name, meaning in HEADERS.items():
            spec.components.header(name, {"description": meaning, "schema": {"type": "string"}})

    def operation_helper(
        self,
        path: str | None = None,  # noqa: ARG002 - as the library calls it
        operations: dict[str, Any] | None = None,
        **_named: Any,
    ) -> None:
        """Say that each operation may answer that too much was asked."""
        for operation in (operations or {}).values():
            if "responses" in operation:
                operation["responses"].setdefault(str(int(STATUS)), STATUS.name)
                for answer in operation["responses"].values():
                    if isinstance(answer, dict):
                        named = {name: name for name in HEADERS if name != "Retry-After"}
                        answer.setdefault("headers", {}).update(named)
