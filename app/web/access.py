"""Who may open which pages: each blueprint declares the roles it is for."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from flask import (
    Blueprint,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from app.context import current_clock, identify, visitor
from app.domain.actor import Actor, Role
from app.domain.errors import NotAllowedError
from app.services.sign_in import actor_of_session

TOKEN: Final = "token"  # noqa: S105 - a key of the session, not a secret

# The methods that change nothing: an address that takes them can be opened again.
READS: Final = frozenset({"GET", "HEAD"})

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
            return ask_to_sign_in()
        if actor.role not in roles:
            raise NotAllowedError("Cette page est réservée à d’autres comptes que le vôtre.")
        return None


def ask_to_sign_in() -> ResponseReturnValue:
    """Send to the sign-in page; whoever had sent a form first gets back what they had typed."""
    if request.method in READS:
        return redirect(url_for("account.sign_in", suite=page_again()))
    return render_template("errors/stale.html", session_over=True), HTTPStatus.FORBIDDEN


def page_again() -> str | None:
    """Return the page that was asked for, or that holds the form sent: none when it is not known.

    An act that has no page of its own was sent from another one of this site.
    """
    adapter = current_app.create_url_adapter(request)
    if adapter is not None and not READS.isdisjoint(adapter.allowed_methods()):
        address = request.full_path.rstrip("?")
    else:
        address = _page_before()
    return address if is_local(address) else None


def _page_before() -> str:
    """Return the address, without its host, of the page of this site that this one follows."""
    before = urlsplit(request.referrer or "")
    same = before.netloc == request.host
    return urlunsplit(("", "", before.path, before.query, "")) if same else ""


def is_local(address: str | None) -> bool:
    """Tell whether an address stays on this site: one slash first, and no way around it."""
    return (
        bool(address)
        and address is not None
        and address.startswith("/")
        and not address.startswith(("//", "/\\"))
        and not any(ord(character) < ord(" ") for character in address)
    )
