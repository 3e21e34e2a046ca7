from flask import Blueprint

blueprint = Blueprint("account", __name__)
