from flask import Blueprint

blueprint = Blueprint("manufacturer", __name__, url_prefix="/constructeur")
