"""Who may call what: each blueprint says whether it is open, or which roles its tokens need."""

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, request

from app.context import current_clock, identify, visitor
from app.domain.actor import Role
from app.domain.errors import NotAllowedError
from app.errors import problem
from app.services.tokens import actor_of_api_token

# What each blueprint declared; the structure tests read it. No role: open to everybody.
DECLARED: Final[dict[str, frozenset[Role]]] = {}
SCHEME: Final = "Bearer "


def open_to_all(blueprint: Blueprint) -> None:
    """Open *blueprint* to everybody."""
    DECLARED[blueprint.name] = frozenset()


def require_token(blueprint: Blueprint, *roles: Role) -> None:
    """Open *blueprint* to the tokens of people of *roles*; a session opens nothing here."""
    DECLARED[blueprint.name] = frozenset(roles)

    @blueprint.before_request
    def check_token() -> Response | None:
        header = request.headers.get("Authorization", "")
        token = header[len(SCHEME) :].strip() if header.startswith(SCHEME) else ""
        identify(actor_of_api_token(token, clock=current_clock()) if token else None)
        actor = visitor()
        if actor is None:
            return _unauthorized()
        if actor.role not in roles:
            raise NotAllowedError
        return None


def _unauthorized() -> Response:
    answer = problem(
        "unauthorized",
        "Présentez un jeton valable dans l’en-tête Authorization: Bearer.",
        HTTPStatus.UNAUTHORIZED,
    )
    answer.headers["WWW-Authenticate"] = 'Bearer realm="score-environnemental"'
    return answer
