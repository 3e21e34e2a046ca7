from flask import Blueprint

blueprint = Blueprint("authority", __name__, url_prefix="/ministeres")
