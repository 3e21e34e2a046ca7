"""The pages of one's own account: signing in is open to everybody, the rest to who is signed in."""

from typing import Final

from flask import Blueprint, request, session
from flask.typing import ResponseReturnValue

from app.context import visitor
from app.web.access import TOKEN, ask_to_sign_in, is_local, open_to

blueprint = Blueprint("account", __name__)
open_to(blueprint)

SIGNING_IN: Final = frozenset({"account.sign_in", "account.second_factor", "account.sign_out"})


@blueprint.before_request
def check_signed_in() -> ResponseReturnValue | None:
    """Ask to sign in whoever opens another page of the account without a session."""
    if request.endpoint in SIGNING_IN or visitor() is not None:
        return None
    return ask_to_sign_in()


def wanted() -> str | None:
    """Return the page to come back to, if it is one of this site."""
    address = request.args.get("suite")
    return address if is_local(address) else None


def remember(token: str) -> None:
    """Keep a token in the cookie, and nothing of what it held before (no fixation)."""
    session.clear()
    session[TOKEN] = token
