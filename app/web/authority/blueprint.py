"""The pages of the ministries."""

from flask import Blueprint

from app.domain.actor import Role
from app.web.access import open_to

blueprint = Blueprint("authority", __name__, url_prefix="/ministeres")
open_to(blueprint, Role.AUTHORITY)
