"""The pages of one's own account: signing in is open to everybody, the rest to who is signed in."""

from typing import Final

from flask import Blueprint, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from app.context import visitor
from app.web.access import TOKEN, is_local, open_to

blueprint = Blueprint("account", __name__)
open_to(blueprint)

SIGNING_IN: Final = frozenset({"account.sign_in", "account.second_factor", "account.sign_out"})


@blueprint.before_request
def ask_to_sign_in() -> ResponseReturnValue | None:
    """Send to the sign-in page whoever opens another page of the account without a session."""
    if request.endpoint in SIGNING_IN or visitor() is not None:
        return None
    back = request.path if request.method == "GET" else None
    return redirect(url_for("account.sign_in", suite=back))


def wanted() -> str | None:
    """Return the page to come back to, if it is one of this site."""
    address = request.args.get("suite")
    return address if is_local(address) else None


def remember(token: str) -> None:
    """Keep a token in the cookie, and nothing of what it held before (no fixation)."""
    session.clear()
    session[TOKEN] = token
