from flask import Blueprint

blueprint = Blueprint("review", __name__, url_prefix="/instruction")
