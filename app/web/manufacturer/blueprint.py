"""The pages of a manufacturer, at /constructeur; its view modules register on this."""

from typing import Final

from flask import Blueprint

from app.domain.actor import Role
from app.web.access import open_to

blueprint: Final = Blueprint("manufacturer", __name__, url_prefix="/constructeur")
open_to(blueprint, Role.MANUFACTURER)
