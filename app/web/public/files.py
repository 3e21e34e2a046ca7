"""The public files before their first publication: built when they are first asked for.

Once they are there, ``app.web.public_files`` serves them without coming here.
"""

from http import HTTPStatus

from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_clock, current_settings
from app.gateways.releases import CURRENT
from app.services.publication import publish_list
from app.web.access import DECLARED
from app.web.public_files import FOLDER

blueprint = Blueprint("files", __name__)
# Open to everybody, and not by `open_to`: reading the session would make each answer private.
DECLARED[blueprint.name] = frozenset()


@blueprint.get("/data/<path:name>")
def file(name: str) -> ResponseReturnValue:
    """Give a published file, once the list is published."""
    return _published_first(name)


@blueprint.get("/feed.json")
def feed() -> ResponseReturnValue:
    """Give the last changes of the list as a JSON Feed."""
    return _published_first("feed.json")


def _published_first(name: str) -> ResponseReturnValue:
    """Publish when nothing is; what still has no file by that name does not exist."""
    folder = current_settings().instance / FOLDER
    nothing = not (folder / CURRENT).exists()
    if name and nothing and publish_list(folder, clock=current_clock()):
        return Response.from_app(current_app.wsgi_app, request.environ)
    return render_template("errors/not_found.html"), HTTPStatus.NOT_FOUND
