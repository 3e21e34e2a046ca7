"""The pages of the agency."""

from flask import Blueprint

from app.domain.actor import Role
from app.web.access import open_to

blueprint = Blueprint("review", __name__, url_prefix="/instruction")
open_to(blueprint, Role.REVIEWER)
