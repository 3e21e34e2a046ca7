"""Every answer carries the headers that keep a browser safe."""

import pytest
from flask import Flask, Response

from app.web import headers
from tests.page_checks import check_page
from tests.web.front import front_app


@pytest.fixture
def client():
    app = front_app()

    @app.get("/piece")
    def download():
        return Response(b"%PDF", headers={"Content-Security-Policy": "sandbox"})

    @app.get("/flux")
    def feed():
        return Response("{}", headers={"Cross-Origin-Resource-Policy": "cross-origin"})

    return app.test_client()


def test_a_page_forbids_inline_scripts_and_styles(client):
    policy = dict(
        rule.split(" ", 1)
        for rule in client.get("/").headers["Content-Security-Policy"].split("; ")
    )
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
    }


@pytest.mark.parametrize("path", ["/", "/absente", "/static/portal.css"])
def test_every_answer_has_the_other_headers(client, path):
    with client.get(path) as answer:
        sent = answer.headers
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert sent["Referrer-Policy"] == "same-origin"
    assert "camera=()" in sent["Permissions-Policy"]
    assert sent["Cross-Origin-Opener-Policy"] == "same-origin"
    assert sent["Cross-Origin-Resource-Policy"] == "same-origin"


def test_strict_transport_is_promised_on_https_only(client):
    assert "Strict-Transport-Security" not in client.get("/").headers
    # What counts is the public address, not how the proxy in front speaks to the portal.
    client.application.config["SESSION_COOKIE_SECURE"] = True
    promised = client.get("/").headers["Strict-Transport-Security"]
    assert promised == "max-age=31536000; includeSubDomains"


def test_a_download_keeps_its_own_policy(client):
    assert client.get("/piece").headers.getlist("Content-Security-Policy") == ["sandbox"]


def test_the_feed_stays_open_to_other_origins(client):
    assert client.get("/flux").headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_pages_are_not_kept_and_versioned_files_are(client):
    page = client.get("/")
    style_sheet = page.text.split('href="/static/portal.css')[1].split('"')[0]
    assert style_sheet.startswith("?v=")
    for path in (f"/static/portal.css{style_sheet}", "/static/dsfr-1.15.3/dsfr.min.css"):
        with client.get(path) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    with client.get("/static/portal.css") as answer:
        assert "immutable" not in answer.headers["Cache-Control"]
    assert page.headers["Cache-Control"] == "private, no-cache"


def test_a_missing_static_file_is_not_kept_for_ever(client):
    assert "immutable" not in client.get("/static/dsfr-1.15.3/absent.css").headers.get(
        "Cache-Control", ""
    )


def test_the_page_is_good_with_and_without_the_state_brand(client):
    neutral = client.get("/").text
    check_page(neutral)
    assert "République" not in neutral
    branded = front_app(STATE_BRAND=True).test_client().get("/").text
    check_page(branded)
    assert "République" in branded
    assert 'class="neutral"' not in branded


def test_a_name_of_a_static_file_that_does_not_exist_is_an_error_at_once():
    app = Flask("app")
    headers.install(app)
    with app.test_request_context(), pytest.raises(FileNotFoundError):
        app.url_for("static", filename="oubli.css")
