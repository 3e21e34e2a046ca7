"""The pages of the operator."""

from flask import Blueprint

from app.domain.actor import Role
from app.web.access import open_to

blueprint = Blueprint("operator", __name__, url_prefix="/exploitation")
open_to(blueprint, Role.OPERATOR)
