"""A small application of frames, fields and filters alone, for the tests of the front end."""

from pathlib import Path

from flask import Flask, render_template_string
from flask_wtf import CSRFProtect
from jinja2 import StrictUndefined

from app.labels import words
from app.web import filters, headers, typed_again
from app.web.access import page_again
from app.web.refusals import told

ROOT = Path(__file__).resolve().parents[2]


def front_app(**config) -> Flask:
    app = Flask("app", template_folder=str(ROOT / "templates"), static_folder=ROOT / "app/static")
    app.config.update(SECRET_KEY="of the tests", TESTING=True, **config)
    app.jinja_env.undefined = StrictUndefined
    CSRFProtect(app)
    filters.register(app)
    app.add_template_filter(words)
    app.add_template_filter(told)
    app.context_processor(
        lambda: {
            "current_actor": None,
            "typed_again": typed_again,
            "page_again": page_again,
            "upload_limit": 50_000_000,
        }
    )
    headers.install(app)

    @app.get("/", endpoint="home")
    def home():
        return show("<p>Bonjour.</p>")

    return app


def show(content: str, *, imports: str = "", **context) -> str:
    return render_template_string(
        '{% extends "base.html" %}' + imports + "{% block title %}Essai{% endblock %}"
        "{% block content %}" + content + "{% endblock %}",
        **context,
    )
