"""The public pages: open to everybody."""

from typing import Final

from flask import Blueprint

from app.domain.addresses import version_path
from app.web.access import open_to

blueprint: Final = Blueprint("public", __name__)
open_to(blueprint)
blueprint.add_app_template_global(version_path)
