"""Who may open which pages: each blueprint declares the roles it is for."""

from typing import Final

from flask import Blueprint, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from app.context import current_clock, identify, visitor
from app.domain.actor import Actor, Role
from app.domain.errors import NotAllowedError
from app.services.sign_in import actor_of_session

TOKEN: Final = "token"  # noqa: S105 - a key of the session, not a secret

# What each blueprint declared; the structure tests read it. No role: open to everybody.
DECLARED: Final[dict[str, frozenset[Role]]] = {}


def signed_in() -> Actor | None:
    """Return who is signed in, also where no blueprint asked: an address that leads nowhere.

    Looked up once a request; nobody, should the look-up itself be what fails.
    """
    if "actor" not in g:
        identify(None)
        token = session.get(TOKEN)
        if token:
            identify(actor_of_session(token, clock=current_clock()))
    return visitor()


def open_to(blueprint: Blueprint, *roles: Role) -> None:
    """Open the pages of *blueprint* to *roles*, or to everybody when none is named."""
    DECLARED[blueprint.name] = frozenset(roles)

    @blueprint.before_request
    def check_access() -> ResponseReturnValue | None:
        actor = signed_in()
        if not roles:
            return None
        if actor is None:
            return redirect(url_for("account.sign_in", suite=_wanted()))
        if actor.role not in roles:
            raise NotAllowedError("Cette page est réservée à d’autres comptes que le vôtre.")
        return None


def _wanted() -> str | None:
    """Return the page to come back to after signing in: only one that can be read again."""
    return request.full_path.rstrip("?") if request.method == "GET" else None


def is_local(address: str | None) -> bool:
    """Tell whether an address stays on this site: one slash first, and no way around it."""
    return (
        bool(address)
        and address is not None
        and address.startswith("/")
        and not address.startswith(("//", "/\\"))
        and not any(ord(character) < ord(" ") for character in address)
    )
